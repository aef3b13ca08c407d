//===- AffineHull.cpp - Linear equalities modulo a power of two -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Affine sets modulo 2^w as in Müller-Olm and Seidl, "Analysis of modular
// arithmetic" (TOPLAS 2007), kept as generators in the triangular form of King
// and Søndergaard, "Automatic abstraction for congruences" (VMCAI 2010). Since
// 2^w has zero divisors, a generator times a power of two may vanish in its
// first column only: that multiple is inserted as well.
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/AffineHull.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using llvm::APInt;
using Point = AffineHull::Point;

static Point difference(const Point &A, const Point &B) {
  Point Result;
  for (auto [X, Y] : llvm::zip_equal(A, B))
    Result.push_back(X - Y);
  return Result;
}

/// A := A - Factor * B.
static void subtract(Point &A, const APInt &Factor, const Point &B) {
  for (auto [X, Y] : llvm::zip_equal(A, B))
    X -= Factor * Y;
}

static void scale(Point &A, const APInt &Factor) {
  for (APInt &X : A)
    X *= Factor;
}

/// Of an odd number modulo 2^w, by Newton's iteration.
static APInt inverse(const APInt &Odd) {
  APInt Result = Odd; // right in the lowest three bits
  for (unsigned Bits = 3; Bits < Odd.getBitWidth(); Bits *= 2)
    Result *= APInt(Odd.getBitWidth(), 2) - Odd * Result;
  return Result;
}

/// Makes column \p C of \p P a power of two, which is returned.
static unsigned normalize(Point &P, unsigned C) {
  const unsigned Zeros = P[C].countr_zero();
  scale(P, inverse(P[C].lshr(Zeros)));
  return Zeros;
}

bool AffineHull::insert(Point P) {
  for (unsigned C = 0; C < Rows.size(); ++C) {
    if (P[C].isZero())
      continue;
    const unsigned Zeros = normalize(P, C);
    Point &Row = Rows[C];
    if (!Row.empty() && Row[C].countr_zero() <= Zeros) {
      subtract(P, P[C].lshr(Row[C].countr_zero()), Row);
      continue;
    }
    Point Old = std::exchange(Row, P);
    if (!Old.empty()) {
      subtract(Old, Old[C].lshr(Zeros), P);
      insert(std::move(Old));
    }
    if (Zeros > 0) {
      scale(P, APInt::getOneBitSet(Width, Width - Zeros));
      insert(std::move(P));
    }
    return true;
  }
  return false;
}

bool AffineHull::add(const Point &P) {
  if (Base.empty()) {
    Base = P;
    return true;
  }
  return insert(difference(P, Base));
}

bool AffineHull::contains(const Point &P) const {
  if (Base.empty())
    return P.empty() && Rows.empty();
  Point D = difference(P, Base);
  for (unsigned C = 0; C < Rows.size(); ++C) {
    if (D[C].isZero())
      continue;
    const Point &Row = Rows[C];
    if (Row.empty() || D[C].countr_zero() < Row[C].countr_zero())
      return false;
    subtract(D, D[C].lshr(Row[C].countr_zero()), Row);
  }
  return true;
}

/// The same generators, each zero where another one begins with 1.
std::vector<Point> AffineHull::reducedRows() const {
  std::vector<Point> Result = Rows;
  for (unsigned C = 0; C < Result.size(); ++C)
    if (!Result[C].empty() && Result[C][C].isOne())
      for (unsigned Above = 0; Above < C; ++Above)
        if (!Result[Above].empty())
          subtract(Result[Above], APInt(Result[Above][C]), Result[C]);
  return Result;
}

AffineHull::Description AffineHull::describe(ExprContext &Ctx,
                                             llvm::ArrayRef<Expr> Terms) const {
  assert(Base.size() == Terms.size() && "no point, or not of this dimension");
  const std::vector<Point> Reduced = reducedRows();
  Description Result;
  Result.Solved.resize(Terms.size());
  /// By column: how often its generator is added.
  std::vector<Expr> Multiples(Terms.size());
  for (unsigned C = 0; C < Terms.size(); ++C) {
    std::vector<Expr> Sum{Ctx.bv(Base[C])};
    for (unsigned I = 0; I < C; ++I)
      if (Multiples[I] && !Reduced[I][C].isZero())
        Sum.push_back(Ctx.make(Kind::BvMul,
                               {Multiples[I], Ctx.bv(Reduced[I][C])}));
    Expr Rest = Sum.front();
    for (Expr E : llvm::drop_begin(Sum))
      Rest = Ctx.make(Kind::BvAdd, {Rest, E});
    if (Reduced[C].empty()) {
      Result.Solved[C] = Rest;
      continue;
    }
    const unsigned Zeros = Reduced[C][C].countr_zero();
    Expr Distance = Ctx.make(Kind::BvSub, {Terms[C], Rest});
    if (Zeros > 0) {
      Result.Conditions.push_back(
          Ctx.mkEq(Ctx.mkExtract(Zeros - 1, 0, Distance), Ctx.bv(0, Zeros)));
      Distance =
          Ctx.make(Kind::BvLshr, {Distance, Ctx.bv(Zeros, Width)});
    }
    Multiples[C] = Distance;
  }
  return Result;
}

std::vector<Expr> AffineHull::formulas(ExprContext &Ctx,
                                       llvm::ArrayRef<Expr> Terms) const {
  Description D = describe(Ctx, Terms);
  std::vector<Expr> Result;
  for (auto [Term, Solved] : llvm::zip_equal(Terms, D.Solved))
    if (Solved)
      Result.push_back(Ctx.mkEq(Term, Solved));
  llvm::append_range(Result, D.Conditions);
  return Result;
}
