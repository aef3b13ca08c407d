//===- Simplify.cpp - Local simplification while building -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every rule looks a few levels down at most and produces a term that is no
// larger, so building stays constant time per node, and nothing recurses over
// depth: rules that hand an operand on to the same rule count their steps.
// Operands of commutative operators are ordered by id with constants last:
// flipped occurrences of one operation become one node, which spares the EUF
// abstraction lemmas about commutativity (EUFORIA dissertation 3.2).
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/ExprContext.h"
#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <utility>

using namespace sooth;
using llvm::APInt;
using llvm::ArrayRef;

/// If \p Other is what the division \p Div is for a divisor d of zero, the
/// condition d = 0; else null. An `ite` on it only spells out what our division
/// does anyway: printing SMT-LIB adds it and reading that back takes it off.
Expr ExprContext::zeroDivisor(Expr Div, Expr Other) {
  if (!Div.is(Kind::IntDiv) && !Div.is(Kind::IntMod) && !Div.is(Kind::RealDiv))
    return Expr();
  Expr Zero = constant(Value::zero(Div.sort()), Div.sort());
  return Other == (Div.is(Kind::IntMod) ? Div.operand(0) : Zero)
             ? mkEq(Div.operand(1), Zero)
             : Expr();
}

Expr ExprContext::mkIte(Expr C, Expr T, Expr E) {
  if (C.isConst())
    return C.value().boolean() ? T : E;
  if (T == E)
    return T;
  if (C.is(Kind::Not))
    return mkIte(C.operand(0), E, T);
  if (Expr Zero = zeroDivisor(E, T); Zero && Zero == C)
    return E;
  if (Expr Zero = zeroDivisor(T, E); Zero && Zero == mkNot(C))
    return T;
  if (T.isBool()) {
    if (T.isConst())
      return T.value().boolean() ? mkOr(C, E) : mkAnd(mkNot(C), E);
    if (E.isConst())
      return E.value().boolean() ? mkOr(mkNot(C), T) : mkAnd(C, T);
    if (T == C)
      return mkOr(C, E);
    if (E == C)
      return mkAnd(C, T);
    if (T == mkNot(E))
      return mkEq(C, T);
  }
  // A branch that asks the same condition again has only one answer.
  if (T.is(Kind::Ite) && T.operand(0) == C)
    return mkIte(C, T.operand(1), E);
  if (E.is(Kind::Ite) && E.operand(0) == C)
    return mkIte(C, T, E.operand(2));
  // ite(c, t, ite(d, t, e)) = ite(c ∨ d, t, e).
  if (E.is(Kind::Ite) && E.operand(1) == T)
    return mkIte(mkOr(C, E.operand(0)), T, E.operand(2));
  return intern(Kind::Ite, T.sort(), {C, T, E});
}

/// Whether a and b are constants and differ.
static bool differ(Expr A, Expr B) {
  return A.isConst() && B.isConst() && A != B;
}

/// How often equality with a constant may move inwards: it could do so along a
/// whole chain of invertible operators.
static constexpr unsigned MaxInversions = 8;

Expr ExprContext::mkEq(Expr A, Expr B) { return mkEq(A, B, MaxInversions); }

Expr ExprContext::mkEq(Expr A, Expr B, unsigned Fuel) {
  assert(A.sort() == B.sort());
  if (A == B)
    return TrueE;
  if (differ(A, B))
    return FalseE;
  if (A.isConst() || (!B.isConst() && A.id() > B.id()))
    std::swap(A, B);
  if (A.isBool())
    return mkIff(A, B);
  if (B.isConst() && Fuel)
    if (Expr E = simplifyEqConst(A, B, Fuel - 1))
      return E;
  if (A.kind() == B.kind() && (A.is(Kind::ZeroExt) || A.is(Kind::SignExt)) &&
      A.operand(0).sort() == B.operand(0).sort())
    return mkEq(A.operand(0), B.operand(0));
  return intern(Kind::Eq, BoolS, {A, B});
}

Expr ExprContext::mkIff(Expr A, Expr B) {
  if (B.isConst())
    return B.value().boolean() ? A : mkNot(A);
  if (A.is(Kind::Not) && B.is(Kind::Not))
    return mkEq(A.operand(0), B.operand(0));
  if (A.is(Kind::Not))
    return A.operand(0) == B ? FalseE : mkNot(mkEq(A.operand(0), B));
  if (B.is(Kind::Not))
    return B.operand(0) == A ? FalseE : mkNot(mkEq(A, B.operand(0)));
  return intern(Kind::Eq, BoolS, {A, B});
}

/// a = b for a constant b; null if there is nothing to simplify.
Expr ExprContext::simplifyEqConst(Expr A, Expr B, unsigned Fuel) {
  auto InnerEq = [&](Expr Inner, APInt V) { return mkEq(Inner, bv(V), Fuel); };
  const Value &V = B.value();
  switch (A.kind()) {
  case Kind::Ite: {
    // ite(c, k, e) = k' with constants k ≠ k' is ¬c ∧ e = k', and so on.
    // (Not into a chain of them, which would cost its length each time.)
    Expr C = A.operand(0), T = A.operand(1), E = A.operand(2);
    if (T.is(Kind::Ite) || E.is(Kind::Ite))
      return Expr();
    if (T == B)
      return E.isConst() ? C : mkOr(C, mkEq(E, B, Fuel));
    if (E == B)
      return T.isConst() ? mkNot(C) : mkOr(mkNot(C), mkEq(T, B, Fuel));
    if (differ(T, B))
      return mkAnd(mkNot(C), mkEq(E, B, Fuel));
    if (differ(E, B))
      return mkAnd(C, mkEq(T, B, Fuel));
    return Expr();
  }
  case Kind::ZeroExt: {
    unsigned Inner = A.operand(0).sort().width();
    if (V.bits().getActiveBits() > Inner)
      return FalseE;
    return InnerEq(A.operand(0), V.bits().trunc(Inner));
  }
  case Kind::SignExt: {
    unsigned Inner = A.operand(0).sort().width();
    if (!V.bits().isSignedIntN(Inner))
      return FalseE;
    return InnerEq(A.operand(0), V.bits().trunc(Inner));
  }
  case Kind::BvNot:
    return InnerEq(A.operand(0), ~V.bits());
  case Kind::BvNeg:
    return InnerEq(A.operand(0), -V.bits());
  // x + k = k' is x = k' - k; x xor k likewise.
  case Kind::BvAdd:
    if (A.operand(1).isConst())
      return InnerEq(A.operand(0), V.bits() - A.operand(1).value().bits());
    return Expr();
  case Kind::BvXor:
    if (A.operand(1).isConst())
      return InnerEq(A.operand(0), V.bits() ^ A.operand(1).value().bits());
    return Expr();
  default:
    return Expr();
  }
}

static bool isCommutative(Kind K) {
  switch (K) {
  case Kind::BvAnd:
  case Kind::BvOr:
  case Kind::BvXor:
  case Kind::BvAdd:
  case Kind::BvMul:
  case Kind::Add:
  case Kind::Mul:
  // NaNs look all the same.
  case Kind::FpAdd:
  case Kind::FpMul:
  case Kind::FpEq:
    return true;
  default:
    return false;
  }
}

Expr ExprContext::simplify(Kind K, ArrayRef<Expr> Ops, uint32_t P0, uint32_t P1,
                           Sort S) {
  if (llvm::all_of(Ops, [](Expr E) { return E.isConst(); }) && !S.isArray()) {
    llvm::SmallVector<Value, 3> Values;
    for (Expr Op : Ops)
      Values.push_back(Op.value());
    return constant(applyKind(K, Values, P0, P1, S), S);
  }
  if (isCommutative(K) &&
      (Ops[0].isConst() || (!Ops[1].isConst() && Ops[0].id() > Ops[1].id())))
    return make(K, {Ops[1], Ops[0]}, P0, P1);
  if (isFpOperator(K))
    return simplifyFp(K, Ops, P0, P1);
  switch (K) {
  case Kind::BvUlt:
  case Kind::BvUle:
  case Kind::BvSlt:
  case Kind::BvSle:
    return simplifyOrder(K, Ops[0], Ops[1]);
  case Kind::Extract:
    return simplifyExtract(Ops[0], P0, P1);
  case Kind::Select:
  case Kind::Store:
    return simplifyArray(K, Ops);
  case Kind::ConstArray:
    return Expr();
  case Kind::Add:
  case Kind::Sub:
  case Kind::Neg:
  case Kind::Mul:
  case Kind::IntDiv:
  case Kind::IntMod:
  case Kind::RealDiv:
  case Kind::Lt:
  case Kind::Le:
  case Kind::ToReal:
  case Kind::ToInt:
    return simplifyArith(K, Ops, S);
  default:
    return simplifyBitVec(K, Ops, P0, P1, S);
  }
}

Expr ExprContext::simplifyBitVec(Kind K, ArrayRef<Expr> Ops, uint32_t P0,
                                 uint32_t P1, Sort S) {
  Expr A = Ops[0], B = Ops.size() > 1 ? Ops[1] : Expr();
  unsigned Width = S.isBitVec() ? S.width() : 0;
  const APInt *C = B && B.isConst() ? &B.value().bits() : nullptr;
  auto Zero = [&] { return bv(APInt::getZero(Width)); };
  switch (K) {
  case Kind::BvNot:
  case Kind::BvNeg:
    return A.is(K) ? A.operand(0) : Expr();
  case Kind::BvAnd:
  case Kind::BvOr:
    if (A == B)
      return A;
    if (C && C->isZero())
      return K == Kind::BvAnd ? B : A;
    if (C && C->isAllOnes())
      return K == Kind::BvAnd ? A : B;
    // (x & k) & k'.
    if (C && A.is(K) && A.operand(1).isConst()) {
      const APInt &Inner = A.operand(1).value().bits();
      return make(
          K, {A.operand(0), bv(K == Kind::BvAnd ? Inner & *C : Inner | *C)});
    }
    // Of x + k, the low bits are those of x and the low ones of k.
    if (K == Kind::BvAnd && C && C->isMask() && A.is(Kind::BvAdd) &&
        A.operand(1).isConst())
      if (const APInt &Added = A.operand(1).value().bits();
          (Added & *C) != Added)
        return make(K, {make(Kind::BvAdd, {A.operand(0), bv(Added & *C)}), B});
    return Expr();
  case Kind::BvXor:
    if (A == B)
      return Zero();
    if (C && C->isZero())
      return A;
    if (C && C->isAllOnes())
      return make(Kind::BvNot, {A});
    return Expr();
  case Kind::BvAdd:
    if (C && C->isZero())
      return A;
    // (x + k) + k'.
    if (C && A.is(Kind::BvAdd) && A.operand(1).isConst())
      return make(K, {A.operand(0), bv(A.operand(1).value().bits() + *C)});
    if (A.is(Kind::BvNeg) && A.operand(0) == B)
      return Zero();
    return Expr();
  case Kind::BvSub:
    if (A == B)
      return Zero();
    // One spelling for adding constants.
    if (C)
      return make(Kind::BvAdd, {A, bv(-*C)});
    if (A.isConst() && A.value().bits().isZero())
      return make(Kind::BvNeg, {B});
    return Expr();
  case Kind::BvMul:
    if (C && C->isZero())
      return B;
    if (C && C->isOne())
      return A;
    if (C && C->isAllOnes())
      return make(Kind::BvNeg, {A});
    return Expr();
  case Kind::BvUdiv:
  case Kind::BvSdiv:
    return C && C->isOne() && (Width > 1 || K == Kind::BvUdiv) ? A : Expr();
  case Kind::BvUrem:
    return C && C->isOne() ? Zero() : Expr();
  case Kind::BvShl:
  case Kind::BvLshr:
    if (C && C->isZero())
      return A;
    return C && C->uge(Width) ? Zero() : Expr();
  case Kind::BvAshr:
    return C && C->isZero() ? A : Expr();
  case Kind::ZeroExt:
  case Kind::SignExt:
    if (P0 == 0)
      return A;
    if (A.is(K))
      return make(K, {A.operand(0)}, A.param(0) + P0);
    // The added bits are known: the operand's own sign bit is zero.
    if (K == Kind::SignExt && A.is(Kind::ZeroExt))
      return make(Kind::ZeroExt, {A.operand(0)}, A.param(0) + P0);
    // Extending a choice of constants is a choice of constants.
    if (A.is(Kind::Ite) && A.operand(1).isConst() && A.operand(2).isConst())
      return mkIte(A.operand(0), make(K, {A.operand(1)}, P0),
                   make(K, {A.operand(2)}, P0));
    return Expr();
  case Kind::Concat:
    if (A.is(Kind::Extract) && B.is(Kind::Extract) &&
        A.operand(0) == B.operand(0) && A.param(1) == B.param(0) + 1)
      return mkExtract(A.param(0), B.param(1), A.operand(0));
    if (A.isConst() && A.value().bits().isZero())
      return mkZeroExt(A.sort().width(), B);
    return Expr();
  default:
    return Expr();
  }
}

Expr ExprContext::simplifyOrder(Kind K, Expr A, Expr B) {
  bool Strict = K == Kind::BvUlt || K == Kind::BvSlt;
  bool Signed = K == Kind::BvSlt || K == Kind::BvSle;
  if (A == B)
    return boolean(!Strict);
  unsigned Width = A.sort().width();
  APInt Min = Signed ? APInt::getSignedMinValue(Width) : APInt::getZero(Width);
  APInt Max =
      Signed ? APInt::getSignedMaxValue(Width) : APInt::getAllOnes(Width);
  auto Is = [](Expr E, const APInt &V) {
    return E.isConst() && E.value().bits() == V;
  };
  if (Is(B, Min))
    return Strict ? FalseE : mkEq(A, B);
  if (Is(A, Max))
    return Strict ? FalseE : mkEq(A, B);
  if (Is(A, Min))
    return Strict ? mkNot(mkEq(A, B)) : TrueE;
  if (Is(B, Max))
    return Strict ? mkNot(mkEq(A, B)) : TrueE;
  // One spelling: a ≤ b is ¬(b < a).
  if (!Strict)
    return mkNot(make(Signed ? Kind::BvSlt : Kind::BvUlt, {B, A}));
  if (A.kind() == B.kind() && (A.is(Kind::ZeroExt) || A.is(Kind::SignExt)) &&
      A.operand(0).sort() == B.operand(0).sort())
    return make(Signed && A.is(Kind::SignExt) ? Kind::BvSlt : Kind::BvUlt,
                {A.operand(0), B.operand(0)});
  return Expr();
}

/// The amount of a shift by a constant below the width, or nothing.
static std::optional<uint64_t> constantShift(Expr E, Kind K) {
  if (!E.is(K) || !E.operand(1).isConst())
    return std::nullopt;
  const APInt &Amount = E.operand(1).value().bits();
  if (Amount.uge(Amount.getBitWidth()))
    return std::nullopt;
  return Amount.getZExtValue();
}

/// The bits \p Hi to \p Lo of \p E if its outermost operator, below at most
/// one shift, tells them.
static std::optional<APInt> obviousBits(Expr E, uint32_t Hi, uint32_t Lo) {
  if (auto By = constantShift(E, Kind::BvShl); By && Lo >= *By) {
    Hi -= *By;
    Lo -= *By;
    E = E.operand(0);
  }
  unsigned Size = Hi - Lo + 1;
  auto Constant = [&](Expr C) {
    return C.value().bits().extractBits(Size, Lo);
  };
  if (E.isConst())
    return Constant(E);
  bool IsZero = E.is(Kind::ZeroExt) && Lo >= E.operand(0).sort().width();
  if (auto By = constantShift(E, Kind::BvShl))
    IsZero |= Hi < *By;
  if (auto By = constantShift(E, Kind::BvLshr))
    IsZero |= Lo + *By >= E.sort().width();
  if (E.is(Kind::BvAnd) && E.operand(1).isConst())
    IsZero |= Constant(E.operand(1)).isZero();
  if (IsZero)
    return APInt::getZero(Size);
  return std::nullopt;
}

/// Where the bits \p Hi to \p Lo of a bitwise operation are those of one of its
/// operands or of a constant (a field of a structure packed into a word), that
/// operand or constant; null otherwise.
static Expr soleSource(Expr E, uint32_t Hi, uint32_t Lo) {
  if (!E.is(Kind::BvAnd) && !E.is(Kind::BvOr))
    return Expr();
  for (unsigned I = 0; I < 2; ++I) {
    auto Known = obviousBits(E.operand(I), Hi, Lo);
    if (!Known)
      continue;
    bool IsUnit = E.is(Kind::BvAnd) ? Known->isAllOnes() : Known->isZero();
    bool IsAbsorbing = E.is(Kind::BvAnd) ? Known->isZero() : Known->isAllOnes();
    if (IsUnit)
      return E.operand(1 - I);
    if (IsAbsorbing)
      return E.operand(I);
  }
  return Expr();
}

Expr ExprContext::simplifyExtract(Expr A, uint32_t Hi, uint32_t Lo) {
  // Down to where the bits come from, but not too far.
  const Expr Start = A;
  for (unsigned Steps = 0; Steps < 16; ++Steps) {
    if (A.is(Kind::Extract)) {
      Hi += A.param(1);
      Lo += A.param(1);
      A = A.operand(0);
    } else if (A.is(Kind::Concat)) {
      unsigned Low = A.operand(1).sort().width();
      if (Hi >= Low && Lo < Low)
        break;
      unsigned Dropped = Lo >= Low ? Low : 0;
      Hi -= Dropped;
      Lo -= Dropped;
      A = A.operand(Dropped ? 0 : 1);
    } else if ((A.is(Kind::ZeroExt) || A.is(Kind::SignExt)) &&
               Hi < A.operand(0).sort().width()) {
      A = A.operand(0);
    } else if (auto Left = constantShift(A, Kind::BvShl); Left && Lo >= *Left) {
      Hi -= *Left;
      Lo -= *Left;
      A = A.operand(0);
    } else if (auto Right = constantShift(A, Kind::BvLshr);
               Right && Hi + *Right < A.sort().width()) {
      Hi += *Right;
      Lo += *Right;
      A = A.operand(0);
    } else if (Expr Source = soleSource(A, Hi, Lo)) {
      A = Source;
    } else {
      break;
    }
  }
  if (Lo == 0 && Hi == A.sort().width() - 1)
    return A;
  if (auto Known = obviousBits(A, Hi, Lo))
    return bv(*Known);
  if (A.is(Kind::ZeroExt) || A.is(Kind::SignExt)) {
    unsigned Inner = A.operand(0).sort().width();
    if (Lo == 0 && Hi >= Inner) // A shorter extension.
      return make(A.kind(), {A.operand(0)}, Hi + 1 - Inner);
  }
  if (A.is(Kind::Ite) && A.operand(1).isConst() && A.operand(2).isConst())
    return mkIte(A.operand(0), mkExtract(Hi, Lo, A.operand(1)),
                 mkExtract(Hi, Lo, A.operand(2)));
  return A == Start
             ? Expr()
             : intern(Kind::Extract, bitVecSort(Hi - Lo + 1), {A}, Hi, Lo);
}

Expr ExprContext::simplifyArith(Kind K, ArrayRef<Expr> Ops, Sort S) {
  Expr A = Ops[0], B = Ops.size() > 1 ? Ops[1] : Expr();
  Sort ArgS = A.sort();
  auto Number = [&](int64_t N) {
    return ArgS.isInt()
               ? integer(N)
               : real(Rational(llvm::DynamicAPInt(N), llvm::DynamicAPInt(1)));
  };
  bool BZero = B && B == Number(0), BOne = B && B == Number(1);
  switch (K) {
  case Kind::Add:
    if (BZero)
      return A;
    if (B.isConst() && A.is(Kind::Add) && A.operand(1).isConst())
      return make(K, {A.operand(0), make(K, {A.operand(1), B})});
    return Expr();
  case Kind::Sub:
    if (A == B)
      return Number(0);
    return B.isConst() ? make(Kind::Add, {A, make(Kind::Neg, {B})}) : Expr();
  case Kind::Neg:
    return A.is(K) ? A.operand(0) : Expr();
  case Kind::Mul:
    if (BZero)
      return B;
    return BOne ? A : Expr();
  case Kind::IntDiv:
  case Kind::RealDiv:
    if (BZero)
      return B;
    return BOne ? A : Expr();
  case Kind::IntMod:
    if (BZero)
      return A;
    return BOne ? Number(0) : Expr();
  case Kind::Lt:
    return A == B ? FalseE : Expr();
  case Kind::Le:
    return A == B ? TrueE : mkNot(make(Kind::Lt, {B, A}));
  case Kind::ToInt:
    return A.is(Kind::ToReal) ? A.operand(0) : Expr();
  case Kind::ToReal:
    // A numeral that was read as an Int where a Real is meant.
    if (A.is(Kind::Ite) && A.operand(1).isConst() && A.operand(2).isConst())
      return mkIte(A.operand(0), make(K, {A.operand(1)}),
                   make(K, {A.operand(2)}));
    return Expr();
  default:
    return Expr();
  }
}

Expr ExprContext::simplifyArray(Kind K, ArrayRef<Expr> Ops) {
  Expr A = Ops[0], I = Ops[1];
  if (K == Kind::Select) {
    // Through stores at other constant indices, but not too far.
    Expr Below = A;
    for (unsigned Steps = 0; Steps < 16 && Below.is(Kind::Store); ++Steps) {
      if (Below.operand(1) == I)
        return Below.operand(2);
      if (!differ(Below.operand(1), I))
        break;
      Below = Below.operand(0);
    }
    if (Below.is(Kind::ConstArray))
      return Below.operand(0);
    return Below == A ? Expr() : intern(K, A.sort().element(), {Below, I});
  }
  Expr V = Ops[2];
  if (A.is(Kind::Store) && A.operand(1) == I)
    return mkStore(A.operand(0), I, V);
  if (V.is(Kind::Select) && V.operand(0) == A && V.operand(1) == I)
    return A;
  if (A.is(Kind::ConstArray) && A.operand(0) == V)
    return A;
  return Expr();
}

/// Whether every number of \p Narrow is one of \p Wide.
static bool isWider(FpFormat Wide, FpFormat Narrow) {
  return fpShape(Wide).ExponentBits >= fpShape(Narrow).ExponentBits &&
         fpShape(Wide).Precision >= fpShape(Narrow).Precision;
}

Expr ExprContext::simplifyFp(Kind K, ArrayRef<Expr> Ops, uint32_t P0,
                             uint32_t P1) {
  Expr A = Ops[0];
  auto IsWidened = [&](Expr E) {
    return E.is(Kind::FpConvert) &&
           isWider(FpFormat(E.param(0)), fpSource(E.param(1)));
  };
  switch (K) {
  case Kind::FpEq:
  case Kind::FpLt:
  case Kind::FpLe:
    // Widened numbers compare as they did before.
    if (IsWidened(A) && IsWidened(Ops[1]) && A.param(1) == Ops[1].param(1))
      return make(K, {A.operand(0), Ops[1].operand(0)},
                  uint32_t(fpSource(A.param(1))));
    if (K == Kind::FpLt && A == Ops[1])
      return FalseE;
    return Expr();
  case Kind::FpConvert:
    // There and on to a third format: nothing was lost on the way.
    if (IsWidened(A) && fpSource(A.param(1)) != FpFormat(P0))
      return make(K, {A.operand(0)}, P0,
                  fpConversion(fpSource(A.param(1)), fpRounding(K, P1)));
    // One that is exact.
    if (fpRounding(K, P1) != FpRounding::ToEven &&
        isWider(FpFormat(P0), fpSource(P1)))
      return make(K, Ops, P0, fpConversion(fpSource(P1), FpRounding::ToEven));
    return Expr();
  case Kind::FpFromSigned:
  case Kind::FpFromUnsigned:
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
  case Kind::FpRoundToIntegral:
    // Of a choice of constants, as of a truth value made a number.
    if (A.is(Kind::Ite) && A.operand(1).isConst() && A.operand(2).isConst())
      return mkIte(A.operand(0), make(K, {A.operand(1)}, P0, P1),
                   make(K, {A.operand(2)}, P0, P1));
    return Expr();
  default:
    return Expr();
  }
}
