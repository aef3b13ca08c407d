//===- TraceCheckerTest.cpp - Right and wrong traces ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "Oracle.h"
#include "RandomCfa.h"

#include "sooth/Check/TraceChecker.h"
#include "sooth/Transform/Cfa/CfaToTs.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

static Value bits(unsigned Width, uint64_t V) {
  return Value(llvm::APInt(Width, V));
}

namespace {
/// x = 0; while (*) x += y; error if x = 3.
struct TraceCheckerTest : testing::Test {
  ExprContext Ctx;
  CfaMaker M{Ctx, 2};
  Expr X = M.bitVec("x", 4), Y = Ctx.var("y", Ctx.bitVecSort(4));
  CfaTrace T;

  TraceCheckerTest() {
    M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 4)));
    M.edge(0, 0, {}, {{X, Ctx.make(Kind::BvAdd, {X, Y})}}, {Y});
    M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(3, 4)));
    M.error(1);
    T.Initial[X] = bits(4, 0);
    T.Steps.push_back({0, Valuation()});
    T.Steps.push_back({1, Valuation()});
    T.Steps[0].Inputs[Y] = bits(4, 3);
  }
  std::string why() { return checkTrace(M.C, T).Why; }
};
} // namespace

TEST_F(TraceCheckerTest, Confirms) {
  EXPECT_TRUE(checkTrace(M.C, T).isConfirmed()) << why();
}

TEST_F(TraceCheckerTest, Refutes) {
  T.Steps[0].Inputs[Y] = bits(4, 2);
  EXPECT_EQ(why(), "step 1: the guard does not hold");
  T.Steps[0].Inputs[Y] = bits(5, 3);
  EXPECT_EQ(why(), "step 0: ill-sorted value of y");
  T.Steps[0].Inputs[Y] = bits(4, 3);
  T.Initial[X] = bits(4, 1);
  EXPECT_EQ(why(), "the initial state does not satisfy init");
  T.Initial[X] = bits(4, 0);
  std::swap(T.Steps[0], T.Steps[1]);
  EXPECT_EQ(why(), "step 0: the guard does not hold");
  std::swap(T.Steps[0], T.Steps[1]);
  T.Steps.pop_back();
  EXPECT_EQ(why(), "the trace ends at L0, which is no error location");
  T.Steps.push_back({7, Valuation()});
  EXPECT_EQ(why(), "step 1: there is no such edge");
  T.Steps[1].Taken = 1;
  T.Steps.push_back({1, Valuation()});
  EXPECT_EQ(why(), "step 2: the edge does not start at L1");
}

TEST_F(TraceCheckerTest, UndeclaredVariables) {
  Expr Z = Ctx.var("z", Ctx.boolSort());
  M.edge(0, 1, Ctx.mkNot(Z));
  T.Steps = {{2, Valuation()}};
  EXPECT_EQ(why(), "step 0: the guard reads the undeclared z");
}

/// Arrays with indices of more than 64 bits are terms when a trace is replayed.
TEST(TraceChecker, ReadsThroughManyWrites) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Sort Index = Ctx.bitVecSort(96);
  Expr A = Ctx.var("a", Ctx.arraySort(Index, Ctx.bitVecSort(8)));
  M.C.addVariable({A});
  Expr New = A;
  for (unsigned I = 0; I < 40; ++I)
    New = Ctx.mkStore(New, Ctx.bv(I, 96), Ctx.bv(I, 8));
  M.edge(0, 1, {}, {{A, New}});
  M.edge(1, 2, Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(3, 96)), Ctx.bv(3, 8)));
  M.edge(1, 2, Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(3, 96)), Ctx.bv(4, 8)));
  M.error(2);
  CfaTrace T;
  T.Steps = {{0, Valuation()}, {1, Valuation()}};
  EXPECT_TRUE(checkTrace(M.C, T).isConfirmed()) << checkTrace(M.C, T).Why;
  T.Steps[1].Taken = 2;
  EXPECT_EQ(checkTrace(M.C, T).Why, "step 1: the guard does not hold");
}

TEST(TsTraceChecker, RelationalSystems) {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(4);
  Expr X = Ctx.var("x", S), N = Ctx.var("x.next", S), Y = Ctx.var("y", S);
  TransitionSystem T(Ctx);
  T.addVariable({X, N, Expr()});
  T.addInput(Y);
  T.setInit(Ctx.mkEq(X, Ctx.bv(1, 4)));
  // x′ · y = x for some y > 4 that must be found.
  T.setConstraint(Ctx.mkAnd(Ctx.mkUlt(Ctx.bv(4, 4), Y),
                            Ctx.mkEq(Ctx.make(Kind::BvMul, {N, Y}), X)));
  T.addProperty({"p", Ctx.mkEq(X, Ctx.bv(3, 4)), {}});
  Budget B;
  TsTrace Tr;
  Tr.States.resize(2);
  Tr.Inputs.resize(1);
  Tr.States[0][X] = bits(4, 1);
  Tr.States[1][X] = bits(4, 3); // 3 · 11 = 33 = 1
  auto Check = [&] { return checkTrace(T, T.properties()[0], Tr, B); };
  EXPECT_TRUE(Check().isConfirmed()) << Check().Why;
  Tr.Inputs[0][Y] = bits(4, 11);
  EXPECT_TRUE(Check().isConfirmed());
  Tr.Inputs[0][Y] = bits(4, 5);
  EXPECT_EQ(Check().Why, "step 0 is not a transition");
  Tr.Inputs[0].clear();
  Tr.States[1][X] = bits(4, 2); // even: no y
  EXPECT_EQ(Check().Why, "step 0 is not a transition");
  Tr.States[1].clear();
  EXPECT_EQ(Check().Why, "state 1 gives x no value");
  Tr.States.pop_back();
  EXPECT_TRUE(Check().isRefuted());
  Tr.Inputs.clear();
  EXPECT_EQ(Check().Why, "the last state is not bad");
  Tr.States[0][X] = bits(4, 3);
  EXPECT_EQ(Check().Why, "the first state does not satisfy init");
}

/// What a trace says about inputs is not up for discussion.
TEST(TsTraceChecker, GivenInputsStay) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.boolSort()), N = Ctx.var("n", Ctx.boolSort());
  Expr Y = Ctx.var("y", Ctx.boolSort()), Z = Ctx.var("z", Ctx.boolSort());
  TransitionSystem T(Ctx);
  T.addVariable({X, N, Ctx.mkAnd(Y, Z)});
  T.addInput(Y);
  T.addInput(Z);
  T.setInit(Ctx.mkNot(X));
  T.addProperty({"p", X, {}});
  TsTrace Tr;
  Tr.States.resize(2);
  Tr.Inputs.resize(1);
  Tr.States[0][X] = Value(false);
  Tr.States[1][X] = Value(true);
  Tr.Inputs[0][Y] = Value(true);
  EXPECT_TRUE(checkTrace(T, T.properties()[0], Tr, Budget()).isConfirmed());
  Tr.Inputs[0][Y] = Value(false);
  EXPECT_TRUE(checkTrace(T, T.properties()[0], Tr, Budget()).isRefuted());
}

/// Found traces are confirmed, and corrupted ones judged as replay does.
TEST(TraceChecker, RandomModels) {
  unsigned Refuted = 0, Traces = 0;
  Budget B;
  for (uint64_t Seed = 0; Seed < 1500; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    RandomCfaOptions O;
    O.Seed = Seed;
    Cfa C = randomCfa(Ctx, O);
    auto T = ExplicitCfa(C).trace();
    if (!T)
      continue;
    ++Traces;
    ASSERT_TRUE(checkTrace(C, *T).isConfirmed()) << checkTrace(C, *T).Why;
    TransformedTs Ts = toTransitionSystem(C);
    auto TsT = ExplicitTs(Ts.Model, Ts.Control).trace();
    ASSERT_TRUE(TsT);
    CheckResult R = checkTrace(Ts.Model, Ts.Model.properties()[0], *TsT, B);
    ASSERT_TRUE(R.isConfirmed()) << R.Why;

    Random Rand(Seed);
    for (unsigned Try = 0; Try < 3; ++Try) {
      CfaTrace Bad = *T;
      const auto &Vars = C.variables();
      Expr V = Vars[Rand.below(Vars.size())].Var;
      if (Try == 0 || Bad.Steps.empty())
        Bad.Initial[V] = V.sort().isBool()
                             ? Value(Rand.chance(50))
                             : bits(V.sort().width(), Rand.next());
      else if (Try == 1)
        Bad.Steps.erase(Bad.Steps.begin() + Rand.below(Bad.Steps.size()));
      else
        Bad.Steps[Rand.below(Bad.Steps.size())].Taken =
            Rand.below(C.edges().size());
      ASSERT_EQ(checkTrace(C, Bad).isConfirmed(), replay(C, Bad).empty());
      Refuted += !replay(C, Bad).empty();
    }
    // A state in the middle that does not fit.
    if (TsT->States.size() > 2) {
      TsT->States[1] = TsT->States[0];
      ASSERT_TRUE(
          checkTrace(Ts.Model, Ts.Model.properties()[0], *TsT, B).isRefuted());
    }
  }
  EXPECT_GT(Traces, 50u);
  EXPECT_GT(Refuted, Traces);
}
