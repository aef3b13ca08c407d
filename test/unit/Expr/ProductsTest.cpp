//===- ProductsTest.cpp - Products multiplied out -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Products.h"

#include "sooth/Expr/Evaluator.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;
using llvm::APInt;

namespace {
class RandomPolynomial {
public:
  RandomPolynomial(ExprContext &Ctx, unsigned Seed) : Ctx(Ctx), R(Seed) {
    for (const char *Name : {"x", "y", "z"})
      Vars.push_back(Ctx.var(Name, Ctx.bitVecSort(Width)));
  }

  Expr operator()(unsigned Depth) {
    if (!Depth)
      return R() % 4 ? Vars[R() % 3] : Ctx.bv(R() % 8, Width);
    Expr A = (*this)(Depth - 1), B = (*this)(Depth - 1);
    switch (R() % 8) {
    case 0:
    case 1:
    case 2:
      return Ctx.make(Kind::BvMul, {A, B});
    case 3:
    case 4:
      return Ctx.make(Kind::BvAdd, {A, B});
    case 5:
      return Ctx.make(Kind::BvSub, {A, B});
    case 6:
      return Ctx.mkIte(Ctx.mkUlt(A, Vars[R() % 3]), B, A);
    default:
      return R() % 2 ? Ctx.make(Kind::BvNeg, {A})
                     : Ctx.make(Kind::BvShl, {A, Ctx.bv(R() % 4, Width)});
    }
  }

  template <typename T> void forAllValues(T Do) {
    for (unsigned N = 0; N < 512; ++N) {
      Valuation At;
      for (unsigned I = 0; I < 3; ++I)
        At[Vars[I]] = Value(APInt(Width, N >> Width * I & 7));
      Do(At);
    }
  }

  static constexpr unsigned Width = 3;
  ExprContext &Ctx;
  std::mt19937 R;
  std::vector<Expr> Vars;
};
} // namespace

TEST(Products, MeanTheSameMultipliedOut) {
  for (unsigned Seed = 0; Seed < 150; ++Seed) {
    ExprContext Ctx;
    RandomPolynomial Random(Ctx, Seed);
    Expr A = Random(4), B = Random(3);
    ProductExpansion Expand(Ctx);
    for (Expr E : {A, Ctx.mkEq(A, B), Ctx.mkUlt(A, B)}) {
      Expr Expanded = Expand(E);
      Random.forAllValues([&](const Valuation &At) {
        Evaluator Values(At);
        ASSERT_EQ(Values(E), Values(Expanded)) << "seed " << Seed;
      });
    }
  }
}

TEST(Products, OneFormOfEqualPolynomials) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.bitVecSort(32)), Y = Ctx.var("y", X.sort());
  auto Times = [&](Expr A, Expr B) { return Ctx.make(Kind::BvMul, {A, B}); };
  auto Sum = [&](Expr A, Expr B) { return Ctx.make(Kind::BvAdd, {A, B}); };
  ProductExpansion Expand(Ctx);
  // (x + y) (x + y) = x x + 2 x y + y y
  Expr Square = Times(Sum(X, Y), Sum(X, Y));
  Expr Terms =
      Sum(Sum(Times(X, X), Times(Y, Y)), Times(Times(X, Ctx.bv(2, 32)), Y));
  EXPECT_TRUE(Expand(Ctx.mkEq(Square, Terms)).isTrue());
  EXPECT_FALSE(Expand(Ctx.mkEq(Square, Times(X, X))).isConst());
  EXPECT_EQ(ProductExpansion::factors(Times(Times(Y, X), Y)),
            (std::vector<Expr>{X, Y, Y}));
}

TEST(Products, ConsequencesAreTrue) {
  for (unsigned Seed = 0; Seed < 20; ++Seed) {
    ExprContext Ctx;
    RandomPolynomial Random(Ctx, Seed);
    std::vector<Expr> Products;
    for (unsigned I = 0; I < 4; ++I) {
      std::vector<Expr> Factors;
      for (unsigned N = 2 + Random.R() % 2; N; --N)
        Factors.push_back(Random.Vars[Random.R() % 3]);
      Products.push_back(ProductExpansion::product(Ctx, Factors));
    }
    for (Expr Fact : ProductExpansion::consequences(Ctx, Products))
      Random.forAllValues([&](const Valuation &At) {
        ASSERT_TRUE(Evaluator(At).isTrue(Fact)) << "seed " << Seed;
      });
  }
}
