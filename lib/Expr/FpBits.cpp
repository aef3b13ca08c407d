//===- FpBits.cpp - Floating-point operators in terms of bits -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textbook algorithms (Muller et al., Handbook of Floating-Point
// Arithmetic, chapter 7) as circuits. A result is first computed as a sign, a
// significand of any number of bits whose last one also stands for all that
// followed ("sticky"), and the exponent of its first bit; rounded() makes a
// number of that. Exponents are biased: 1 is the least there is, and a number
// whose significand does not start with a one then is written with exponent 0.
//
// Rounding up is an addition to exponent and fraction as one integer: a carry
// out of the fraction is what the exponent needs, and after the greatest number
// comes infinity.
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/APInt.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using llvm::APInt;
using llvm::ArrayRef;

namespace {

/// The parts of a number. Significand has Precision bits; its exponent is that
/// of its first bit, which may be zero.
struct Parts {
  Expr IsNegative, IsNaN, IsInfinite, IsZero;
  Expr Exponent, Significand;
};

class Circuit {
public:
  Circuit(ExprContext &Ctx, FpFormat F, FpRounding How = FpRounding::ToEven)
      : Ctx(Ctx), F(F), How(How), E(fpShape(F).ExponentBits),
        P(fpShape(F).Precision) {}

  Parts parts(Expr X);
  Expr add(Expr A, Expr B);
  Expr multiply(Expr A, Expr B);
  Expr divide(Expr A, Expr B);
  Expr multiplyAdd(Expr A, Expr B, Expr C);
  Expr squareRoot(Expr A);
  Expr roundToIntegral(Expr A);
  Expr from(FpFormat Other, Expr A);
  Expr fromInteger(Expr A, bool IsSigned);
  Expr toInteger(Expr A, unsigned Width, bool IsSigned);
  Expr compare(Kind K, Expr A, Expr B);
  Expr negated(Expr A) {
    return xorOf(A, bits(APInt::getSignMask(fpWidth(F))));
  }

private:
  ExprContext &Ctx;
  FpFormat F;
  FpRounding How;
  unsigned E, P;

  // Exponents of results: signed, and wide enough for sums and differences of
  // those of three numbers, however small.
  unsigned exponentWidth() const {
    return std::max(E, llvm::Log2_32_Ceil(2 * P)) + 4;
  }
  uint64_t bias() const { return (uint64_t(1) << (E - 1)) - 1; }

  unsigned width(Expr X) { return X.sort().width(); }
  Expr bits(const APInt &V) { return Ctx.bv(V); }
  Expr number(int64_t V, unsigned Width) {
    return Ctx.bv(APInt(Width, uint64_t(V), /*isSigned=*/true));
  }
  Expr slice(Expr X, unsigned Hi, unsigned Lo) {
    return Ctx.mkExtract(Hi, Lo, X);
  }
  Expr bit(Expr X, unsigned I) { return Ctx.bvToBool(slice(X, I, I)); }
  Expr isZero(Expr X) { return Ctx.mkEq(X, Ctx.bv(0, width(X))); }
  Expr isNonZero(Expr X) { return Ctx.mkNot(isZero(X)); }
  Expr isAllOnes(Expr X) {
    return Ctx.mkEq(X, bits(APInt::getAllOnes(width(X))));
  }
  Expr join(Expr High, Expr Low) { return Ctx.make(Kind::Concat, {High, Low}); }
  Expr asBit(Expr Condition) { return Ctx.boolToBv(Condition); }
  Expr widen(Expr X, unsigned Width) {
    return Ctx.mkZeroExt(Width - width(X), X);
  }
  Expr padded(Expr X, unsigned Zeros) {
    return Zeros ? join(X, Ctx.bv(0, Zeros)) : X;
  }
  Expr plus(Expr A, Expr B) { return Ctx.make(Kind::BvAdd, {A, B}); }
  Expr minus(Expr A, Expr B) { return Ctx.make(Kind::BvSub, {A, B}); }
  Expr xorOf(Expr A, Expr B) { return Ctx.make(Kind::BvXor, {A, B}); }
  Expr signOf(Expr A) { return bit(A, fpWidth(F) - 1); }

  Expr packed(Expr IsNegative, Expr Magnitude);
  Expr infinity(Expr IsNegative) {
    return packed(IsNegative,
                  join(bits(APInt::getAllOnes(E)), Ctx.bv(0, P - 1)));
  }
  Expr zero(Expr IsNegative) {
    return packed(IsNegative, Ctx.bv(0, E + P - 1));
  }
  Expr nan() { return bits(fpNaN(F)); }
  Expr rightSticky(Expr X, Expr By);
  Expr normalized(Expr X, Expr &Budget);
  Parts normalized(Parts A);
  Expr sumOf(Expr A, Expr B, Expr Subtract);
  Expr isRoundedUp(Expr IsNegative, Expr IsOdd, Expr Half, Expr Rest);
  Expr signOfZeroSum(Expr AIsNegative, Expr BIsNegative);
  Expr rounded(Expr IsNegative, Expr Exponent, Expr Significand);
  Expr exponent(Expr Biased) { return widen(Biased, exponentWidth()); }
};

} // namespace

Parts Circuit::parts(Expr X) {
  Parts Result;
  const unsigned Width = fpWidth(F);
  Result.IsNegative = bit(X, Width - 1);
  Expr Exponent = slice(X, Width - 2, Width - 1 - E);
  Expr Fraction = slice(X, P - 2, 0);
  Expr IsLeast = isZero(Exponent), IsGreatest = isAllOnes(Exponent);
  Result.IsNaN = Ctx.mkAnd(IsGreatest, isNonZero(Fraction));
  Result.IsInfinite = Ctx.mkAnd(IsGreatest, isZero(Fraction));
  Result.IsZero = Ctx.mkAnd(IsLeast, isZero(Fraction));
  Expr First = Ctx.mkNot(IsLeast);
  if (F == FpFormat::Extended) {
    // The first bit is written. If it is missing where it should be there, the
    // machine takes it for an invalid operand.
    Expr Written = bit(X, P - 1);
    Expr IsMissing = Ctx.mkAnd(First, Ctx.mkNot(Written));
    Result.IsNaN = Ctx.mkOr(Result.IsNaN, IsMissing);
    Result.IsInfinite = Ctx.mkAnd(Result.IsInfinite, Written);
    Result.IsZero = Ctx.mkAnd(Result.IsZero, Ctx.mkNot(Written));
    First = Written;
  }
  Result.Exponent = Ctx.mkIte(IsLeast, Ctx.bv(1, E), Exponent);
  Result.Significand = join(asBit(First), Fraction);
  return Result;
}

/// A number of its sign, and exponent and fraction as one integer.
Expr Circuit::packed(Expr IsNegative, Expr Magnitude) {
  if (F == FpFormat::Extended) {
    Expr Exponent = slice(Magnitude, E + P - 2, P - 1);
    Magnitude = join(join(Exponent, asBit(isNonZero(Exponent))),
                     slice(Magnitude, P - 2, 0));
  }
  return join(asBit(IsNegative), Magnitude);
}

/// Shifts right by the unsigned \p By; the last bit of the result is also set
/// if any bit was lost.
Expr Circuit::rightSticky(Expr X, Expr By) {
  const unsigned W = width(X), Stages = llvm::Log2_32_Ceil(W);
  Expr Lost = Ctx.falseExpr();
  if (width(By) > Stages) {
    Expr IsFar = isNonZero(slice(By, width(By) - 1, Stages));
    Lost = Ctx.mkAnd(IsFar, isNonZero(X));
    X = Ctx.mkIte(IsFar, Ctx.bv(0, W), X);
  }
  for (unsigned K = 0; K < Stages && K < width(By); ++K) {
    const unsigned Step = 1u << K;
    Expr Here = bit(By, K);
    Lost = Ctx.mkOr(Lost, Ctx.mkAnd(Here, isNonZero(slice(X, Step - 1, 0))));
    X = Ctx.mkIte(Here, widen(slice(X, W - 1, Step), W), X);
  }
  return Ctx.make(Kind::BvOr, {X, widen(asBit(Lost), W)});
}

/// Shifts left up to the first one, or as far as the unsigned \p Budget goes,
/// which is reduced accordingly.
Expr Circuit::normalized(Expr X, Expr &Budget) {
  const unsigned W = width(X), B = width(Budget);
  for (unsigned K = llvm::Log2_32_Ceil(W); K-- > 0;) {
    const unsigned Step = 1u << K;
    if (Step >= W || K >= B)
      continue;
    Expr Go = Ctx.mkAnd(isZero(slice(X, W - 1, W - Step)),
                        isNonZero(slice(Budget, B - 1, K)));
    X = Ctx.mkIte(Go, padded(slice(X, W - 1 - Step, 0), Step), X);
    Expr High = slice(Budget, B - 1, K);
    High = minus(High, widen(asBit(Go), B - K));
    Budget = K ? join(High, slice(Budget, K - 1, 0)) : High;
  }
  return X;
}

/// With a significand that starts with a one, unless it is zero, and an
/// exponent of exponentWidth().
Parts Circuit::normalized(Parts A) {
  // Any budget that is large enough for all the zeros there may be.
  const unsigned W = exponentWidth();
  Expr Offset = number(int64_t(1) << (W - 2), W);
  Expr Budget = plus(exponent(A.Exponent), Offset);
  A.Significand = normalized(A.Significand, Budget);
  A.Exponent = minus(Budget, Offset);
  return A;
}

/// A + B or A - B, with one adder.
Expr Circuit::sumOf(Expr A, Expr B, Expr Subtract) {
  const unsigned W = width(A);
  Expr Flip = Ctx.mkSignExt(W - 1, asBit(Subtract));
  Expr Carry = asBit(Subtract);
  return slice(plus(join(A, Ctx.bv(1, 1)), join(xorOf(B, Flip), Carry)), W, 1);
}

/// Whether a magnitude becomes the next larger one, if what follows its last
/// bit starts with \p Half, and \p Rest says whether there is a one behind
/// that.
Expr Circuit::isRoundedUp(Expr IsNegative, Expr IsOdd, Expr Half, Expr Rest) {
  switch (How) {
  case FpRounding::ToEven:
    return Ctx.mkAnd(Half, Ctx.mkOr(Rest, IsOdd));
  case FpRounding::ToZero:
    return Ctx.falseExpr();
  case FpRounding::Down:
    return Ctx.mkAnd(IsNegative, Ctx.mkOr(Half, Rest));
  case FpRounding::Up:
    return Ctx.mkAnd(Ctx.mkNot(IsNegative), Ctx.mkOr(Half, Rest));
  case FpRounding::Away:
    return Half;
  }
  llvm_unreachable("unknown direction");
}

/// IEEE 754, 6.3.
Expr Circuit::signOfZeroSum(Expr AIsNegative, Expr BIsNegative) {
  return How == FpRounding::Down ? Ctx.mkOr(AIsNegative, BIsNegative)
                                 : Ctx.mkAnd(AIsNegative, BIsNegative);
}

/// The number that the significand, read as 1.xxx or 0.xxx, with the exponent,
/// which is signed, is rounded to.
Expr Circuit::rounded(Expr IsNegative, Expr Exponent, Expr S) {
  if (width(S) < P + 2)
    S = padded(S, P + 2 - width(S));
  const unsigned W = width(S), X = width(Exponent);
  Expr One = Ctx.bv(1, X);
  Expr IsTiny = Ctx.mkSlt(Exponent, One);
  Expr Budget = Ctx.mkIte(IsTiny, Ctx.bv(0, X), minus(Exponent, One));
  Expr Deficit = Ctx.mkIte(IsTiny, minus(One, Exponent), Ctx.bv(0, X));
  S = rightSticky(normalized(S, Budget), Deficit);
  Expr Final = plus(Budget, One);
  Expr First = bit(S, W - 1);
  Expr Fraction = slice(S, W - 2, W - P);
  Expr Half = bit(S, W - P - 1), Rest = isNonZero(slice(S, W - P - 2, 0));
  Expr Up = isRoundedUp(IsNegative, bit(Fraction, 0), Half, Rest);
  Expr Written = Ctx.mkIte(First, slice(Final, E - 1, 0), Ctx.bv(0, E));
  Expr Magnitude = plus(join(Written, Fraction), widen(asBit(Up), E + P - 1));
  Expr Greatest = bits(APInt::getLowBitsSet(X, E));
  Expr Overflows = Ctx.mkAnd(First, Ctx.mkUle(Greatest, Final));
  Expr Infinite = join(bits(APInt::getAllOnes(E)), Ctx.bv(0, P - 1));
  Expr Finite = minus(Infinite, Ctx.bv(1, E + P - 1));
  // As one that is no tie.
  Expr True = Ctx.trueExpr();
  Expr Beyond =
      Ctx.mkIte(isRoundedUp(IsNegative, True, True, True), Infinite, Finite);
  return packed(IsNegative, Ctx.mkIte(Overflows, Beyond, Magnitude));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Expr Circuit::add(Expr XA, Expr XB) {
  Parts A = parts(XA), B = parts(XB);
  Expr Swap = Ctx.mkUlt(join(A.Exponent, A.Significand),
                        join(B.Exponent, B.Significand));
  auto Pick = [&](Expr Then, Expr Else) { return Ctx.mkIte(Swap, Then, Else); };
  Expr Exponent = Pick(B.Exponent, A.Exponent);
  Expr Large = Pick(B.Significand, A.Significand);
  Expr Small = Pick(A.Significand, B.Significand);
  Expr Sign = Pick(B.IsNegative, A.IsNegative);
  Expr Distance = minus(Exponent, Pick(A.Exponent, B.Exponent));
  Expr Subtract = Ctx.mkXor(A.IsNegative, B.IsNegative);
  // Two bits more are enough to round, and a third stands for the rest: if the
  // sum starts with more than one zero, nothing was shifted out of it.
  Expr Aligned = rightSticky(padded(Small, 3), Distance);
  Expr Sum =
      sumOf(widen(padded(Large, 3), P + 4), widen(Aligned, P + 4), Subtract);
  Expr SumSign =
      Ctx.mkIte(isZero(Sum), signOfZeroSum(A.IsNegative, B.IsNegative), Sign);
  Expr Result = rounded(
      SumSign, plus(exponent(Exponent), Ctx.bv(1, exponentWidth())), Sum);
  Expr Invalid = Ctx.mkAnd({A.IsInfinite, B.IsInfinite, Subtract});
  return Ctx.mkIte(
      Ctx.mkOr({A.IsNaN, B.IsNaN, Invalid}), nan(),
      Ctx.mkIte(Ctx.mkOr(A.IsInfinite, B.IsInfinite), infinity(Sign), Result));
}

Expr Circuit::multiply(Expr XA, Expr XB) {
  Parts A = parts(XA), B = parts(XB);
  Expr Sign = Ctx.mkXor(A.IsNegative, B.IsNegative);
  Expr Product = Ctx.make(
      Kind::BvMul, {widen(A.Significand, 2 * P), widen(B.Significand, 2 * P)});
  Expr Exponent = minus(plus(exponent(A.Exponent), exponent(B.Exponent)),
                        number(int64_t(bias()) - 1, exponentWidth()));
  Expr Invalid = Ctx.mkOr(Ctx.mkAnd(A.IsInfinite, B.IsZero),
                          Ctx.mkAnd(A.IsZero, B.IsInfinite));
  return Ctx.mkIte(Ctx.mkOr({A.IsNaN, B.IsNaN, Invalid}), nan(),
                   Ctx.mkIte(Ctx.mkOr(A.IsInfinite, B.IsInfinite),
                             infinity(Sign), rounded(Sign, Exponent, Product)));
}

Expr Circuit::divide(Expr XA, Expr XB) {
  Parts A = normalized(parts(XA)), B = normalized(parts(XB));
  Expr Sign = Ctx.mkXor(A.IsNegative, B.IsNegative);
  // Both significands are in [1, 2), so the remainder is always less than
  // twice the divisor.
  Expr Divisor = widen(B.Significand, P + 1);
  Expr Remainder = widen(A.Significand, P + 1);
  Expr Quotient;
  for (unsigned I = 0; I < P + 3; ++I) {
    Expr Fits = Ctx.mkUle(Divisor, Remainder);
    Quotient = Quotient ? join(Quotient, asBit(Fits)) : asBit(Fits);
    Remainder = Ctx.mkIte(Fits, minus(Remainder, Divisor), Remainder);
    Remainder = padded(slice(Remainder, P - 1, 0), 1);
  }
  Expr Exponent = plus(minus(A.Exponent, B.Exponent),
                       number(int64_t(bias()), exponentWidth()));
  Expr Result =
      rounded(Sign, Exponent, join(Quotient, asBit(isNonZero(Remainder))));
  Expr Invalid = Ctx.mkOr(Ctx.mkAnd(A.IsInfinite, B.IsInfinite),
                          Ctx.mkAnd(A.IsZero, B.IsZero));
  Result = Ctx.mkIte(Ctx.mkOr(A.IsZero, B.IsInfinite), zero(Sign), Result);
  return Ctx.mkIte(
      Ctx.mkOr({A.IsNaN, B.IsNaN, Invalid}), nan(),
      Ctx.mkIte(Ctx.mkOr(A.IsInfinite, B.IsZero), infinity(Sign), Result));
}

Expr Circuit::multiplyAdd(Expr XA, Expr XB, Expr XC) {
  Parts A = normalized(parts(XA)), B = normalized(parts(XB)),
        C = normalized(parts(XC));
  const unsigned X = exponentWidth();
  Expr Sign = Ctx.mkXor(A.IsNegative, B.IsNegative);
  Expr IsZeroProduct = Ctx.mkOr(A.IsZero, B.IsZero);
  Expr Product = Ctx.make(
      Kind::BvMul, {widen(A.Significand, 2 * P), widen(B.Significand, 2 * P)});
  Expr Exponent =
      minus(plus(A.Exponent, B.Exponent), number(int64_t(bias()) - 1, X));
  Expr StartsLate = Ctx.mkNot(bit(Product, 2 * P - 1));
  Product =
      Ctx.mkIte(StartsLate, padded(slice(Product, 2 * P - 2, 0), 1), Product);
  Exponent = minus(Exponent, widen(asBit(StartsLate), X));
  // A zero is smaller than anything else, whatever its exponent says.
  Expr Least = number(-(int64_t(1) << (X - 2)), X);
  Exponent = Ctx.mkIte(IsZeroProduct, Least, Exponent);
  Expr Other = Ctx.mkIte(C.IsZero, Least, C.Exponent);
  Expr Addend = padded(C.Significand, P);
  Expr Bias = bits(APInt::getSignMask(X));
  Expr Swap = Ctx.mkUlt(join(xorOf(Exponent, Bias), Product),
                        join(xorOf(Other, Bias), Addend));
  auto Pick = [&](Expr Then, Expr Else) { return Ctx.mkIte(Swap, Then, Else); };
  Expr Large = Pick(Addend, Product), Small = Pick(Product, Addend);
  Expr Top = Pick(Other, Exponent);
  Expr Distance = minus(Top, Pick(Exponent, Other));
  Expr Subtract = Ctx.mkXor(Sign, C.IsNegative);
  Expr Aligned = rightSticky(padded(Small, 3), Distance);
  Expr Sum = sumOf(widen(padded(Large, 3), 2 * P + 4),
                   widen(Aligned, 2 * P + 4), Subtract);
  Expr SumSign = Ctx.mkIte(isZero(Sum), signOfZeroSum(Sign, C.IsNegative),
                           Pick(C.IsNegative, Sign));
  Expr Result = rounded(SumSign, plus(Top, Ctx.bv(1, X)), Sum);
  Expr IsInfiniteProduct = Ctx.mkOr(A.IsInfinite, B.IsInfinite);
  Expr Invalid = Ctx.mkOr(
      {Ctx.mkAnd(A.IsInfinite, B.IsZero), Ctx.mkAnd(A.IsZero, B.IsInfinite),
       Ctx.mkAnd({IsInfiniteProduct, C.IsInfinite, Subtract})});
  Result = Ctx.mkIte(C.IsInfinite, infinity(C.IsNegative), Result);
  Result = Ctx.mkIte(IsInfiniteProduct, infinity(Sign), Result);
  return Ctx.mkIte(Ctx.mkOr({A.IsNaN, B.IsNaN, C.IsNaN, Invalid}), nan(),
                   Result);
}

Expr Circuit::squareRoot(Expr XA) {
  Parts A = normalized(parts(XA));
  const unsigned X = exponentWidth();
  Expr Exponent = minus(A.Exponent, number(int64_t(bias()), X));
  Expr IsOdd = bit(Exponent, 0);
  Expr Radicand = Ctx.mkIte(IsOdd, padded(widen(A.Significand, P), 1),
                            widen(A.Significand, P + 1));
  Radicand = padded(Radicand, P + 3); // 2P + 4 bits: digits of base four
  const unsigned W = P + 5;
  Expr Root = Ctx.bv(0, W), Remainder = Ctx.bv(0, W);
  for (unsigned I = P + 2; I-- > 0;) {
    Remainder =
        join(slice(Remainder, W - 3, 0), slice(Radicand, 2 * I + 1, 2 * I));
    Expr Trial = join(slice(Root, W - 3, 0), Ctx.bv(1, 2));
    Expr Fits = Ctx.mkUle(Trial, Remainder);
    Remainder = Ctx.mkIte(Fits, minus(Remainder, Trial), Remainder);
    Root = join(slice(Root, W - 2, 0), asBit(Fits));
  }
  Expr Halved = Ctx.make(Kind::BvAshr, {Exponent, Ctx.bv(1, X)});
  Expr Result =
      rounded(Ctx.falseExpr(), plus(Halved, number(int64_t(bias()), X)),
              join(slice(Root, P + 1, 0), asBit(isNonZero(Remainder))));
  Result = Ctx.mkIte(A.IsInfinite, infinity(Ctx.falseExpr()), Result);
  Result = Ctx.mkIte(Ctx.mkOr(A.IsNaN, A.IsNegative), nan(), Result);
  return Ctx.mkIte(A.IsZero, zero(A.IsNegative), Result);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Exponent and fraction, read as one integer, grow with the number. So it is
/// rounded towards zero by clearing the bits after the point, and away from
/// zero by setting them and adding one: no significand is shifted. (Shifts that
/// depend on the exponent, there and back, are what solvers do not see
/// through.)
Expr Circuit::roundToIntegral(Expr XA) {
  const Parts A = parts(XA);
  const unsigned X = exponentWidth(), W = E + P - 1;
  Expr Biased = slice(XA, fpWidth(F) - 2, fpWidth(F) - 1 - E);
  Expr Fraction = slice(XA, P - 2, 0), Magnitude = join(Biased, Fraction);
  Expr One = number(int64_t(bias()), E);
  // Below one, all bits are after the point, and the first one of the
  // significand, which is not written, need not be before it.
  Expr IsSmall = Ctx.mkUlt(Biased, One);
  Expr IsHalfOrMore = Ctx.mkEq(Biased, minus(One, Ctx.bv(1, E)));
  // How many bits are after the point, and ones in their place.
  Expr After = minus(number(int64_t(bias()) + P - 1, X), exponent(A.Exponent));
  Expr IsWhole = Ctx.mkSle(After, Ctx.bv(0, X));
  Expr Mask;
  for (unsigned I = 0; I < P - 1; ++I) {
    Expr Here = asBit(Ctx.mkSlt(number(I, X), After));
    Mask = Mask ? join(Here, Mask) : Here;
  }
  Mask = widen(Mask, W);
  Expr Below = widen(slice(Mask, W - 1, 1), W);
  auto Both = [&](Expr M, Expr N) { return Ctx.make(Kind::BvAnd, {M, N}); };
  auto AnyOf = [&](Expr M) { return isNonZero(Both(Magnitude, M)); };
  Expr Half = Ctx.mkIte(IsSmall, IsHalfOrMore, AnyOf(xorOf(Mask, Below)));
  Expr RestOfSmall =
      Ctx.mkIte(IsHalfOrMore, isNonZero(Fraction), Ctx.mkNot(A.IsZero));
  Expr Rest = Ctx.mkIte(IsSmall, RestOfSmall, AnyOf(Below));
  // Of a number between one and two this is a bit of the exponent, a one.
  Expr Unit = plus(Mask, Ctx.bv(1, W));
  Expr IsOdd = Ctx.mkAnd(Ctx.mkNot(IsSmall), AnyOf(Unit));
  Expr IsUp = isRoundedUp(A.IsNegative, IsOdd, Half, Rest);
  Expr Cleared = Both(Magnitude, Ctx.make(Kind::BvNot, {Mask}));
  Expr Next = plus(Ctx.make(Kind::BvOr, {Magnitude, Mask}), Ctx.bv(1, W));
  Expr Small = Ctx.mkIte(IsUp, join(One, Ctx.bv(0, P - 1)), Ctx.bv(0, W));
  Expr Result = Ctx.mkIte(IsSmall, Small, Ctx.mkIte(IsUp, Next, Cleared));
  return Ctx.mkIte(A.IsNaN, nan(),
                   Ctx.mkIte(IsWhole, XA, packed(A.IsNegative, Result)));
}

Expr Circuit::from(FpFormat Other, Expr XA) {
  Circuit From(Ctx, Other);
  Parts A = From.parts(XA);
  const unsigned X = std::max(exponentWidth(), From.exponentWidth());
  Expr Exponent = plus(widen(A.Exponent, X),
                       number(int64_t(bias()) - int64_t(From.bias()), X));
  Expr Result = rounded(A.IsNegative, Exponent, A.Significand);
  return Ctx.mkIte(A.IsNaN, nan(),
                   Ctx.mkIte(A.IsInfinite, infinity(A.IsNegative), Result));
}

Expr Circuit::fromInteger(Expr A, bool IsSigned) {
  const unsigned N = width(A);
  Expr IsNegative = IsSigned ? bit(A, N - 1) : Ctx.falseExpr();
  Expr Magnitude = Ctx.mkIte(IsNegative, Ctx.make(Kind::BvNeg, {A}), A);
  const unsigned X = std::max(exponentWidth(), llvm::Log2_32_Ceil(N) + 4);
  return rounded(IsNegative, number(int64_t(bias()) + N - 1, X), Magnitude);
}

Expr Circuit::toInteger(Expr XA, unsigned N, bool IsSigned) {
  Parts A = parts(XA);
  const unsigned X = std::max(exponentWidth(), llvm::Log2_32_Ceil(N) + 4);
  // The bits before the point.
  Expr Before = minus(widen(A.Exponent, X), number(int64_t(bias()) - 1, X));
  Expr IsFraction = Ctx.mkSle(Before, Ctx.bv(0, X));
  Expr IsHuge = Ctx.mkSlt(number(N + 1, X), Before);
  Expr By = Ctx.mkIte(Ctx.mkOr(IsFraction, IsHuge), Ctx.bv(0, X), Before);
  const unsigned W = std::max(N + 1 + P, X);
  Expr Moved = Ctx.make(Kind::BvShl, {widen(A.Significand, W), widen(By, W)});
  Expr Magnitude = slice(Moved, N + P, P);
  Expr Least = bits(APInt::getOneBitSet(N + 1, N - 1));
  Expr Fits = IsSigned ? Ctx.mkIte(A.IsNegative, Ctx.mkUle(Magnitude, Least),
                                   Ctx.mkUlt(Magnitude, Least))
                       : Ctx.mkIte(A.IsNegative, isZero(Magnitude),
                                   Ctx.mkNot(bit(Magnitude, N)));
  Fits = Ctx.mkAnd(
      {Fits, Ctx.mkNot(IsHuge), Ctx.mkNot(A.IsNaN), Ctx.mkNot(A.IsInfinite)});
  Expr Low = slice(Magnitude, N - 1, 0);
  Expr Result = Ctx.mkIte(A.IsNegative, Ctx.make(Kind::BvNeg, {Low}), Low);
  return Ctx.mkIte(Fits, Result, bits(APInt::getSignedMinValue(N)));
}

Expr Circuit::compare(Kind K, Expr XA, Expr XB) {
  Parts A = parts(XA), B = parts(XB);
  Expr Ordered = Ctx.mkAnd(Ctx.mkNot(A.IsNaN), Ctx.mkNot(B.IsNaN));
  Expr BothZero = Ctx.mkAnd(A.IsZero, B.IsZero);
  Expr MA = join(A.Exponent, A.Significand);
  Expr MB = join(B.Exponent, B.Significand);
  Expr SameSign = Ctx.mkEq(A.IsNegative, B.IsNegative);
  if (K == Kind::FpEq)
    return Ctx.mkAnd(Ordered,
                     Ctx.mkOr(BothZero, Ctx.mkAnd(SameSign, Ctx.mkEq(MA, MB))));
  Expr Less = Ctx.mkIte(
      SameSign, Ctx.mkIte(A.IsNegative, Ctx.mkUlt(MB, MA), Ctx.mkUlt(MA, MB)),
      Ctx.mkAnd(A.IsNegative, Ctx.mkNot(BothZero)));
  if (K == Kind::FpLt)
    return Ctx.mkAnd(Ordered, Less);
  Expr Greater = Ctx.mkIte(
      SameSign, Ctx.mkIte(A.IsNegative, Ctx.mkUlt(MA, MB), Ctx.mkUlt(MB, MA)),
      Ctx.mkAnd(B.IsNegative, Ctx.mkNot(BothZero)));
  return Ctx.mkAnd(Ordered, Ctx.mkNot(Greater));
}

Expr sooth::fpAsBits(ExprContext &Ctx, Kind K, ArrayRef<Expr> Ops, uint32_t P0,
                     uint32_t P1) {
  Circuit C(Ctx, FpFormat(P0), fpRounding(K, P1));
  switch (K) {
  case Kind::FpAdd:
    return C.add(Ops[0], Ops[1]);
  case Kind::FpSub:
    return C.add(Ops[0], C.negated(Ops[1]));
  case Kind::FpMul:
    return C.multiply(Ops[0], Ops[1]);
  case Kind::FpDiv:
    return C.divide(Ops[0], Ops[1]);
  case Kind::FpFma:
    return C.multiplyAdd(Ops[0], Ops[1], Ops[2]);
  case Kind::FpSqrt:
    return C.squareRoot(Ops[0]);
  case Kind::FpRoundToIntegral:
    return C.roundToIntegral(Ops[0]);
  case Kind::FpConvert:
    return C.from(fpSource(P1), Ops[0]);
  case Kind::FpFromSigned:
  case Kind::FpFromUnsigned:
    return C.fromInteger(Ops[0], K == Kind::FpFromSigned);
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
    return C.toInteger(Ops[0], P1, K == Kind::FpToSigned);
  case Kind::FpEq:
  case Kind::FpLt:
  case Kind::FpLe:
    return C.compare(K, Ops[0], Ops[1]);
  default:
    llvm_unreachable("not an operator on floating-point numbers");
  }
}

//===----------------------------------------------------------------------===//
// Single numbers
//===----------------------------------------------------------------------===//

Expr sooth::fpIsNaN(ExprContext &Ctx, FpFormat F, Expr X) {
  return Circuit(Ctx, F).parts(X).IsNaN;
}

Expr sooth::fpIsInfinite(ExprContext &Ctx, FpFormat F, Expr X) {
  return Circuit(Ctx, F).parts(X).IsInfinite;
}

Expr sooth::fpIsZero(ExprContext &Ctx, FpFormat F, Expr X) {
  return Circuit(Ctx, F).parts(X).IsZero;
}

/// Not zero, and without a first bit. (What the x87 writes with exponent zero
/// and a first bit is an ordinary number.)
Expr sooth::fpIsSubnormal(ExprContext &Ctx, FpFormat F, Expr X) {
  Parts A = Circuit(Ctx, F).parts(X);
  Expr First = Ctx.bvToBool(Ctx.mkExtract(
      fpShape(F).Precision - 1, fpShape(F).Precision - 1, A.Significand));
  return Ctx.mkAnd({Ctx.mkNot(First), Ctx.mkNot(A.IsZero), Ctx.mkNot(A.IsNaN),
                    Ctx.mkNot(A.IsInfinite)});
}

Expr sooth::fpIsNegative(ExprContext &Ctx, FpFormat F, Expr X) {
  unsigned Sign = fpWidth(F) - 1;
  return Ctx.bvToBool(Ctx.mkExtract(Sign, Sign, X));
}

Expr sooth::fpIsSignaling(ExprContext &Ctx, FpFormat F, Expr X) {
  unsigned Quiet = fpShape(F).Precision - 2;
  return Ctx.mkAnd(fpIsNaN(Ctx, F, X),
                   Ctx.mkNot(Ctx.bvToBool(Ctx.mkExtract(Quiet, Quiet, X))));
}

Expr sooth::fpNegated(ExprContext &Ctx, FpFormat F, Expr X) {
  return Ctx.make(Kind::BvXor, {X, Ctx.bv(APInt::getSignMask(fpWidth(F)))});
}

Expr sooth::fpAbsolute(ExprContext &Ctx, FpFormat F, Expr X) {
  return Ctx.make(Kind::BvAnd,
                  {X, Ctx.bv(APInt::getSignedMaxValue(fpWidth(F)))});
}

Expr sooth::fpCopySign(ExprContext &Ctx, FpFormat F, Expr X, Expr Sign) {
  unsigned Top = fpWidth(F) - 1;
  return Ctx.make(Kind::Concat, {Ctx.mkExtract(Top, Top, Sign),
                                 Ctx.mkExtract(Top - 1, 0, X)});
}
