//===- AffineRelations.cpp - Equations that numbers satisfy ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineRelations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;

AffineRelations::AffineRelations(std::vector<Expr> Of)
    : Terms(std::move(Of)), Width(Terms.front().sort().width()),
      Mask(~uint64_t(0) >> (64 - Width)) {
  for (size_t I = 0; I <= Terms.size(); ++I) {
    Row &Unit = Basis.emplace_back(Terms.size() + 1);
    Unit[I] = 1;
  }
}

/// How often 2 divides \p N.
static unsigned twos(uint64_t N) { return llvm::countr_zero(N); }

/// Of an odd number, modulo 2^64 (Newton).
static uint64_t inverse(uint64_t Odd) {
  uint64_t X = Odd;
  for (unsigned I = 0; I < 5; ++I)
    X *= 2 - Odd * X;
  return X;
}

/// N with N * \p By = \p Of; requires that 2 divides \p Of as often.
static uint64_t quotient(uint64_t Of, uint64_t By) {
  return (Of >> twos(By)) * inverse(By >> twos(By));
}

static void subtract(std::vector<uint64_t> &From, uint64_t Times,
                     const std::vector<uint64_t> &What, uint64_t Mask) {
  for (auto [A, B] : llvm::zip_equal(From, What))
    A = (A - Times * B) & Mask;
}

bool AffineRelations::add(llvm::ArrayRef<uint64_t> Values) {
  // What each equation of the basis has on its left side.
  std::vector<uint64_t> Left;
  int Pivot = -1;
  for (const auto &[I, R] : llvm::enumerate(Basis)) {
    uint64_t Sum = R.back();
    for (auto [Factor, Value] : llvm::zip(R, Values))
      Sum += Factor * Value;
    Left.push_back(Sum & Mask);
    if (Left[I] && (Pivot < 0 || twos(Left[I]) < twos(Left[Pivot])))
      Pivot = I;
  }
  if (Pivot < 0)
    return false;
  for (size_t I = 0; I < Basis.size(); ++I)
    if (int(I) != Pivot && Left[I])
      subtract(Basis[I], quotient(Left[I], Left[Pivot]), Basis[Pivot], Mask);
  const unsigned Shift = Width - twos(Left[Pivot]);
  if (Shift == Width)
    Basis.erase(Basis.begin() + Pivot);
  else
    for (uint64_t &Factor : Basis[Pivot])
      Factor = Factor << Shift & Mask;
  return true;
}

/// Each equation gets a term, from the last one to the first, of which the
/// later ones have no more than they need.
void AffineRelations::reduce(std::vector<Row> &Rows) const {
  size_t Done = 0;
  for (size_t Term = Terms.size(); Term-- > 0 && Done < Rows.size();) {
    auto Best = Rows.end();
    for (auto It = Rows.begin() + Done; It != Rows.end(); ++It)
      if ((*It)[Term] &&
          (Best == Rows.end() || twos((*It)[Term]) < twos((*Best)[Term])))
        Best = It;
    if (Best == Rows.end())
      continue;
    std::iter_swap(Best, Rows.begin() + Done);
    Row &Pivot = Rows[Done];
    const uint64_t Unit = inverse(Pivot[Term] >> twos(Pivot[Term]));
    for (uint64_t &Factor : Pivot)
      Factor = Factor * Unit & Mask;
    for (Row &R : Rows)
      if (&R != &Pivot && R[Term] && twos(R[Term]) >= twos(Pivot[Term]))
        subtract(R, quotient(R[Term], Pivot[Term]), Pivot, Mask);
    ++Done;
  }
}

/// How far \p N is from 0, as a signed number of \p Bits bits.
static uint64_t distance(uint64_t N, unsigned Bits) {
  const int64_t Signed = llvm::SignExtend64(N, Bits);
  return Signed < 0 ? -uint64_t(Signed) : uint64_t(Signed);
}

Expr AffineRelations::equation(ExprContext &Ctx, Row Factors) const {
  unsigned Common = Width;
  for (uint64_t Factor : Factors)
    if (Factor)
      Common = std::min(Common, twos(Factor));
  if (Common == Width)
    return Ctx.trueExpr();
  // Divided by their common power of two, they hold of so many bits.
  const unsigned Bits = Width - Common;
  for (uint64_t &Factor : Factors)
    Factor >>= Common;
  // Multiplied so that one term has the factor 1 and the others small ones:
  // large ones are hard for solvers.
  Row Best = Factors;
  uint64_t Least = ~uint64_t(0);
  for (size_t Term = Terms.size(); Term-- > 0;) {
    if (Factors[Term] % 2 == 0)
      continue;
    Row Scaled = Factors;
    uint64_t Cost = 0;
    for (uint64_t &Factor : Scaled) {
      Factor = Factor * inverse(Factors[Term]) & (Mask >> Common);
      Cost = llvm::SaturatingAdd(Cost, distance(Factor, Bits));
    }
    if (Cost >= Least)
      continue;
    Least = Cost;
    Best = std::move(Scaled);
  }
  auto Number = [&](uint64_t N) { return Ctx.bv(N & (Mask >> Common), Bits); };
  auto Low = [&](size_t Term) {
    return Bits == Width ? Terms[Term]
                         : Ctx.mkExtract(Bits - 1, 0, Terms[Term]);
  };
  // No negations, as in programs: terms with negative factors change sides.
  Expr Sides[2] = {Number(0), Number(0)};
  auto Add = [&](uint64_t Factor, Expr Term) {
    const bool IsRight = llvm::SignExtend64(Factor, Bits) < 0;
    Expr &Side = Sides[IsRight];
    Expr Size = Number(distance(Factor, Bits));
    Side = Ctx.make(Kind::BvAdd,
                    {Side, Term ? Ctx.make(Kind::BvMul, {Size, Term}) : Size});
  };
  for (size_t Term = 0; Term < Terms.size(); ++Term)
    if (Best[Term])
      Add(Best[Term], Bits == Width ? Terms[Term]
                                    : Ctx.mkExtract(Bits - 1, 0, Terms[Term]));
  Add(Best.back(), {});
  return Ctx.mkEq(Sides[0], Sides[1]);
}

std::vector<Expr> AffineRelations::equations(ExprContext &Ctx) const {
  std::vector<Row> Rows = Basis;
  reduce(Rows);
  std::vector<Expr> Result;
  for (const Row &R : Rows)
    if (Expr E = equation(Ctx, R); !E.isTrue())
      Result.push_back(E);
  return Result;
}
