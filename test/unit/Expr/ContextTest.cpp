//===- ContextTest.cpp - Hash-consing -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/ExprContext.h"

#include <gtest/gtest.h>

using namespace sooth;
using llvm::DynamicAPInt;

namespace {

TEST(ContextTest, EqualExpressionsAreOneNode) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.bitVecSort(32)),
       Y = Ctx.var("y", Ctx.bitVecSort(32));
  Expr Sum = Ctx.make(Kind::BvAdd, {X, Y});
  size_t Before = Ctx.size();
  EXPECT_EQ(Ctx.make(Kind::BvAdd, {X, Y}), Sum);
  EXPECT_EQ(Ctx.var("x", Ctx.bitVecSort(32)), X);
  EXPECT_EQ(Ctx.size(), Before);
  EXPECT_NE(Ctx.make(Kind::BvSub, {X, Y}), Ctx.make(Kind::BvSub, {Y, X}));
  EXPECT_NE(Ctx.mkExtract(3, 0, X), Ctx.mkExtract(4, 0, X));
  EXPECT_NE(Ctx.bv(1, 8), Ctx.bv(1, 9));
  EXPECT_NE(Ctx.integer(1),
            Ctx.real(Rational(DynamicAPInt(1), DynamicAPInt(1))));
}

TEST(ContextTest, SortsAreShared) {
  ExprContext Ctx;
  Sort S = Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(8));
  EXPECT_EQ(S, Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(8)));
  EXPECT_NE(S, Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(32)));
}

/// A number keeps its large representation when it shrinks again; it must not
/// become another constant, for two different constants are taken to differ.
TEST(ContextTest, NumbersThatWereLargeOnceAreTheSame) {
  ExprContext Ctx;
  DynamicAPInt Large = *parseInteger("123456789012345678901234567890");
  DynamicAPInt Five = Large + DynamicAPInt(5) - Large;
  ASSERT_EQ(Five, DynamicAPInt(5));
  EXPECT_EQ(Ctx.integer(Five), Ctx.integer(5));
  EXPECT_TRUE(Ctx.mkEq(Ctx.integer(Five), Ctx.integer(5)).isTrue());
  DynamicAPInt Wide = Large * Large / Large;
  EXPECT_EQ(Ctx.integer(Wide), Ctx.integer(Large));
  EXPECT_EQ(Ctx.integer(-Wide), Ctx.integer(-Large));
  Rational R(Large * DynamicAPInt(3), Large * DynamicAPInt(2));
  EXPECT_EQ(Ctx.real(R), Ctx.real(Rational(DynamicAPInt(3), DynamicAPInt(2))));
}

TEST(ContextTest, FreshVariablesAreFresh) {
  ExprContext Ctx;
  Expr Taken = Ctx.var("t!0", Ctx.boolSort());
  Expr A = Ctx.freshVar("t", Ctx.boolSort()),
       B = Ctx.freshVar("t", Ctx.intSort());
  EXPECT_NE(A, Taken);
  EXPECT_NE(A.name(), B.name());
  EXPECT_EQ(Ctx.lookupVar(A.name()), A);
  EXPECT_FALSE(Ctx.lookupVar("never"));
}

TEST(ContextTest, IllSortedOperandsHaveNoSort) {
  ExprContext Ctx;
  Expr B8 = Ctx.var("b", Ctx.bitVecSort(8)),
       B9 = Ctx.var("c", Ctx.bitVecSort(9));
  Expr I = Ctx.var("i", Ctx.intSort()), P = Ctx.var("p", Ctx.boolSort());
  EXPECT_FALSE(Ctx.resultSort(Kind::BvAdd, {B8, B9}));
  EXPECT_FALSE(Ctx.resultSort(Kind::BvAdd, {I, I}));
  EXPECT_FALSE(Ctx.resultSort(Kind::Extract, {B8}, 8, 0));
  EXPECT_FALSE(Ctx.resultSort(Kind::Extract, {B8}, 1, 2));
  EXPECT_FALSE(Ctx.resultSort(Kind::Eq, {I, P}));
  EXPECT_FALSE(Ctx.resultSort(Kind::Ite, {I, P, P}));
  EXPECT_FALSE(Ctx.resultSort(Kind::And, {P, I}));
  EXPECT_FALSE(Ctx.resultSort(Kind::Select, {I, I}));
  EXPECT_FALSE(Ctx.resultSort(Kind::IntDiv, {I}));
  EXPECT_FALSE(Ctx.resultSort(Kind::ConstArray, {I}, 0, 0, Ctx.intSort()));
  EXPECT_EQ(Ctx.resultSort(Kind::Concat, {B8, B9}), Ctx.bitVecSort(17));
}

} // namespace
