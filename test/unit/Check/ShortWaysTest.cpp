//===- ShortWaysTest.cpp - The few ways from one location to the next -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/ShortWays.h"

#include "CfaMaker.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

/// Many checks in a row: each is left to the last location, the error.
TEST(ShortWays, StraightCodeWithManyChecks) {
  static constexpr unsigned Checks = 200;
  ExprContext Ctx;
  CfaMaker M(Ctx, Checks + 2);
  Expr X = M.bitVec("x");
  const LocationId Error = Checks + 1;
  for (unsigned L = 0; L < Checks; ++L) {
    Expr IsWrong = Ctx.mkEq(X, Ctx.bv(7, 8));
    M.edge(L, Error, IsWrong);
    M.edge(L, L + 1, Ctx.mkNot(IsWrong), {{X, M.plus(X, 1)}});
  }
  auto Ways = shortWays(M.C, 0, [&](LocationId L) { return L >= Checks; });
  ASSERT_TRUE(Ways);
  EXPECT_EQ(Ways->size(), Checks + 1);
}

/// Each choice doubles their number.
TEST(ShortWays, NotIfThereAreTooMany) {
  static constexpr unsigned Choices = 20;
  ExprContext Ctx;
  CfaMaker M(Ctx, Choices + 1);
  Expr X = M.bitVec("x");
  for (unsigned L = 0; L < Choices; ++L)
    for (unsigned By : {1, 2})
      M.edge(L, L + 1, Expr(), {{X, M.plus(X, By)}});
  EXPECT_FALSE(shortWays(M.C, 0, [&](LocationId L) { return L == Choices; }));
}

TEST(ShortWays, NotOnACycle) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  M.edge(0, 1);
  M.edge(1, 1);
  M.edge(1, 2);
  EXPECT_FALSE(shortWays(M.C, 0, [](LocationId L) { return L == 2; }));
}
