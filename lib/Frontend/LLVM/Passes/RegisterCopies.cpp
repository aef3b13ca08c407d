//===- RegisterCopies.cpp - Structures handed over in registers -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterCopies.h"

#include "Base/VariableType.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
/// A constant distance from a variable or another pointer.
struct ConstantPlace {
  Value *Base;
  APInt Offset;
};
} // namespace

static ConstantPlace placeOf(Value *Pointer, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset};
}

/// Whether \p Access, \p Offset bytes into \p Whole, reaches over more than one
/// member.
static bool straddlesMembers(Type *Whole, APInt Offset, Type *Access,
                             const DataLayout &Layout) {
  if (Offset.isNegative() || Offset.uge(Layout.getTypeAllocSize(Whole)))
    return false;
  while (Whole->isAggregateType()) {
    if (!Layout.getGEPIndexForOffset(Whole, Offset) ||
        Offset.uge(Layout.getTypeAllocSize(Whole)))
      return false; // in padding
    if (Layout.getTypeStoreSize(Whole).getFixedValue() <
        Layout.getTypeStoreSize(Access).getFixedValue())
      return true;
  }
  return Layout.getTypeStoreSize(Whole) != Layout.getTypeStoreSize(Access);
}

static bool straddlesMembers(Value *Pointer, Type *Access,
                             const DataLayout &Layout) {
  ConstantPlace P = placeOf(Pointer, Layout);
  Type *Whole = sooth::variableType(P.Base);
  return Whole && Whole->isAggregateType() &&
         straddlesMembers(Whole, P.Offset, Access, Layout);
}

/// The store of what \p Load reads, if that is all that is done with it.
static StoreInst *onlyStoreOf(LoadInst &Load) {
  if (!Load.isSimple() || !Load.getType()->isIntegerTy() || !Load.hasOneUse())
    return nullptr;
  auto *Store = dyn_cast<StoreInst>(*Load.user_begin());
  if (!Store || !Store->isSimple() || Store->getValueOperand() != &Load ||
      Store->getParent() != Load.getParent())
    return nullptr;
  return Store;
}

/// Whether what \p Store changes can be changed at \p Load already.
static bool canMoveTo(LoadInst &Load, StoreInst &Store, AAResults &Aliases) {
  const MemoryLocation To = MemoryLocation::get(&Store);
  for (Instruction *I = Load.getNextNode(); I != &Store; I = I->getNextNode())
    if (I->mayThrow() || !I->willReturn() ||
        isModOrRefSet(Aliases.getModRefInfo(I, To)))
      return false;
  return true;
}

/// \p Store's pointer, computed before \p Load; null if that takes more than a
/// constant offset.
static Value *pointerBefore(LoadInst &Load, StoreInst &Store) {
  const DataLayout &Layout = Load.getDataLayout();
  ConstantPlace P = placeOf(Store.getPointerOperand(), Layout);
  auto *I = dyn_cast<Instruction>(P.Base);
  const bool IsThere =
      !I || isa<AllocaInst>(I) ||
      (I->getParent() == Load.getParent() && I->comesBefore(&Load));
  if (!IsThere)
    return nullptr;
  IRBuilder<> Builder(&Load);
  return P.Offset.isZero()
             ? P.Base
             : Builder.CreatePtrAdd(P.Base, Builder.getInt(P.Offset));
}

bool sooth::copyStructuresAsMemory(Function &F, AAResults &Aliases) {
  const DataLayout &Layout = F.getDataLayout();
  SmallVector<std::pair<LoadInst *, StoreInst *>> Found;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    StoreInst *Store = Load ? onlyStoreOf(*Load) : nullptr;
    if (Store &&
        (straddlesMembers(Load->getPointerOperand(), Load->getType(), Layout) ||
         straddlesMembers(Store->getPointerOperand(), Load->getType(),
                          Layout)) &&
        canMoveTo(*Load, *Store, Aliases))
      Found.push_back({Load, Store});
  }
  bool Changed = false;
  for (auto [Load, Store] : Found) {
    Value *To = pointerBefore(*Load, *Store);
    if (!To)
      continue;
    IRBuilder<> Builder(Load);
    Builder.SetCurrentDebugLocation(Store->getDebugLoc());
    Builder.CreateMemCpy(To, Store->getAlign(), Load->getPointerOperand(),
                         Load->getAlign(),
                         Layout.getTypeStoreSize(Load->getType()));
    Store->eraseFromParent();
    Load->eraseFromParent();
    Changed = true;
  }
  return Changed;
}
