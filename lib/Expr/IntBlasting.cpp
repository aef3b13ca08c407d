//===- IntBlasting.cpp - Bit-vectors as integers --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/IntBlasting.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::APInt;

/// Without a sign.
static Expr integer(ExprContext &Ctx, const APInt &N) {
  return Ctx.integer(*parseInteger(llvm::toString(N, 10, /*Signed=*/false)));
}

Expr IntBlasting::power(unsigned Exponent) {
  return integer(Ctx, APInt::getOneBitSet(Exponent + 1, Exponent));
}

/// Null if there is none.
Sort IntBlasting::sortOf(Sort S) const {
  if (!S.isArray())
    return S.isBool() ? S : S.isBitVec() ? Ctx.intSort() : Sort();
  const Sort Index = sortOf(S.index()), Element = sortOf(S.element());
  return Index && Element ? Ctx.arraySort(Index, Element) : Sort();
}

/// That \p A is from 0 to one less than \p Limit.
void IntBlasting::addLimits(Expr A, Expr Limit) {
  Facts.push_back(Ctx.make(Kind::Le, {Ctx.integer(0), A}));
  Facts.push_back(less(A, Limit));
}

Expr IntBlasting::anyBelow(Expr Limit) {
  Expr Any = Ctx.freshVar("integer", Ctx.intSort());
  addLimits(Any, Limit);
  return Any;
}

/// Anything that a term of sort \p S may be; null if nothing stands for it.
Expr IntBlasting::anyOf(Sort S) {
  if (S.isBitVec())
    return anyBelow(power(S.width()));
  const Sort Own = sortOf(S);
  return Own ? Ctx.freshVar("any", Own) : Expr();
}

Expr IntBlasting::times(const APInt &Factor, Expr A) {
  return Ctx.make(Kind::Mul, {integer(Ctx, Factor), A});
}

/// \p A, which is from 0 to less than \p Times times 2^\p Width, modulo that.
Expr IntBlasting::modulo(Expr A, const APInt &Times, unsigned Width) {
  if (Times.isOne())
    return A;
  if (Times == 2)
    return Ctx.mkIte(less(A, power(Width)), A, difference(A, power(Width)));
  return divided(A, power(Width), integer(Ctx, Times)).second;
}

/// Quotient, which is less than \p Most, and remainder of \p A by the constant
/// \p By.
std::pair<Expr, Expr> IntBlasting::divided(Expr A, Expr By, Expr Most) {
  Expr Quotient = anyBelow(Most), Rest = anyBelow(By);
  Facts.push_back(Ctx.mkEq(A, sum(Ctx.make(Kind::Mul, {By, Quotient}), Rest)));
  return {Quotient, Rest};
}

Expr IntBlasting::withSign(Expr A, unsigned Width) {
  return Ctx.mkIte(less(A, power(Width - 1)), A, difference(A, power(Width)));
}

/// The inverse of that.
Expr IntBlasting::withoutSign(Expr A, unsigned Width) {
  return Ctx.mkIte(less(A, Ctx.integer(0)), sum(A, power(Width)), A);
}

/// Quotient or remainder of \p A, a number with a sign, by a constant: towards
/// zero, so that what is left has the sign of \p A; or down, of a shift.
Expr IntBlasting::signedDivision(Expr E, Expr A) {
  const unsigned Width = E.sort().width();
  const bool IsShift = E.is(Kind::BvAshr);
  const APInt &Number = E.operand(1).value().bits();
  Expr Zero = Ctx.integer(0);
  Expr By = IsShift ? power(Number.getZExtValue()) : integer(Ctx, Number);
  Expr Quotient = withSign(anyBelow(power(Width)), Width);
  Expr Rest = difference(A, Ctx.make(Kind::Mul, {By, Quotient}));
  Expr IsNegative = less(A, Zero);
  Expr AtLeastZero = Ctx.mkNot(less(Rest, Zero)), BelowBy = less(Rest, By),
       AtMostZero = Ctx.mkNot(less(Zero, Rest)),
       AboveMinusBy = less(difference(Zero, By), Rest);
  Expr Up = Ctx.mkAnd(AtLeastZero, BelowBy);
  Facts.push_back(
      IsShift ? Up
              : Ctx.mkIte(IsNegative, Ctx.mkAnd(AtMostZero, AboveMinusBy), Up));
  return withoutSign(E.is(Kind::BvSrem) ? Rest : Quotient, Width);
}

/// Of conjunction and disjunction of bits, what is to be said of numbers.
Expr IntBlasting::bitwise(Expr E, llvm::ArrayRef<Expr> Operands) {
  const unsigned Width = E.sort().width();
  const bool IsAnd = E.is(Kind::BvAnd);
  if (IsAnd && Operands.size() == 2)
    for (unsigned I : {0, 1})
      if (E.operand(I).isConst())
        if (const APInt &Mask = E.operand(I).value().bits(); Mask.isMask()) {
          const unsigned Low = Mask.countr_one();
          return divided(Operands[1 - I], power(Low), power(Width - Low))
              .second;
        }
  Expr Any = anyOf(E.sort()), Most = Ctx.integer(0);
  for (Expr Op : Operands) {
    Facts.push_back(IsAnd ? Ctx.make(Kind::Le, {Any, Op})
                          : Ctx.make(Kind::Le, {Op, Any}));
    Most = sum(Most, Op);
  }
  if (!IsAnd)
    Facts.push_back(Ctx.make(Kind::Le, {Any, Most}));
  return Any;
}

/// \p E, if its \p Operands stand for what they do; those are null that stand
/// for nothing.
Expr IntBlasting::translate(Expr E, llvm::ArrayRef<Expr> Operands) {
  const Kind K = E.kind();
  if (E.isConst() && (E.isBool() || E.sort().isBitVec()))
    return E.isBool() ? E : integer(Ctx, E.value().bits());
  if (E.isVar() && E.isBool())
    return E;
  if (E.isVar() || llvm::is_contained(Operands, Expr()))
    return anyOf(E.sort());
  if (K == Kind::Not || K == Kind::And || K == Kind::Or)
    return Ctx.rebuild(E, Operands);
  if (K == Kind::Eq)
    return Ctx.mkEq(Operands[0], Operands[1]);
  if (K == Kind::Ite)
    return Ctx.mkIte(Operands[0], Operands[1], Operands[2]);
  if (K == Kind::Store)
    return Ctx.mkStore(Operands[0], Operands[1], Operands[2]);
  if (K == Kind::Select) {
    Expr Held = Ctx.mkSelect(Operands[0], Operands[1]);
    if (E.sort().isBitVec())
      addLimits(Held, power(E.sort().width()));
    return Held;
  }
  const unsigned Width = E.numOperands() > 0 && E.operand(0).sort().isBitVec()
                             ? E.operand(0).sort().width()
                             : 0;
  if (Width == 0)
    return anyOf(E.sort());
  auto ConstantOf = [&](unsigned I) -> const APInt * {
    return E.operand(I).isConst() ? &E.operand(I).value().bits() : nullptr;
  };
  switch (K) {
  case Kind::BvUlt:
    return less(Operands[0], Operands[1]);
  case Kind::BvUle:
    return Ctx.make(Kind::Le, {Operands[0], Operands[1]});
  case Kind::BvSlt:
  case Kind::BvSle:
    return Ctx.make(
        K == Kind::BvSlt ? Kind::Lt : Kind::Le,
        {withSign(Operands[0], Width), withSign(Operands[1], Width)});
  case Kind::BvAdd: {
    Expr Sum = Operands[0];
    for (Expr Op : Operands.drop_front())
      Sum = modulo(sum(Sum, Op), APInt(Width + 2, 2), Width);
    return Sum;
  }
  case Kind::BvSub:
    if (Operands.size() != 2)
      return anyOf(E.sort());
    return Ctx.mkIte(less(Operands[0], Operands[1]),
                     sum(difference(Operands[0], Operands[1]), power(Width)),
                     difference(Operands[0], Operands[1]));
  case Kind::BvNeg:
    return Ctx.mkIte(Ctx.mkEq(Operands[0], Ctx.integer(0)), Ctx.integer(0),
                     difference(power(Width), Operands[0]));
  case Kind::BvNot:
    return difference(power(Width), sum(Operands[0], Ctx.integer(1)));
  case Kind::BvMul:
    if (Operands.size() == 2)
      for (unsigned I : {0, 1})
        if (const APInt *Factor = ConstantOf(I); Factor && !Factor->isZero())
          return modulo(times(*Factor, Operands[1 - I]), *Factor, Width);
    return anyOf(E.sort());
  case Kind::BvShl:
    if (const APInt *By = ConstantOf(1); By && By->ult(Width)) {
      const APInt Factor = APInt::getOneBitSet(Width, By->getZExtValue());
      return modulo(times(Factor, Operands[0]), Factor, Width);
    }
    return anyOf(E.sort());
  case Kind::BvLshr:
    if (const APInt *By = ConstantOf(1); By && By->ult(Width)) {
      const unsigned Bits = By->getZExtValue();
      return divided(Operands[0], power(Bits), power(Width - Bits)).first;
    }
    return anyOf(E.sort());
  case Kind::BvAshr:
    if (const APInt *By = ConstantOf(1); By && By->ult(Width))
      return signedDivision(E, withSign(Operands[0], Width));
    return anyOf(E.sort());
  case Kind::BvSdiv:
  case Kind::BvSrem:
    if (const APInt *By = ConstantOf(1); By && By->isStrictlyPositive())
      return signedDivision(E, withSign(Operands[0], Width));
    return anyOf(E.sort());
  case Kind::BvUdiv:
  case Kind::BvUrem:
    if (const APInt *By = ConstantOf(1); By && !By->isZero()) {
      auto [Quotient, Rest] =
          divided(Operands[0], integer(Ctx, *By), power(Width));
      return K == Kind::BvUdiv ? Quotient : Rest;
    }
    return anyOf(E.sort());
  case Kind::BvAnd:
  case Kind::BvOr:
    return bitwise(E, Operands);
  case Kind::Concat: {
    Expr Both = Operands[0];
    for (unsigned I = 1; I < Operands.size(); ++I) {
      const unsigned Low = E.operand(I).sort().width();
      Both = sum(Ctx.make(Kind::Mul, {power(Low), Both}), Operands[I]);
    }
    return Both;
  }
  case Kind::Extract: {
    const unsigned High = E.param(0) + 1, Low = E.param(1);
    Expr Part = Operands[0];
    if (High < Width)
      Part = divided(Part, power(High), power(Width - High)).second;
    return Low == 0 ? Part : divided(Part, power(Low), power(High - Low)).first;
  }
  case Kind::ZeroExt:
    return Operands[0];
  case Kind::SignExt: {
    const unsigned Wide = E.sort().width();
    Expr Added = difference(power(Wide), power(Width));
    return Ctx.mkIte(less(Operands[0], power(Width - 1)), Operands[0],
                     sum(Operands[0], Added));
  }
  default:
    return anyOf(E.sort());
  }
}

Expr IntBlasting::operator()(Expr Formula) {
  postOrder({Formula}, Seen, [&](Expr E) {
    llvm::SmallVector<Expr, 4> Operands;
    for (Expr Op : E.operands())
      Operands.push_back(Memo.lookup(Op));
    Memo[E] = translate(E, Operands);
  });
  return Memo.lookup(Formula);
}
