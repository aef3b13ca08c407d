//===- RunOperations.cpp - What instructions compute ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunOperations.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;
using ValueKind = RunValue::Kind;

//===----------------------------------------------------------------------===//
// Numbers with a point
//===----------------------------------------------------------------------===//

static APFloat floatOf(const RunValue &V, Type *T) {
  return APFloat(T->getFltSemantics(), V.Number);
}

/// Which of the numbers that are none it is, nobody knows.
static RunValue ofFloat(const APFloat &F) {
  return F.isNaN() ? RunValue() : RunValue::bits(F.bitcastToAPInt());
}

static RunValue runFloat(const BinaryOperator &I, const RunValue &A,
                         const RunValue &B) {
  Type *T = I.getType();
  if (!A.is(ValueKind::Bits) || !B.is(ValueKind::Bits) ||
      I.getFastMathFlags().any() || T->isPPC_FP128Ty())
    return {};
  APFloat Result = floatOf(A, T);
  const APFloat Other = floatOf(B, T);
  constexpr auto Mode = APFloat::rmNearestTiesToEven;
  switch (I.getOpcode()) {
  case Instruction::FAdd:
    Result.add(Other, Mode);
    break;
  case Instruction::FSub:
    Result.subtract(Other, Mode);
    break;
  case Instruction::FMul:
    Result.multiply(Other, Mode);
    break;
  case Instruction::FDiv:
    Result.divide(Other, Mode);
    break;
  case Instruction::FRem:
    Result.mod(Other);
    break;
  default:
    return {};
  }
  return ofFloat(Result);
}

RunValue sooth::runNegateFloat(const RunValue &V) {
  if (!V.is(ValueKind::Bits))
    return {};
  APInt Number = V.Number;
  Number.flipBit(Number.getBitWidth() - 1);
  return RunValue::bits(Number);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// One of them is the number of an address.
static RunValue runOnAddress(unsigned Opcode, const RunValue &A,
                             const RunValue &B, const RunMemory &Memory) {
  RunValue Result;
  switch (Opcode) {
  case Instruction::Add:
    if (A.is(ValueKind::Bits))
      return runOnAddress(Opcode, B, A, Memory);
    [[fallthrough]];
  case Instruction::Sub:
    if (A.is(ValueKind::Address) && B.is(ValueKind::Bits) &&
        B.Number.getBitWidth() == 64) {
      Result = A;
      const uint64_t By = B.Number.getZExtValue();
      Result.Offset =
          int64_t(Opcode == Instruction::Add ? uint64_t(A.Offset) + By
                                             : uint64_t(A.Offset) - By);
    } else if (Opcode == Instruction::Sub && A.is(ValueKind::Address) &&
               B.is(ValueKind::Address) && A.Object == B.Object)
      return RunValue::bits(APInt(64, uint64_t(A.Offset) - uint64_t(B.Offset)));
    return Result;
  case Instruction::And: {
    const RunValue &At = A.is(ValueKind::Address) ? A : B,
                   &Mask = A.is(ValueKind::Address) ? B : A;
    if (Mask.is(ValueKind::Bits) &&
        Mask.Number.ult(Memory.at(At.Object).Alignment.value()))
      return RunValue::bits(Mask.Number & uint64_t(At.Offset));
    return Result;
  }
  default:
    return Result;
  }
}

RunValue sooth::runBinary(const BinaryOperator &I, const RunValue &A,
                          const RunValue &B, const RunMemory &Memory) {
  if (I.getType()->isFloatingPointTy())
    return runFloat(I, A, B);
  if (A.is(ValueKind::Address) || B.is(ValueKind::Address))
    return runOnAddress(I.getOpcode(), A, B, Memory);
  auto IsZero = [](const RunValue &V) {
    return V.is(ValueKind::Bits) && V.Number.isZero();
  };
  if (I.getOpcode() == Instruction::And && (IsZero(A) || IsZero(B)))
    return RunValue::bits(APInt(I.getType()->getIntegerBitWidth(), 0));
  if (!A.is(ValueKind::Bits) || !B.is(ValueKind::Bits))
    return {};
  const APInt &X = A.Number, &Y = B.Number;
  const bool IsOverflow = X.isMinSignedValue() && Y.isAllOnes();
  // As the machine has it, whatever the width is.
  auto Amount = [&] { return unsigned(Y.urem(X.getBitWidth())); };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return RunValue::bits(X + Y);
  case Instruction::Sub:
    return RunValue::bits(X - Y);
  case Instruction::Mul:
    return RunValue::bits(X * Y);
  case Instruction::And:
    return RunValue::bits(X & Y);
  case Instruction::Or:
    return RunValue::bits(X | Y);
  case Instruction::Xor:
    return RunValue::bits(X ^ Y);
  case Instruction::Shl:
    return Y.ult(X.getBitWidth()) ? RunValue::bits(X.shl(Amount()))
                                  : RunValue();
  case Instruction::LShr:
    return Y.ult(X.getBitWidth()) ? RunValue::bits(X.lshr(Amount()))
                                  : RunValue();
  case Instruction::AShr:
    return Y.ult(X.getBitWidth()) ? RunValue::bits(X.ashr(Amount()))
                                  : RunValue();
  case Instruction::UDiv:
    return Y.isZero() ? RunValue() : RunValue::bits(X.udiv(Y));
  case Instruction::URem:
    return Y.isZero() ? RunValue() : RunValue::bits(X.urem(Y));
  case Instruction::SDiv:
    return Y.isZero() || IsOverflow ? RunValue() : RunValue::bits(X.sdiv(Y));
  case Instruction::SRem:
    return Y.isZero() || IsOverflow ? RunValue() : RunValue::bits(X.srem(Y));
  default:
    return {};
  }
}

static RunValue castFloat(unsigned Opcode, const RunValue &V, Type *From,
                          Type *To) {
  if (!V.is(ValueKind::Bits))
    return {};
  constexpr auto Mode = APFloat::rmNearestTiesToEven;
  bool Loses = false;
  switch (Opcode) {
  case Instruction::FPTrunc:
  case Instruction::FPExt: {
    APFloat F = floatOf(V, From);
    F.convert(To->getFltSemantics(), Mode, &Loses);
    return ofFloat(F);
  }
  case Instruction::SIToFP:
  case Instruction::UIToFP: {
    APFloat F(To->getFltSemantics());
    F.convertFromAPInt(V.Number, Opcode == Instruction::SIToFP, Mode);
    return ofFloat(F);
  }
  default: {
    APSInt Number(To->getIntegerBitWidth(), Opcode == Instruction::FPToUI);
    const bool IsWrong =
        floatOf(V, From).convertToInteger(Number, APFloat::rmTowardZero,
                                          &Loses) == APFloat::opInvalidOp;
    return IsWrong ? RunValue() : RunValue::bits(Number);
  }
  }
}

RunValue sooth::runCast(unsigned Opcode, const RunValue &V, Type *From,
                        Type *To, const RunMemory &Memory) {
  switch (Opcode) {
  case Instruction::PtrToInt: {
    if (V.isNull())
      return RunValue::bits(APInt(To->getIntegerBitWidth(), 0));
    RunValue Number = V;
    Number.What = V.is(ValueKind::Pointer) && V.Object != NullObject &&
                          To->getIntegerBitWidth() == 64 &&
                          Memory.layout().getPointerSizeInBits() == 64
                      ? ValueKind::Address
                      : ValueKind::Unknown;
    return Number;
  }
  case Instruction::IntToPtr: {
    if (V.is(ValueKind::Bits) && V.Number.isZero())
      return RunValue::pointer(NullObject, 0);
    RunValue Pointer = V;
    Pointer.What =
        V.is(ValueKind::Address) ? ValueKind::Pointer : ValueKind::Unknown;
    return Pointer;
  }
  case Instruction::Trunc:
    return V.is(ValueKind::Bits)
               ? RunValue::bits(V.Number.trunc(To->getIntegerBitWidth()))
               : RunValue();
  case Instruction::ZExt:
    return V.is(ValueKind::Bits)
               ? RunValue::bits(V.Number.zext(To->getIntegerBitWidth()))
               : RunValue();
  case Instruction::SExt: {
    if (!V.is(ValueKind::Bits) && !V.is(ValueKind::Signed))
      return {};
    RunValue Wide = V;
    Wide.Number = V.Number.sext(To->getIntegerBitWidth());
    return Wide;
  }
  case Instruction::BitCast: {
    const bool IsSame =
        From == To || (V.is(ValueKind::Bits) && !From->isVectorTy() &&
                       !To->isVectorTy() && !To->isPointerTy());
    return IsSame ? V : RunValue();
  }
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return castFloat(Opcode, V, From, To);
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Whether both are the same place; nothing if that is not known.
static std::optional<bool> areEqual(const RunValue &A, const RunValue &B,
                                    const RunMemory &Memory) {
  if (A.Object == B.Object)
    return A.Offset == B.Offset;
  const RunObject &X = Memory.at(A.Object), &Y = Memory.at(B.Object);
  auto IsInside = [](const RunValue &P, const RunObject &O) {
    return O.hasBytes(P.Offset, 1);
  };
  // No object is at null, also when it is gone.
  if (A.isNull())
    return IsInside(B, Y) ? std::optional(false) : std::nullopt;
  if (B.isNull())
    return IsInside(A, X) ? std::optional(false) : std::nullopt;
  const bool AreApart = X.Now == RunObject::State::Alive &&
                        Y.Now == RunObject::State::Alive && IsInside(A, X) &&
                        IsInside(B, Y) && !(X.MayBeShared && Y.MayBeShared);
  return AreApart ? std::optional(false) : std::nullopt;
}

static RunValue comparePlaces(CmpInst::Predicate P, const RunValue &A,
                              const RunValue &B, const RunMemory &Memory) {
  auto Equal = areEqual(A, B, Memory);
  if (P == CmpInst::ICMP_EQ || P == CmpInst::ICMP_NE)
    return Equal ? RunValue::boolean(*Equal == (P == CmpInst::ICMP_EQ))
                 : RunValue();
  const RunObject &O = Memory.at(A.Object);
  if (A.Object != B.Object || !O.hasBytes(A.Offset, 0) ||
      !O.hasBytes(B.Offset, 0) || CmpInst::isSigned(P))
    return {};
  return RunValue::boolean(ICmpInst::compare(APInt(64, uint64_t(A.Offset)),
                                             APInt(64, uint64_t(B.Offset)), P));
}

static RunValue compareFloats(CmpInst::Predicate P, const RunValue &A,
                              const RunValue &B, Type *T) {
  if (!A.is(ValueKind::Bits) || !B.is(ValueKind::Bits))
    return {};
  return RunValue::boolean(FCmpInst::compare(floatOf(A, T), floatOf(B, T), P));
}

static ConstantRange rangeOf(const RunValue &V) {
  if (V.is(ValueKind::Bits))
    return ConstantRange(V.Number);
  const unsigned Width = V.Number.getBitWidth();
  return V.Number.isNegative()
             ? ConstantRange(APInt::getSignedMinValue(Width), APInt(Width, 0))
             : ConstantRange(APInt(Width, 1), APInt::getSignedMinValue(Width));
}

RunValue sooth::runCompare(CmpInst::Predicate P, const RunValue &A,
                           const RunValue &B, Type *T,
                           const RunMemory &Memory) {
  if (CmpInst::isFPPredicate(P))
    return compareFloats(P, A, B, T);
  auto IsPlace = [](const RunValue &V) {
    return V.is(ValueKind::Pointer) || V.is(ValueKind::Address);
  };
  auto IsZero = [](const RunValue &V) {
    return V.is(ValueKind::Bits) && V.Number.isZero();
  };
  const RunValue Null = RunValue::pointer(NullObject, 0);
  if ((IsPlace(A) || IsZero(A)) && (IsPlace(B) || IsZero(B)) &&
      (IsPlace(A) || IsPlace(B)))
    return comparePlaces(P, IsZero(A) ? Null : A, IsZero(B) ? Null : B, Memory);
  auto IsNumber = [](const RunValue &V) {
    return V.is(ValueKind::Bits) || V.is(ValueKind::Signed);
  };
  if (!IsNumber(A) || !IsNumber(B))
    return {};
  const ConstantRange X = rangeOf(A), Y = rangeOf(B);
  if (X.icmp(P, Y))
    return RunValue::boolean(true);
  if (X.icmp(CmpInst::getInversePredicate(P), Y))
    return RunValue::boolean(false);
  return {};
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

static RunValue withOverflow(const WithOverflowInst &I, const APInt &X,
                             const APInt &Y) {
  bool Overflows = false;
  APInt Result;
  switch (I.getIntrinsicID()) {
  case Intrinsic::sadd_with_overflow:
    Result = X.sadd_ov(Y, Overflows);
    break;
  case Intrinsic::uadd_with_overflow:
    Result = X.uadd_ov(Y, Overflows);
    break;
  case Intrinsic::ssub_with_overflow:
    Result = X.ssub_ov(Y, Overflows);
    break;
  case Intrinsic::usub_with_overflow:
    Result = X.usub_ov(Y, Overflows);
    break;
  case Intrinsic::smul_with_overflow:
    Result = X.smul_ov(Y, Overflows);
    break;
  default:
    Result = X.umul_ov(Y, Overflows);
    break;
  }
  return RunValue::parts(
      {RunValue::bits(Result), RunValue::boolean(Overflows)});
}

static std::optional<RunValue> ofNumbers(const IntrinsicInst &I,
                                         ArrayRef<RunValue> Args) {
  const APInt &X = Args[0].Number;
  auto Y = [&]() -> const APInt & { return Args[1].Number; };
  switch (I.getIntrinsicID()) {
  case Intrinsic::bswap:
    return RunValue::bits(X.byteSwap());
  case Intrinsic::bitreverse:
    return RunValue::bits(X.reverseBits());
  case Intrinsic::ctpop:
    return RunValue::bits(APInt(X.getBitWidth(), X.popcount()));
  case Intrinsic::ctlz:
    return X.isZero() ? RunValue()
                      : RunValue::bits(APInt(X.getBitWidth(), X.countl_zero()));
  case Intrinsic::cttz:
    return X.isZero() ? RunValue()
                      : RunValue::bits(APInt(X.getBitWidth(), X.countr_zero()));
  case Intrinsic::abs:
    return X.isMinSignedValue() ? RunValue() : RunValue::bits(X.abs());
  case Intrinsic::smax:
    return RunValue::bits(APIntOps::smax(X, Y()));
  case Intrinsic::smin:
    return RunValue::bits(APIntOps::smin(X, Y()));
  case Intrinsic::umax:
    return RunValue::bits(APIntOps::umax(X, Y()));
  case Intrinsic::umin:
    return RunValue::bits(APIntOps::umin(X, Y()));
  case Intrinsic::expect:
    return Args[0];
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    const unsigned Width = X.getBitWidth();
    const bool IsLeft = I.getIntrinsicID() == Intrinsic::fshl;
    const unsigned By = unsigned(Args[2].Number.urem(Width));
    const APInt Both = X.zext(2 * Width).shl(Width) | Y().zext(2 * Width);
    return RunValue::bits(IsLeft ? Both.shl(By).lshr(Width).trunc(Width)
                                 : Both.lshr(By).trunc(Width));
  }
  default:
    return std::nullopt;
  }
}

static std::optional<RunValue> ofFloats(const IntrinsicInst &I,
                                        ArrayRef<RunValue> Args) {
  APFloat X = floatOf(Args[0], I.getArgOperand(0)->getType());
  switch (I.getIntrinsicID()) {
  case Intrinsic::fabs:
    X.clearSign();
    return RunValue::bits(X.bitcastToAPInt());
  case Intrinsic::floor:
    X.roundToIntegral(APFloat::rmTowardNegative);
    return ofFloat(X);
  case Intrinsic::ceil:
    X.roundToIntegral(APFloat::rmTowardPositive);
    return ofFloat(X);
  case Intrinsic::trunc:
    X.roundToIntegral(APFloat::rmTowardZero);
    return ofFloat(X);
  case Intrinsic::fmuladd: {
    // In one step or in two: the compiler chooses.
    constexpr auto Mode = APFloat::rmNearestTiesToEven;
    const APFloat Y = floatOf(Args[1], I.getType()),
                  Z = floatOf(Args[2], I.getType());
    APFloat One = X, Two = X;
    One.fusedMultiplyAdd(Y, Z, Mode);
    Two.multiply(Y, Mode);
    Two.add(Z, Mode);
    return One.bitwiseIsEqual(Two) ? ofFloat(One) : RunValue();
  }
  default:
    return std::nullopt;
  }
}

std::optional<RunValue> sooth::runIntrinsic(const IntrinsicInst &I,
                                            ArrayRef<RunValue> Args,
                                            const RunMemory &Memory) {
  if (I.getIntrinsicID() == Intrinsic::objectsize) {
    const RunValue &P = Args[0];
    if (!P.is(ValueKind::Pointer) || P.Object == NullObject)
      return RunValue();
    const RunObject &O = Memory.at(P.Object);
    if (O.What == RunObject::Kind::Function ||
        O.Now != RunObject::State::Alive || !O.hasBytes(P.Offset, 0))
      return RunValue();
    return RunValue::bits(
        APInt(I.getType()->getIntegerBitWidth(), O.Size - uint64_t(P.Offset)));
  }
  if (I.getType()->isVectorTy() || Args.empty())
    return std::nullopt;
  if (!all_of(Args, [](const RunValue &V) { return V.is(ValueKind::Bits); }))
    return I.doesNotAccessMemory() ? std::optional(RunValue()) : std::nullopt;
  if (auto *Checked = dyn_cast<WithOverflowInst>(&I))
    return withOverflow(*Checked, Args[0].Number, Args[1].Number);
  if (I.getArgOperand(0)->getType()->isFloatingPointTy()) {
    auto *Op = dyn_cast<FPMathOperator>(&I);
    return Op && Op->getFastMathFlags().any() ? std::optional(RunValue())
                                              : ofFloats(I, Args);
  }
  return ofNumbers(I, Args);
}
