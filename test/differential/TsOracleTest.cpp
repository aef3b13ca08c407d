//===- TsOracleTest.cpp - The judge judged on systems made by hand --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TsOracle.h"
#include "RandomTs.h"

#include "sooth/Expr/SmtPrinter.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using Paths = TsInvariant::Paths;

namespace {
struct TsOracleTest : testing::Test {
  ExprContext Ctx;
  TransitionSystem M{Ctx};
  Sort Bv3 = Ctx.bitVecSort(3);
  Expr X = Ctx.var("x", Bv3), XNext = Ctx.var("x'", Bv3);
  Expr Y = Ctx.var("y", Ctx.boolSort());
  Property P;

  Expr is(Expr A, uint64_t V) { return Ctx.mkEq(A, Ctx.bv(V, 3)); }
  Expr plus(Expr A, uint64_t V) {
    return Ctx.make(Kind::BvAdd, {A, Ctx.bv(V, 3)});
  }
  TsOracle oracle(Expr Bad) {
    P = {"p", Bad, {}};
    return TsOracle(M, P);
  }
  Valuation at(uint64_t V) { return {{X, Value(llvm::APInt(3, V))}}; }
  Valuation input(bool V) { return {{Y, Value(V)}}; }

  /// Counts up from 0 while y holds, and stays at \p Last.
  void counter(uint64_t Last) {
    M.addVariable({X, XNext,
                   Ctx.mkIte(Ctx.mkAnd(Y, Ctx.mkUlt(X, Ctx.bv(Last, 3))),
                             plus(X, 1), X)});
    M.addInput(Y);
    M.setInit(is(X, 0));
  }
};
} // namespace

TEST_F(TsOracleTest, DistanceAndReachability) {
  counter(5);
  EXPECT_EQ(oracle(is(X, 0)).distance(), 0u);
  EXPECT_EQ(oracle(is(X, 4)).distance(), 4u);
  EXPECT_FALSE(oracle(is(X, 6)).isUnsafe());
  EXPECT_EQ(oracle(is(X, 6)).numReachable(), 6u);
  EXPECT_EQ(oracle(is(X, 6)).numStates(), 8u);
}

TEST_F(TsOracleTest, ConstraintsBlockSteps) {
  counter(5);
  M.setConstraint(Ctx.mkNot(is(X, 3)));
  EXPECT_TRUE(oracle(is(X, 3)).isUnsafe());
  EXPECT_FALSE(oracle(is(X, 4)).isUnsafe());
}

// The constraint may speak of next values, with an update or without.
TEST_F(TsOracleTest, RelationalSteps) {
  Expr Z = Ctx.var("z", Bv3), ZNext = Ctx.var("z'", Bv3);
  M.addVariable({X, XNext, plus(X, 1)});
  M.addVariable({Z, ZNext, Expr()});
  M.setInit(Ctx.mkAnd(is(X, 0), is(Z, 0)));
  M.setConstraint(Ctx.mkAnd(Ctx.mkEq(ZNext, XNext), Ctx.mkNot(is(XNext, 4))));
  EXPECT_EQ(oracle(is(Z, 3)).distance(), 3u);
  EXPECT_EQ(oracle(is(Z, 4)).numReachable(), 4u);
  EXPECT_FALSE(oracle(Ctx.mkNot(Ctx.mkEq(X, Z))).isUnsafe());
}

TEST_F(TsOracleTest, TraceIsReplayed) {
  counter(5);
  TsOracle O = oracle(is(X, 2));
  TsTrace Good{{at(0), at(0), at(1), at(2)},
               {input(false), input(true), input(true)}};
  EXPECT_EQ(O.judge(Good), "");
  TsTrace T = Good;
  T.Inputs[0].clear(); // left out: some value will do
  EXPECT_EQ(O.judge(T), "");
  T.Inputs[0] = input(true);
  EXPECT_EQ(O.judge(T), "trace: step 0 is not possible");
  T = Good;
  T.States[0] = at(1);
  EXPECT_EQ(O.judge(T), "trace: the first state is not initial");
  T = Good;
  T.States[2] = at(2);
  EXPECT_EQ(O.judge(T), "trace: step 1 is not possible");
  T = Good;
  T.States.pop_back();
  EXPECT_EQ(O.judge(T), "trace: states and inputs do not match");
  T.Inputs.pop_back();
  EXPECT_EQ(O.judge(T), "trace: the last state is not bad");
  T.States[1].clear();
  EXPECT_EQ(O.judge(T), "trace: a variable has no value");
}

TEST_F(TsOracleTest, InductiveInvariants) {
  counter(5);
  TsOracle O = oracle(is(X, 7));
  EXPECT_EQ(O.judge(TsInvariant{Ctx.mkUle(X, Ctx.bv(5, 3))}), "");
  // 6 stays 6: also inductive.
  EXPECT_EQ(O.judge(TsInvariant{Ctx.mkUle(X, Ctx.bv(6, 3))}), "");
  EXPECT_EQ(O.judge(TsInvariant{Ctx.trueExpr()}),
            "invariant: contains a bad state");
  EXPECT_EQ(O.judge(TsInvariant{Ctx.mkUle(X, Ctx.bv(4, 3))}),
            "invariant: excludes a reachable state");
  EXPECT_EQ(O.judge(TsInvariant{Ctx.mkUle(X, Ctx.bv(5, 3)), 0}),
            "invariant: K is 0");
}

// 0 and 1 alternate. From the unreachable 4 one comes in two steps to the bad
// 6; from 3 one gets there as well, but may stay as long as one likes.
TEST_F(TsOracleTest, KInductiveInvariants) {
  Expr Up = Ctx.mkIte(is(X, 4), Ctx.bv(5, 3), Ctx.bv(6, 3));
  Expr Stay = Ctx.mkIte(Y, X, Ctx.bv(6, 3));
  Expr Round = Ctx.mkIte(is(X, 0), Ctx.bv(1, 3), Ctx.bv(0, 3));
  Expr High = Ctx.mkUle(Ctx.bv(4, 3), X);
  M.addVariable(
      {X, XNext, Ctx.mkIte(is(X, 3), Stay, Ctx.mkIte(High, Up, Round))});
  M.addInput(Y);
  M.setInit(is(X, 0));
  TsOracle O = oracle(is(X, 6));
  Expr Good = Ctx.mkNot(is(X, 6));
  EXPECT_NE(O.judge(TsInvariant{Good, 1, Paths::Any}), "");
  EXPECT_NE(O.judge(TsInvariant{Good, 2, Paths::Simple}), "");
  EXPECT_EQ(O.judge(TsInvariant{Good, 3, Paths::Simple}), "");
  EXPECT_NE(O.judge(TsInvariant{Good, 3, Paths::Any}), "");
  EXPECT_NE(O.judge(TsInvariant{Good, 1000000, Paths::Any}), "");
  Expr Not3 = Ctx.mkAnd(Good, Ctx.mkNot(is(X, 3)));
  EXPECT_NE(O.judge(TsInvariant{Not3, 2, Paths::Any}), "");
  EXPECT_EQ(O.judge(TsInvariant{Not3, 4, Paths::Any}), "");
}

TEST_F(TsOracleTest, EndsOfRuns) {
  counter(5);
  TsOracle O = oracle(is(X, 7));
  Expr Good = Ctx.mkNot(is(X, 7));
  EXPECT_EQ(O.judge(TsInvariant{Good, 6, Paths::Initial}), "");
  EXPECT_EQ(O.judge(TsInvariant{Good, 9, Paths::Initial}), "");
  EXPECT_NE(O.judge(TsInvariant{Good, 5, Paths::Initial}), "");
  EXPECT_NE(O.judge(TsInvariant{Ctx.mkNot(is(X, 5)), 6, Paths::Initial}), "");
}

TEST_F(TsOracleTest, AnswersMustFitTheTruth) {
  counter(5);
  TsResult Safe = TsResult::safe({Ctx.mkUle(X, Ctx.bv(5, 3))});
  TsResult Unsafe = TsResult::unsafe({{at(0)}, {}});
  EXPECT_EQ(oracle(is(X, 7)).judge(Safe), "");
  EXPECT_EQ(oracle(is(X, 3)).judge(Safe), "safe, but it is unsafe");
  EXPECT_EQ(oracle(is(X, 0)).judge(Unsafe), "");
  EXPECT_EQ(oracle(is(X, 7)).judge(Unsafe), "unsafe, but it is safe");
  EXPECT_EQ(
      oracle(is(X, 7)).judge(TsResult::unknown(UnknownReason::Kind::Timeout)),
      "");
  EXPECT_EQ(oracle(is(X, 7)).judge(TsResult::unknown(
                UnknownReason::Kind::Internal, Cause::quote("oops"))),
            "internal error: oops");
}

TEST(RandomTsTest, SeedsAreReproducibleAndDiffer) {
  auto Text = [](uint64_t Seed) {
    ExprContext Ctx;
    TransitionSystem M = randomTs(Ctx, Seed);
    return toSmt(M.trans()) + toSmt(M.properties().front().Bad);
  };
  for (uint64_t Seed = 1; Seed < 50; ++Seed) {
    EXPECT_EQ(Text(Seed), Text(Seed));
    EXPECT_NE(Text(Seed), Text(Seed + 1));
  }
}
