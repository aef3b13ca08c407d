//===- SliceTest.cpp - Removing what does not matter ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "Differential.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Model/SourceTable.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

TEST(Slice, PrunesBothWays) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 6);
  Expr X = M.bitVec("x");
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(1, 8)));
  M.edge(0, 2, Ctx.mkNot(Ctx.mkEq(X, Ctx.bv(1, 8))));
  M.edge(2, 2); // never at an error
  M.edge(3, 1); // unreachable
  M.edge(0, 4, Ctx.falseExpr());
  M.edge(4, 1);
  M.edge(1, 5); // behind the error
  M.error(1);
  TransformedCfa T = pruneLocations(M.C);
  EXPECT_EQ(T.Model.locations().size(), 2u);
  EXPECT_EQ(T.Model.edges().size(), 1u);
  CfaInvariant I;
  I.Formulas[T.Model.entry()] = Ctx.mkNot(Ctx.mkEq(X, Ctx.bv(1, 8)));
  I.Formulas[T.Model.errors()[0].Loc] = Ctx.falseExpr();
  CfaInvariant Back = T.Back->back(I);
  EXPECT_TRUE(Back.Formulas.lookup(2).isTrue());
  EXPECT_TRUE(Back.Formulas.lookup(3).isFalse());
  EXPECT_TRUE(Back.Formulas.lookup(4).isFalse());
}

/// A cycle that no run takes is still one that an invariant has to cut.
TEST(Slice, BrokenCyclesKeepTheirHeads) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x");
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 8)));
  M.edge(0, 1);
  M.edge(1, 1, Ctx.falseExpr());
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(1, 8)));
  M.error(2);
  TransformedCfa T = pruneLocations(M.C);
  ASSERT_EQ(T.Model.locations().size(), 3u);
  EXPECT_EQ(T.Model.edges().size(), 2u);
  EXPECT_EQ(T.Model.location(1).What, Location::Role::Cutpoint);
}

/// What an edge is in the source is kept with the original, and with copies.
TEST(Slice, OnlyTheOriginalHasItsSource) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  M.edge(0, 1);
  M.error(1);
  auto Source = std::make_shared<SourceTable>();
  Source->set(0, {{{SourceStep::Kind::Default, Ctx.trueExpr(), {}}}, {}});
  M.C.setSource(Source);
  const Cfa Copy = M.C;
  EXPECT_EQ(Copy.source().at(0).Steps.size(), 1u);
  EXPECT_TRUE(Copy.source().at(7).Steps.empty());
  TransformedCfa T = slice(M.C);
  ASSERT_EQ(T.Model.edges().size(), 1u);
  EXPECT_TRUE(T.Model.source().at(0).Steps.empty());
}

TEST(Slice, ConeOfInfluence) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), Y = M.bitVec("y"), Z = M.bitVec("z"),
       K = M.bitVec("k");
  // z counts and reads y, but nothing reads z; k is constant.
  M.C.setInit(Ctx.mkAnd({Ctx.mkEq(X, Ctx.bv(0, 8)), Ctx.mkEq(Z, Ctx.bv(3, 8)),
                         Ctx.mkEq(K, Ctx.bv(7, 8))}));
  Expr Done = Ctx.mkEq(X, K);
  M.edge(0, 1);
  M.edge(1, 1, Ctx.mkNot(Done),
         {{X, Ctx.make(Kind::BvAdd, {X, Y})},
          {Z, Ctx.make(Kind::BvAdd, {Z, X})},
          {K, K}});
  M.edge(1, 2, Done);
  M.error(2);
  TransformedCfa T = slice(M.C);
  ASSERT_EQ(T.Model.variables().size(), 2u);
  EXPECT_EQ(T.Model.variables()[0].Var, X);
  EXPECT_EQ(T.Model.variables()[1].Var, Y);
  EXPECT_EQ(T.Model.edge(2).Guard, Ctx.mkEq(X, Ctx.bv(7, 8)));
  CfaTrace Trace;
  Trace.Initial[X] = Value(llvm::APInt(8, 0));
  Trace.Initial[Y] = Value(llvm::APInt(8, 7));
  for (EdgeId E : {0u, 1u, 2u})
    Trace.Steps.push_back({E, Valuation()});
  ASSERT_EQ(replay(T.Model, Trace), "");
  CfaTrace Original = T.Back->back(Trace);
  EXPECT_EQ(replay(M.C, Original), "");
  EXPECT_EQ(Original.Initial[Z].bits(), 3u);
}

/// What is set up before a loop is known in it, whatever it was before; what
/// differs where ways meet is not.
TEST(Slice, LocalConstants) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr P = M.bitVec("p"), Q = M.bitVec("q"), X = M.bitVec("x"),
       Y = M.bitVec("y");
  M.C.setInit(Ctx.mkEq(P, Ctx.bv(0, 8)));
  Expr Is1 = Ctx.mkEq(X, Ctx.bv(1, 8));
  M.edge(0, 1, Is1, {{P, Ctx.bv(2, 8)}, {Q, Ctx.bv(3, 8)}, {Y, X}});
  M.edge(0, 1, Ctx.mkNot(Is1), {{P, Ctx.bv(2, 8)}, {Q, Ctx.bv(4, 8)}});
  M.edge(1, 1, Ctx.mkUlt(P, X), {{X, Ctx.make(Kind::BvSub, {X, P})}});
  M.edge(1, 2, Ctx.mkEq(P, Ctx.bv(0, 8)));
  M.edge(1, 2, Ctx.mkEq(Q, Ctx.bv(5, 8)));
  M.edge(1, 3, Ctx.mkEq(Y, Q));
  M.edge(2, 4);
  M.error(4);
  TransformedCfa T = foldLocalConstants(M.C);
  EXPECT_EQ(T.Model.edge(2).Guard, Ctx.mkUlt(Ctx.bv(2, 8), X));
  EXPECT_TRUE(T.Model.edge(3).Guard.isFalse());
  EXPECT_EQ(T.Model.edge(4).Guard, Ctx.mkEq(Q, Ctx.bv(5, 8)));
  EXPECT_EQ(T.Model.edge(5).Guard, Ctx.mkEq(Y, Q));
  CfaInvariant I;
  I.Formulas[0] = Ctx.trueExpr();
  I.Formulas[1] = Ctx.mkNot(Ctx.mkEq(Q, Ctx.bv(5, 8)));
  I.Formulas[4] = Ctx.falseExpr();
  CfaInvariant Back = T.Back->back(I);
  EXPECT_EQ(Back.Formulas.lookup(1),
            Ctx.mkAnd(I.Formulas.lookup(1), Ctx.mkEq(P, Ctx.bv(2, 8))));
  EXPECT_TRUE(checkInvariant(M.C, Back, Budget()).isConfirmed());
}

TEST(Slice, RandomModelsLocalConstants) {
  for (uint64_t Seed = 0; Seed < 1500; ++Seed)
    checkTransform(Seed, foldLocalConstants);
}

TEST(Slice, SkipsTrivialLocations) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.boolean("x"), Y = M.boolean("y");
  M.edge(0, 1, X);
  M.edge(1, 2);
  M.edge(2, 3);
  M.edge(3, 4, Y);
  M.error(4);
  TransformedCfa T = slice(M.C);
  EXPECT_EQ(T.Model.locations().size(), 3u);
  CfaTrace Trace;
  Trace.Initial[X] = Value(true);
  Trace.Initial[Y] = Value(true);
  Trace.Steps = {{0, Valuation()}, {1, Valuation()}};
  ASSERT_EQ(replay(T.Model, Trace), "");
  EXPECT_EQ(replay(M.C, T.Back->back(Trace)), "");
}

TEST(Slice, DeadVariablesAreZero) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr X = M.bitVec("x", 3), T0 = M.bitVec("t", 3);
  // t is a temporary between 1 and 2.
  M.edge(0, 1, {}, {{T0, M.plus(X, 1)}});
  M.edge(1, 2, {}, {{X, Ctx.make(Kind::BvMul, {T0, T0})}});
  M.edge(2, 0);
  M.edge(2, 3, Ctx.mkEq(X, Ctx.bv(3, 3)));
  M.error(3);
  TransformedCfa T = dropDeadUpdates(M.C);
  EXPECT_EQ(T.Model.init(), Ctx.mkEq(T0, Ctx.bv(0, 3)));
  ASSERT_EQ(T.Model.edge(1).Updates.size(), 2u);
  EXPECT_EQ(T.Model.edge(1).Updates[1].Val, Ctx.bv(0, 3));
  EXPECT_TRUE(T.Model.edge(2).Updates.empty());
}

TEST(Slice, RandomModels) {
  for (uint64_t Seed = 0; Seed < 1500; ++Seed)
    checkTransform(Seed, slice);
}

TEST(Slice, RandomModelsDeadUpdates) {
  for (uint64_t Seed = 0; Seed < 1500; ++Seed)
    checkTransform(
        Seed, [](const Cfa &C) { return encodeBlocks(C, Encoding::Small); });
}
