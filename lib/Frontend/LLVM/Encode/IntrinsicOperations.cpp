//===- IntrinsicOperations.cpp - LLVM's intrinsics as expressions ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

bool sooth::isOperation(const IntrinsicInst &I) {
  if (isFloatOperation(I))
    return true;
  switch (I.getIntrinsicID()) {
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::abs:
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    // One-bit arithmetic is left out: C has none.
    return isModelled(I.getOperand(0)->getType()) &&
           !I.getOperand(0)->getType()->isIntegerTy(1);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    return isModelled(I.getType());
  default:
    return false;
  }
}

namespace {

/// Builds for operands of one width.
class IntrinsicBuilder {
public:
  IntrinsicBuilder(ExprContext &Ctx, unsigned Width)
      : Ctx(Ctx), Width(Width), Zero(Ctx.bv(0, Width)),
        SignedMin(Ctx.bv(APInt::getSignedMinValue(Width))),
        SignedMax(Ctx.bv(APInt::getSignedMaxValue(Width))),
        Max(Ctx.bv(APInt::getAllOnes(Width))) {}

  Expr binary(Instruction::BinaryOps Op, Expr A, Expr B) {
    Kind K = Op == Instruction::Add   ? Kind::BvAdd
             : Op == Instruction::Sub ? Kind::BvSub
                                      : Kind::BvMul;
    return Ctx.make(K, {A, B});
  }

  Expr signedAddOverflows(Expr A, Expr B) {
    if (A.isConst())
      std::swap(A, B);
    if (B.isConst())
      return B.value().bits().isNegative()
                 ? Ctx.mkSlt(A, binary(Instruction::Sub, SignedMin, B))
                 : Ctx.mkSlt(binary(Instruction::Sub, SignedMax, B), A);
    Expr Sum = binary(Instruction::Add, A, B);
    return Ctx.mkIte(isNegative(B), Ctx.mkSlt(A, Sum), Ctx.mkSlt(Sum, A));
  }

  Expr signedSubOverflows(Expr A, Expr B) {
    if (B.isConst())
      return B.value().bits().isNegative()
                 ? Ctx.mkSlt(binary(Instruction::Add, SignedMax, B), A)
                 : Ctx.mkSlt(A, binary(Instruction::Add, SignedMin, B));
    if (A.isConst()) // c - b is too large for b < c - max, or too small.
      return A.value().bits().isNegative()
                 ? Ctx.mkSlt(binary(Instruction::Sub, A, SignedMin), B)
                 : Ctx.mkSlt(B, binary(Instruction::Sub, A, SignedMax));
    Expr Difference = binary(Instruction::Sub, A, B);
    return Ctx.mkIte(isNegative(B), Ctx.mkSlt(Difference, A),
                     Ctx.mkSlt(A, Difference));
  }

  /// Compares the product of twice the width with its low half.
  Expr mulOverflows(Kind Extend, Expr A, Expr B) {
    auto Wide = [&](Expr E) { return Ctx.make(Extend, {E}, Width); };
    Expr Product = Ctx.make(Kind::BvMul, {Wide(A), Wide(B)});
    return Ctx.mkNot(Ctx.mkEq(Product, Wide(binary(Instruction::Mul, A, B))));
  }

  Expr overflows(const WithOverflowInst &I, Expr A, Expr B) {
    switch (I.getIntrinsicID()) {
    case Intrinsic::sadd_with_overflow:
      return signedAddOverflows(A, B);
    case Intrinsic::uadd_with_overflow:
      return unsignedAddOverflows(A, B);
    case Intrinsic::ssub_with_overflow:
      return signedSubOverflows(A, B);
    case Intrinsic::usub_with_overflow:
      return Ctx.mkUlt(A, B);
    case Intrinsic::smul_with_overflow:
      return mulOverflows(Kind::SignExt, A, B);
    default:
      return mulOverflows(Kind::ZeroExt, A, B);
    }
  }

  Expr saturating(Intrinsic::ID Id, Expr A, Expr B) {
    switch (Id) {
    case Intrinsic::uadd_sat:
      return Ctx.mkIte(unsignedAddOverflows(A, B), Max,
                       binary(Instruction::Add, A, B));
    case Intrinsic::usub_sat:
      return Ctx.mkIte(Ctx.mkUlt(A, B), Zero, binary(Instruction::Sub, A, B));
    case Intrinsic::sadd_sat:
      return Ctx.mkIte(signedAddOverflows(A, B), signedBoundOf(A),
                       binary(Instruction::Add, A, B));
    default:
      return Ctx.mkIte(signedSubOverflows(A, B), signedBoundOf(A),
                       binary(Instruction::Sub, A, B));
    }
  }

  Expr absolute(Expr A) {
    return Ctx.mkIte(isNegative(A), Ctx.make(Kind::BvNeg, {A}), A);
  }

  /// -1, 0 or 1 of \p To bits.
  Expr threeWay(Kind Less, Expr A, Expr B, unsigned To) {
    return Ctx.mkIte(Ctx.make(Less, {A, B}), Ctx.bv(APInt::getAllOnes(To)),
                     Ctx.mkIte(Ctx.mkEq(A, B), Ctx.bv(0, To), Ctx.bv(1, To)));
  }

  Expr bit(Expr A, unsigned I) { return Ctx.mkExtract(I, I, A); }

  Expr populationCount(Expr A) {
    Expr Sum = Zero;
    for (unsigned I = 0; I < Width; ++I)
      Sum = binary(Instruction::Add, Sum, Ctx.mkZeroExt(Width - 1, bit(A, I)));
    return Sum;
  }

  /// Zeros before the first one in the order of \p Place(0), Place(1), …; the
  /// width if there is no one (clang asks for that, or the result is
  /// undefined).
  Expr zerosBefore(Expr A, function_ref<unsigned(unsigned)> Place) {
    Expr Count = Ctx.bv(Width, Width);
    for (unsigned I = Width; I-- > 0;)
      Count =
          Ctx.mkIte(Ctx.bvToBool(bit(A, Place(I))), Ctx.bv(I, Width), Count);
    return Count;
  }

  /// The pieces of \p Bits bits of \p A in reverse order.
  Expr reversed(Expr A, unsigned Bits) {
    Expr Result = Ctx.mkExtract(Bits - 1, 0, A);
    for (unsigned Lo = Bits; Lo < Width; Lo += Bits)
      Result =
          Ctx.make(Kind::Concat, {Result, Ctx.mkExtract(Lo + Bits - 1, Lo, A)});
    return Result;
  }

  /// The high half (low half for \p Shift lshr) of A:B shifted by the amount
  /// modulo the width, which is the intrinsics' meaning.
  Expr funnel(Kind Shift, Expr A, Expr B, Expr Amount) {
    Expr Both = Ctx.make(Kind::Concat, {A, B});
    Expr By = Ctx.mkZeroExt(
        Width, Ctx.make(Kind::BvUrem, {Amount, Ctx.bv(Width, Width)}));
    Expr Shifted = Ctx.make(Shift, {Both, By});
    return Shift == Kind::BvShl ? Ctx.mkExtract(2 * Width - 1, Width, Shifted)
                                : Ctx.mkExtract(Width - 1, 0, Shifted);
  }

private:
  ExprContext &Ctx;
  unsigned Width;
  Expr Zero, SignedMin, SignedMax, Max;

  Expr isNegative(Expr A) { return Ctx.mkSlt(A, Zero); }
  Expr signedBoundOf(Expr A) {
    return Ctx.mkIte(isNegative(A), SignedMin, SignedMax);
  }
  Expr unsignedAddOverflows(Expr A, Expr B) {
    if (A.isConst())
      std::swap(A, B);
    if (B.isConst())
      return Ctx.mkUlt(binary(Instruction::Sub, Max, B), A);
    return Ctx.mkUlt(binary(Instruction::Add, A, B), A);
  }
};

} // namespace

Scalars sooth::applyOperation(ExprContext &Ctx, const IntrinsicInst &I,
                              OperandScalars Operand) {
  if (isFloatOperation(I))
    return applyFloatOperation(Ctx, I, Operand);
  Expr A = Operand(I.getOperand(0))[0];
  Intrinsic::ID Id = I.getIntrinsicID();
  if (Id == Intrinsic::expect || Id == Intrinsic::expect_with_probability)
    return {A};
  unsigned Width = A.sort().width();
  IntrinsicBuilder Build(Ctx, Width);
  auto B = [&] { return Operand(I.getOperand(1))[0]; };
  auto Choose = [&](Kind Less, Expr First, Expr Second) -> Scalars {
    return {Ctx.mkIte(Ctx.make(Less, {First, Second}), A, B())};
  };
  if (auto *Checked = dyn_cast<WithOverflowInst>(&I))
    return {Build.binary(Checked->getBinaryOp(), A, B()),
            Build.overflows(*Checked, A, B())};
  switch (Id) {
  case Intrinsic::sadd_sat:
  case Intrinsic::uadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::usub_sat:
    return {Build.saturating(Id, A, B())};
  case Intrinsic::abs:
    return {Build.absolute(A)};
  case Intrinsic::smax:
    return Choose(Kind::BvSlt, B(), A);
  case Intrinsic::smin:
    return Choose(Kind::BvSlt, A, B());
  case Intrinsic::umax:
    return Choose(Kind::BvUlt, B(), A);
  case Intrinsic::umin:
    return Choose(Kind::BvUlt, A, B());
  case Intrinsic::scmp:
    return {
        Build.threeWay(Kind::BvSlt, A, B(), I.getType()->getIntegerBitWidth())};
  case Intrinsic::ucmp:
    return {
        Build.threeWay(Kind::BvUlt, A, B(), I.getType()->getIntegerBitWidth())};
  case Intrinsic::ctpop:
    return {Build.populationCount(A)};
  case Intrinsic::ctlz:
    return {Build.zerosBefore(A, [&](unsigned K) { return Width - 1 - K; })};
  case Intrinsic::cttz:
    return {Build.zerosBefore(A, [](unsigned K) { return K; })};
  case Intrinsic::bswap:
    return {Build.reversed(A, 8)};
  case Intrinsic::bitreverse:
    return {Build.reversed(A, 1)};
  case Intrinsic::fshl:
    return {Build.funnel(Kind::BvShl, A, B(), Operand(I.getOperand(2))[0])};
  case Intrinsic::fshr:
    return {Build.funnel(Kind::BvLshr, A, B(), Operand(I.getOperand(2))[0])};
  default:
    llvm_unreachable("not an operation");
  }
}
