//===- FastMath.cpp - What fast floating-point arithmetic leaves open -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastMath.h"

#include "Base/ArbitraryValues.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

/// Whether \p V is a number that the flags say there is none of; null for never.
static Value *isExcluded(IRBuilder<> &Build, Value *V, FastMathFlags Flags) {
  unsigned Classes = (Flags.noNaNs() ? unsigned(fcNan) : 0) |
                     (Flags.noInfs() ? unsigned(fcInf) : 0);
  auto *C = dyn_cast<ConstantFP>(V);
  bool Matters = V->getType()->isFloatingPointTy() && Classes &&
                 (!C || !C->getValueAPF().isFinite());
  return Matters ? Build.CreateIntrinsic(Intrinsic::is_fpclass, {V->getType()},
                                         {V, Build.getInt32(Classes)})
                 : nullptr;
}

/// The result of \p I, with either sign if it is a zero.
static Value *withAnySign(IRBuilder<> &Build, Instruction &I) {
  Type *T = I.getType();
  Value *IsZero = Build.CreateFCmpOEQ(&I, ConstantFP::getZero(T));
  Value *Zero = Build.CreateSelect(
      callAny(Build, AnySign, Build.getInt1Ty()),
      ConstantFP::getZero(T), ConstantFP::getZero(T, /*Negative=*/true));
  return Build.CreateSelect(IsZero, Zero, &I);
}

static Value *withOpenResult(IRBuilder<> &Build, Instruction &I,
                             FastMathFlags Flags) {
  bool IsNumber = I.getType()->isFloatingPointTy();
  Value *Result = Flags.noSignedZeros() && IsNumber ? withAnySign(Build, I) : &I;
  SmallVector<Value *, 4> Involved{&I};
  if (!isa<PHINode, SelectInst>(I)) // which look at one of them
    append_range(Involved, I.operands());
  Value *Any = nullptr;
  for (Value *V : Involved)
    if (Value *Is = isExcluded(Build, V, Flags))
      Any = Any ? Build.CreateOr(Any, Is) : Is;
  return Any ? Build.CreateSelect(
                   Any, callAny(Build, AnyExcluded, I.getType()), Result)
             : Result;
}

void defineFastMath(Instruction &I) {
  if (!isa<FPMathOperator>(I))
    return;
  FastMathFlags Flags = I.getFastMathFlags();
  if (!Flags.noNaNs() && !Flags.noInfs() && !Flags.noSignedZeros())
    return;
  I.setHasNoNaNs(false);
  I.setHasNoInfs(false);
  I.setHasNoSignedZeros(false);
  bool IsScalar = I.getType()->isFloatingPointTy() || isa<FCmpInst>(I);
  auto Behind = I.getInsertionPointAfterDef();
  if (!IsScalar || I.getType()->isVectorTy() || !Behind)
    return;
  IRBuilder<> Build(I.getParent(), *Behind);
  Build.SetCurrentDebugLocation(I.getDebugLoc());
  replaceUses(I, [&] { return withOpenResult(Build, I, Flags); });
}

} // namespace sooth
