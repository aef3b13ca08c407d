//===- TraversalTest.cpp - Walking the DAG --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include <gtest/gtest.h>

using namespace sooth;
using namespace sooth::test;

namespace {

class TraversalRandomTest : public testing::TestWithParam<unsigned> {};

/// E[x := t] under v is E under v[x := t under v].
TEST_P(TraversalRandomTest, SubstitutionIsEvaluation) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 4);
  for (unsigned I = 0; I < 150; ++I)
    Random.next();
  Substitution Subst(Ctx);
  std::vector<std::pair<Expr, Expr>> Pairs;
  for (Expr Var : Random.variables())
    if (Random.below(2)) {
      Pairs.push_back({Var, Random.pick(Var.sort()).E});
      Subst.set(Pairs.back().first, Pairs.back().second);
    }
  for (unsigned I = 0; I < 50; ++I) {
    Expr E = Random.next().E, To = Subst(E);
    for (const Valuation &Vals : Random.valuations()) {
      Valuation After = Vals;
      for (auto [Var, Term] : Pairs)
        After[Var] = Evaluator(Vals)(Term);
      ASSERT_EQ(Evaluator(Vals)(To), Evaluator(After)(E))
          << toSmt(E) << " to " << toSmt(To);
    }
  }
}

/// Operands come first, each once, whatever was seen before and is seen inside.
TEST_P(TraversalRandomTest, PostOrderSeesEachNodeOnce) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 4);
  for (unsigned I = 0; I < 100; ++I) {
    Expr E = Random.next().E;
    ExprSet Before;
    size_t Inside = 0;
    postOrder({E}, [&](Expr Node) {
      for (Expr Op : Node.operands())
        EXPECT_TRUE(Before.contains(Op));
      EXPECT_TRUE(Before.insert(Node).second);
      postOrder({Node}, [&](Expr) { ++Inside; });
    });
    EXPECT_EQ(Before.size(), dagSize({E}));
    EXPECT_GE(Inside, Before.size());
    SeenExprs Seen;
    postOrder({E}, Seen, [](Expr) {});
    for (Expr Node : Before)
      EXPECT_TRUE(Seen.contains(Node));
    postOrder({E}, Seen, [](Expr) { ADD_FAILURE() << "seen before"; });
    Seen.clear();
    EXPECT_FALSE(Seen.contains(E));
  }
}

TEST_P(TraversalRandomTest, ImportingKeepsTheMeaning) {
  ExprContext From, To;
  // The other context numbers its nodes differently.
  To.var("v3.2", To.bitVecSort(1));
  To.var("v0.2", To.boolSort());
  RandomExpr Random(From, GetParam() + 5000, 4);
  Importer Import(To);
  std::vector<Valuation> Imported(Random.valuations().size());
  for (Expr Var : Random.variables())
    for (size_t V = 0; V < Imported.size(); ++V)
      if (!Var.sort().isArray())
        Imported[V][Import(Var)] = Random.valuations()[V].lookup(Var);
  for (unsigned I = 0; I < 200; ++I) {
    const Sample &S = Random.next();
    Expr Copy = Import(S.E);
    bool HasArray =
        anyVariable(S.E, [](Expr Var) { return Var.sort().isArray(); });
    if (HasArray || S.E.sort().isArray())
      continue; // Array values name sorts of their own context.
    for (size_t V = 0; V < Imported.size(); ++V)
      ASSERT_EQ(Evaluator(Imported[V])(Copy), S.Expected[V]) << toSmt(S.E);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TraversalRandomTest, testing::Range(0u, 20u));

TEST(TraversalTest, ConjunctsAreFlattened) {
  ExprContext Ctx;
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort()),
       R = Ctx.var("r", Ctx.boolSort());
  llvm::SmallVector<Expr> Parts;
  conjuncts(Ctx.mkAnd(Ctx.mkAnd(P, Q), Ctx.mkAnd(Q, R)), Parts);
  llvm::sort(Parts, [](Expr A, Expr B) { return A.id() < B.id(); });
  EXPECT_EQ(Parts, (llvm::SmallVector<Expr>{P, Q, R}));
  Parts.clear();
  conjuncts(Ctx.trueExpr(), Parts);
  EXPECT_TRUE(Parts.empty());
  conjuncts(Ctx.falseExpr(), Parts);
  EXPECT_EQ(Parts, (llvm::SmallVector<Expr>{Ctx.falseExpr()}));
}

TEST(TraversalTest, VariablesComeOnceInOrder) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.intSort()), Y = Ctx.var("y", Ctx.intSort());
  Expr E = Ctx.make(Kind::Lt, {Ctx.make(Kind::Add, {Y, X}), Y});
  EXPECT_EQ(variables({E}), (std::vector<Expr>{X, Y}));
  EXPECT_EQ(dagSize({E}), 4u);
}

/// Of more variables than there are bits to tell them apart by, and of what has
/// none.
TEST(TraversalTest, SubstitutesOneOfManyVariables) {
  ExprContext Ctx;
  constexpr unsigned Count = 150;
  std::vector<Expr> Vars, Terms;
  const Expr Other = Ctx.var("other", Ctx.bitVecSort(16));
  for (unsigned I = 0; I < Count; ++I) {
    Vars.push_back(Ctx.var("v" + std::to_string(I), Other.sort()));
    Terms.push_back(Ctx.mkUle(Vars[I], Ctx.bv(I + 2, 16)));
  }
  const Expr All = Ctx.mkAnd(Terms);
  for (unsigned I = 0; I < Count; ++I) {
    Substitution Subst(Ctx);
    Subst.set(Vars[I], Other);
    std::vector<Expr> Expected = Terms;
    Expected[I] = Ctx.mkUle(Other, Ctx.bv(I + 2, 16));
    EXPECT_EQ(Subst(All), Ctx.mkAnd(Expected)) << I;
    EXPECT_EQ(Subst(Terms[(I + 1) % Count]), Terms[(I + 1) % Count]);
  }
  Substitution Constants(Ctx);
  Constants.set(Ctx.bv(3, 16), Other);
  EXPECT_EQ(Constants(Terms[1]), Ctx.mkUle(Vars[1], Other));
}

/// Substitution is simultaneous: swapping does not chase its own tail.
TEST(TraversalTest, SubstitutionIsSimultaneous) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.intSort()), Y = Ctx.var("y", Ctx.intSort());
  Substitution Swap(Ctx);
  Swap.set(X, Y);
  Swap.set(Y, X);
  EXPECT_EQ(Swap(Ctx.make(Kind::Lt, {X, Y})), Ctx.make(Kind::Lt, {Y, X}));
}

} // namespace
