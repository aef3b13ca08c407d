//===- IntBlastingTest.cpp - Bit-vectors as integers ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/IntBlasting.h"

#include "../Expr/RandomExpr.h"

#include "sooth/Solver/Solver.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
bool contradict(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts) {
  IntBlasting AsIntegers(Ctx);
  std::unique_ptr<Solver> S = createZ3Solver(Ctx);
  for (Expr F : Facts)
    S->add(AsIntegers(F));
  for (Expr F : AsIntegers.facts())
    S->add(F);
  return S->check(Budget().child(1)) == Answer::Unsat;
}

class IntBlastingTest : public testing::Test {
protected:
  Expr bits(const char *Name, unsigned Width = 8) {
    return Ctx.var(Name, Ctx.bitVecSort(Width));
  }
  Expr number(uint64_t N, unsigned Width = 8) { return Ctx.bv(N, Width); }
  Expr make(Kind K, Expr A, Expr B) { return Ctx.make(K, {A, B}); }
  /// \p A and \p B are equal, and not because nothing is known of them.
  void expectEqual(Expr A, Expr B) {
    EXPECT_TRUE(contradict(Ctx, {Ctx.mkNot(Ctx.mkEq(A, B))}));
    EXPECT_FALSE(contradict(Ctx, {Ctx.mkEq(A, B)}));
  }

  ExprContext Ctx;
};
} // namespace

TEST_F(IntBlastingTest, LinearTermsWrapAsBitsDo) {
  Expr X = bits("x"), Y = bits("y");
  expectEqual(make(Kind::BvSub, make(Kind::BvAdd, X, Y), Y), X);
  expectEqual(Ctx.make(Kind::BvNeg, {X}), make(Kind::BvSub, number(0), X));
  expectEqual(Ctx.make(Kind::BvNot, {X}), make(Kind::BvSub, number(255), X));
  expectEqual(make(Kind::BvMul, X, number(3)),
              make(Kind::BvAdd, X, make(Kind::BvAdd, X, X)));
  expectEqual(make(Kind::BvShl, X, number(1)), make(Kind::BvAdd, X, X));
  expectEqual(make(Kind::BvLshr, X, number(2)),
              make(Kind::BvUdiv, X, number(4)));
  expectEqual(make(Kind::BvAnd, X, number(7)),
              make(Kind::BvUrem, X, number(8)));
  expectEqual(Ctx.mkExtract(7, 0, Ctx.mkSignExt(8, X)), X);
  expectEqual(
      make(Kind::Concat, Ctx.mkExtract(7, 3, X), Ctx.mkExtract(2, 0, X)), X);
  expectEqual(Ctx.mkZeroExt(8, X), make(Kind::Concat, number(0), X));
}

TEST_F(IntBlastingTest, OrderWithSigns) {
  Expr X = bits("x"), Y = bits("y");
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkSlt(X, number(0)), Ctx.mkUlt(X, number(128))}));
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkSlt(Ctx.mkSignExt(8, X), Ctx.mkSignExt(8, Y)),
                       Ctx.mkSle(Y, X)}));
  EXPECT_FALSE(contradict(Ctx, {Ctx.mkSlt(X, Y), Ctx.mkUlt(Y, X)}));
}

TEST_F(IntBlastingTest, DivisionWithSigns) {
  Expr X = bits("x");
  Expr Quotient = make(Kind::BvSdiv, X, number(5)),
       Rest = make(Kind::BvSrem, X, number(5));
  expectEqual(make(Kind::BvAdd, make(Kind::BvMul, Quotient, number(5)), Rest),
              X);
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkSlt(Rest, number(0)), Ctx.mkSle(number(0), X)}));
  EXPECT_TRUE(contradict(
      Ctx, {Ctx.mkSlt(number(0), Quotient), Ctx.mkSlt(X, number(5))}));
  for (uint64_t N : {0, 1, 4, 5, 127, 128, 251, 252, 255}) {
    expectEqual(Ctx.mkIte(Ctx.mkEq(X, number(N)), Quotient, number(7)),
                Ctx.mkIte(Ctx.mkEq(X, number(N)),
                          make(Kind::BvSdiv, number(N), number(5)), number(7)));
    Expr Shifted = make(Kind::BvAshr, X, number(3));
    expectEqual(Ctx.mkIte(Ctx.mkEq(X, number(N)), Shifted, number(7)),
                Ctx.mkIte(Ctx.mkEq(X, number(N)),
                          make(Kind::BvAshr, number(N), number(3)), number(7)));
  }
}

TEST_F(IntBlastingTest, ArraysHoldOneValueAtOnePlace) {
  Expr A = Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8)));
  Expr X = bits("x"), Y = bits("y");
  Expr AtX = Ctx.mkSelect(A, X), AtY = Ctx.mkSelect(A, Y);
  EXPECT_TRUE(contradict(Ctx, {Ctx.mkUlt(AtX, AtY), Ctx.mkEq(X, Y)}));
  EXPECT_FALSE(contradict(Ctx, {Ctx.mkUlt(AtX, AtY)}));
  Expr B = Ctx.var("b", A.sort());
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkEq(A, B), Ctx.mkUlt(AtX, Ctx.mkSelect(B, X))}));
  Expr Stored = Ctx.mkSelect(Ctx.mkStore(A, X, number(9)), Y);
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkUlt(Stored, AtY), Ctx.mkUle(AtY, number(9)),
                       Ctx.mkEq(Stored, AtY)}));
  EXPECT_FALSE(contradict(Ctx, {Ctx.mkUlt(Stored, AtY)}));
  EXPECT_TRUE(contradict(
      Ctx, {Ctx.mkNot(Ctx.mkEq(Stored, AtY)), Ctx.mkNot(Ctx.mkEq(X, Y))}));
  EXPECT_TRUE(
      contradict(Ctx, {Ctx.mkUlt(number(255, 9), Ctx.mkZeroExt(1, AtX))}));
}

TEST_F(IntBlastingTest, FactsOfOneValuationAreNoContradiction) {
  EXPECT_GT(countContradictions(contradict, /*Seeds=*/10), 30u);
}
