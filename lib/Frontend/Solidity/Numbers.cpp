//===- Numbers.cpp - Numbers of Solidity in the model ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using namespace sooth::solidity;
using llvm::DynamicAPInt;
using llvm::StringRef;
using TypeKind = Type::Kind;

DynamicAPInt sooth::solidity::powerOfTwo(unsigned Exponent) {
  DynamicAPInt P(1);
  for (; Exponent >= 32; Exponent -= 32)
    P *= DynamicAPInt(int64_t(1) << 32);
  return P * DynamicAPInt(int64_t(1) << Exponent);
}

static llvm::APInt toBits(DynamicAPInt N, unsigned Bits) {
  const bool IsNegative = N < DynamicAPInt(0);
  if (IsNegative)
    N = -N;
  N = N % powerOfTwo(Bits);
  llvm::APInt Magnitude(Bits, toString(N), 10);
  return IsNegative ? -Magnitude : Magnitude;
}

Sort Numbers::sort(const Type *T) {
  if (T->is(TypeKind::Bool))
    return Ctx.boolSort();
  return areBits() && T->Bits ? Ctx.bitVecSort(T->Bits) : Ctx.intSort();
}

Expr Numbers::constant(const DynamicAPInt &N, const Type *T) {
  return areBits() && T->Bits ? Ctx.bv(toBits(N, T->Bits)) : Ctx.integer(N);
}

DynamicAPInt Numbers::least(const Type *T) const {
  return T->IsSigned ? -powerOfTwo(T->Bits - 1) : DynamicAPInt(0);
}
DynamicAPInt Numbers::greatest(const Type *T) const {
  return powerOfTwo(T->IsSigned ? T->Bits - 1 : T->Bits) - DynamicAPInt(1);
}

static Expr lessOrEqual(ExprContext &Ctx, Expr A, Expr B) {
  return Ctx.make(Kind::Le, {A, B});
}

Expr Numbers::isValue(Expr E, const Type *T) {
  if (!E.sort().isInt() || !T->Bits)
    return Ctx.trueExpr();
  return Ctx.mkAnd(lessOrEqual(Ctx, Ctx.integer(least(T)), E),
                   lessOrEqual(Ctx, E, Ctx.integer(greatest(T))));
}

Expr Numbers::wrap(Expr N, const Type *T) {
  Expr Size = Ctx.integer(powerOfTwo(T->Bits));
  Expr Low = Ctx.make(Kind::IntMod, {N, Size});
  if (!T->IsSigned)
    return Low;
  return Ctx.mkIte(lessOrEqual(Ctx, Low, Ctx.integer(greatest(T))), Low,
                   Ctx.make(Kind::Sub, {Low, Size}));
}

/// Towards zero, as the machine divides.
Expr Numbers::quotient(Expr A, Expr B, const Type *T) {
  if (!T->IsSigned)
    return Ctx.make(Kind::IntDiv, {A, B});
  Expr Zero = Ctx.integer(0);
  auto Magnitude = [&](Expr E) {
    return Ctx.mkIte(lessOrEqual(Ctx, Zero, E), E, Ctx.make(Kind::Neg, {E}));
  };
  Expr Q = Ctx.make(Kind::IntDiv, {Magnitude(A), Magnitude(B)});
  Expr SameSign =
      Ctx.mkEq(lessOrEqual(Ctx, Zero, A), lessOrEqual(Ctx, Zero, B));
  return Ctx.mkIte(SameSign, Q, Ctx.make(Kind::Neg, {Q}));
}

/// Shifts by constants are products and quotients.
Numbers::Result Numbers::shift(StringRef Op, Expr A, Expr B, const Type *T) {
  if (!B.isConst() || B.value().integer() > DynamicAPInt(T->Bits))
    return {};
  Expr Factor = Ctx.integer(powerOfTwo(unsigned(int64_t(B.value().integer()))));
  if (Op == ">>")
    return {Ctx.make(Kind::IntDiv, {A, Factor}), Ctx.trueExpr(), {}};
  return {wrap(Ctx.make(Kind::Mul, {A, Factor}), T), Ctx.trueExpr(), {}};
}

/// With 2^k - 1: the remainder.
Expr Numbers::mask(Expr A, Expr B, const Type *T) {
  if (T->IsSigned)
    return {};
  for (auto [Of, By] : {std::pair(A, B), std::pair(B, A)})
    for (unsigned Bits = 0; By.isConst() && Bits <= T->Bits; ++Bits)
      if (By.value().integer() + DynamicAPInt(1) == powerOfTwo(Bits))
        return Ctx.make(Kind::IntMod, {Of, Ctx.integer(powerOfTwo(Bits))});
  return {};
}

Numbers::Result Numbers::compute(StringRef Op, Expr A, Expr B, const Type *T) {
  if (A.sort().isBitVec())
    return computeBits(Op, A, B, T);
  if (Op == "<<" || Op == ">>")
    return shift(Op, A, B, T);
  if (Op == "&")
    return {mask(A, B, T), Ctx.trueExpr(), {}};
  Expr Exact;
  if (Op == "+")
    Exact = Ctx.make(Kind::Add, {A, B});
  else if (Op == "-")
    Exact = Ctx.make(Kind::Sub, {A, B});
  else if (Op == "*")
    Exact = Ctx.make(Kind::Mul, {A, B});
  else if (Op == "/")
    Exact = quotient(A, B, T);
  else if (Op == "%")
    Exact = T->IsSigned
                ? Ctx.make(Kind::Sub,
                           {A, Ctx.make(Kind::Mul, {B, quotient(A, B, T)})})
                : Ctx.make(Kind::IntMod, {A, B});
  else
    return {};
  if (!areBounded() || Op == "%" || (Op == "/" && !T->IsSigned))
    return {Exact, Ctx.trueExpr(), Exact};
  Expr IsExact = isValue(Exact, T);
  if (Op == "*")
    return {Ctx.mkIte(IsExact, Exact, wrap(Exact, T)), IsExact, Exact};
  // Sums and differences leave the range by less than its size.
  Expr Size = Ctx.integer(powerOfTwo(T->Bits));
  Expr Wrapped = Ctx.mkIte(lessOrEqual(Ctx, Ctx.integer(least(T)), Exact),
                           Ctx.make(Kind::Sub, {Exact, Size}),
                           Ctx.make(Kind::Add, {Exact, Size}));
  return {Ctx.mkIte(IsExact, Exact, Wrapped), IsExact, Exact};
}

Numbers::Result Numbers::computeBits(StringRef Op, Expr A, Expr B,
                                     const Type *T) {
  const bool S = T->IsSigned;
  std::optional<Kind> K = llvm::StringSwitch<std::optional<Kind>>(Op)
                              .Case("+", Kind::BvAdd)
                              .Case("-", Kind::BvSub)
                              .Case("*", Kind::BvMul)
                              .Case("/", S ? Kind::BvSdiv : Kind::BvUdiv)
                              .Case("%", S ? Kind::BvSrem : Kind::BvUrem)
                              .Case("&", Kind::BvAnd)
                              .Case("|", Kind::BvOr)
                              .Case("^", Kind::BvXor)
                              .Case("<<", Kind::BvShl)
                              .Case(">>", S ? Kind::BvAshr : Kind::BvLshr)
                              .Default(std::nullopt);
  if (!K)
    return {};
  Expr R = Ctx.make(*K, {A, B});
  if (Op == "/" && S) {
    Expr Least = Ctx.bv(llvm::APInt::getSignedMinValue(T->Bits));
    Expr MinusOne = Ctx.bv(llvm::APInt::getAllOnes(T->Bits));
    return {
        R, Ctx.mkNot(Ctx.mkAnd(Ctx.mkEq(A, Least), Ctx.mkEq(B, MinusOne))), {}};
  }
  if (Op != "+" && Op != "-" && Op != "*")
    return {R, Ctx.trueExpr(), {}};
  const unsigned More = Op == "*" ? T->Bits : 1;
  auto Extend = [&](Expr E) {
    return S ? Ctx.mkSignExt(More, E) : Ctx.mkZeroExt(More, E);
  };
  return {R, Ctx.mkEq(Extend(R), Ctx.make(*K, {Extend(A), Extend(B)})), {}};
}

Expr Numbers::compare(StringRef Op, Expr A, Expr B, const Type *T) {
  if (Op == "==")
    return Ctx.mkEq(A, B);
  if (Op == "!=")
    return Ctx.mkNot(Ctx.mkEq(A, B));
  if (Op == ">" || Op == ">=") {
    std::swap(A, B);
    Op = Op == ">" ? "<" : "<=";
  }
  if (A.sort().isInt())
    return Ctx.make(Op == "<" ? Kind::Lt : Kind::Le, {A, B});
  if (T->IsSigned)
    return Op == "<" ? Ctx.mkSlt(A, B) : Ctx.mkSle(A, B);
  return Op == "<" ? Ctx.mkUlt(A, B) : Ctx.mkUle(A, B);
}

Expr Numbers::resize(Expr E, const Type *From, unsigned Bits) {
  const unsigned Now = E.sort().width();
  if (Bits < Now)
    return Ctx.mkExtract(Bits - 1, 0, E);
  if (Bits == Now)
    return E;
  return From->IsSigned ? Ctx.mkSignExt(Bits - Now, E)
                        : Ctx.mkZeroExt(Bits - Now, E);
}

Expr Numbers::convert(Expr E, const Type *From, const Type *To) {
  if (From == To || !To->Bits || !From->Bits)
    return E;
  const bool AlignsLeft = From->is(TypeKind::Bytes) && To->is(TypeKind::Bytes);
  if (E.sort().isBitVec()) {
    if (!AlignsLeft)
      return resize(E, From, To->Bits);
    if (To->Bits <= From->Bits)
      return Ctx.mkExtract(From->Bits - 1, From->Bits - To->Bits, E);
    return Ctx.make(Kind::Concat,
                    {E, Ctx.bv(llvm::APInt(To->Bits - From->Bits, 0))});
  }
  if (AlignsLeft) {
    const bool Grows = To->Bits > From->Bits;
    Expr Factor = Ctx.integer(
        powerOfTwo(Grows ? To->Bits - From->Bits : From->Bits - To->Bits));
    return Ctx.make(Grows ? Kind::Mul : Kind::IntDiv, {E, Factor});
  }
  const bool Fits = least(From) >= least(To) && greatest(From) <= greatest(To);
  return Fits || !areBounded() ? E : Ctx.mkIte(isValue(E, To), E, wrap(E, To));
}
