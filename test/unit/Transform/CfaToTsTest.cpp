//===- CfaToTsTest.cpp - From an automaton to a transition system ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "Differential.h"

#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/Slice.h"

using namespace sooth;
using namespace sooth::test;

TEST(CfaToTs, OneEdgeLeavesNoConditionOnData) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr X = M.bitVec("x");
  Expr Less = Ctx.mkUlt(X, Ctx.bv(10, 8));
  M.edge(0, 0, Less, {{X, M.plus(X, 1)}});
  M.edge(0, 1, Ctx.mkNot(Less));
  M.error(1);
  TransformedTs T = toTransitionSystem(M.C);
  ASSERT_EQ(T.Model.variables().size(), 2u);
  EXPECT_TRUE(T.Model.isFunctional());
  EXPECT_TRUE(T.Model.inputs().empty()); // the guards exclude each other
  Expr Pc = T.Control[0];
  Expr Entry = Ctx.mkEq(Pc, Ctx.bv(0, 2));
  EXPECT_EQ(T.Model.variables()[1].Update,
            Ctx.mkIte(Entry, Ctx.mkIte(Less, M.plus(X, 1), X), X));
  EXPECT_EQ(T.Model.variables()[0].Update,
            Ctx.mkIte(Entry, Ctx.mkIte(Less, Ctx.bv(0, 2), Ctx.bv(1, 2)),
                      Ctx.bv(2, 2)));
}

static void check(uint64_t Seed, CfaToTsOptions::Counter Counter) {
  SCOPED_TRACE("seed " + std::to_string(Seed));
  ExprContext Ctx;
  RandomCfaOptions O = shape(Seed);
  if (Counter == CfaToTsOptions::Counter::OneHot)
    O.Locations = 4;
  Cfa C = randomCfa(Ctx, O);
  ExplicitCfa Before(C);
  TransformedTs T = toTransitionSystem(C, {Counter});
  ASSERT_TRUE(T.Model.isFunctional());
  ExplicitTs After(T.Model, T.Control);
  ASSERT_EQ(Before.errorReachable(), After.badReachable());
  if (After.badReachable()) {
    ASSERT_EQ(replay(C, T.Back->back(*After.trace())), "");
    TsTrace Shorter = *After.trace();
    for (Valuation &V : Shorter.Inputs) // zeros may be left out
      for (Expr Y : T.Model.inputs())
        if (auto It = V.find(Y);
            It != V.end() && It->second == Value::zero(Y.sort()))
          V.erase(It);
    ASSERT_EQ(replay(C, T.Back->back(Shorter)), "");
  } else {
    // All reachable states, with the counter's values.
    std::vector<Expr> Terms;
    for (LocationId L = 0; L < C.locations().size(); ++L) {
      if (C.isError(L))
        continue;
      Expr At =
          Counter == CfaToTsOptions::Counter::OneHot
              ? T.Control[L]
              : Ctx.mkEq(T.Control[0], Ctx.bv(L, T.Control[0].sort().width()));
      Terms.push_back(Ctx.mkAnd(At, Before.reachableSet(L)));
    }
    ASSERT_EQ(judge(C, T.Back->back(TsInvariant{Ctx.mkOr(Terms)})), "");
  }
}

TEST(CfaToTs, RandomModels) {
  for (uint64_t Seed = 0; Seed < 1500; ++Seed)
    check(Seed, CfaToTsOptions::Counter::BitVector);
}

TEST(CfaToTs, RandomModelsOneHot) {
  for (uint64_t Seed = 0; Seed < 500; ++Seed)
    check(Seed, CfaToTsOptions::Counter::OneHot);
}

/// The whole way of the driver: slice, large blocks, transition system.
TEST(CfaToTs, RandomModelsAllTheWay) {
  for (uint64_t Seed = 0; Seed < 800; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, shape(Seed));
    ExplicitCfa Before(C);
    TransformedCfa Large = applyAll(
        C,
        {slice, [](const Cfa &C) { return encodeBlocks(C, Encoding::Large); }});
    TransformedTs T = toTransitionSystem(Large.Model);
    ExplicitTs After(T.Model, T.Control);
    ASSERT_EQ(Before.errorReachable(), After.badReachable());
    if (After.badReachable()) {
      CfaTrace Middle = T.Back->back(*After.trace());
      ASSERT_EQ(replay(Large.Model, Middle), "");
      ASSERT_EQ(replay(C, Large.Back->back(Middle)), "");
    }
  }
}
