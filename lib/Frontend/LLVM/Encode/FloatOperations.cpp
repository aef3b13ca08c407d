//===- FloatOperations.cpp - LLVM's floating-point operators --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "Base/RoundedOperations.h"

#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"

using namespace sooth;
using namespace llvm;

static bool hasFeature(const Function &F, StringRef Feature) {
  SmallVector<StringRef, 16> Features;
  F.getFnAttribute("target-features").getValueAsString().split(Features, ',');
  return is_contained(Features, Feature);
}

/// Whether numbers of this type are computed in registers of the x87, which
/// keep more digits than the type has, for as long as the compiler likes.
static bool hasExcessPrecision(const Instruction &I) {
  const Function &F = *I.getFunction();
  Triple Target(F.getParent()->getTargetTriple());
  return Target.getArch() == Triple::x86 && !I.getType()->isX86_FP80Ty() &&
         !hasFeature(F, "+sse2");
}

bool sooth::isDefinedArithmetic(const Instruction &I) {
  auto *Math = dyn_cast<FPMathOperator>(&I);
  bool IsFree = Math && (Math->hasAllowReassoc() || Math->hasAllowContract() ||
                         Math->hasAllowReciprocal() || Math->hasApproxFunc());
  return !IsFree && !hasExcessPrecision(I);
}

static bool isFloatIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::is_fpclass:
    return true;
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return isDefinedArithmetic(I);
  default:
    return false;
  }
}

bool sooth::isFloatOperation(const Instruction &I) {
  if (I.getNumOperands() == 0 || !isModelled(I.getType()) ||
      !isModelled(I.getOperand(0)->getType()))
    return false;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return fpFormat(I.getOperand(0)->getType()) && isFloatIntrinsic(*Intrinsic);
  if (roundedOperation(I))
    return isDefinedArithmetic(I);
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
    return isDefinedArithmetic(I);
  case Instruction::FNeg:
  case Instruction::FPTrunc:
  case Instruction::FCmp:
  case Instruction::FPExt:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return true;
  default:
    return false;
  }
}

namespace {

class FloatBuilder {
public:
  FloatBuilder(ExprContext &Ctx, FpFormat F) : Ctx(Ctx), F(F) {}

  Expr apply(Kind K, ArrayRef<Expr> Ops, uint32_t P1 = 0) {
    return Ctx.make(K, Ops, uint32_t(F), P1);
  }
  Expr round(FpRounding How, Expr A) {
    return apply(Kind::FpRoundToIntegral, {A}, uint32_t(How));
  }
  Expr compare(CmpInst::Predicate P, Expr A, Expr B);
  Expr isOfClass(unsigned Classes, Expr A);
  Expr cast(const CastInst &I, Expr A);
  Expr intrinsic(const IntrinsicInst &I, OperandScalars Operand);
  /// \p F is the format of the result. In the mode \p Mode, of \p Ops, which
  /// are of format \p From if they are floating-point numbers.
  Expr rounded(RoundedOperation What, Expr Mode, ArrayRef<Expr> Ops,
               std::optional<FpFormat> From);

private:
  Expr ordered(CmpInst::Predicate P, Expr A, Expr B);
  Expr rounded(RoundedOperation What, FpRounding How, ArrayRef<Expr> Ops,
               std::optional<FpFormat> From);

  ExprContext &Ctx;
  FpFormat F; // of the operands; of the result where they are integers
};

} // namespace

/// A comparison that is false for a NaN.
Expr FloatBuilder::ordered(CmpInst::Predicate P, Expr A, Expr B) {
  switch (P) {
  case CmpInst::FCMP_OEQ:
    return apply(Kind::FpEq, {A, B});
  case CmpInst::FCMP_OGT:
    return apply(Kind::FpLt, {B, A});
  case CmpInst::FCMP_OGE:
    return apply(Kind::FpLe, {B, A});
  case CmpInst::FCMP_OLT:
    return apply(Kind::FpLt, {A, B});
  case CmpInst::FCMP_OLE:
    return apply(Kind::FpLe, {A, B});
  case CmpInst::FCMP_ONE:
    return Ctx.mkOr(apply(Kind::FpLt, {A, B}), apply(Kind::FpLt, {B, A}));
  case CmpInst::FCMP_ORD:
    return Ctx.mkNot(Ctx.mkOr(fpIsNaN(Ctx, F, A), fpIsNaN(Ctx, F, B)));
  default: // FCMP_FALSE
    return Ctx.falseExpr();
  }
}

/// A comparison that is true for a NaN is the opposite of one that is not.
Expr FloatBuilder::compare(CmpInst::Predicate P, Expr A, Expr B) {
  bool IsUnordered = P >= CmpInst::FCMP_UNO;
  return IsUnordered ? Ctx.mkNot(ordered(CmpInst::getInversePredicate(P), A, B))
                     : ordered(P, A, B);
}

Expr FloatBuilder::isOfClass(unsigned Classes, Expr A) {
  Expr IsNegative = fpIsNegative(Ctx, F, A);
  Expr IsNaN = fpIsNaN(Ctx, F, A), IsSignaling = fpIsSignaling(Ctx, F, A);
  Expr IsInfinite = fpIsInfinite(Ctx, F, A), IsZero = fpIsZero(Ctx, F, A);
  Expr IsSubnormal = fpIsSubnormal(Ctx, F, A);
  Expr IsNormal = Ctx.mkNot(Ctx.mkOr({IsNaN, IsInfinite, IsZero, IsSubnormal}));
  SmallVector<Expr> Ways;
  auto Signed = [&](unsigned Negative, unsigned Positive, Expr Is) {
    bool N = Classes & Negative, P = Classes & Positive;
    if (N && P)
      Ways.push_back(Is);
    else if (N)
      Ways.push_back(Ctx.mkAnd(Is, IsNegative));
    else if (P)
      Ways.push_back(Ctx.mkAnd(Is, Ctx.mkNot(IsNegative)));
  };
  if ((Classes & fcNan) == fcNan)
    Ways.push_back(IsNaN);
  else if (Classes & fcSNan)
    Ways.push_back(IsSignaling);
  else if (Classes & fcQNan)
    Ways.push_back(Ctx.mkAnd(IsNaN, Ctx.mkNot(IsSignaling)));
  Signed(fcNegInf, fcPosInf, IsInfinite);
  Signed(fcNegNormal, fcPosNormal, IsNormal);
  Signed(fcNegSubnormal, fcPosSubnormal, IsSubnormal);
  Signed(fcNegZero, fcPosZero, IsZero);
  return Ctx.mkOr(Ways);
}

Expr FloatBuilder::cast(const CastInst &I, Expr A) {
  if (A.isBool())
    A = Ctx.boolToBv(A);
  switch (I.getOpcode()) {
  case Instruction::SIToFP:
    return apply(Kind::FpFromSigned, {A});
  case Instruction::UIToFP:
    return apply(Kind::FpFromUnsigned, {A});
  case Instruction::FPToSI:
  case Instruction::FPToUI: {
    unsigned Width = scalarWidth(I.getType());
    Expr Result =
        apply(I.getOpcode() == Instruction::FPToSI ? Kind::FpToSigned
                                                   : Kind::FpToUnsigned,
              {A}, Width);
    return Width == 1 ? Ctx.bvToBool(Result) : Result;
  }
  default: // FPTrunc, FPExt
    return Ctx.make(Kind::FpConvert, {A}, uint32_t(*fpFormat(I.getType())),
                    uint32_t(F));
  }
}

Expr FloatBuilder::intrinsic(const IntrinsicInst &I, OperandScalars Operand) {
  auto Op = [&](unsigned N) { return Operand(I.getArgOperand(N))[0]; };
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
    return fpAbsolute(Ctx, F, Op(0));
  case Intrinsic::copysign:
    return fpCopySign(Ctx, F, Op(0), Op(1));
  case Intrinsic::is_fpclass:
    return isOfClass(
        llvm::cast<ConstantInt>(I.getArgOperand(1))->getZExtValue(), Op(0));
  case Intrinsic::floor:
    return round(FpRounding::Down, Op(0));
  case Intrinsic::ceil:
    return round(FpRounding::Up, Op(0));
  case Intrinsic::trunc:
    return round(FpRounding::ToZero, Op(0));
  case Intrinsic::round:
    return round(FpRounding::Away, Op(0));
  case Intrinsic::sqrt:
    return apply(Kind::FpSqrt, {Op(0)});
  case Intrinsic::fma:
    return apply(Kind::FpFma, {Op(0), Op(1), Op(2)});
  case Intrinsic::fmuladd:
    // One operation where the machine has one for it.
    if (hasFeature(*I.getFunction(), "+fma"))
      return apply(Kind::FpFma, {Op(0), Op(1), Op(2)});
    return apply(Kind::FpAdd, {apply(Kind::FpMul, {Op(0), Op(1)}), Op(2)});
  default: // rint, nearbyint, roundeven
    return round(FpRounding::ToEven, Op(0));
  }
}

Expr FloatBuilder::rounded(RoundedOperation What, FpRounding How,
                           ArrayRef<Expr> Ops, std::optional<FpFormat> From) {
  const auto Direction = uint32_t(How);
  switch (What) {
  case RoundedOperation::Add:
    return apply(Kind::FpAdd, Ops, Direction);
  case RoundedOperation::Subtract:
    return apply(Kind::FpSub, Ops, Direction);
  case RoundedOperation::Multiply:
    return apply(Kind::FpMul, Ops, Direction);
  case RoundedOperation::Divide:
    return apply(Kind::FpDiv, Ops, Direction);
  case RoundedOperation::MultiplyAdd:
    return apply(Kind::FpFma, Ops, Direction);
  case RoundedOperation::SquareRoot:
    return apply(Kind::FpSqrt, Ops, Direction);
  case RoundedOperation::ToIntegral:
    return apply(Kind::FpRoundToIntegral, Ops, Direction);
  case RoundedOperation::Convert:
    return apply(Kind::FpConvert, Ops, fpConversion(*From, How));
  case RoundedOperation::FromSigned:
    return apply(Kind::FpFromSigned, Ops, Direction);
  case RoundedOperation::FromUnsigned:
    return apply(Kind::FpFromUnsigned, Ops, Direction);
  }
  llvm_unreachable("unknown operation");
}

Expr FloatBuilder::rounded(RoundedOperation What, Expr Mode, ArrayRef<Expr> Ops,
                           std::optional<FpFormat> From) {
  static constexpr std::pair<RoundingMode, FpRounding> Others[] = {
      {RoundingMode::TowardZero, FpRounding::ToZero},
      {RoundingMode::TowardPositive, FpRounding::Up},
      {RoundingMode::TowardNegative, FpRounding::Down}};
  Expr Result = rounded(What, FpRounding::ToEven, Ops, From);
  for (auto [Known, How] : Others) {
    Expr Is = Ctx.mkEq(Mode, Ctx.bv(uint64_t(Known), Mode.sort().width()));
    if (!Is.isFalse())
      Result = Ctx.mkIte(Is, rounded(What, How, Ops, From), Result);
  }
  return Result;
}

Scalars sooth::applyFloatOperation(ExprContext &Ctx, const Instruction &I,
                                   OperandScalars Operand) {
  if (auto What = roundedOperation(I)) {
    SmallVector<Expr, 4> Ops;
    for (const Use &U : llvm::cast<CallBase>(I).args())
      Ops.push_back(Operand(U)[0]);
    FloatBuilder Build(Ctx, *fpFormat(I.getType()));
    return {Build.rounded(*What, Ops[0], ArrayRef(Ops).drop_front(),
                          fpFormat(I.getOperand(1)->getType()))};
  }
  auto Format = fpFormat(I.getOperand(0)->getType());
  FloatBuilder Build(Ctx, Format ? *Format : *fpFormat(I.getType()));
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return {Build.intrinsic(*Intrinsic, Operand)};
  Expr A = Operand(I.getOperand(0))[0];
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return {Build.cast(*Cast, A)};
  if (I.getOpcode() == Instruction::FNeg)
    return {fpNegated(Ctx, *Format, A)};
  Expr B = Operand(I.getOperand(1))[0];
  if (auto *Compare = dyn_cast<FCmpInst>(&I))
    return {Build.compare(Compare->getPredicate(), A, B)};
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    return {Build.apply(Kind::FpAdd, {A, B})};
  case Instruction::FSub:
    return {Build.apply(Kind::FpSub, {A, B})};
  case Instruction::FMul:
    return {Build.apply(Kind::FpMul, {A, B})};
  case Instruction::FDiv:
    return {Build.apply(Kind::FpDiv, {A, B})};
  default:
    llvm_unreachable("not an operation on floating-point numbers");
  }
}
