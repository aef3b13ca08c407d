//===- SimplifyTest.cpp - Simplification keeps the meaning ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"

#include <gtest/gtest.h>

using namespace sooth;
using namespace sooth::test;

namespace {

class SimplifyRandomTest : public testing::TestWithParam<unsigned> {};

/// What the context builds has the value that the operators give.
TEST_P(SimplifyRandomTest, AgreesWithTheOperators) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 6);
  std::deque<Evaluator> Evaluators;
  for (const Valuation &Vals : Random.valuations())
    Evaluators.emplace_back(Vals, Evaluator::Missing::IsError);
  for (unsigned I = 0; I < 500; ++I) {
    const Sample &S = Random.next();
    for (size_t V = 0; V < Evaluators.size(); ++V)
      ASSERT_EQ(Evaluators[V](S.E), S.Expected[V])
          << toSmt(S.E) << " under valuation " << V;
  }
}

/// Building a node again from its own operands keeps its meaning too.
TEST_P(SimplifyRandomTest, RebuildingAgrees) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam() + 100000, 3);
  for (unsigned I = 0; I < 200; ++I) {
    const Sample &S = Random.next();
    if (S.E.isConst() || S.E.isVar())
      continue;
    Expr Again = Ctx.make(S.E.kind(), S.E.operands(), S.E.param(0),
                          S.E.param(1), S.E.sort());
    for (size_t V = 0; V < Random.valuations().size(); ++V)
      ASSERT_EQ(Evaluator(Random.valuations()[V])(Again), S.Expected[V]);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SimplifyRandomTest, testing::Range(0u, 200u));

class SimplifyTest : public testing::Test {
protected:
  ExprContext Ctx;
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort());
  Expr X = Ctx.var("x", Ctx.bitVecSort(8)), Y = Ctx.var("y", Ctx.bitVecSort(8));
  Expr I = Ctx.var("i", Ctx.intSort()), J = Ctx.var("j", Ctx.intSort());
};

TEST_F(SimplifyTest, CommutativeOperatorsAreOneNode) {
  for (Kind K : {Kind::BvAdd, Kind::BvMul, Kind::BvAnd, Kind::BvOr, Kind::BvXor,
                 Kind::Eq})
    EXPECT_EQ(Ctx.make(K, {X, Y}), Ctx.make(K, {Y, X})) << kindName(K).str();
  EXPECT_EQ(Ctx.mkAnd(P, Q), Ctx.mkAnd(Q, P));
  EXPECT_EQ(Ctx.make(Kind::Add, {I, J}), Ctx.make(Kind::Add, {J, I}));
}

TEST_F(SimplifyTest, Resolution) {
  EXPECT_EQ(Ctx.mkOr(Ctx.mkAnd(P, Q), Ctx.mkAnd(P, Ctx.mkNot(Q))), P);
  EXPECT_EQ(Ctx.mkAnd(P, Ctx.mkOr(P, Q)), P);
  EXPECT_TRUE(Ctx.mkAnd(P, Ctx.mkNot(P)).isFalse());
}

TEST_F(SimplifyTest, EqualityMovesThroughInvertibleOperators) {
  Expr E = Ctx.make(Kind::BvAdd, {Ctx.make(Kind::BvNot, {X}), Ctx.bv(3, 8)});
  EXPECT_EQ(Ctx.mkEq(E, Ctx.bv(5, 8)), Ctx.mkEq(X, Ctx.bv(0xfd, 8)));
  EXPECT_TRUE(Ctx.mkEq(Ctx.mkZeroExt(4, X), Ctx.bv(0x100, 12)).isFalse());
}

TEST_F(SimplifyTest, LessOrEqualIsNotGreater) {
  EXPECT_EQ(Ctx.mkUle(X, Y), Ctx.mkNot(Ctx.mkUlt(Y, X)));
  EXPECT_EQ(Ctx.make(Kind::Le, {I, J}), Ctx.mkNot(Ctx.make(Kind::Lt, {J, I})));
}

/// The `ite` that printing puts around a division comes off again.
TEST_F(SimplifyTest, GuardedDivisionIsDivision) {
  Expr Zero = Ctx.integer(0);
  Expr Div = Ctx.make(Kind::IntDiv, {I, J}),
       Mod = Ctx.make(Kind::IntMod, {I, J});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(J, Zero), Zero, Div), Div);
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(J, Zero), I, Mod), Mod);
  EXPECT_EQ(Ctx.mkIte(Ctx.mkNot(Ctx.mkEq(J, Zero)), Mod, I), Mod);
  EXPECT_NE(Ctx.mkIte(Ctx.mkEq(J, Zero), I, Div), Div);
  EXPECT_NE(Ctx.mkIte(Ctx.mkEq(I, Zero), Zero, Div), Div);
  // A divisor whose comparison with zero is itself simplified.
  Expr D = Ctx.mkIte(P, Ctx.integer(0), J),
       ByD = Ctx.make(Kind::IntDiv, {I, D});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(D, Zero), Zero, ByD), ByD);
  Expr N = Ctx.mkIte(P, Ctx.integer(1), Zero),
       ByN = Ctx.make(Kind::IntDiv, {I, N});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(N, Zero), Zero, ByN), ByN);
}

TEST_F(SimplifyTest, DivisionByZeroIsTotal) {
  Expr Zero = Ctx.integer(0);
  EXPECT_EQ(Ctx.make(Kind::IntDiv, {I, Zero}), Zero);
  EXPECT_EQ(Ctx.make(Kind::IntMod, {I, Zero}), I);
}

TEST_F(SimplifyTest, ExtractFindsItsSource) {
  Expr C = Ctx.make(Kind::Concat, {X, Y});
  EXPECT_EQ(Ctx.mkExtract(15, 8, C), X);
  EXPECT_EQ(Ctx.mkExtract(7, 0, C), Y);
  EXPECT_EQ(Ctx.mkExtract(3, 1, C), Ctx.mkExtract(3, 1, Y));
  EXPECT_EQ(
      Ctx.make(Kind::Concat, {Ctx.mkExtract(7, 4, X), Ctx.mkExtract(3, 0, X)}),
      X);
  EXPECT_TRUE(
      Ctx.mkExtract(11, 9, Ctx.mkZeroExt(8, X)).value().bits().isZero());
}

} // namespace
