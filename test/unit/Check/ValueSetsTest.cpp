//===- ValueSetsTest.cpp - The few values that variables may have ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Check/ValueSets.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
struct ValueSetsTest : testing::Test {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", Bv), Y = Ctx.var("y", Bv);
  ValueTrials Try{Ctx};

  Expr c(uint64_t V) { return Ctx.bv(V, 8); }
  Expr is(Expr E, uint64_t V) { return Ctx.mkEq(E, c(V)); }
  Expr choice(Expr If, uint64_t Then, uint64_t Else) {
    return Ctx.mkIte(If, c(Then), c(Else));
  }
};
} // namespace

TEST_F(ValueSetsTest, GuardsLeaveOneValue) {
  ValueSets S;
  S.define(X, {{c(1), &S}, {c(2), &S}, {c(7), &S}});
  EXPECT_EQ(S(X), X);
  // The handler of the object is 40 only for one of them.
  Expr Handler = Ctx.mkIte(is(X, 1), c(30), choice(is(X, 2), 40, 50));
  EXPECT_TRUE(S.restrict(is(Handler, 40), Try));
  EXPECT_EQ(S(X), c(2));
  EXPECT_FALSE(S.restrict(is(X, 7), Try));
}

TEST_F(ValueSetsTest, FactsAreValues) {
  ValueSets S;
  Expr B = Ctx.var("b", Ctx.boolSort());
  EXPECT_TRUE(S.restrict(Ctx.mkAnd(is(X, 3), Ctx.mkNot(B)), Try));
  EXPECT_EQ(S(X), c(3));
  EXPECT_EQ(S(B), Ctx.falseExpr());
  EXPECT_EQ(S(Y), Y);
  EXPECT_FALSE(S.restrict(is(X, 4), Try));
  EXPECT_FALSE(ValueSets(S).restrict(B, Try));
}

TEST_F(ValueSetsTest, NothingIsKnownOfTheRest) {
  ValueSets S;
  S.define(X, {{c(1), &S}, {Y, &S}});
  Expr Guard = Ctx.mkNot(is(X, 1));
  EXPECT_TRUE(S.restrict(Guard, Try));
  EXPECT_EQ(S(X), X);
}

TEST_F(ValueSetsTest, JoinIsEither) {
  ValueSets One, Two;
  ASSERT_TRUE(One.restrict(Ctx.mkAnd(is(X, 1), is(Y, 5)), Try));
  ASSERT_TRUE(Two.restrict(is(X, 2), Try));
  ValueSets Joined = One;
  Joined.join(Two);
  EXPECT_EQ(Joined(X), X);
  EXPECT_EQ(Joined(Y), Y);
  // Either 1 or 2, but not 3.
  EXPECT_FALSE(ValueSets(Joined).restrict(is(X, 3), Try));
  EXPECT_TRUE(Joined.restrict(Ctx.mkNot(is(X, 1)), Try));
  EXPECT_EQ(Joined(X), c(2));
}

TEST_F(ValueSetsTest, ChoicesKnowWhatTheirWaysKnow) {
  ValueSets One, Two;
  ASSERT_TRUE(One.restrict(is(X, 1), Try));
  Two.define(X, {{choice(is(Y, 0), 2, 3), &Two}});
  Expr Z = Ctx.var("z", Bv);
  ValueSets S;
  S.define(Z, {{X, &One}, {X, &Two}});
  EXPECT_TRUE(S.restrict(Ctx.mkUlt(Z, c(3)), Try));
  EXPECT_TRUE(S.restrict(Ctx.mkNot(is(Z, 2)), Try));
  EXPECT_EQ(S(Z), c(1));
}
