//===- FloatMeaning.cpp - What C leaves open about floats -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"

#include "Base/ArbitraryValues.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

using namespace sooth;
using namespace llvm;

static bool isFloat(const Type *T) {
  return T->isFloatingPointTy() && !T->isPPC_FP128Ty();
}

void sooth::replaceUses(Instruction &I, function_ref<Value *()> Make) {
  SmallVector<Use *> Uses;
  for (Use &U : I.uses())
    Uses.push_back(&U);
  Value *New = Make();
  for (Use *U : Uses)
    U->set(New);
  SmallVector<DbgVariableRecord *> Records;
  SmallVector<DbgVariableIntrinsic *> Old;
  findDbgUsers(Old, &I, &Records);
  for (DbgVariableRecord *R : Records)
    R->replaceVariableLocationOp(&I, New);
}

/// A number of the type, rounded; infinity if there is none so large.
static Constant *power(Type *T, bool IsNegative, unsigned Exponent,
                       unsigned Minus) {
  APInt Magnitude = APInt::getOneBitSet(Exponent + 2, Exponent) + Minus;
  APFloat X(T->getFltSemantics());
  X.convertFromAPInt(Magnitude, /*IsSigned=*/false,
                     APFloat::rmNearestTiesToEven);
  if (IsNegative)
    X.changeSign();
  return ConstantFP::get(T, X);
}

/// Whether \p X, made an integer, is one of \p Bits bits. What lies between
/// the bounds and the next integers outside is cut off.
static Value *fits(IRBuilder<> &Build, Value *X, unsigned Bits, bool IsSigned) {
  Type *T = X->getType();
  const unsigned Precision = APFloat::semanticsPrecision(T->getFltSemantics());
  Value *Least;
  if (!IsSigned)
    Least = Build.CreateFCmpOGT(X, ConstantFP::get(T, -1.0));
  else if (Bits <= Precision)
    Least = Build.CreateFCmpOGT(X, power(T, true, Bits - 1, 1));
  else if (Constant *Bound = power(T, true, Bits - 1, 0);
           cast<ConstantFP>(Bound)->isInfinity())
    Least = Build.CreateFCmpOGT(X, Bound);
  else
    Least = Build.CreateFCmpOGE(X, Bound);
  Value *Most =
      Build.CreateFCmpOLT(X, power(T, false, IsSigned ? Bits - 1 : Bits, 0));
  return Build.CreateAnd(Least, Most);
}

/// Makes users of \p I use what \p Make makes of it, behind it.
static void refine(Instruction &I, function_ref<Value *(IRBuilder<> &)> Make) {
  IRBuilder<> Build(I.getNextNode());
  Build.SetCurrentDebugLocation(I.getDebugLoc());
  replaceUses(I, [&] { return Make(Build); });
}

static void guardConversion(CastInst &Cast) {
  const bool IsSigned = Cast.getOpcode() == Instruction::FPToSI;
  const unsigned Bits = Cast.getType()->getIntegerBitWidth();
  refine(Cast, [&](IRBuilder<> &Build) {
    return Build.CreateSelect(fits(Build, Cast.getOperand(0), Bits, IsSigned),
                              &Cast, callAny(Build, AnyInteger, Cast.getType()));
  });
}

/// The bits of some NaN.
static Value *anyNaN(IRBuilder<> &Build, Type *Float) {
  const fltSemantics &S = Float->getFltSemantics();
  const unsigned Width = APFloat::semanticsSizeInBits(S);
  const unsigned Precision = APFloat::semanticsPrecision(S);
  Type *T = Build.getIntNTy(Width);
  APInt Base = APFloat::getInf(S).bitcastToAPInt();
  APInt Payload = APInt::getLowBitsSet(Width, Precision - 1);
  Value *Bits =
      Build.CreateOr(callAny(Build, AnyNaN, T), ConstantInt::get(T, Base));
  Value *IsInfinite =
      Build.CreateICmpEQ(Build.CreateAnd(Bits, ConstantInt::get(T, Payload)),
                         ConstantInt::get(T, 0));
  APInt Quiet = APInt::getOneBitSet(Width, Precision - 2);
  return Build.CreateSelect(
      IsInfinite, Build.CreateOr(Bits, ConstantInt::get(T, Quiet)), Bits);
}

/// Whether no operation made \p X: the program gave its bits, and registers
/// keep them. (Those of the x87, in which 32-bit code hands numbers over, make
/// signalling NaNs quiet.)
static bool hasGivenBits(const Value *X, SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(X).second || isa<ConstantFP>(X))
    return true;
  if (auto *Cast = dyn_cast<BitCastInst>(X))
    return Cast->getSrcTy()->isIntegerTy();
  if (auto *Phi = dyn_cast<PHINode>(X))
    return all_of(Phi->incoming_values(),
                  [&](const Use &U) { return hasGivenBits(U, Seen); });
  if (auto *Choice = dyn_cast<SelectInst>(X))
    return hasGivenBits(Choice->getTrueValue(), Seen) &&
           hasGivenBits(Choice->getFalseValue(), Seen);
  return isa<FreezeInst>(X) &&
         hasGivenBits(cast<FreezeInst>(X)->getOperand(0), Seen);
}

static void guardBits(CastInst &Cast) {
  Value *X = Cast.getOperand(0);
  SmallPtrSet<const Value *, 8> Seen;
  if (Triple(Cast.getModule()->getTargetTriple()).isArch64Bit() &&
      hasGivenBits(X, Seen))
    return;
  refine(Cast, [&](IRBuilder<> &Build) {
    return Build.CreateSelect(Build.CreateFCmpUNO(X, X),
                              anyNaN(Build, X->getType()), &Cast);
  });
}

static void guardCopiedSign(IntrinsicInst &I) {
  Value *Sign = I.getArgOperand(1);
  if (isa<Constant>(Sign))
    return;
  IRBuilder<> Build(&I);
  Value *Other =
      Build.CreateBitCast(anyNaN(Build, Sign->getType()), Sign->getType());
  I.setArgOperand(
      1, Build.CreateSelect(Build.CreateFCmpUNO(Sign, Sign), Other, Sign));
}

/// The other operand if one is a NaN, and of zeros either.
static void expandExtremum(IntrinsicInst &I) {
  IRBuilder<> Build(&I);
  Value *A = I.getArgOperand(0), *B = I.getArgOperand(1);
  bool IsLeast = I.getIntrinsicID() == Intrinsic::minnum;
  Value *First =
      IsLeast ? Build.CreateFCmpOLT(A, B) : Build.CreateFCmpOGT(A, B);
  Value *Second =
      IsLeast ? Build.CreateFCmpOLT(B, A) : Build.CreateFCmpOGT(B, A);
  Value *Either = callAny(Build, AnyZero, Build.getInt1Ty());
  Value *Result = Build.CreateSelect(
      First, A,
      Build.CreateSelect(Second, B, Build.CreateSelect(Either, A, B)));
  Result = Build.CreateSelect(Build.CreateFCmpUNO(B, B), A, Result);
  Result = Build.CreateSelect(Build.CreateFCmpUNO(A, A), B, Result);
  I.replaceAllUsesWith(Result);
  I.eraseFromParent();
}

static void expandRounding(IntrinsicInst &I, Intrinsic::ID Rounding) {
  IRBuilder<> Build(&I);
  Value *Whole = Build.CreateUnaryIntrinsic(Rounding, I.getArgOperand(0));
  auto *Cast = CastInst::Create(Instruction::FPToSI, Whole, I.getType(), "",
                                I.getIterator());
  Cast->setDebugLoc(I.getDebugLoc());
  I.replaceAllUsesWith(Cast);
  guardConversion(*Cast);
  I.eraseFromParent();
}

static void visit(IntrinsicInst &I) {
  if (I.arg_empty() || !isFloat(I.getArgOperand(0)->getType()))
    return;
  switch (I.getIntrinsicID()) {
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
    return expandExtremum(I);
  case Intrinsic::copysign:
    return guardCopiedSign(I);
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    return expandRounding(I, Intrinsic::rint);
  case Intrinsic::lround:
  case Intrinsic::llround:
    return expandRounding(I, Intrinsic::round);
  default:
    return;
  }
}

static void visit(Instruction &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return visit(*Intrinsic);
  auto *Cast = dyn_cast<CastInst>(&I);
  if (!Cast || !isFloat(Cast->getSrcTy()) || !Cast->getType()->isIntegerTy())
    return;
  switch (Cast->getOpcode()) {
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return guardConversion(*Cast);
  case Instruction::BitCast:
    return guardBits(*Cast);
  default:
    return;
  }
}

PreservedAnalyses FloatMeaningPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M) {
    SmallVector<Instruction *> Before;
    for (Instruction &I : instructions(F))
      Before.push_back(&I);
    for (Instruction *I : Before)
      visit(*I);
  }
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
