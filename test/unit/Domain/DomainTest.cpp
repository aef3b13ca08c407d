//===- DomainTest.cpp - Abstract states and their successors --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Domain.h"

#include "CfaMaker.h"
#include "Expr/RandomExpr.h"

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Expr/SmtPrinter.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using Change = TrackedSet::Change;

namespace {
class DomainTest : public testing::Test {
protected:
  DomainTest() : M(Ctx, 2), Table(Ctx), X(M.bitVec("x")), Y(M.bitVec("y")) {}

  /// The formulas of what comes after the edge.
  std::vector<Expr> after(const AbstractState &S, EdgeId E,
                          DomainOptions O = {},
                          DomainKind K = DomainKind::Product) {
    std::unique_ptr<Domain> D = createDomain(K, Table, M.C, O);
    std::vector<Expr> Formulas;
    for (const AbstractState *Next : D->post(S, M.C.edge(E), T, B))
      Formulas.push_back(Table.formula(*Next));
    Queries = D->statistics().Queries;
    return Formulas;
  }
  std::vector<Expr> after(EdgeId E, DomainOptions O = {},
                          DomainKind K = DomainKind::Product) {
    return after(*Table.top(), E, O, K);
  }
  std::vector<Expr> after(EdgeId E, DomainKind K) { return after(E, {}, K); }
  const AbstractState &valued(Expr Var, uint64_t V) {
    return *Table.intern(
        {{Table.valueFact(Var, Value(llvm::APInt(Var.sort().width(), V)))}});
  }
  Expr is(Expr Var, uint64_t V) {
    return Ctx.mkEq(Var, Ctx.bv(V, Var.sort().width()));
  }
  /// 0 < V < Limit.
  Expr between(Expr V, uint64_t Limit) {
    return Ctx.mkAnd(Ctx.mkUlt(Ctx.bv(0, 8), V),
                     Ctx.mkUlt(V, Ctx.bv(Limit, 8)));
  }

  ExprContext Ctx;
  CfaMaker M;
  StateTable Table;
  TrackedSet T;
  Budget B;
  Expr X, Y;
  uint64_t Queries = 0;
};
} // namespace

TEST_F(DomainTest, StatesAreTheSameObjectIfEqual) {
  EXPECT_EQ(&valued(X, 3), &valued(X, 3));
  EXPECT_NE(&valued(X, 3), &valued(X, 4));
  EXPECT_TRUE(Table.top()->isTop());
  EXPECT_TRUE(Table.formula(*Table.top()).isTrue());
  EXPECT_TRUE(Table.formula(*Table.intern({})).isFalse());
  EXPECT_EQ(Table.formula(valued(X, 3)), is(X, 3));
}

TEST_F(DomainTest, WeakerCubesAbsorbStronger) {
  Fact P = Table.predicateFact(is(X, 1), true);
  Fact Q = Table.predicateFact(is(Y, 1), false);
  EXPECT_EQ(Table.intern({{P, Q}, {P}}), Table.intern({{P}}));
  EXPECT_TRUE(Table.intern({{P}, {}})->isTop());
}

TEST_F(DomainTest, CoveringIsAboutFacts) {
  Fact P = Table.predicateFact(is(X, 1), true);
  Fact NotP = Table.predicateFact(is(X, 1), false);
  Fact Q = Table.predicateFact(is(Y, 1), false);
  const AbstractState &Both = *Table.intern({{P, Q}});
  const AbstractState &One = *Table.intern({{P}});
  const AbstractState &Either = *Table.intern({{P}, {NotP, Q}});
  EXPECT_TRUE(Table.covers(One, Both));
  EXPECT_FALSE(Table.covers(Both, One));
  EXPECT_TRUE(Table.covers(Either, One));
  EXPECT_FALSE(Table.covers(One, Either));
  EXPECT_TRUE(Table.covers(Both, *Table.intern({})));
}

TEST_F(DomainTest, PrecisionGrowsOncePerItem) {
  EXPECT_EQ(T.addVariable(X), Change::Grown);
  EXPECT_EQ(T.addVariable(X), Change::None);
  EXPECT_EQ(T.addPredicate(is(X, 1)), Change::Grown);
  EXPECT_EQ(T.addPredicate(Ctx.mkNot(is(X, 1))), Change::None);
  EXPECT_EQ(T.addPredicate(Ctx.trueExpr()), Change::None);
  EXPECT_EQ(T.version(), 2u);
}

TEST_F(DomainTest, ValuesAreComputedWithoutSolver) {
  EdgeId E = M.edge(0, 1, Ctx.mkUlt(X, Ctx.bv(9, 8)), {{Y, M.plus(X, 2)}});
  T.addVariable(Y);
  EXPECT_EQ(after(valued(X, 3), E), std::vector<Expr>{is(Y, 5)});
  EXPECT_EQ(Queries, 0u);
  EXPECT_TRUE(after(valued(X, 9), E).empty());
}

TEST_F(DomainTest, UpdatesHappenAtOnce) {
  EdgeId E = M.edge(0, 1, Expr(), {{X, Y}, {Y, X}});
  T.addVariable(X);
  T.addVariable(Y);
  EXPECT_EQ(after(valued(X, 3), E), std::vector<Expr>{is(Y, 3)});
}

TEST_F(DomainTest, GuardsTellValues) {
  EdgeId E = M.edge(0, 1, is(X, 7));
  T.addVariable(X);
  DomainOptions NoSolver{.MaxEnum = std::nullopt};
  EXPECT_EQ(after(E, NoSolver), std::vector<Expr>{is(X, 7)});
  EXPECT_TRUE(after(valued(X, 3), E, NoSolver).empty());
  EXPECT_EQ(Queries, 0u);
}

// Figure 4: four values between 0 and 5.
TEST_F(DomainTest, EnumeratesUpToTheLimit) {
  EdgeId E = M.edge(0, 1, between(X, 5));
  T.addVariable(X);
  for (unsigned Max : {4u, 5u, 0u})
    EXPECT_EQ(after(E, {.MaxEnum = Max}).size(), 4u) << Max;
  for (unsigned Max : {1u, 3u})
    EXPECT_EQ(after(E, {.MaxEnum = Max}), std::vector<Expr>{Ctx.trueExpr()});
}

TEST_F(DomainTest, TheLimitIsForCombinations) {
  EdgeId E = M.edge(0, 1, Ctx.mkAnd(between(X, 3), between(Y, 3)));
  T.addVariable(X);
  T.addVariable(Y);
  EXPECT_EQ(after(E, {.MaxEnum = 4}).size(), 4u);
  EXPECT_EQ(after(E, {.MaxEnum = 3}).size(), 1u);
}

TEST_F(DomainTest, OneSuccessorWithSolverIsMorePrecise) {
  EdgeId Impossible = M.edge(0, 1, Ctx.mkAnd(Ctx.mkUlt(X, Y), Ctx.mkUlt(Y, X)));
  T.addVariable(X);
  EXPECT_TRUE(after(Impossible, {.MaxEnum = 1}).empty());
  EXPECT_EQ(after(Impossible, {.MaxEnum = std::nullopt}).size(), 1u);
}

TEST_F(DomainTest, InputsAreNotEnumeratedInVain) {
  Expr In = Ctx.var("in", Ctx.bitVecSort(8));
  EdgeId E = M.edge(0, 1, Expr(), {{X, In}}, {In});
  T.addVariable(X);
  EXPECT_EQ(after(E, {.MaxEnum = 10}), std::vector<Expr>{Ctx.trueExpr()});
  EXPECT_EQ(Queries, 0u);
}

// x < 5 or y < 5, but not both; as one conjunction nothing is known.
TEST_F(DomainTest, CombinationsOfPredicates) {
  Expr P = Ctx.mkUlt(X, Ctx.bv(5, 8)), Q = Ctx.mkUlt(Y, Ctx.bv(5, 8));
  EdgeId E = M.edge(0, 1, Ctx.mkXor(P, Q));
  T.addPredicate(P);
  T.addPredicate(Q);
  EXPECT_EQ(after(E, DomainKind::Cartesian), std::vector<Expr>{Ctx.trueExpr()});
  std::vector<Expr> Boolean = after(E, DomainKind::Boolean);
  ASSERT_EQ(Boolean.size(), 1u);
  EXPECT_EQ(Boolean[0],
            Ctx.mkOr(Ctx.mkAnd(P, Ctx.mkNot(Q)), Ctx.mkAnd(Ctx.mkNot(P), Q)));
  EXPECT_EQ(after(E, DomainKind::Split).size(), 2u);
}

TEST_F(DomainTest, PredicatesThatDoNotChangeNeedNoSolver) {
  Expr P = Ctx.mkUlt(X, Ctx.bv(5, 8));
  EdgeId E = M.edge(0, 1, Expr(), {{Y, M.plus(Y, 1)}});
  T.addPredicate(P);
  const AbstractState &S = *Table.intern({{Table.predicateFact(P, true)}});
  EXPECT_EQ(after(S, E), std::vector<Expr>{P});
  EXPECT_EQ(Queries, 0u);
}

// What a guard's form says about a variable is no proof that the guard holds.
TEST_F(DomainTest, PredicatesExcludeEdgesWithoutTrackedPredicates) {
  EdgeId E = M.edge(0, 1, is(X, 7));
  const AbstractState &Not7 =
      *Table.intern({{Table.predicateFact(is(X, 7), false)}});
  EXPECT_TRUE(after(Not7, E).empty());
  T.addVariable(X);
  EXPECT_TRUE(after(Not7, E).empty());
}

TEST_F(DomainTest, ProductAsksForEachValue) {
  Expr P = Ctx.mkUlt(X, Y);
  EdgeId E = M.edge(0, 1, Ctx.mkAnd(between(X, 3), is(Y, 2)));
  T.addVariable(X);
  T.addPredicate(P);
  std::vector<Expr> Next = after(E, {.MaxEnum = 2});
  ASSERT_EQ(Next.size(), 2u);
  for (uint64_t V : {1, 2}) {
    Expr Expected = Ctx.mkAnd(is(X, V), V == 1 ? P : Ctx.mkNot(P));
    EXPECT_TRUE(Next[0] == Expected || Next[1] == Expected) << V;
  }
}

TEST_F(DomainTest, WithoutTimeSuccessorsSayLess) {
  EdgeId E = M.edge(0, 1, between(X, 5));
  T.addVariable(X);
  B = Budget::seconds(0);
  EXPECT_EQ(after(E, {.MaxEnum = 4}), std::vector<Expr>{Ctx.trueExpr()});
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

TEST_F(DomainTest, IntervalsEndAtConstantsOfTheProgram) {
  EdgeId E = M.edge(0, 1, Ctx.mkUlt(X, Ctx.bv(50, 8)), {{Y, M.plus(X, 4)}});
  T.addVariable(X);
  T.addVariable(Y);
  // 4 + [0, 49] is [4, 53]; constants are 4 and 50, and what is beside them.
  EXPECT_EQ(
      after(E, DomainKind::Interval),
      std::vector<Expr>{Ctx.mkAnd({Ctx.mkUle(X, Ctx.bv(49, 8)),
                                   Ctx.mkAnd(Ctx.mkUle(Ctx.bv(4, 8), Y),
                                             Ctx.mkUle(Y, Ctx.bv(127, 8)))})});
  EXPECT_EQ(Queries, 0u);
}

TEST_F(DomainTest, IntervalsExcludeEdges) {
  EdgeId E = M.edge(
      0, 1, Ctx.mkAnd(Ctx.mkUlt(X, Ctx.bv(3, 8)), Ctx.mkUlt(Ctx.bv(7, 8), X)));
  T.addVariable(X);
  EXPECT_TRUE(after(E, DomainKind::Interval).empty());
}

TEST_F(DomainTest, IntervalsMayBeSigned) {
  Expr MinusOne = Ctx.bv(llvm::APInt::getAllOnes(8));
  EdgeId E = M.edge(
      0, 1, Ctx.mkAnd(Ctx.mkSle(MinusOne, X), Ctx.mkSle(X, Ctx.bv(3, 8))));
  T.addVariable(X);
  EXPECT_EQ(after(E, DomainKind::Interval),
            std::vector<Expr>{
                Ctx.mkAnd(Ctx.mkSle(MinusOne, X), Ctx.mkSle(X, Ctx.bv(3, 8)))});
}

/// Ranges of random expressions contain the values that these have.
TEST(IntervalEvaluatorTest, RangesContainValues) {
  for (unsigned Seed = 1; Seed <= 60; ++Seed) {
    ExprContext Ctx;
    RandomExpr Source(Ctx, Seed, 4);
    for (unsigned N = 0; N < 300; ++N) {
      const Sample &S = Source.next();
      if (!IntervalEvaluator::hasRange(S.E.sort()))
        continue;
      for (unsigned V = 0; V < Source.valuations().size(); ++V) {
        const Valuation &Vals = Source.valuations()[V];
        IntervalEvaluator Eval;
        for (Expr Var : Source.variables())
          if (IntervalEvaluator::hasRange(Var.sort())) {
            // From the value to another one, possibly around.
            Range R = IntervalEvaluator::rangeOf(Vals.lookup(Var));
            // From the value to another one, or all.
            if (unsigned Kind = Source.below(4); Kind == 1)
              R = Range::full(R.width());
            else if (Kind > 1)
              R = R.join(
                  IntervalEvaluator::rangeOf(Source.randomValue(Var.sort())));
            ASSERT_TRUE(Eval.restrict(Var, R));
          }
        Range Expected = IntervalEvaluator::rangeOf(S.Expected[V]);
        ASSERT_TRUE(Eval(S.E).contains(Expected)) << Seed << ' ' << toSmt(S.E);
        // Nor does what is learned from a formula exclude them.
        ASSERT_TRUE(S.E.isBool() ? Eval.assume(S.E, S.Expected[V].boolean())
                                 : Eval.restrict(S.E, Expected))
            << Seed << ' ' << toSmt(S.E);
        for (Expr Var : Source.variables())
          if (IntervalEvaluator::hasRange(Var.sort()))
            ASSERT_TRUE(Eval(Var).contains(
                IntervalEvaluator::rangeOf(Vals.lookup(Var))))
                << Seed << ' ' << toSmt(S.E) << ' ' << Var.name().str();
      }
    }
  }
}
