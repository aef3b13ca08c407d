//===- TsToCfaTest.cpp - Transition systems as automata -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Differential.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/TsToCfa.h"
#include "sooth/Transform/Cfa/UnfoldControl.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct TsToCfaTest : testing::Test {
  TsVariable bits(const char *Name, unsigned Width = 4) {
    Sort S = Ctx.bitVecSort(Width);
    return {Ctx.var(Name, S), Ctx.var(std::string(Name) + "'", S), Expr()};
  }
  Expr number(uint64_t V) { return Ctx.bv(V, 4); }
  Expr plus(Expr V, uint64_t N) {
    return Ctx.make(Kind::BvAdd, {V, number(N)});
  }

  ExprContext Ctx;
  TransitionSystem S{Ctx};
};
} // namespace

TEST_F(TsToCfaTest, FunctionalSystemIsOneCommand) {
  TsVariable X = bits("x"), Y = bits("y");
  X.Update = plus(X.Cur, 1);
  Y.Update = Y.Cur;
  S.addVariable(X);
  S.addVariable(Y);
  S.setConstraint(Ctx.mkUlt(X.Cur, number(9)));
  SystemProgram P = toCfa(S, {"p", Ctx.mkEq(X.Cur, number(3)), {}});
  ASSERT_EQ(P.Model.locations().size(), 2u);
  const Edge &Step = P.Model.edge(0);
  EXPECT_EQ(Step.Guard, S.constraint());
  ASSERT_EQ(Step.Updates.size(), 1u) << "y keeps its value";
  EXPECT_EQ(Step.Updates[0].Val, X.Update);
  EXPECT_TRUE(Step.Inputs.empty());
  EXPECT_EQ(P.Model.edge(1).Guard, Ctx.mkEq(X.Cur, number(3)));
}

TEST_F(TsToCfaTest, NextValuesAreSolvedForOrInputs) {
  TsVariable X = bits("x"), Y = bits("y"), Z = bits("z");
  Expr In = Ctx.var("in", Ctx.bitVecSort(4));
  Z.Update = In;
  for (const TsVariable &V : {X, Y, Z})
    S.addVariable(V);
  S.addInput(In);
  // x' = x + 1, y' < z'
  S.setConstraint(
      Ctx.mkAnd(Ctx.mkEq(X.Next, plus(X.Cur, 1)), Ctx.mkUlt(Y.Next, Z.Next)));
  SystemProgram P = toCfa(S, {"p", Ctx.mkEq(Y.Cur, number(15)), {}});
  const Edge &Step = P.Model.edge(0);
  EXPECT_EQ(Step.Guard, Ctx.mkUlt(Y.Next, In));
  ASSERT_EQ(Step.Inputs.size(), 2u) << "y' and in";
  ASSERT_EQ(Step.Updates.size(), 3u);
  EXPECT_EQ(Step.Updates[0].Val, plus(X.Cur, 1));
  EXPECT_EQ(Step.Updates[1].Val, Y.Next);
  EXPECT_EQ(Step.Updates[2].Val, In);
}

/// Automata as systems as automata: as safe as before, whether control is
/// unfolded or not, and what is found there is evidence for the system.
TEST_F(TsToCfaTest, RandomSystems) {
  unsigned Unsafe = 0;
  for (uint64_t Seed = 0; Seed < 60; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Own;
    Cfa C = randomCfa(Own, shape(Seed));
    TransformedTs Ts = toTransitionSystem(C);
    std::vector<Expr> Bad;
    for (const Property &P : Ts.Model.properties())
      Bad.push_back(P.Bad);
    Property P{"any", Own.mkOr(Bad), {}};
    SystemProgram Program = toCfa(Ts.Model, P);
    TransformedCfa Unfolded = unfoldControl(Program.Model);
    ExplicitCfa States(Unfolded.Model);
    ASSERT_EQ(States.errorReachable(), ExplicitCfa(C).errorReachable());
    if (States.errorReachable()) {
      ++Unsafe;
      TsTrace T = Program.Back.back(Unfolded.Back->back(*States.trace()));
      CheckResult R = checkTrace(Ts.Model, P, T, Budget::seconds(10));
      EXPECT_TRUE(R.isConfirmed()) << R.Why;
    } else {
      TsInvariant I = Program.Back.back(
          Unfolded.Back->back(exactInvariant(Unfolded.Model, States)));
      CheckResult R = checkInvariant(Ts.Model, P, I, Budget::seconds(10));
      EXPECT_TRUE(R.isConfirmed()) << R.Why;
    }
  }
  EXPECT_GT(Unsafe, 5u);
}
