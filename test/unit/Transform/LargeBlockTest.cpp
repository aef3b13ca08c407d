//===- LargeBlockTest.cpp - Large-block encoding --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "Differential.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;
using namespace sooth::test;

static Expr updateOf(const Edge &E, Expr Var) {
  for (const Update &U : E.Updates)
    if (U.Var == Var)
      return U.Val;
  return Var;
}

/// x := c ? x + 1 : x + 2 in a loop, with an error when x = 200.
TEST(LargeBlock, DiamondIsAnIte) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 7);
  Expr X = M.bitVec("x"), C = M.boolean("c"), D = M.boolean("d");
  M.edge(0, 1);
  M.edge(1, 2, D);
  M.edge(2, 3, C);
  M.edge(2, 4, Ctx.mkNot(C));
  M.edge(3, 5, {}, {{X, M.plus(X, 1)}});
  M.edge(4, 5, {}, {{X, M.plus(X, 2)}});
  M.edge(5, 1);
  M.edge(1, 6, Ctx.mkEq(X, Ctx.bv(200, 8)));
  M.error(6);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  ASSERT_EQ(T.Model.locations().size(), 3u);
  ASSERT_EQ(T.Model.edges().size(), 3u);
  const Edge *Loop = nullptr;
  for (const Edge &E : T.Model.edges())
    if (E.Source == E.Target)
      Loop = &E;
  ASSERT_TRUE(Loop);
  EXPECT_EQ(Loop->Guard, D);
  EXPECT_EQ(updateOf(*Loop, X), Ctx.mkIte(C, M.plus(X, 1), M.plus(X, 2)));
}

/// A decision chain with three ways that meet again.
TEST(LargeBlock, ChainCancelsOut) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 9);
  Expr X = M.bitVec("x"), R = M.bitVec("r");
  auto Is = [&](unsigned N) { return Ctx.mkEq(X, Ctx.bv(N, 8)); };
  M.edge(0, 1);
  M.edge(1, 2, Is(1));
  M.edge(1, 3, Ctx.mkNot(Is(1)));
  M.edge(3, 4, Is(2));
  M.edge(3, 5, Ctx.mkNot(Is(2)));
  M.edge(2, 6, {}, {{R, Ctx.bv(10, 8)}});
  M.edge(4, 6, {}, {{R, Ctx.bv(20, 8)}});
  M.edge(5, 6);
  M.edge(6, 1, {}, {{X, M.plus(X, 1)}});
  M.edge(6, 7, Ctx.mkEq(R, Ctx.bv(99, 8)));
  M.error(7);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  for (const Edge &E : T.Model.edges())
    if (E.Source == E.Target) {
      EXPECT_EQ(updateOf(E, R), Ctx.mkIte(Is(1), Ctx.bv(10, 8),
                                          Ctx.mkIte(Is(2), Ctx.bv(20, 8), R)));
    }
}

/// Alternatives of one location read the same input.
TEST(LargeBlock, AlternativesShareInputs) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x");
  Expr Y1 = Ctx.var("y1", Ctx.boolSort()), Y2 = Ctx.var("y2", Ctx.boolSort());
  M.edge(0, 1, Y1, {{X, M.plus(X, 1)}}, {Y1});
  M.edge(0, 1, Ctx.mkNot(Y2), {}, {Y2});
  M.edge(1, 0);
  M.edge(1, 3, Ctx.mkEq(X, Ctx.bv(2, 8)));
  M.error(3);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  for (const Edge &E : T.Model.edges())
    if (E.Source == E.Target) {
      EXPECT_TRUE(llvm::none_of(E.Inputs, [](const Input &In) {
        return In.Source == "choice" && In.Where.isValid();
      }));
      // One for the branch; one for whether to leave, which is not exclusive
      // but goes elsewhere.
      EXPECT_EQ(E.Inputs.size(), 1u);
      EXPECT_TRUE(E.Guard.isTrue());
    }
}

/// Guards that overlap need a choice, or one of the ways would be lost.
TEST(LargeBlock, OverlappingGuards) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x", 2);
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 2)));
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 2)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(2, 2)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(3, 2)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(2, 2)));
  M.error(2);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  ExplicitCfa States(T.Model);
  ASSERT_TRUE(States.errorReachable());
  EXPECT_EQ(replay(M.C, T.Back->back(*States.trace())), "");
}

/// A goto into a loop.
TEST(LargeBlock, IrreducibleLoop) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x", 3), C = M.boolean("c");
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 3)));
  M.edge(0, 1, C);
  M.edge(0, 2, Ctx.mkNot(C));
  M.edge(1, 2, {}, {{X, M.plus(X, 1)}});
  M.edge(2, 1, {}, {{X, M.plus(X, 2)}});
  M.edge(2, 3, Ctx.mkEq(X, Ctx.bv(7, 3)));
  M.error(3);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  ExplicitCfa States(T.Model);
  ASSERT_TRUE(States.errorReachable());
  EXPECT_EQ(replay(M.C, T.Back->back(*States.trace())), "");
}

/// n diamonds in a row have 2ⁿ paths.
TEST(LargeBlock, LinearSize) {
  ExprContext Ctx;
  unsigned N = 200;
  CfaMaker M(Ctx, 3 * N + 2);
  Expr X = M.bitVec("x", 32);
  for (unsigned I = 0; I < N; ++I) {
    Expr C = Ctx.mkUlt(X, Ctx.bv(I + 1, 32));
    M.edge(3 * I, 3 * I + 1, C);
    M.edge(3 * I, 3 * I + 2, Ctx.mkNot(C));
    M.edge(3 * I + 1, 3 * I + 3, {}, {{X, M.plus(X, I)}});
    M.edge(3 * I + 2, 3 * I + 3, {}, {{X, Ctx.make(Kind::BvNeg, {X})}});
  }
  M.edge(3 * N, 3 * N + 1, Ctx.mkEq(X, Ctx.bv(12345, 32)));
  M.error(3 * N + 1);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Large);
  ASSERT_EQ(T.Model.edges().size(), 1u);
  EXPECT_LT(dagSize({T.Model.edge(0).Guard}), 8 * N);
}

TEST(LargeBlock, RandomModels) {
  for (uint64_t Seed = 0; Seed < 2500; ++Seed)
    checkTransform(
        Seed, [](const Cfa &C) { return encodeBlocks(C, Encoding::Large); });
}

/// Encoding what was encoded already: inputs occur on several edges.
TEST(LargeBlock, RandomModelsTwice) {
  auto Large = [](const Cfa &C) { return encodeBlocks(C, Encoding::Large); };
  for (uint64_t Seed = 0; Seed < 500; ++Seed)
    checkTransform(Seed,
                   [&](const Cfa &C) { return applyAll(C, {Large, Large}); });
}

/// Between a branch and a join there is one edge; branches and joins stay.
TEST(LargeBlock, StraightLines) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 8);
  Expr X = M.bitVec("x"), C = M.boolean("c");
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 8)}});
  M.edge(1, 2, {}, {{X, M.plus(X, 1)}});
  M.edge(2, 3, C);
  M.edge(2, 4, Ctx.mkNot(C));
  M.edge(3, 5, {}, {{X, M.plus(X, 2)}});
  M.edge(4, 5, {}, {{X, M.plus(X, 3)}});
  M.edge(5, 6, {}, {{X, M.plus(X, 4)}});
  M.edge(6, 7, Ctx.mkEq(X, Ctx.bv(8, 8)));
  M.error(7);
  TransformedCfa T = encodeBlocks(M.C, Encoding::Straight);
  // From 0 to 2, to 3 or 4, to 5, to the error.
  EXPECT_EQ(T.Model.locations().size(), 6u);
  EXPECT_EQ(T.Model.edges().size(), 6u);
  ExplicitCfa States(T.Model);
  ASSERT_TRUE(States.errorReachable());
  CfaTrace Back = T.Back->back(*States.trace());
  EXPECT_EQ(replay(M.C, Back), "");
  EXPECT_EQ(Back.Steps.size(), 6u);
}

TEST(LargeBlock, RandomModelsInStraightLines) {
  for (uint64_t Seed = 0; Seed < 1000; ++Seed)
    checkTransform(
        Seed, [](const Cfa &C) { return encodeBlocks(C, Encoding::Straight); });
}
