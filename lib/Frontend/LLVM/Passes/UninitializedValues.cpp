//===- UninitializedValues.cpp - One read, one value ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "Overruns.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace sooth {

static constexpr StringLiteral PinnedMark = "sooth.pinned";

/// Scalars in an aggregate beyond which it is kept in memory instead.
static constexpr unsigned LeafLimit = 256;

namespace {
struct Leaf {
  uint64_t Offset;
  Type *Ty;
};
enum class Offset { Constant, Variable };
enum class Promotable { Never, Perhaps };
} // namespace

/// Appends the scalars of \p Ty; stops soon after LeafLimit.
static void collectLeaves(Type *Ty, uint64_t Start, const DataLayout &DL,
                          SmallVectorImpl<Leaf> &Leaves) {
  if (Leaves.size() > LeafLimit)
    return;
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout *Layout = DL.getStructLayout(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      collectLeaves(Struct->getElementType(I),
                    Start + Layout->getElementOffset(I), DL, Leaves);
  } else if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    uint64_t Size = DL.getTypeAllocSize(Array->getElementType());
    for (uint64_t I = 0;
         I < Array->getNumElements() && Leaves.size() <= LeafLimit; ++I)
      collectLeaves(Array->getElementType(), Start + I * Size, DL, Leaves);
  } else if (auto *Vector = dyn_cast<FixedVectorType>(Ty);
             Vector && DL.typeSizeEqualsStoreSize(Vector->getElementType())) {
    uint64_t Size = DL.getTypeStoreSize(Vector->getElementType());
    for (uint64_t I = 0; I < Vector->getNumElements(); ++I)
      collectLeaves(Vector->getElementType(), Start + I * Size, DL, Leaves);
  } else {
    Leaves.push_back({Start, Ty});
  }
}

/// Follows the uses of a local's address as sroa does. Never only if sroa gives
/// up on the whole local for certain.
static Promotable visitUses(Value &Pointer, Offset Known,
                            SmallPtrSetImpl<Value *> &Seen) {
  if (!Seen.insert(&Pointer).second)
    return Promotable::Perhaps;
  for (Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
      Offset Inner = GEP->hasAllConstantIndices() ? Known : Offset::Variable;
      if (visitUses(*GEP, Inner, Seen) == Promotable::Never)
        return Promotable::Never;
    } else if (isa<CastInst>(I) ? I->getType()->isPointerTy()
                                : isa<PHINode, SelectInst>(I)) {
      if (visitUses(*I, Known, Seen) == Promotable::Never)
        return Promotable::Never;
    } else if (isa<LoadInst>(I) || isa<MemIntrinsic>(I)) {
      if (Known == Offset::Variable)
        return Promotable::Never;
    } else if (auto *Store = dyn_cast<StoreInst>(I)) {
      if (Store->getValueOperand() == &Pointer || Known == Offset::Variable)
        return Promotable::Never;
    } else if (!I->isLifetimeStartOrEnd() && !I->isDroppable()) {
      return Promotable::Never;
    }
  }
  return Promotable::Perhaps;
}

static bool isMark(const User &U, Intrinsic::ID Which) {
  auto *Mark = dyn_cast<IntrinsicInst>(&U);
  return Mark && Mark->getIntrinsicID() == Which;
}

static void mark(Instruction &I, StringRef As) {
  I.setMetadata(As, MDNode::get(I.getContext(), {}));
}

/// Whether \p Local is only used after the one place where it begins. Then it
/// need not have a value where it is allocated; once calls are inlined, that
/// place would be one where it has ended, in the next round of a loop.
static bool isUsedOnceBegun(const AllocaInst &Local,
                            const DominatorTree &Tree) {
  const Instruction *Begin = nullptr;
  for (const User *U : Local.users())
    if (isMark(*U, Intrinsic::lifetime_start)) {
      if (Begin)
        return false;
      Begin = cast<Instruction>(U);
    }
  return Begin && all_of(Local.users(), [&](const User *U) {
           return U == Begin || Tree.dominates(Begin, cast<Instruction>(U));
         });
}

/// The places where the content of \p Local becomes arbitrary, before these,
/// as far as they are new: each time it begins, and before each end. (Calls
/// that are inlined bring new ends.)
static SmallVector<Instruction *, 2>
placesOfChange(AllocaInst &Local, FunctionAnalysisManager &Known) {
  SmallVector<Instruction *, 2> Places;
  if (!Local.hasMetadata(PinnedMark) &&
      !isUsedOnceBegun(
          Local, Known.getResult<DominatorTreeAnalysis>(*Local.getFunction())))
    Places.push_back(Local.getNextNode());
  for (User *U : Local.users()) {
    if (!Local.hasMetadata(PinnedMark) && isMark(*U, Intrinsic::lifetime_start))
      Places.push_back(cast<Instruction>(U)->getNextNode());
    if (isMark(*U, Intrinsic::lifetime_end) &&
        !cast<Instruction>(U)->hasMetadata(PinnedMark))
      Places.push_back(cast<Instruction>(U));
  }
  return Places;
}

static void storeArbitrary(AllocaInst &Local, ArrayRef<Instruction *> Places,
                           ArrayRef<Leaf> Leaves) {
  for (Instruction *Place : Places) {
    IRBuilder<> Builder(Place);
    Builder.SetCurrentDebugLocation(DebugLoc());
    for (const Leaf &L : Leaves) {
      Value *Address = &Local;
      if (L.Offset)
        Address =
            Builder.CreateConstGEP1_64(Builder.getInt8Ty(), &Local, L.Offset);
      Value *Arbitrary = Builder.CreateFreeze(
          PoisonValue::get(L.Ty), Local.getName() + ".uninitialized");
      if (isMark(*Place, Intrinsic::lifetime_end))
        mark(*cast<Instruction>(Arbitrary), EndedName);
      mark(*Builder.CreateAlignedStore(
               Arbitrary, Address, commonAlignment(Local.getAlign(), L.Offset)),
           NoAccessName);
    }
  }
}

static bool pin(AllocaInst &Local, FunctionAnalysisManager &Known) {
  Type *Ty = Local.getAllocatedType();
  if (!Local.isStaticAlloca() || Local.isArrayAllocation() ||
      Ty->isScalableTy())
    return false;
  SmallVector<Instruction *, 2> Places = placesOfChange(Local, Known);
  if (Places.empty())
    return false;
  if (Ty->isAggregateType()) {
    SmallPtrSet<Value *, 16> Seen;
    if (visitUses(Local, Offset::Constant, Seen) == Promotable::Never)
      return false;
  }
  SmallVector<Leaf, 8> Leaves;
  collectLeaves(Ty, 0, Local.getDataLayout(), Leaves);
  if (Leaves.size() > LeafLimit)
    keepInMemory(Local);
  else
    storeArbitrary(Local, Places, Leaves);
  for (User *U : Local.users())
    if (isMark(*U, Intrinsic::lifetime_end))
      mark(*cast<Instruction>(U), PinnedMark);
  mark(Local, PinnedMark);
  return true;
}

PreservedAnalyses PinUninitializedPass::run(Function &F,
                                            FunctionAnalysisManager &Known) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock()))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      Changed |= pin(*Local, Known);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

bool containsUndef(const Constant &C) {
  if (isa<UndefValue>(C))
    return true;
  return isa<ConstantAggregate>(C) &&
         any_of(C.operand_values(), [](const Value *Part) {
           return containsUndef(*cast<Constant>(Part));
         });
}

static bool isUndefined(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && containsUndef(*C);
}

/// True if the operand is the base that parts are inserted into.
static bool isBase(const Use &U) {
  return isa<InsertValueInst, InsertElementInst, ShuffleVectorInst>(
             U.getUser()) &&
         U.getOperandNo() == 0;
}

static Value *freezeBefore(Instruction &Place, Value &Undefined) {
  auto *Frozen = new FreezeInst(&Undefined, "undefined", Place.getIterator());
  Frozen->setDebugLoc(Place.getDebugLoc());
  return Frozen;
}

static bool freezePhi(PHINode &Phi) {
  // A block that comes in twice must bring the same value twice.
  DenseMap<std::pair<BasicBlock *, Value *>, Value *> Frozen;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    Value *Incoming = Phi.getIncomingValue(I);
    if (!isUndefined(Incoming))
      continue;
    BasicBlock *Block = Phi.getIncomingBlock(I);
    Value *&Value = Frozen[{Block, Incoming}];
    if (!Value)
      Value = freezeBefore(*Block->getTerminator(), *Incoming);
    Phi.setIncomingValue(I, Value);
  }
  return !Frozen.empty();
}

static bool freezeOperands(Instruction &I) {
  bool Changed = false;
  for (Use &U : I.operands())
    if (isUndefined(U) && !isBase(U)) {
      U.set(freezeBefore(I, *U));
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses FreezeUndefPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Phi = dyn_cast<PHINode>(&I))
      Changed |= freezePhi(*Phi);
    else if (!isa<FreezeInst>(I) && !I.isEHPad())
      Changed |= freezeOperands(I);
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace sooth
