//===- HavocCheckTest.cpp - Runs that depend on approximations
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify/HavocCheck.h"

#include "sooth/Model/SourceTable.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
/// Two edges: the first reads two values into x and y, the second needs them.
class HavocCheckTest : public testing::Test {
protected:
  HavocCheckTest() : C(Ctx) {
    C.addVariable({X, "x", ValueStyle::Signed});
    C.addVariable({Y, "y", ValueStyle::Signed});
    for (const char *Name : {"start", "middle", "error"})
      C.addLocation({Name, {}});
    C.addError({2, "error", {}});
  }
  std::optional<UnknownReason> run(Expr Guard, Expr Known = {}) {
    Edge Read{0, 1, Known ? Known : Ctx.trueExpr(), {{X, A}, {Y, B}}, {}};
    Read.Inputs = {{A, Input::Kind::Nondet, "real", {}},
                   {B, Input::Kind::Havoc, "approximate", {}}};
    CfaTrace T;
    T.Steps.push_back({C.addEdge(Read), Valuation()});
    T.Steps.push_back({C.addEdge({1, 2, Guard, {}, {}}), Valuation()});
    SourceTable Told;
    Told.set(T.Steps.front().Taken, {.Known = Known});
    C.setSource(std::make_shared<const SourceTable>(std::move(Told)));
    return findDecidingHavoc(C, T, Budget());
  }

  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), A = Ctx.var("a", S),
       B = Ctx.var("b", S);
  Cfa C;
};
} // namespace

TEST_F(HavocCheckTest, IrrelevantApproximation) {
  EXPECT_FALSE(run(Ctx.mkEq(X, Ctx.bv(0, 8))));
}

TEST_F(HavocCheckTest, DecidingApproximation) {
  auto Found = run(Ctx.mkEq(Y, Ctx.bv(0, 8)));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Why, Cause::quote("approximate"));
}

TEST_F(HavocCheckTest, AnyValueTakesTheSameWay) {
  Expr Even = Ctx.make(Kind::BvMul, {Y, Ctx.bv(2, 8)});
  EXPECT_FALSE(run(Ctx.mkNot(Ctx.mkEq(Even, Ctx.bv(3, 8)))));
}

/// The cell that is meant is the same, whatever the approximation is.
TEST_F(HavocCheckTest, CellsAreFoundByWhatIsKnown) {
  Expr Cells = Ctx.var("cells", Ctx.arraySort(S, S)), Old = Cells;
  C.addVariable({Cells, "cells", ValueStyle::Signed});
  Expr IsSmall = Ctx.mkUlt(B, Ctx.bv(8, 8));
  for (unsigned I = 0; I < 40; ++I) {
    Expr Index = Ctx.mkIte(Ctx.mkUlt(Y, Ctx.bv(9, 8)), Ctx.bv(I, 8), Y);
    Cells = Ctx.mkStore(Cells, Index, Ctx.bv(I, 8));
  }
  Expr Third = Ctx.mkSelect(Cells, Ctx.bv(3, 8));
  EXPECT_FALSE(run(Ctx.mkEq(Third, Ctx.bv(3, 8)), IsSmall));
}

TEST_F(HavocCheckTest, WhatIsKnownOfAnApproximation) {
  Expr IsSmall = Ctx.mkUlt(B, Ctx.bv(8, 8));
  EXPECT_FALSE(run(Ctx.mkUlt(Y, Ctx.bv(9, 8)), IsSmall));
  EXPECT_TRUE(run(Ctx.mkUlt(Y, Ctx.bv(7, 8)), IsSmall));
}

/// With one value of the approximation, the model does not say what follows.
TEST_F(HavocCheckTest, ApproximationThatMayLeadToALimit) {
  C.addLocation({"limit", {}});
  C.addError({3, "limit", {}, ErrorLocation::Kind::Limit});
  Expr IsFive = Ctx.mkEq(Y, Ctx.bv(5, 8));
  C.addEdge({1, 3, IsFive, {}, {}});
  Expr IsSmall = Ctx.mkUlt(B, Ctx.bv(5, 8));
  EXPECT_TRUE(run(Ctx.mkEq(X, Ctx.bv(0, 8))));
  EXPECT_FALSE(run(Ctx.mkEq(X, Ctx.bv(0, 8)), IsSmall));
}
