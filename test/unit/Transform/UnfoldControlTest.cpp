//===- UnfoldControlTest.cpp - Control variables become locations ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "Differential.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/Slice.h"
#include "sooth/Transform/Cfa/UnfoldControl.h"

using namespace sooth;
using namespace sooth::test;

/// Unfolds whatever it can, to have something to test.
static UnfoldOptions eager() {
  UnfoldOptions O;
  O.MinComparisons = 0;
  O.MaxGrowth = 1e9;
  return O;
}

/// Bit-vectors are only copied and chosen between.
static RandomCfaOptions controlShape(uint64_t Seed) {
  RandomCfaOptions O = shape(Seed);
  O.Exprs.BvOps = {Kind::Ite};
  O.Exprs.Constants = 50;
  return O;
}

static TransformedCfa unfoldEagerly(const Cfa &C) {
  return unfoldControl(C, eager());
}

static bool anyEdgeReads(const Cfa &C, Expr Var) {
  for (const Edge &E : C.edges()) {
    llvm::SmallVector<Expr, 8> Roots{E.Guard};
    for (const Update &U : E.Updates)
      Roots.push_back(U.Val);
    if (llvm::is_contained(variables(Roots), Var))
      return true;
  }
  return false;
}

namespace {
/// A loop over a state, in one large block: 5 → 6 → 7 → 5 …, where 6 lasts
/// as long as the input likes, each 7 counts, and the count must not be 9.
struct StateLoop : CfaMaker {
  explicit StateLoop(ExprContext &Ctx) : CfaMaker(Ctx, 3) {
    C.setInit(Ctx.mkAnd(Ctx.mkEq(State, Ctx.bv(5, 8)),
                        Ctx.mkEq(Count, Ctx.bv(0, 8))));
    Expr Next = Ctx.mkIte(
        is(5), Ctx.bv(6, 8),
        Ctx.mkIte(is(6), Ctx.mkIte(Y, Ctx.bv(7, 8), State), Ctx.bv(5, 8)));
    Expr Counted = Ctx.mkIte(is(7), plus(Count, 1), Count);
    edge(0, 1);
    edge(1, 1, {}, {{State, Next}, {Count, Counted}}, {Y});
    edge(1, 2, Ctx.mkAnd(is(5), Ctx.mkEq(Count, Ctx.bv(9, 8))));
    error(2);
  }
  Expr is(unsigned N) { return Ctx.mkEq(State, Ctx.bv(N, 8)); }

  Expr State = bitVec("state"), Count = bitVec("count"),
       Y = Ctx.var("y", Ctx.boolSort());
};
} // namespace

TEST(UnfoldControl, StatesBecomeLocations) {
  ExprContext Ctx;
  StateLoop M(Ctx);
  UnfoldOptions O;
  O.MinComparisons = 2;
  TransformedCfa T = unfoldControl(M.C, O);
  ASSERT_EQ(T.Model.locations().size(), 5u);
  EXPECT_EQ(T.Model.location(1).Name, "L1 state=5");
  // 5 → 6, 6 → 6, 6 → 7, 7 → 5 and the error.
  ASSERT_EQ(T.Model.edges().size(), 6u);
  EXPECT_FALSE(anyEdgeReads(T.Model, M.State));
  unsigned Counting = 0;
  for (const Edge &E : T.Model.edges())
    for (const Update &U : E.Updates)
      Counting += U.Val == M.plus(M.Count, 1);
  EXPECT_EQ(Counting, 1u);
  ExplicitCfa States(T.Model);
  ASSERT_TRUE(States.errorReachable());
  EXPECT_EQ(replay(M.C, T.Back->back(*States.trace())), "");
}

TEST(UnfoldControl, InvariantHasACaseForEachValue) {
  ExprContext Ctx;
  StateLoop M(Ctx);
  UnfoldOptions O;
  O.MinComparisons = 2;
  TransformedCfa T = unfoldControl(M.C, O);
  CfaInvariant I;
  for (LocationId L = 0; L < T.Model.locations().size(); ++L)
    I.Formulas[L] = Ctx.var("p" + std::to_string(L), Ctx.boolSort());
  Expr At1 = T.Back->back(I).Formulas.lookup(1);
  EXPECT_EQ(At1, Ctx.mkOr({Ctx.mkAnd(M.is(5), I.Formulas.lookup(1)),
                           Ctx.mkAnd(M.is(6), I.Formulas.lookup(2)),
                           Ctx.mkAnd(M.is(7), I.Formulas.lookup(4))}));
  // A loop head needs all of its cases.
  I.Formulas.erase(4);
  EXPECT_FALSE(T.Back->back(I).Formulas.contains(1));
  // "For all k: A" or "for all k: B" is not "for all k: A or B".
  I.ForAll = {Ctx.var("k", Ctx.bitVecSort(8))};
  EXPECT_TRUE(T.Back->back(I).Formulas.empty());
}

/// The entry of a transition system is its loop head, too.
TEST(UnfoldControl, TransitionSystem) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr Pc = M.bitVec("pc", 4), X = M.bitVec("x", 4);
  auto Is = [&](unsigned N) { return Ctx.mkEq(Pc, Ctx.bv(N, 4)); };
  M.C.setInit(Ctx.mkAnd(Is(0), Ctx.mkEq(X, Ctx.bv(0, 4))));
  Expr Done = Ctx.mkEq(X, Ctx.bv(7, 4));
  Expr Next =
      Ctx.mkIte(Is(0), Ctx.bv(1, 4),
                Ctx.mkIte(Is(1), Ctx.mkIte(Done, Ctx.bv(3, 4), Ctx.bv(2, 4)),
                          Ctx.mkIte(Is(2), Ctx.bv(1, 4), Pc)));
  M.edge(0, 0, {}, {{Pc, Next}, {X, Ctx.mkIte(Is(2), M.plus(X, 1), X)}});
  M.edge(0, 1, Ctx.mkAnd(Is(3), Ctx.mkNot(Done)));
  M.error(1);
  TransformedCfa T = unfoldControl(M.C, {});
  EXPECT_EQ(T.Model.locations().size(), 5u);
  EXPECT_FALSE(anyEdgeReads(T.Model, Pc));
  ExplicitCfa States(T.Model);
  ASSERT_FALSE(States.errorReachable());
  EXPECT_EQ(judge(M.C, T.Back->back(exactInvariant(T.Model, States))), "");
}

/// A subroutine that returns to where a second variable says: unfolding the
/// state alone finds that only places that are stored there can follow, and
/// afterwards `ret` is live in the subroutine only.
TEST(UnfoldControl, ReturnAddress) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr State = M.bitVec("state", 4), Ret = M.bitVec("ret", 4),
       Bad = M.bitVec("bad", 2);
  auto Num = [&](unsigned N) { return Ctx.bv(N, 4); };
  auto Is = [&](unsigned N) { return Ctx.mkEq(State, Num(N)); };
  M.edge(0, 1, {}, {{State, Num(1)}, {Ret, Num(0)}, {Bad, Ctx.bv(0, 2)}});
  Expr Calls = Ctx.mkOr(Is(1), Is(3));
  M.edge(1, 1, {},
         {{State,
           Ctx.mkIte(Calls, Num(9),
                     Ctx.mkIte(Is(9), Ret, Ctx.mkIte(Is(2), Num(3), Num(1))))},
          {Ret, Ctx.mkIte(Is(1), Num(2), Ctx.mkIte(Is(3), Num(4), Ret))},
          {Bad, Ctx.mkIte(Is(7), Ctx.bv(1, 2), Bad)}});
  M.edge(1, 2, Ctx.mkEq(Bad, Ctx.bv(1, 2)));
  M.error(2);
  UnfoldOptions O;
  O.MaxGrowth = 1e9;
  TransformedCfa T = unfoldControl(M.C, O);
  ExplicitCfa States(T.Model);
  ASSERT_FALSE(States.errorReachable());
  EXPECT_EQ(judge(M.C, T.Back->back(exactInvariant(T.Model, States))), "");
  // Entry, error, 1 to 4, and the subroutine's two; not the product, 3 × 5.
  EXPECT_LE(T.Model.locations().size(), 8u);
  EXPECT_FALSE(anyEdgeReads(T.Model, State));
  EXPECT_FALSE(anyEdgeReads(T.Model, Ret));
}

TEST(UnfoldControl, DataAndFlagsStay) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr X = M.bitVec("x", 4), Flag = M.boolean("flag");
  Expr Y = Ctx.var("y", Ctx.bitVecSort(4));
  M.edge(0, 0, Flag, {{X, Y}, {Flag, Ctx.mkNot(Flag)}}, {Y});
  for (unsigned N : {1, 2, 3, 4})
    M.edge(0, 0, Ctx.mkEq(X, Ctx.bv(N, 4)), {{Flag, Ctx.trueExpr()}});
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(9, 4)));
  M.error(1);
  EXPECT_EQ(unfoldControl(M.C).Model.locations().size(), 2u);
}

TEST(UnfoldControl, Limits) {
  ExprContext Ctx;
  StateLoop M(Ctx);
  UnfoldOptions O;
  O.MinComparisons = 2;
  O.MaxLocations = 4;
  EXPECT_EQ(unfoldControl(M.C, O).Model.locations().size(), 3u);
  O.MaxLocations = 5;
  EXPECT_EQ(unfoldControl(M.C, O).Model.locations().size(), 5u);
  O.MaxGrowth = 0.5;
  EXPECT_EQ(unfoldControl(M.C, O).Model.locations().size(), 3u);
}

TEST(UnfoldControl, RandomModels) {
  for (uint64_t Seed = 0; Seed < 500; ++Seed)
    checkTransform(Seed, unfoldEagerly);
}

TEST(UnfoldControl, RandomControl) {
  for (uint64_t Seed = 0; Seed < 1500; ++Seed)
    checkTransform(controlShape(Seed), unfoldEagerly);
}

/// Some groups do not fit in.
TEST(UnfoldControl, RandomControlWithLimits) {
  for (uint64_t Seed = 0; Seed < 500; ++Seed)
    checkTransform(controlShape(Seed), [&](const Cfa &C) {
      UnfoldOptions O = eager();
      O.MaxLocations = 6 + Seed % 10;
      O.MaxGrowth = 1 + Seed % 4;
      return unfoldControl(C, O);
    });
}

/// The way of the driver, and large blocks on top of it.
TEST(UnfoldControl, RandomControlInBlocks) {
  auto Blocks = [](Encoding E) {
    return [E](const Cfa &C) { return encodeBlocks(C, E); };
  };
  for (uint64_t Seed = 0; Seed < 1000; ++Seed)
    checkTransform(controlShape(Seed), [&](const Cfa &C) {
      return applyAll(C,
                      {slice, Blocks(Encoding::Large), unfoldEagerly, slice,
                       Blocks(Seed % 2 ? Encoding::Large : Encoding::Small)});
    });
  for (uint64_t Seed = 0; Seed < 1000; ++Seed)
    checkTransform(controlShape(Seed), [&](const Cfa &C) {
      return applyAll(C,
                      {slice, unfoldEagerly, slice, Blocks(Encoding::Large)});
    });
}
