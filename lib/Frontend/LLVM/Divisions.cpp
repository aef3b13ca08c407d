//===- Divisions.cpp - Integer division with small circuits ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divisions.h"

#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

#include <algorithm>

using namespace sooth;
using namespace llvm;

static bool isSigned(const Instruction &I) {
  return I.getOpcode() == Instruction::SDiv ||
         I.getOpcode() == Instruction::SRem;
}

static bool isRemainder(const Instruction &I) {
  return I.getOpcode() == Instruction::URem ||
         I.getOpcode() == Instruction::SRem;
}

/// The positive constant that \p I divides by; null if there is none.
static const ConstantInt *positiveDivisor(const Instruction &I) {
  auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
  bool IsPositive =
      By && (isSigned(I) ? By->getValue().isStrictlyPositive() : !By->isZero());
  return IsPositive ? By : nullptr;
}

static const Instruction *onlyUser(const Instruction &I) {
  return I.hasOneUse() ? dyn_cast<Instruction>(*I.user_begin()) : nullptr;
}

static bool isExtension(const Instruction *I) {
  return I && (I->getOpcode() == Instruction::ZExt ||
               I->getOpcode() == Instruction::SExt);
}

/// The remainder that is all that is used of an input, perhaps after it was
/// made wider; null if there is none.
static const Instruction *onlyRemainder(const CallBase &Call) {
  if (!Call.getType()->isIntegerTy() || Call.getType()->isIntegerTy(1) ||
      classify(Call) != CalleeKind::Nondet)
    return nullptr;
  const Instruction *Value = &Call, *Use = onlyUser(Call);
  if (isExtension(Use)) {
    Value = Use;
    Use = onlyUser(*Use);
  }
  return Use && isRemainder(*Use) && Use->getOperand(0) == Value &&
                 positiveDivisor(*Use)
             ? Use
             : nullptr;
}

/// Whether \p I is what onlyRemainder() finds.
static bool isOnlyRemainder(const Instruction &I) {
  auto *From = dyn_cast<Instruction>(I.getOperand(0));
  if (isExtension(From))
    From = dyn_cast<Instruction>(From->getOperand(0));
  auto *Call = dyn_cast_or_null<CallBase>(From);
  return Call && onlyRemainder(*Call) == &I;
}

Expr sooth::isOwnRemainder(ExprContext &Ctx, const CallBase &Call,
                           Expr Returned) {
  const Instruction *Rest = onlyRemainder(Call);
  if (!Rest)
    return Ctx.trueExpr();
  const APInt &By = positiveDivisor(*Rest)->getValue();
  unsigned Added = By.getBitWidth() - Returned.sort().width();
  bool IsSignExtended = isa<SExtInst>(Rest->getOperand(0));
  Expr Wide = IsSignExtended ? Ctx.mkSignExt(Added, Returned)
                             : Ctx.mkZeroExt(Added, Returned);
  if (!isSigned(*Rest))
    return Ctx.mkUlt(Wide, Ctx.bv(By));
  return Ctx.mkAnd(Ctx.mkSlt(Wide, Ctx.bv(By)), Ctx.mkSlt(Ctx.bv(-By), Wide));
}

Expr sooth::applyDivision(ExprContext &Ctx, const Instruction &I, Expr A,
                          Expr B) {
  if (isRemainder(I) && isOnlyRemainder(I))
    return A;
  const DataLayout &Layout = I.getDataLayout();
  KnownBits OfA = computeKnownBits(I.getOperand(0), Layout),
            OfB = computeKnownBits(I.getOperand(1), Layout);
  const bool ArePositive = OfA.isNonNegative() && OfB.isNonNegative();
  if (isSigned(I) && !ArePositive)
    return Ctx.make(isRemainder(I) ? Kind::BvSrem : Kind::BvSdiv, {A, B});
  const unsigned Width = A.sort().width(),
                 Needed = std::max(
                     {1u, OfA.countMaxActiveBits(), OfB.countMaxActiveBits()});
  auto Low = [&](Expr E) { return Ctx.mkExtract(Needed - 1, 0, E); };
  return Ctx.mkZeroExt(
      Width - Needed,
      Ctx.make(isRemainder(I) ? Kind::BvUrem : Kind::BvUdiv, {Low(A), Low(B)}));
}
