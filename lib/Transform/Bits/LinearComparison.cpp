//===- LinearComparison.cpp - Sums of variables and bounds ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearComparison.h"

using namespace sooth;
using llvm::DynamicAPInt;
using Factors = LinearComparison::Factors;

static Rational sum(const Rational &A, const Rational &B) {
  return {A.Num * B.Den + B.Num * A.Den, A.Den * B.Den};
}
static Rational product(const Rational &A, const Rational &B) {
  return {A.Num * B.Num, A.Den * B.Den};
}
static Rational number(DynamicAPInt I) {
  return {std::move(I), DynamicAPInt(1)};
}
static Rational number(const Value &V) {
  return V.isInt() ? number(V.integer()) : V.real();
}

void RationalSum::add(Expr E, const Rational &Factor) {
  switch (E.kind()) {
  case Kind::Const:
    Constant = sum(Constant, product(number(E.value()), Factor));
    return;
  case Kind::Add:
    for (Expr Op : E.operands())
      add(Op, Factor);
    return;
  case Kind::Sub:
    add(E.operand(0), Factor);
    add(E.operand(1), {-Factor.Num, Factor.Den});
    return;
  case Kind::Neg:
    add(E.operand(0), {-Factor.Num, Factor.Den});
    return;
  case Kind::Mul:
    if (E.numOperands() == 2)
      for (unsigned I : {0u, 1u})
        if (E.operand(I).isConst())
          return add(E.operand(1 - I),
                     product(Factor, number(E.operand(I).value())));
    break;
  default:
    break;
  }
  Rational &Now = Terms[E];
  Now = sum(Now, Factor);
  if (Now.Num == 0)
    Terms.erase(E);
}

RationalSum RationalSum::of(Expr Number) {
  RationalSum S;
  S.add(Number, number(DynamicAPInt(1)));
  return S;
}

LinearComparison::LinearComparison(const RationalSum &S, bool IsStrict)
    : IsStrict(IsStrict) {
  DynamicAPInt Scale(1), Common(0);
  for (auto &[T, F] : S.Terms)
    Scale = lcm(Scale, F.Den);
  for (auto &[T, F] : S.Terms) {
    Sum.emplace_back(T, F.Num * (Scale / F.Den));
    Common = gcd(Common, abs(Sum.back().second));
  }
  for (auto &[T, F] : Sum)
    F /= Common;
  Bound = product(S.Constant, {-Scale, Common});
  tighten();
}

void LinearComparison::tighten() {
  if (!Sum.front().first.sort().isInt())
    return;
  Bound = number(IsStrict ? ceilDiv(Bound.Num, Bound.Den) - 1
                          : floorDiv(Bound.Num, Bound.Den));
  IsStrict = false;
}

LinearComparison LinearComparison::negation() const {
  LinearComparison N;
  N.Sum = negated(Sum);
  N.Bound = {-Bound.Num, Bound.Den};
  N.IsStrict = !IsStrict;
  N.tighten();
  return N;
}

Expr LinearComparison::toExpr(ExprContext &Ctx) const {
  const Sort S = Sum.front().first.sort();
  auto Number = [&](const Rational &R) {
    return S.isInt() ? Ctx.integer(R.Num) : Ctx.real(R);
  };
  Expr Sides[2]; // terms with positive factors, and the negated others
  auto Add = [&](Expr &To, Expr E) {
    To = To ? Ctx.make(Kind::Add, {To, E}) : E;
  };
  for (auto &[T, F] : Sum)
    Add(Sides[F < 0],
        abs(F) == 1 ? T : Ctx.make(Kind::Mul, {Number(number(abs(F))), T}));
  if (!Sides[0]) {
    Sides[0] = Number({-Bound.Num, Bound.Den});
  } else if (!Sides[1] || Bound.Num != 0) {
    Add(Sides[1], Number(Bound));
  }
  return Ctx.make(IsStrict ? Kind::Lt : Kind::Le, {Sides[0], Sides[1]});
}

bool sooth::isBefore(const Factors &A, const Factors &B) {
  return std::lexicographical_compare(
      A.begin(), A.end(), B.begin(), B.end(), [](auto &X, auto &Y) {
        return X.first != Y.first ? X.first.id() < Y.first.id()
                                  : X.second < Y.second;
      });
}

bool sooth::operator<(const LinearComparison &A, const LinearComparison &B) {
  if (isBefore(A.Sum, B.Sum) || isBefore(B.Sum, A.Sum))
    return isBefore(A.Sum, B.Sum);
  if (!(A.Bound == B.Bound))
    return A.Bound < B.Bound;
  return A.IsStrict && !B.IsStrict;
}

Factors sooth::negated(Factors A) {
  for (auto &[T, F] : A)
    F = -F;
  return A;
}

Factors sooth::plus(const Factors &A, const Factors &B) {
  Factors Result;
  size_t I = 0, J = 0;
  while (I < A.size() || J < B.size()) {
    if (J == B.size() || (I < A.size() && A[I].first.id() < B[J].first.id())) {
      Result.push_back(A[I++]);
    } else if (I == A.size() || B[J].first.id() < A[I].first.id()) {
      Result.push_back(B[J++]);
    } else {
      DynamicAPInt F = A[I].second + B[J].second;
      if (F != 0)
        Result.emplace_back(A[I].first, std::move(F));
      ++I, ++J;
    }
  }
  return Result;
}

bool sooth::contradict(llvm::ArrayRef<const LinearComparison *> All) {
  Rational Bounds;
  bool IsStrict = false;
  for (const LinearComparison *C : All) {
    Bounds = sum(Bounds, C->Bound);
    IsStrict |= C->IsStrict;
  }
  return Bounds.Num < 0 || (IsStrict && Bounds.Num == 0);
}
