//===- ExplicitTest.cpp - Runs with known values --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Engine/Explicit/Explicit.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
/// x counts from 0 to 5; location 2 is an error if x can be \p Bad then.
struct Counter : CfaMaker {
  Counter(ExprContext &Ctx, uint64_t Bad) : CfaMaker(Ctx, 3) {
    Expr X = bitVec("x");
    C.setInit(Ctx.mkEq(X, Ctx.bv(0, 8)));
    Expr More = Ctx.mkUlt(X, Ctx.bv(5, 8));
    edge(0, 0, More, {{X, plus(X, 1)}});
    edge(0, 1, Ctx.mkNot(More));
    edge(1, 2, Ctx.mkEq(X, Ctx.bv(Bad, 8)));
    error(2);
  }
};
} // namespace

TEST(Explicit, ProvesWhatHoldsOnTheOnlyRun) {
  ExprContext Ctx;
  Counter M(Ctx, 6);
  CfaResult R = createExplicit()->check(M.C, Budget());
  ASSERT_TRUE(R.isSafe());
  EXPECT_TRUE(checkInvariant(M.C, R.invariant(), Budget()).isConfirmed());
}

TEST(Explicit, ClaimsNoViolation) {
  ExprContext Ctx;
  Counter M(Ctx, 5);
  CfaResult R = createExplicit()->check(M.C, Budget());
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::NoProgress);
}

TEST(Explicit, InputsThatDoNotMatterAreNoObstacle) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), Y = M.bitVec("y"), In = Ctx.var("in", X.sort());
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(1, 8)));
  M.edge(0, 1, {}, {{Y, In}}, {In});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(2, 8)));
  M.error(2);
  CfaResult R = createExplicit()->check(M.C, Budget());
  ASSERT_TRUE(R.isSafe());
  EXPECT_TRUE(checkInvariant(M.C, R.invariant(), Budget()).isConfirmed());
}

TEST(Explicit, StopsAtItsLimits) {
  ExprContext Ctx;
  Counter M(Ctx, 6);
  ExplicitOptions Few;
  Few.MaxStates = 3;
  EXPECT_TRUE(createExplicit(Few)->check(M.C, Budget()).isUnknown());
  ExplicitOptions NoTime;
  NoTime.MaxSeconds = 0;
  EXPECT_TRUE(createExplicit(NoTime)->check(M.C, Budget()).isUnknown());
}

TEST(Explicit, RandomAutomata) {
  unsigned Proved = 0;
  for (uint64_t Seed = 1; Seed <= 200; ++Seed) {
    ExprContext Ctx;
    RandomCfaOptions O;
    O.Seed = Seed;
    Cfa C = randomCfa(Ctx, O);
    CfaResult R = createExplicit()->check(C, Budget::seconds(20));
    EXPECT_FALSE(R.isUnsafe());
    if (!R.isSafe())
      continue;
    ++Proved;
    EXPECT_FALSE(ExplicitCfa(C).errorReachable()) << "seed " << Seed;
    EXPECT_TRUE(checkInvariant(C, R.invariant(), Budget()).isConfirmed())
        << "seed " << Seed;
  }
  EXPECT_GT(Proved, 0u);
}
