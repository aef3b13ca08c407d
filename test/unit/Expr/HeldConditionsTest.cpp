//===- HeldConditionsTest.cpp - Conditions that hold together -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/HeldConditions.h"

#include <gtest/gtest.h>

using namespace sooth;
using namespace sooth::test;

/// That an access is outside of all objects is asked of what is not null, which
/// was asked before: it is inside then.
TEST(HeldConditionsTest, UnitResolution) {
  ExprContext Ctx;
  Expr IsInside = Ctx.var("inside", Ctx.boolSort());
  Expr IsNull = Ctx.var("null", Ctx.boolSort());
  Expr OtherThing = Ctx.var("other", Ctx.boolSort());
  Expr FirstFault = Ctx.mkAnd(Ctx.mkNot(IsInside), IsNull);
  Expr SecondFault = Ctx.mkAnd(Ctx.mkNot(IsInside), Ctx.mkNot(FirstFault));
  HeldConditions Held(Ctx);
  EXPECT_FALSE(Held.holds(IsInside));
  EXPECT_TRUE(Held.holds(Ctx.trueExpr()));
  EXPECT_EQ(Held.reduced(Ctx.mkNot(FirstFault)), Ctx.mkNot(FirstFault));
  Held.add(Ctx.mkNot(FirstFault));
  Expr Left = Held.reduced(Ctx.mkNot(SecondFault));
  EXPECT_EQ(Left, IsInside);
  Held.add(Left);
  EXPECT_TRUE(Held.holds(IsInside));
  EXPECT_TRUE(Held.holds(Ctx.mkOr(OtherThing, IsInside)));
  EXPECT_TRUE(Held.reduced(Ctx.mkNot(SecondFault)).isTrue());
  EXPECT_EQ(Held.reduced(Ctx.mkAnd(OtherThing, IsInside)), OtherThing);
  EXPECT_EQ(Held.reduced(Ctx.mkOr(OtherThing, Ctx.mkNot(IsInside))),
            OtherThing);
  EXPECT_FALSE(Held.holds(IsNull));
}

namespace {
class HeldConditionsRandomTest : public testing::TestWithParam<unsigned> {};
} // namespace

/// What is left of a condition is equivalent to it where the others hold.
TEST_P(HeldConditionsRandomTest, ReducedIsEquivalent) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 4);
  for (unsigned I = 0; I < 200; ++I)
    Random.next();
  unsigned Smaller = 0;
  for (unsigned I = 0; I < 300; ++I) {
    // In the way of faults, so that something follows.
    Expr A = Random.pick(Ctx.boolSort()).E, B = Random.pick(Ctx.boolSort()).E,
         C = Random.pick(Ctx.boolSort()).E;
    Expr First = Ctx.mkAnd(A, B);
    HeldConditions Held(Ctx);
    Held.add(Ctx.mkNot(First));
    Held.add(C);
    Expr Asked = Ctx.mkNot(Ctx.mkAnd({A, Ctx.mkNot(First), C}));
    Expr Left = Held.reduced(Asked);
    Smaller += Left != Asked;
    for (const Valuation &Vals : Random.valuations()) {
      Evaluator Eval(Vals);
      if (!Eval.isTrue(C) || Eval.isTrue(First))
        continue;
      EXPECT_EQ(Eval.isTrue(Left), Eval.isTrue(Asked));
      if (Held.holds(Asked))
        EXPECT_TRUE(Eval.isTrue(Asked));
    }
  }
  EXPECT_GT(Smaller, 20u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, HeldConditionsRandomTest,
                         testing::Range(0u, 20u));
