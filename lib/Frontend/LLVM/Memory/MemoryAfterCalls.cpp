//===- MemoryAfterCalls.cpp - Pointers that calls return and leave --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken to be true of pointers that come from functions whose bodies
// are not executed: those that are summarized, and those that have none.
//
//===----------------------------------------------------------------------===//

#include "OutsideMemory.h"

#include "Base/Contracts.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

using namespace sooth;
using namespace llvm;

/// Finds the regions that are written by more than calls of which noteCall()
/// says what they leave.
void OutsideMemory::findWrittenHere() {
  WrittenHere.resize(Parts.all().size());
  SetVector<const Function *> Executed;
  Executed.insert(Points.functions().front());
  for (size_t Next = 0; Next < Executed.size(); ++Next)
    for (const Instruction &I : instructions(*Executed[Next])) {
      if (callsSummarized(I))
        continue;
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && classify(*Call) == CalleeKind::Defined) {
        Executed.insert(calledFunction(*Call));
        continue;
      }
      BitVector Writes = Calls.writesOf(I);
      if (Call && is_contained(Unseen, Call))
        for (unsigned R = 0; R < Writes.size(); ++R)
          if (mayLeave(nullptr, R))
            Writes.reset(R);
      WrittenHere |= Writes;
    }
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// That \p At is null or leads to where pointers to \p Target lead, in an
/// object that is allocated, by whomever.
Expr OutsideMemory::leadsToSome(const MemoryState &M, PointsTo::Cell Target,
                                const Address &At, Null IsNull, Size Least,
                                End AtEnd) const {
  const PointsTo::Node &Node = Points.node(Target.Node);
  if (Node.IsWild || Node.HasTags || Node.IsFromNumbers || Node.Objects.empty())
    return Ctx.trueExpr();
  const uint64_t Period = Node.Offsets.Period;
  const bool IsFixed = Period == 0 && Target.Within == PointsTo::Nowhere;
  SmallVector<Expr> Ways;
  if (IsNull == Null::Possible)
    Ways.push_back(Ctx.mkAnd(Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits)),
                             Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits))));
  auto IsIn = [&](unsigned O) {
    const uint64_t Start =
        Parts.offsetInNode(Target) - Points.displacement(Target.Node, O);
    if (IsFixed)
      return Ctx.mkEq(At.Offset, Ctx.bv(Start, OffsetBits));
    return isElement(At.Offset, Period, int64_t(Start));
  };
  for (auto [O, Start] : Node.Objects)
    if (Points.objects()[O].How == MemoryObject::Instances::One)
      Ways.push_back(
          Ctx.mkAnd(Ctx.mkEq(At.Object, Lifetimes.number(O)), IsIn(O)));
  const auto Many = Points.manyObjects(Target.Node);
  for (auto [I, Of] : enumerate(Many)) {
    SmallVector<Expr> Facts{Lifetimes.isAllocatedBefore(M, At.Object),
                            IsIn(Of.One)};
    if (Many.size() > 1)
      Facts.push_back(Lifetimes.isOfMany(At.Object, Target.Node, unsigned(I)));
    if (Expr Lives = LivesAfterCalls.lookup(Target.Node))
      Facts.push_back(Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), At.Object)));
    Ways.push_back(Ctx.mkAnd(Facts));
  }
  // Not an element of an array, but its end.
  const uint64_t Element = AtEnd == End::Excluded ? Period : 0;
  Expr Size = Lifetimes.sizeIn(M, Target.Node, At.Object);
  const uint64_t Bytes = IsFixed && Least == OutsideMemory::Size::AsUsed
                             ? leastBytes(Target.Node)
                             : 0;
  Expr Fits = Ctx.mkAnd(
      {Ctx.mkUle(Ctx.bv(Bytes, OffsetBits), Size),
       Ctx.mkUle(Size, Ctx.bv(MostBytes, OffsetBits)),
       IsFixed ? Ctx.trueExpr() : Ctx.mkUle(At.Offset, Size),
       Element ? Ctx.mkUle(Ctx.make(Kind::BvAdd,
                                    {At.Offset, Ctx.bv(Element, OffsetBits)}),
                           Size)
               : Ctx.trueExpr()});
  Expr IsNone = Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits));
  return Ctx.mkAnd(Ctx.mkOr(Ways), Ctx.mkOr(IsNone, Fits));
}

Expr OutsideMemory::isPossibleResult(const MemoryState &M,
                                     const llvm::Value &Pointer,
                                     const Address &At) const {
  auto Target = Points.pointee(&Pointer);
  if (!Target)
    return Ctx.trueExpr();
  const llvm::Value *Result = &Pointer;
  if (auto *Part = dyn_cast<ExtractValueInst>(Result))
    Result = Part->getAggregateOperand();
  const Function &Callee = *calledFunction(*cast<CallBase>(Result));
  const bool MayBeNull = How == Environment::Any || isTested(Pointer) ||
                         Calls.of(Callee).MayReturnNull;
  Expr IsSome =
      leadsToSome(M, *Target, At, MayBeNull ? Null::Possible : Null::Excluded,
                  leastSize(), End::Possible);
  if (IsSome.isTrue() || Result != &Pointer)
    return IsSome;
  return Ctx.mkAnd(IsSome, isNullOrWhole(M, pointedType(declaredResult(Callee)),
                                         Target->Node, At));
}

Expr OutsideMemory::isPossibleUnseen(const MemoryState &M, const CallBase &Call,
                                     const Address &At, Expr Bytes) const {
  auto Target = Points.pointee(&Call);
  if (!Target)
    return Ctx.trueExpr();
  const Function *Callee = calledFunction(Call);
  const bool MayBeNull =
      isTested(Call) &&
      !(Callee && Callee->hasRetAttribute(Attribute::NonNull));
  Expr IsSome = leadsToSome(
      M, *Target, At, MayBeNull ? Null::Possible : Null::Excluded,
      Bytes ? Size::Any : leastSize(), Bytes ? End::Possible : End::Excluded);
  if (!Bytes)
    return IsSome;
  Expr IsNone = Ctx.mkEq(At.Object, Ctx.bv(0, ObjectBits));
  Expr Has = Lifetimes.sizeIn(M, Target->Node, At.Object);
  return Ctx.mkAnd(
      IsSome,
      Ctx.mkOr(IsNone, Ctx.mkAnd(Ctx.mkEq(Has, Bytes),
                                 Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)))));
}

/// Whether \p Region holds pointers that calls of \p Callee may have left.
bool OutsideMemory::mayLeave(const Function *Callee, unsigned Region) const {
  return Callee ? Calls.of(*Callee).Writes.test(Region)
                : !Unseen.empty() && Points.holdsLeft(Parts.all()[Region].Node);
}

void OutsideMemory::noteCall(MemoryState &M, const Function *Callee) const {
  for (auto &[R, Left] : AfterCalls)
    if (mayLeave(Callee, R))
      for (auto [Now, Then] : zip_equal(Left.Now, Left.Then))
        if (Then.Array)
          M.set(Then.Array, M.now(Now.Array));
  for (auto [N, Then] : LivesAfterCalls)
    M.set(Then, M.now(Lifetimes.livesVariable(N)));
}

/// That \p At, in \p Region, which holds pointers, is one that a call may
/// leave.
Expr OutsideMemory::isLeft(const MemoryState &M, unsigned Region,
                           const Address &At) const {
  std::optional<PointsTo::Cell> Target = Parts.targetOf(Region);
  return Target ? leadsToSome(M, *Target, At, mayBeNull(Region), leastSize(),
                              mayBeAtEnd(Region))
                : Ctx.trueExpr();
}

Expr OutsideMemory::isPossibleAfter(const MemoryState &M,
                                    const Function *Callee) const {
  SmallVector<Expr> Facts;
  for (auto &[R, Left] : AfterCalls) {
    if (!mayLeave(Callee, R) || Left.Now[0].Array || Left.Now[1].Array)
      continue;
    for (auto [Object, Offset] :
         zip_equal(Left.Now[0].Cells, Left.Now[1].Cells))
      Facts.push_back(isLeft(M, R, {M.now(Object.Var), M.now(Offset.Var)}));
  }
  return Ctx.mkAnd(Facts);
}

/// The pointer in arrays of objects and offsets at \p Cell.
std::optional<Address> OutsideMemory::addressIn(const MemoryState &M,
                                                ArrayRef<Storage> Arrays,
                                                const Access &Cell) const {
  Scalars Held;
  for (const Storage &S : Arrays)
    if (Expr Part =
            S.Array ? Cells.read(M, S, Locator.cellNumber(Cell, 0)) : Expr())
      Held.push_back(Part);
  if (Held.size() != 2)
    return std::nullopt;
  return Address{Held[0], Held[1]};
}

Expr OutsideMemory::isPossibleAfter(const MemoryState &M,
                                    const Function *Callee,
                                    const Access &A) const {
  auto OfCell = [&](const Access &Cell) {
    const unsigned R = *Cell.InRegion;
    auto Left = AfterCalls.find(R);
    // Where only calls write, that is known where it is read.
    if (Left == AfterCalls.end() || !mayLeave(Callee, R) ||
        !WrittenHere.test(R))
      return Ctx.trueExpr();
    auto Then = addressIn(M, Left->second.Then, Cell);
    return Then ? isLeft(M, R, *Then) : Ctx.trueExpr();
  };
  return AfterCalls.empty() ? Ctx.trueExpr() : ofCells(A, A.Bytes, OfCell);
}

/// Indices that only calls write are what callers passed, or what those left.
Expr OutsideMemory::isIndexAfterCalls(const MemoryState &M,
                                      const Access &Cell) const {
  const unsigned R = *Cell.InRegion;
  auto Is = Now.find(R);
  return Is == Now.end() || WrittenHere.test(R) ? Ctx.trueExpr()
                                                : isIndex(M, Is->second, Cell);
}

/// The same after the last call that may have written it. Before the first one
/// this is about nothing that the program reads.
Expr OutsideMemory::isPossibleInCellAfterCalls(const MemoryState &M,
                                               const Access &Cell) const {
  const unsigned R = *Cell.InRegion;
  auto Left = AfterCalls.find(R);
  std::optional<PointsTo::Cell> Target = Parts.targetOf(R);
  if (Left == AfterCalls.end() || !Target)
    return Ctx.trueExpr();
  auto Then = addressIn(M, Left->second.Then, Cell);
  if (!Then)
    return Ctx.trueExpr();
  Expr WasLeft = isLeft(M, R, *Then);
  auto Now = addressIn(M, Left->second.Now, Cell);
  if (!Now || WrittenHere.test(R) || !AtFirst.contains(R) ||
      !Points.node(Cell.Node).IsOutside)
    return WasLeft;
  // Where only calls write it is what is there now, or what was at first.
  return Ctx.mkAnd(WasLeft,
                   Ctx.mkOr({Ctx.mkNot(Lifetimes.isOutside(Cell.At.Object)),
                             leadsTo(M, *Target, *Now, mayBeNull(R),
                                     leastSize(), &Cell, movesOf(R)),
                             isLeft(M, R, *Now)}));
}

Expr OutsideMemory::isPossibleAfterCalls(const MemoryState &M, const Access &A,
                                         uint64_t Bytes) const {
  if (!Calls.hasSummaries() && Unseen.empty())
    return Ctx.trueExpr();
  return ofCells(A, Bytes, [&](const Access &Cell) {
    return Ctx.mkAnd(isPossibleInCellAfterCalls(M, Cell),
                     isIndexAfterCalls(M, Cell));
  });
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

/// Whether something is taken to be true of pointers after calls of \p Callee.
bool OutsideMemory::leavesPointers(const Function &Callee) const {
  const CallEffects::Effects &Does = Calls.of(Callee);
  return mayHoldPointer(Callee.getReturnType()) || !Does.Frees.empty() ||
         any_of(Does.Writes.set_bits(), [&](unsigned R) {
           return Parts.all()[R].Holds == Content::Pointer;
         });
}

/// The same of functions that are not seen.
bool OutsideMemory::leavesPointers(const CallBase &Call) const {
  if (returnsUnseen(Call) && !Call.use_empty())
    return true;
  return any_of(Call.args(),
                [](const llvm::Value *Given) {
                  return Given->getType()->isPointerTy();
                }) &&
         any_of(AfterCalls,
                [&](auto &Entry) { return mayLeave(nullptr, Entry.first); });
}

/// What \p Call calls, or whose code that is that is left out.
static Need::Callee calleeOf(const CallBase &Call) {
  if (!callsLeftOut(Call)) {
    const std::string Name = calledFunction(Call)->getName().str();
    return {Name, Name};
  }
  const Function &Stub = *Call.getFunction();
  const DISubprogram *Source = Stub.getSubprogram();
  return {Stub.getName().str(),
          (Source ? Source->getName() : Stub.getName()).str()};
}

/// The least that calls of summarized functions, and of those that are not
/// seen, are taken to keep to.
std::vector<Need> OutsideMemory::describeCalls() const {
  std::vector<Need::Callee> Callees, Changing;
  for (const Function *F : Calls.summarized()) {
    const DISubprogram *Source = F->getSubprogram();
    Callees.push_back({F->getName().str(),
                       (Source ? Source->getName() : F->getName()).str(),
                       F->hasFnAttribute(HasEnsuresName)});
    if (leavesPointers(*F))
      Changing.push_back(Callees.back());
  }
  for (const CallBase *Call : Unseen)
    if (!isInitialValue(*Call) && leavesPointers(*Call)) {
      Need::Callee Of = calleeOf(*Call);
      if (!is_contained(Changing, Of))
        Changing.push_back(std::move(Of));
    }
  if (Callees.empty() && Changing.empty())
    return {};
  // What it is given and frees is known not to be valid.
  const bool FreesMore =
      !isFreedUnseen() && any_of(Calls.summarized(), [&](const Function *F) {
        return !Calls.of(*F).Frees.empty();
      });
  return {{.What = Need::Kind::Calls,
           .Needy = Callees,
           .Changing = std::move(Changing),
           .After = How == Environment::Any ? Need::Left::NullOrValid
                    : FreesMore             ? Need::Left::ValidAndUsed
                                            : Need::Left::Valid}};
}

Need OutsideMemory::describeResults() const {
  Need N{.What = Need::Kind::ResultsApart};
  for (const CallBase *Call : Points.resultsApart()) {
    const Need::Callee Of = calleeOf(*Call);
    if (!is_contained(N.Needy, Of))
      N.Needy.push_back(Of);
  }
  return N;
}
