//===- Range.cpp - Values between bounds ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic on machine integers, with unsigned and signed bounds side
// by side: where an operation overflows in one view, the other may still say
// something.
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Range.h"

#include "llvm/ADT/Hashing.h"

#include <algorithm>

using namespace sooth;
using namespace llvm::APIntOps;
using llvm::APInt;

Range Range::full(unsigned Width) {
  return {APInt::getMinValue(Width), APInt::getMaxValue(Width),
          APInt::getSignedMinValue(Width), APInt::getSignedMaxValue(Width)};
}

Range Range::empty(unsigned Width) {
  return {APInt::getMaxValue(Width), APInt::getMinValue(Width),
          APInt::getSignedMaxValue(Width), APInt::getSignedMinValue(Width)};
}

Range Range::ofUnsigned(APInt Low, APInt High) {
  Range Result = full(Low.getBitWidth());
  Result.UnsignedLow = std::move(Low);
  Result.UnsignedHigh = std::move(High);
  return Result.tightened();
}

Range Range::ofSigned(APInt Low, APInt High) {
  Range Result = full(Low.getBitWidth());
  Result.SignedLow = std::move(Low);
  Result.SignedHigh = std::move(High);
  return Result.tightened();
}

/// Among numbers of one sign both orders say the same.
Range Range::tightened() const {
  Range R = *this;
  if (R.isEmpty())
    return empty(width());
  if (R.UnsignedLow.isNegative() == R.UnsignedHigh.isNegative()) {
    R.SignedLow = smax(R.SignedLow, R.UnsignedLow);
    R.SignedHigh = smin(R.SignedHigh, R.UnsignedHigh);
  }
  if (R.SignedLow.isNegative() == R.SignedHigh.isNegative()) {
    R.UnsignedLow = umax(R.UnsignedLow, R.SignedLow);
    R.UnsignedHigh = umin(R.UnsignedHigh, R.SignedHigh);
  }
  return R.isEmpty() ? empty(width()) : R;
}

bool Range::contains(const Range &Other) const {
  return Other.isEmpty() ||
         (UnsignedLow.ule(Other.UnsignedLow) &&
          Other.UnsignedHigh.ule(UnsignedHigh) &&
          SignedLow.sle(Other.SignedLow) && Other.SignedHigh.sle(SignedHigh));
}

size_t Range::hash() const {
  return llvm::hash_combine(UnsignedLow, UnsignedHigh, SignedLow, SignedHigh);
}

Range Range::join(const Range &Other) const {
  return {umin(UnsignedLow, Other.UnsignedLow),
          umax(UnsignedHigh, Other.UnsignedHigh),
          smin(SignedLow, Other.SignedLow), smax(SignedHigh, Other.SignedHigh)};
}

Range Range::meet(const Range &Other) const {
  return Range(umax(UnsignedLow, Other.UnsignedLow),
               umin(UnsignedHigh, Other.UnsignedHigh),
               smax(SignedLow, Other.SignedLow),
               smin(SignedHigh, Other.SignedHigh))
      .tightened();
}

Range Range::roundedTo(llvm::ArrayRef<APInt> Numbers) const {
  Range R = full(width());
  for (const APInt &N : Numbers) {
    if (N.ule(UnsignedLow))
      R.UnsignedLow = umax(R.UnsignedLow, N);
    if (UnsignedHigh.ule(N))
      R.UnsignedHigh = umin(R.UnsignedHigh, N);
    if (N.sle(SignedLow))
      R.SignedLow = smax(R.SignedLow, N);
    if (SignedHigh.sle(N))
      R.SignedHigh = smin(R.SignedHigh, N);
  }
  return R.tightened();
}

Range Range::widenedFrom(const Range &Old,
                         llvm::ArrayRef<APInt> Numbers) const {
  Range R = roundedTo(Numbers);
  if (UnsignedLow == Old.UnsignedLow)
    R.UnsignedLow = UnsignedLow;
  if (UnsignedHigh == Old.UnsignedHigh)
    R.UnsignedHigh = UnsignedHigh;
  if (SignedLow == Old.SignedLow)
    R.SignedLow = SignedLow;
  if (SignedHigh == Old.SignedHigh)
    R.SignedHigh = SignedHigh;
  return R.tightened();
}

Range Range::less(bool IsSigned, bool OrEqual) const {
  const APInt Least = IsSigned ? APInt::getSignedMinValue(width())
                               : APInt::getMinValue(width());
  APInt High = IsSigned ? SignedHigh : UnsignedHigh;
  if (!OrEqual && High == Least)
    return empty(width());
  High -= !OrEqual;
  return IsSigned ? ofSigned(Least, High) : ofUnsigned(Least, High);
}

Range Range::greater(bool IsSigned, bool OrEqual) const {
  const APInt Most = IsSigned ? APInt::getSignedMaxValue(width())
                              : APInt::getMaxValue(width());
  APInt Low = IsSigned ? SignedLow : UnsignedLow;
  if (!OrEqual && Low == Most)
    return empty(width());
  Low += !OrEqual;
  return IsSigned ? ofSigned(Low, Most) : ofUnsigned(Low, Most);
}

Range Range::without(const Range &Other) const {
  const APInt *One = Other.single();
  if (!One)
    return *this;
  if (single())
    return *single() == *One ? empty(width()) : *this;
  Range R = *this;
  R.UnsignedLow += R.UnsignedLow == *One;
  R.UnsignedHigh -= R.UnsignedHigh == *One;
  R.SignedLow += R.SignedLow == *One;
  R.SignedHigh -= R.SignedHigh == *One;
  return R.meet(full(width()));
}

Expr Range::formula(ExprContext &Ctx, Expr Term) const {
  if (UnsignedLow == UnsignedHigh)
    return Ctx.mkEq(Term, Ctx.bv(UnsignedLow));
  std::vector<Expr> Parts;
  if (!UnsignedLow.isMinValue())
    Parts.push_back(Ctx.mkUle(Ctx.bv(UnsignedLow), Term));
  if (!UnsignedHigh.isMaxValue())
    Parts.push_back(Ctx.mkUle(Term, Ctx.bv(UnsignedHigh)));
  // Among numbers of one sign both orders say the same.
  if (UnsignedLow.isNegative() == UnsignedHigh.isNegative())
    return Ctx.mkAnd(Parts);
  if (!SignedLow.isMinSignedValue())
    Parts.push_back(Ctx.mkSle(Ctx.bv(SignedLow), Term));
  if (!SignedHigh.isMaxSignedValue())
    Parts.push_back(Ctx.mkSle(Term, Ctx.bv(SignedHigh)));
  return Ctx.mkAnd(Parts);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Both ends, where they wrap around together or not at all. Signed ends do not
/// say in which direction they wrap.
Range Range::ends(const Range &B, Operation Unsigned, Operation Signed) const {
  Range R = full(width());
  bool LowWraps, HighWraps;
  APInt Low = (UnsignedLow.*Unsigned)(B.UnsignedLow, LowWraps);
  APInt High = (UnsignedHigh.*Unsigned)(B.UnsignedHigh, HighWraps);
  if (LowWraps == HighWraps) {
    R.UnsignedLow = Low;
    R.UnsignedHigh = High;
  }
  Low = (SignedLow.*Signed)(B.SignedLow, LowWraps);
  High = (SignedHigh.*Signed)(B.SignedHigh, HighWraps);
  if (!LowWraps && !HighWraps) {
    R.SignedLow = Low;
    R.SignedHigh = High;
  }
  return R.tightened();
}

Range Range::add(const Range &B) const {
  return ends(B, &APInt::uadd_ov, &APInt::sadd_ov);
}

Range Range::sub(const Range &B) const {
  // The least difference is that to the greatest number.
  const Range Turned(B.UnsignedHigh, B.UnsignedLow, B.SignedHigh, B.SignedLow);
  return ends(Turned, &APInt::usub_ov, &APInt::ssub_ov);
}

Range Range::mul(const Range &B) const {
  Range R = full(width());
  bool Wraps;
  APInt High = UnsignedHigh.umul_ov(B.UnsignedHigh, Wraps);
  if (!Wraps) {
    R.UnsignedLow = UnsignedLow * B.UnsignedLow;
    R.UnsignedHigh = High;
  }
  APInt Low = SignedLow.smul_ov(B.SignedLow, Wraps);
  High = Low;
  bool AnyWraps = Wraps;
  for (const APInt *X : {&SignedLow, &SignedHigh})
    for (const APInt *Y : {&B.SignedLow, &B.SignedHigh}) {
      APInt Product = X->smul_ov(*Y, Wraps);
      AnyWraps |= Wraps;
      Low = smin(Low, Product);
      High = smax(High, Product);
    }
  if (!AnyWraps) {
    R.SignedLow = Low;
    R.SignedHigh = High;
  }
  return R.tightened();
}

Range Range::udiv(const Range &B) const {
  if (B.UnsignedLow.isZero())
    return full(width());
  return ofUnsigned(UnsignedLow.udiv(B.UnsignedHigh),
                    UnsignedHigh.udiv(B.UnsignedLow));
}

Range Range::urem(const Range &B) const {
  if (B.UnsignedLow.isZero())
    return full(width());
  if (UnsignedHigh.ult(B.UnsignedLow))
    return *this;
  return ofUnsigned(APInt::getZero(width()),
                    umin(UnsignedHigh, B.UnsignedHigh - 1));
}

Range Range::srem(const Range &B) const {
  // Its sign is that of the dividend.
  if (!B.SignedLow.isStrictlyPositive())
    return full(width());
  const APInt Zero = APInt::getZero(width()), Most = B.SignedHigh - 1;
  return ofSigned(SignedLow.isNegative() ? smax(SignedLow, -Most) : Zero,
                  SignedHigh.isNegative() ? Zero : smin(SignedHigh, Most));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Range Range::complement() const {
  return {~UnsignedHigh, ~UnsignedLow, ~SignedHigh, ~SignedLow};
}

Range Range::bitAnd(const Range &B) const {
  return ofUnsigned(APInt::getZero(width()),
                    umin(UnsignedHigh, B.UnsignedHigh));
}

/// The largest number without bits above those of \p A and \p B.
static APInt allBitsOf(const APInt &A, const APInt &B) {
  return APInt::getLowBitsSet(A.getBitWidth(), umax(A, B).getActiveBits());
}

Range Range::bitOr(const Range &B) const {
  return ofUnsigned(umax(UnsignedLow, B.UnsignedLow),
                    allBitsOf(UnsignedHigh, B.UnsignedHigh));
}

Range Range::bitXor(const Range &B) const {
  return ofUnsigned(APInt::getZero(width()),
                    allBitsOf(UnsignedHigh, B.UnsignedHigh));
}

Range Range::shl(unsigned Amount) const {
  if (UnsignedHigh.countl_zero() < Amount)
    return full(width());
  return ofUnsigned(UnsignedLow.shl(Amount), UnsignedHigh.shl(Amount));
}

Range Range::lshr(unsigned Amount) const {
  return ofUnsigned(UnsignedLow.lshr(Amount), UnsignedHigh.lshr(Amount));
}

Range Range::ashr(unsigned Amount) const {
  return ofSigned(SignedLow.ashr(Amount), SignedHigh.ashr(Amount));
}

Range Range::zeroExtend(unsigned Width) const {
  return ofUnsigned(UnsignedLow.zext(Width), UnsignedHigh.zext(Width));
}

Range Range::signExtend(unsigned Width) const {
  return ofSigned(SignedLow.sext(Width), SignedHigh.sext(Width));
}

Range Range::truncate(unsigned Width) const {
  Range R = full(Width);
  if (UnsignedHigh.isIntN(Width)) {
    R.UnsignedLow = UnsignedLow.trunc(Width);
    R.UnsignedHigh = UnsignedHigh.trunc(Width);
  }
  if (SignedLow.isSignedIntN(Width) && SignedHigh.isSignedIntN(Width)) {
    R.SignedLow = SignedLow.trunc(Width);
    R.SignedHigh = SignedHigh.trunc(Width);
  }
  return R.tightened();
}
