//===- TestedPointers.cpp - What a program says of its pointers ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which pointers from outside a program compares with null, and which lead to
// memory that it uses.
//
//===----------------------------------------------------------------------===//

#include "OutsideMemory.h"

#include "Base/AddedComparisons.h"
#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// Whether \p B only reports that an assertion failed.
static bool isFailure(const BasicBlock &B) {
  for (const Instruction &I : B)
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && classify(*Call) != CalleeKind::Ignored)
      return classify(*Call) == CalleeKind::Error;
  return false;
}

/// Whether a pointer is compared with null so that an assertion fails if it is
/// that. This says that it should not be.
static bool isAsserted(const ICmpInst &Comparison) {
  return !Comparison.use_empty() &&
         all_of(Comparison.users(), [&](const User *By) {
           auto *Branch = dyn_cast<BranchInst>(By);
           const bool IsNull = Comparison.getPredicate() == CmpInst::ICMP_EQ;
           if (Branch)
             return isFailure(*Branch->getSuccessor(IsNull ? 0 : 1));
           auto *Call = dyn_cast<CallBase>(
               isa<ZExtInst>(By) && By->hasOneUse() ? By->user_back() : By);
           return !IsNull && Call && classify(*Call) == CalleeKind::Assert;
         });
}

/// Models of library functions ask what is right to ask of any caller.
static bool isInLibraryModel(const Instruction &I) {
  const DILocation *Where = I.getDebugLoc();
  return Where && Where->getFilename().starts_with(LibraryFileName);
}

/// What \p V is chosen from, itself included.
static SmallSetVector<const llvm::Value *, 8> choicesOf(const llvm::Value &V) {
  SmallSetVector<const llvm::Value *, 8> Found;
  Found.insert(&V);
  for (unsigned I = 0; I < Found.size(); ++I)
    if (isa<PHINode, SelectInst, FreezeInst>(Found[I]))
      for (const llvm::Value *From : cast<User>(Found[I])->operand_values())
        Found.insert(From);
  return Found;
}

/// Whether \p A is freed, and nothing else is done with it: that may be null.
static bool isOnlyFreed(const Argument &A) {
  return !A.use_empty() && all_of(A.users(), [](const User *By) {
    auto *Call = dyn_cast<CallBase>(By);
    return Call && (classify(*Call) == CalleeKind::Deallocation ||
                    (classify(*Call) == CalleeKind::MemoryCheck &&
                     describeCheck(*Call).What == MemoryCheck::Kind::Free));
  });
}

/// The region that \p V is loaded from; nothing if it is not loaded.
std::optional<unsigned> OutsideMemory::loadedFrom(const llvm::Value *V) const {
  auto *Load = dyn_cast_or_null<LoadInst>(V);
  auto Cell = Load ? Points.pointee(Load->getPointerOperand()) : std::nullopt;
  return Cell ? Parts.find(*Cell) : std::nullopt;
}

/// Regions of pointers that are compared with others than null: they are in a
/// ring, which ends where it began, or in a part of an array.
DenseSet<unsigned> OutsideMemory::comparedWithOthers() const {
  DenseSet<unsigned> Found;
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (!Compare || !Compare->getOperand(0)->getType()->isPointerTy() ||
          isa<ConstantPointerNull>(Compare->getOperand(1)) ||
          I.hasMetadata(AddedComparisonName) || isInLibraryModel(I))
        continue;
      for (const llvm::Value *Side : I.operand_values())
        for (const llvm::Value *From : choicesOf(*Side))
          if (auto R = loadedFrom(From))
            Found.insert(*R);
    }
  return Found;
}

/// The pointers that are compared with null, or from which these are chosen. Of
/// arguments, and of what is compared with other pointers, not those that null
/// is chosen instead of: what is compared with it is null where it is none of
/// these.
void OutsideMemory::findTested() {
  // With whether null was chosen in other runs.
  using Comparison = PointerIntPair<const llvm::Value *, 1, bool>;
  SmallSetVector<Comparison, 16> Compared;
  for (const Argument &A : Points.functions().front()->args())
    if (isOnlyFreed(A))
      Tested.insert(&A);
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I);
          Compare && Compare->isEquality() &&
          Compare->getOperand(0)->getType()->isPointerTy() &&
          !isInLibraryModel(I) && !I.hasMetadata(AddedComparisonName))
        for (unsigned Side : {0, 1}) {
          if (!isa<ConstantPointerNull>(Compare->getOperand(1 - Side)))
            continue;
          const llvm::Value *V = Compare->getOperand(Side);
          if (isAsserted(*Compare))
            Asserted.insert(V);
          else
            Compared.insert({V, I.hasMetadata(ChosenComparisonName)});
        }
  const DenseSet<unsigned> WithOthers = comparedWithOthers();
  for (Comparison Of : Compared) {
    const auto Choices = choicesOf(*Of.getPointer());
    const bool HasNull =
        Of.getInt() || any_of(Choices, [](const llvm::Value *C) {
          return isa<ConstantPointerNull>(C);
        });
    for (const llvm::Value *C : Choices) {
      const auto R = loadedFrom(C);
      if (HasNull && (isa<Argument>(C) || (R && WithOthers.contains(*R))))
        continue;
      Tested.insert(C);
      if (R)
        TestedRegions.insert(*R);
    }
  }
}

void OutsideMemory::findFollowed() {
  DenseSet<unsigned> Compared;
  auto Note = [&](const llvm::Value *Pointer, DenseSet<unsigned> &In) {
    if (auto R = loadedFrom(Pointer))
      In.insert(*R);
  };
  for (const Function *F : Points.functions())
    for (const Instruction &I : instructions(*F)) {
      Note(accessedBy(I), FollowedRegions);
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (isa<PtrToIntInst>(I) ||
          (Compare && !isa<ConstantPointerNull>(Compare->getOperand(1))))
        for (const llvm::Value *Side : I.operand_values())
          if (Side->getType()->isPointerTy())
            Note(getUnderlyingObject(Side), Compared);
    }
  for (unsigned R : Compared)
    FollowedRegions.erase(R);
}

/// Whether the program compares \p Pointer with null, also after it was stored.
bool OutsideMemory::isTested(const llvm::Value &Pointer) const {
  if (Tested.contains(&Pointer) || Asserted.contains(&Pointer))
    return Tested.contains(&Pointer);
  return any_of(Pointer.users(), [&](const User *By) {
    auto *Store = dyn_cast<StoreInst>(By);
    auto At = Store && Store->getValueOperand() == &Pointer
                  ? Points.pointee(Store->getPointerOperand())
                  : std::nullopt;
    auto R = At ? Parts.find(*At) : std::nullopt;
    return R && TestedRegions.contains(*R);
  });
}
