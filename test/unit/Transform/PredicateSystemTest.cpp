//===- PredicateSystemTest.cpp - Numbers seen through predicates ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Bits/PredicateSystem.h"

#include "sooth/Solver/Solver.h"
#include "sooth/Transform/Bits/FunctionalSystem.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
/// Two clocks, of which one may start again.
struct PredicateSystemTest : testing::Test {
  PredicateSystemTest() {
    M.addInput(D);
    M.addInput(Again);
    M.addVariable({X, Ctx.var("x'", Real), Ctx.make(Kind::Add, {X, D})});
    M.addVariable(
        {Y, Ctx.var("y'", Real),
         Ctx.mkIte(Again, Zero, Ctx.make(Kind::Add, {Y, D}))});
    M.setInit(Ctx.mkAnd(Ctx.mkEq(X, Zero), Ctx.mkEq(Y, Zero)));
    M.setConstraint(Ctx.make(Kind::Lt, {Zero, D}));
    M.addProperty({"p", Ctx.make(Kind::Lt, {Two, Y}), {}});
  }

  ExprContext Ctx;
  Sort Real = Ctx.realSort();
  Expr X = Ctx.var("x", Real), Y = Ctx.var("y", Real), D = Ctx.var("d", Real);
  Expr Again = Ctx.var("again", Ctx.boolSort());
  Expr Zero = Ctx.real(Rational()),
       Two = Ctx.real({llvm::DynamicAPInt(2), llvm::DynamicAPInt(1)});
  TransitionSystem M{Ctx};
};
} // namespace

TEST_F(PredicateSystemTest, IsAboutBits) {
  const FunctionalSystem F = makeFunctional(M);
  PredicateSystem S(F.Model);
  const TransitionSystem B = S.booleans();
  for (const TsVariable &V : B.variables())
    EXPECT_TRUE(V.Cur.isBool());
  for (Expr In : B.inputs())
    EXPECT_TRUE(In.isBool());
  // How the clocks compare, which step by step remains.
  Expr Order = Ctx.make(Kind::Le, {X, Y});
  EXPECT_EQ(S.addPredicates(Order), 0u);
  EXPECT_EQ(S.addPredicates(Ctx.make(Kind::Lt, {Ctx.make(Kind::Add, {X, Y}),
                                                Two})),
            1u);
}

// Each fact, and all of the constraint that is about comparisons, holds of
// numbers.
TEST_F(PredicateSystemTest, FactsHold) {
  const FunctionalSystem F = makeFunctional(M);
  PredicateSystem S(F.Model);
  const TransitionSystem B = S.booleans();
  EXPECT_FALSE(S.facts().empty());
  EXPECT_FALSE(B.constraint().isTrue());
  std::vector<Expr> Claims(S.facts().begin(), S.facts().end());
  Claims.push_back(B.constraint());
  for (Expr Claim : Claims) {
    std::unique_ptr<Solver> Ask = createZ3Solver(Ctx);
    Ask->add(Ctx.mkNot(S.back(Claim)));
    EXPECT_EQ(Ask->check(Budget::seconds(10)), Answer::Unsat);
  }
}

TEST_F(PredicateSystemTest, Conflicts) {
  const FunctionalSystem F = makeFunctional(M);
  PredicateSystem S(F.Model);
  std::vector<Expr> Both;
  for (const PredicateSystem::Comparison &C : S.comparisons())
    Both.push_back(C.Meaning);
  EXPECT_TRUE(S.addConflict(Both));
  EXPECT_FALSE(S.addConflict(Both));
}
