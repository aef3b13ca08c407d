//===- OrderedPointers.cpp - Pointers that are ordered or subtracted
//-------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedPointers.h"

#include "Base/MemoryChecks.h"
#include "Base/PointerDifference.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

const llvm::Value *sooth::accessedBy(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I);
      Call && classify(*Call) == CalleeKind::MemoryCheck) {
    const MemoryCheck Check = describeCheck(*Call);
    const bool IsAccess = Check.What == MemoryCheck::Kind::Read ||
                          Check.What == MemoryCheck::Kind::Write;
    return IsAccess ? Check.Pointer : nullptr;
  }
  return getLoadStorePointerOperand(&I);
}

namespace {
/// Where pointers that a program computes come from.
class PointerRoots {
public:
  PointerRoots(const PointsTo &Points, const Regions &Parts)
      : Points(Points), Parts(Parts),
        Layout(Points.functions().front()->getDataLayout()) {
    for (const Function *F : Points.functions())
      for (const Instruction &I : instructions(*F))
        if (auto *Store = dyn_cast<StoreInst>(&I);
            Store && Store->getValueOperand()->getType()->isPointerTy())
          if (auto R = regionOf(Store->getPointerOperand()))
            StoredIn[*R].push_back(Store->getValueOperand());
  }

  /// Which steps lead from a pointer to the one it is made from.
  enum class Through { AllSteps, StepsBack, StepsAhead };

  /// Calls \p OfArgument and \p OfRegion with those of \p Pointers. Linear in
  /// the size of the program.
  void visit(ArrayRef<const llvm::Value *> Pointers, Through Which,
             function_ref<void(const Argument &)> OfArgument,
             function_ref<void(unsigned)> OfRegion) const {
    SmallVector<const llvm::Value *> Worklist(Pointers);
    SmallPtrSet<const llvm::Value *, 8> Seen;
    while (!Worklist.empty()) {
      const llvm::Value *V = Worklist.pop_back_val()->stripPointerCasts();
      if (!Seen.insert(V).second)
        continue;
      if (auto *Step = dyn_cast<GEPOperator>(V)) {
        const bool IsBack = goesBack(*Step, Layout);
        if (Which == Through::AllSteps ||
            IsBack == (Which == Through::StepsBack))
          Worklist.push_back(Step->getPointerOperand());
      } else if (isa<PHINode, SelectInst, FreezeInst>(V)) {
        for (const llvm::Value *From : cast<User>(V)->operand_values())
          if (From->getType()->isPointerTy())
            Worklist.push_back(From);
      } else if (auto *A = dyn_cast<Argument>(V)) {
        OfArgument(*A);
      } else if (auto *Load = dyn_cast<LoadInst>(V)) {
        if (auto R = regionOf(Load->getPointerOperand())) {
          OfRegion(*R);
          if (auto Stored = StoredIn.find(*R); Stored != StoredIn.end())
            append_range(Worklist, Stored->second);
        }
      }
    }
  }

private:
  std::optional<unsigned> regionOf(const llvm::Value *Address) const {
    auto Cell = Points.pointee(Address);
    return Cell ? Parts.find(*Cell) : std::nullopt;
  }

  const PointsTo &Points;
  const Regions &Parts;
  const DataLayout &Layout;
  /// By region: the pointers that are written there.
  DenseMap<unsigned, SmallVector<const llvm::Value *, 4>> StoredIn;
};
} // namespace

/// How many bytes \p I accesses at an offset from \p A that its text says, and
/// those before.
static uint64_t bytesAccessedFrom(const Argument &A, const Instruction &I) {
  const DataLayout &Layout = I.getDataLayout();
  const llvm::Value *Pointer = accessedBy(I);
  if (!Pointer)
    return 0;
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  if (Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true) != &A ||
      Offset.isNegative())
    return 0;
  uint64_t Size = 0;
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (auto *Bytes = dyn_cast<ConstantInt>(describeCheck(*Call).Size))
      Size = Bytes->getZExtValue();
  } else {
    Size = Layout.getTypeStoreSize(
        getLoadStoreType(const_cast<Instruction *>(&I)));
  }
  return Size ? Offset.getZExtValue() + Size : 0;
}

OrderedPointers::OrderedPointers(const PointsTo &Points, const Regions &Parts)
    : Points(Points), Parts(Parts) {
  findOrdered();
  findSteppedBack();
}

/// What \p F accesses, and what it hands on, as what is called may access it.
static void addAccessed(const Function &F,
                        SmallVectorImpl<const llvm::Value *> &To) {
  for (const Instruction &I : instructions(F)) {
    if (const llvm::Value *Pointer = accessedBy(I))
      To.push_back(Pointer);
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && classify(*Call) != CalleeKind::MemoryCheck &&
        classify(*Call) != CalleeKind::Ignored)
      for (const llvm::Value *Given : Call->args())
        if (Given->getType()->isPointerTy())
          To.push_back(Given);
  }
}

void OrderedPointers::findSteppedBack() {
  const PointerRoots Roots(Points, Parts);
  const DataLayout &Layout = Points.functions().front()->getDataLayout();
  SmallVector<const llvm::Value *> Steps, Accessed;
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *Step = dyn_cast<GEPOperator>(&I);
          Step && goesBack(*Step, Layout))
        Steps.push_back(Step);
  Roots.visit(
      Steps, PointerRoots::Through::StepsBack,
      [&](const Argument &A) { BackFromArguments.try_emplace(&A); },
      [&](unsigned R) { BackFromRegions.try_emplace(R); });
  if (BackFromArguments.empty() && BackFromRegions.empty())
    return;
  for (const Function *F : Points.functions())
    addAccessed(*F, Accessed);
  Roots.visit(
      Accessed, PointerRoots::Through::StepsAhead,
      [&](const Argument &A) {
        if (auto B = BackFromArguments.find(&A); B != BackFromArguments.end())
          B->second.IsAccessed = true;
      },
      [&](unsigned R) {
        if (auto B = BackFromRegions.find(R); B != BackFromRegions.end())
          B->second.IsAccessed = true;
      });
}

void OrderedPointers::findOrdered() {
  const PointerRoots Roots(Points, Parts);
  SmallVector<const Instruction *> Comparisons;
  SmallVector<const llvm::Value *> Compared, Accessed;
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto [A, B] = orderedPointers(I); A) {
        Comparisons.push_back(&I);
        Compared.append({A, B});
      }
  Roots.visit(
      Compared, PointerRoots::Through::AllSteps,
      [&](const Argument &A) { Arguments.try_emplace(&A); },
      [&](unsigned R) { InRegions.try_emplace(R); });
  if (Arguments.empty() && InRegions.empty())
    return;
  for (const Function *F : Points.functions())
    addAccessed(*F, Accessed);
  Roots.visit(
      Accessed, PointerRoots::Through::AllSteps,
      [&](const Argument &A) {
        if (auto O = Arguments.find(&A); O != Arguments.end())
          O->second.IsAccessed = true;
      },
      [&](unsigned R) {
        if (auto O = InRegions.find(R); O != InRegions.end())
          O->second.IsAccessed = true;
      });
  leaveOutParts();
  const Function &Entry = *Points.functions().front();
  const DominatorTree Dominators(const_cast<Function &>(Entry));
  for (auto &[Pointer, Order] : Arguments) {
    auto *A = cast<Argument>(Pointer);
    if (!Order.IsAccessed || A->getParent() != &Entry)
      continue;
    for (const Instruction &I : instructions(Entry))
      if (const uint64_t Bytes = bytesAccessedFrom(*A, I);
          Bytes > Order.Bytes &&
          none_of(Comparisons, [&](const Instruction *Earlier) {
            return Earlier->getFunction() == &Entry &&
                   Dominators.dominates(Earlier, &I);
          }))
        Order.Bytes = Bytes;
  }
}

uint64_t OrderedPointers::wholeAccess(PointsTo::NodeId N) const {
  const PointsTo::Node &Node = Points.node(N);
  const DIType *Declared =
      Node.HasOtherTypes ? nullptr : withoutQualifiers(Node.Type);
  const uint64_t Size = Declared ? Declared->getSizeInBits() / 8 : 0;
  if (!isPowerOf2_64(Size) || Size > 8)
    return 1;
  const bool IsWhole = all_of(Node.Accesses, [&](const MemoryAccess &A) {
    return A.Size == Size && (A.Offset - Points.start(N)) % int64_t(Size) == 0;
  });
  return IsWhole ? Size : 1;
}

bool OrderedPointers::isOfWholeElements(PointsTo::NodeId N) const {
  const uint64_t Period = Points.node(N).Offsets.Period;
  return Period == 1 || (Period && Period == wholeAccess(N));
}

/// Where parts of elements are accessed, two pointers that are followed cannot
/// be anywhere in one object.
void OrderedPointers::leaveOutParts() {
  auto ArgumentNode = [&](const llvm::Value *A) {
    auto Target = Points.pointee(A);
    return Target ? std::optional(Target->Node) : std::nullopt;
  };
  auto RegionNode = [&](unsigned R) {
    auto Target = Parts.targetOf(R);
    return Target ? std::optional(Target->Node) : std::nullopt;
  };
  DenseMap<PointsTo::NodeId, unsigned> Followed;
  for (auto &[A, Order] : Arguments)
    if (auto N = ArgumentNode(A); N && Order.IsAccessed)
      ++Followed[*N];
  // Many pointers are in one region.
  for (auto &[R, Order] : InRegions)
    if (auto N = RegionNode(R); N && Order.IsAccessed)
      Followed[*N] += 2;
  for (auto [N, Count] : Followed)
    if (Count > 1 && !isOfWholeElements(N))
      WithoutOrder.insert(N);
  for (const llvm::Value *A :
       llvm::to_vector(llvm::make_first_range(Arguments)))
    if (auto N = ArgumentNode(A); !N || WithoutOrder.contains(*N))
      Arguments.erase(A);
  for (unsigned R : llvm::to_vector(llvm::make_first_range(InRegions)))
    if (auto N = RegionNode(R); !N || WithoutOrder.contains(*N))
      InRegions.erase(R);
}

const OrderedPointers::Order *
OrderedPointers::find(const llvm::Value &Given) const {
  auto Found = Arguments.find(&Given);
  return Found == Arguments.end() ? nullptr : &Found->second;
}

const OrderedPointers::Order *OrderedPointers::find(unsigned Region) const {
  auto Found = InRegions.find(Region);
  return Found == InRegions.end() ? nullptr : &Found->second;
}

/// (In two nodes they lead to no object of which both know.)
bool OrderedPointers::haveOrder(const llvm::Value *A,
                                const llvm::Value *B) const {
  auto InA = Points.pointee(A), InB = Points.pointee(B);
  return InA && InB && InA->Node == InB->Node &&
         !WithoutOrder.contains(InA->Node) && !isa<ConstantPointerNull>(A) &&
         !isa<ConstantPointerNull>(B) &&
         getUnderlyingObject(A) != getUnderlyingObject(B);
}

const OrderedPointers::Back *
OrderedPointers::findBack(const llvm::Value &Given) const {
  auto Found = BackFromArguments.find(&Given);
  return Found == BackFromArguments.end() ? nullptr : &Found->second;
}

const OrderedPointers::Back *OrderedPointers::findBack(unsigned Region) const {
  auto Found = BackFromRegions.find(Region);
  return Found == BackFromRegions.end() ? nullptr : &Found->second;
}
