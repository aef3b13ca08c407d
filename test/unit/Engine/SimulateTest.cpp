//===- SimulateTest.cpp - Runs with random inputs -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/RandomRun.h"
#include "sooth/Engine/Simulate/Simulate.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

/// Short runs, as most tests need few.
static SimulateOptions quick() {
  SimulateOptions O;
  O.MaxSeconds = 0.05;
  return O;
}

TEST(Simulate, FindsAViolationAndShowsTheRun) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x", 4), In = Ctx.var("in", X.sort());
  M.edge(0, 1, {}, {{X, In}}, {In});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(9, 4)));
  M.error(2);
  CfaResult R = createSimulate()->check(M.C, Budget());
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_TRUE(checkTrace(M.C, R.trace()).isConfirmed());
}

TEST(Simulate, ProvesNothing) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  M.edge(0, 1, Ctx.falseExpr());
  M.error(1);
  CfaResult R = createSimulate(quick())->check(M.C, Budget());
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
}

TEST(Simulate, OneSeedGivesOneRun) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), In = Ctx.var("in", X.sort());
  M.edge(0, 1, {}, {{X, In}}, {In});
  M.edge(1, 2, Ctx.mkUlt(Ctx.bv(100, 8), X));
  M.error(2);
  CfaResult A = createSimulate()->check(M.C, Budget()),
            B = createSimulate()->check(M.C, Budget());
  ASSERT_TRUE(A.isUnsafe() && B.isUnsafe());
  ASSERT_EQ(A.trace().Steps.size(), B.trace().Steps.size());
  EXPECT_EQ(A.trace().Steps.front().Inputs.lookup(In),
            B.trace().Steps.front().Inputs.lookup(In));
}

/// An edge that depends on what is not known is one of the model's, too.
TEST(Simulate, RunsTakeEdgesStepByStep) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), In = Ctx.var("in", X.sort());
  M.edge(0, 1, {}, {{X, Ctx.bv(3, 8)}});
  const EdgeId Unsure = M.edge(1, 2, {}, {{X, In}}, {In});
  M.C.changeEdges([&](Edge &E) {
    for (Input &Y : E.Inputs)
      Y.What = Input::Kind::Havoc;
  });
  RandomRun Run(M.C, 1, RandomRun::Edges::Any);
  ASSERT_TRUE(Run.begin());
  EXPECT_EQ(Run.location(), 0u);
  EXPECT_EQ(Run.step(), std::optional<EdgeId>(0));
  EXPECT_EQ(Run.state().lookup(X), Value(llvm::APInt(8, 3)));
  EXPECT_EQ(Run.step(), std::optional(Unsure));
  EXPECT_EQ(Run.location(), 2u);
  EXPECT_EQ(Run.state().lookup(X), Run.state().lookup(In));
  EXPECT_EQ(Run.step(), std::nullopt);
  ASSERT_TRUE(Run.begin());
  EXPECT_EQ(Run.location(), 0u);
}

TEST(Simulate, RandomAutomata) {
  unsigned Found = 0;
  for (uint64_t Seed = 1; Seed <= 60; ++Seed) {
    ExprContext Ctx;
    RandomCfaOptions O;
    O.Seed = Seed;
    Cfa C = randomCfa(Ctx, O);
    CfaResult R = createSimulate(quick())->check(C, Budget());
    EXPECT_FALSE(R.isSafe());
    if (!R.isUnsafe())
      continue;
    ++Found;
    EXPECT_TRUE(checkTrace(C, R.trace()).isConfirmed()) << "seed " << Seed;
    EXPECT_TRUE(ExplicitCfa(C).errorReachable()) << "seed " << Seed;
  }
  EXPECT_GT(Found, 0u);
}
