//===- PointsToNumbers.cpp - Numbers that are addresses -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that is made of a pointer leads to the pointer's cell, and so does
// what is computed from it. This says which objects are meant when the number
// becomes a pointer again; at which offset is a guess that is checked then. So
// it does no harm if an address is lost here, or a number taken for one.
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "Base/PointerDifference.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace sooth;
using namespace llvm;

void PointsTo::assignNumber(const llvm::Value *To, Place From) {
  if (AddressNumbers.insert(To).second)
    Changed = true;
  unify(ownPlace(To), From);
}

void PointsTo::assignNumber(const llvm::Value *To, const llvm::Value *From) {
  if (mayBeAddress(From))
    assignNumber(To, ownPlace(From));
}

/// Whether the number of a pointer is only taken from that of another.
static bool isOnlyCompared(const Instruction &I) {
  return all_of(I.users(), [](const User *By) {
    return pointerDifference(*cast<Instruction>(By)).first;
  });
}

void PointsTo::visitPointerNumber(const Instruction &I) {
  if (isa<IntToPtrInst>(I)) {
    if (mayBeAddress(I.getOperand(0)))
      unify(ownPlace(&I), ownPlace(I.getOperand(0)));
    Nodes[find(ownPlace(&I)).Node].IsFromNumbers = true;
    return;
  }
  auto From = placeOf(I.getOperand(0));
  if (!From || isOnlyCompared(I))
    return;
  Nodes[find(*From).Node].IsNumbered = true;
  // Less than all of it is a hash.
  if (I.getType()->getIntegerBitWidth() ==
      Layout.getPointerTypeSizeInBits(I.getOperand(0)->getType()))
    assignNumber(&I, *From);
}

/// Whether a number that is computed from another of the program's own has the
/// address that the other has, if it has one.
static bool handsOn(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
    return true;
  default:
    return false;
  }
}

/// Whether \p I is made a pointer, as far as that is plain to see. A sum that
/// is not is probably one of numbers.
static bool becomesPointer(const Instruction &I) {
  SmallVector<const Instruction *> Worklist{&I};
  SmallPtrSet<const Instruction *, 8> Seen;
  while (!Worklist.empty()) {
    const Instruction *Next = Worklist.pop_back_val();
    if (isa<IntToPtrInst>(Next))
      return true;
    bool IsSum = Next->getOpcode() == Instruction::Add ||
                 Next->getOpcode() == Instruction::Sub;
    if (Seen.insert(Next).second && (IsSum || handsOn(*Next)))
      for (const User *By : Next->users())
        if (auto *User = dyn_cast<Instruction>(By))
          Worklist.push_back(User);
  }
  return false;
}

/// Whether the sum \p I is rounded to the next multiple: (n + 15) & ~15.
static bool isRoundedUp(const Instruction &I, const APInt &Added) {
  return any_of(I.users(), [&](const User *By) {
    auto *Mask = dyn_cast<BinaryOperator>(By);
    auto *Kept = Mask && Mask->getOpcode() == Instruction::And
                     ? dyn_cast<ConstantInt>(Mask->getOperand(1))
                     : nullptr;
    return Kept && Kept->getValue() == ~Added;
  });
}

/// An address and a distance.
void PointsTo::visitSum(const Instruction &I) {
  const llvm::Value *A = I.getOperand(0), *B = I.getOperand(1);
  const bool IsSum = I.getOpcode() == Instruction::Add;
  if (IsSum && !mayBeAddress(A))
    std::swap(A, B);
  if (!mayBeAddress(A) || (!IsSum && mayBeAddress(B)))
    return; // The difference of two addresses is none.
  Place From = ownPlace(A);
  if (mayBeAddress(B) || !becomesPointer(I))
    return assignNumber(&I, From);
  if (auto *Number = dyn_cast<ConstantInt>(B)) {
    int64_t Fixed = Number->getValue().trySExtValue().value_or(0);
    if (IsSum && isRoundedUp(I, Number->getValue()))
      makePeriodic(From, 1);
    else if (std::abs(Fixed) >= LeastDistance)
      From = {From.Node, From.Offset + (IsSum ? Fixed : -Fixed), Still};
    return assignNumber(&I, From);
  }
  KnownBits Bits = computeKnownBits(B, Layout);
  if (Bits.getMaxValue().uge(uint64_t(PointsTo::LeastDistance)))
    makePeriodic(From, uint64_t(1)
                           << std::min(Bits.countMinTrailingZeros(), 32u));
  assignNumber(&I, From);
}

bool PointsTo::visitNumber(const Instruction &I) {
  if (isa<PtrToIntInst, IntToPtrInst>(I) && !I.getType()->isVectorTy()) {
    visitPointerNumber(I);
    return true;
  }
  if (!I.getType()->isIntegerTy())
    return false;
  if (I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Sub)
    visitSum(I);
  else if (handsOn(I))
    for (const llvm::Value *Operand : I.operand_values())
      assignNumber(&I, Operand);
  return true;
}

bool PointsTo::isMadeOfAddresses(const llvm::Value &Number) const {
  SmallVector<const llvm::Value *> Worklist{&Number};
  SmallPtrSet<const llvm::Value *, 8> Seen;
  while (!Worklist.empty()) {
    const llvm::Value *Next = Worklist.pop_back_val();
    if (!Seen.insert(Next).second || isa<PtrToIntInst>(Next) ||
        match(Next, PatternMatch::m_Zero()))
      continue;
    if (!mayBeAddress(Next))
      return false;
    auto *I = dyn_cast<Instruction>(Next);
    const bool IsJoin = I && isa<PHINode, SelectInst>(I);
    const bool IsSum = I && (I->getOpcode() == Instruction::Add ||
                             I->getOpcode() == Instruction::Sub);
    if (!I || !(IsJoin || IsSum || handsOn(*I)))
      continue; // read from where such a number was stored
    // Of a sum or a mask, some are offsets and bits.
    for (const Use &Operand : I->operands())
      if (Operand->getType() == I->getType() &&
          (IsJoin || mayBeAddress(Operand)))
        Worklist.push_back(Operand);
  }
  return true;
}

/// A global begins with a number that is computed from addresses.
void PointsTo::visitInitialNumber(Place At, const ConstantExpr &Number) {
  for (const Use &Operand : Number.operands()) {
    if (auto *Part = dyn_cast<ConstantExpr>(Operand);
        Part && !Part->getType()->isPointerTy())
      visitInitialNumber(At, *Part);
    auto To =
        Operand->getType()->isPointerTy() ? placeOf(Operand) : std::nullopt;
    if (!To)
      continue;
    Nodes[find(*To).Node].IsNumbered = true;
    unify(field(At), *To);
  }
}

/// What is in memory is an address if one was stored there.
void PointsTo::loadNumber(const LoadInst &I) {
  auto At = I.getType()->isIntegerTy() ? placeOf(I.getPointerOperand())
                                       : std::nullopt;
  if (!At)
    return;
  const uint64_t Size = Layout.getTypeStoreSize(I.getType());
  const uint64_t PointerSize = Layout.getPointerSize();
  At->Group = Ranging;
  Cell Here = find(*At);
  const Node &Of = Nodes[Here.Node];
  auto Around = positionOf(Here).Enclosing;
  const uint64_t Period =
      Around.empty() ? Of.Offsets.Period : Around.back()->Stride;
  auto It = Of.Pointees.find(Here.Offset);
  // Numbers beside pointers are no addresses.
  bool IsWhole = Size == PointerSize || (Period && Period % PointerSize != 0);
  if (It == Of.Pointees.end() || Size > PointerSize || !IsWhole)
    return;
  Nodes[find(It->second).Node].IsNumbered = true;
  assignNumber(&I, It->second);
}

void PointsTo::storeNumber(const StoreInst &I) {
  const llvm::Value *New = I.getValueOperand();
  if (!mayBeAddress(New))
    return;
  if (auto At = placeOf(I.getPointerOperand())) {
    Place Stored = ownPlace(New);
    unify(field(*At), Stored);
  }
}
