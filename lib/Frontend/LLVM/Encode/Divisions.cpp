//===- Divisions.cpp - Integer division with small circuits ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divisions.h"

#include "Passes/OwnRemainders.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

#include <algorithm>

using namespace sooth;
using namespace llvm;

Expr sooth::rangeOfRemainder(ExprContext &Ctx, const CallBase &Call,
                             Expr Returned) {
  const BinaryOperator *Rest = ownRemainder(Call);
  if (!Rest)
    return Ctx.trueExpr();
  const APInt &By = positiveDivisor(*Rest)->getValue();
  unsigned Added = By.getBitWidth() - Returned.sort().width();
  Expr Wide = isa<SExtInst>(Rest->getOperand(0))
                  ? Ctx.mkSignExt(Added, Returned)
                  : Ctx.mkZeroExt(Added, Returned);
  if (Rest->getOpcode() == Instruction::URem)
    return Ctx.mkUlt(Wide, Ctx.bv(By));
  return Ctx.mkAnd(Ctx.mkSlt(Wide, Ctx.bv(By)), Ctx.mkSlt(Ctx.bv(-By), Wide));
}

Expr sooth::applyDivision(ExprContext &Ctx, const BinaryOperator &I, Expr A,
                          Expr B) {
  if (isOwnRemainder(I))
    return A;
  const auto Opcode = I.getOpcode();
  const bool IsRemainder =
      Opcode == Instruction::URem || Opcode == Instruction::SRem;
  const bool IsSigned =
      Opcode == Instruction::SDiv || Opcode == Instruction::SRem;
  const DataLayout &Layout = I.getDataLayout();
  KnownBits OfA = computeKnownBits(I.getOperand(0), Layout),
            OfB = computeKnownBits(I.getOperand(1), Layout);
  if (IsSigned && !(OfA.isNonNegative() && OfB.isNonNegative()))
    return Ctx.make(IsRemainder ? Kind::BvSrem : Kind::BvSdiv, {A, B});
  const unsigned Width = A.sort().width(),
                 Needed = std::max(
                     {1u, OfA.countMaxActiveBits(), OfB.countMaxActiveBits()});
  auto Low = [&](Expr E) { return Ctx.mkExtract(Needed - 1, 0, E); };
  return Ctx.mkZeroExt(
      Width - Needed,
      Ctx.make(IsRemainder ? Kind::BvUrem : Kind::BvUdiv, {Low(A), Low(B)}));
}
