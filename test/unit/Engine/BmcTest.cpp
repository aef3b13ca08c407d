//===- BmcTest.cpp - Bounded model checking and k-induction ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Expr/Evaluator.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
struct BmcTest : testing::Test {
  ExprContext Ctx;
  TransitionSystem M{Ctx};
  Sort Bv8 = Ctx.bitVecSort(8);

  Expr variable(llvm::StringRef Name, Sort S) {
    Expr Cur = Ctx.var(Name, S);
    M.addVariable({Cur, Ctx.var((Name + ".next").str(), S), Expr()});
    return Cur;
  }
  Expr variable(llvm::StringRef Name, Expr Cur, Expr Update) {
    M.addVariable({Cur, Ctx.var((Name + ".next").str(), Cur.sort()), Update});
    return Cur;
  }
  Expr plus(Expr A, Expr B) {
    return Ctx.make(A.sort().isInt() ? Kind::Add : Kind::BvAdd, {A, B});
  }
  Expr bv(uint64_t V) { return Ctx.bv(V, 8); }
  Expr is(Expr A, uint64_t V) {
    return Ctx.mkEq(A, Ctx.bv(V, A.sort().width()));
  }

  TsResult check(Expr Bad, BmcOptions O = {}, Budget B = Budget::seconds(20)) {
    auto Engine = createBmc(O);
    TsResult R = Engine->check(M, {"p", Bad, {}}, B);
    Engine->report(Stats);
    if (R.isUnsafe())
      expectRun(R.trace(), Bad);
    return R;
  }

  void expectRun(const TsTrace &T, Expr Bad) {
    ASSERT_EQ(T.States.size(), T.Inputs.size() + 1);
    EXPECT_TRUE(Evaluator(T.States[0]).isTrue(M.init()));
    EXPECT_TRUE(Evaluator(T.States.back()).isTrue(Bad));
    for (size_t I = 0; I < T.Inputs.size(); ++I) {
      Valuation Step = T.States[I];
      for (auto &[Y, V] : T.Inputs[I])
        Step[Y] = V;
      for (const TsVariable &V : M.variables()) {
        ASSERT_TRUE(T.States[I + 1].contains(V.Cur));
        Step[V.Next] = T.States[I + 1].find(V.Cur)->second;
      }
      EXPECT_TRUE(Evaluator(Step).isTrue(M.trans())) << "step " << I;
    }
  }

  Statistics Stats;
};

BmcOptions bounded(unsigned MaxDepth) {
  BmcOptions O;
  O.Use = BmcOptions::Method::Bounded;
  O.MaxDepth = MaxDepth;
  return O;
}
} // namespace

TEST_F(BmcTest, ViolationAtItsFirstDepth) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, plus(X, bv(1)));
  M.setInit(is(X, 0));
  TsResult R = check(is(X, 17), bounded(0));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 18u);
  EXPECT_EQ(Stats.get("bmc.depth"), 17);
}

TEST_F(BmcTest, InitialStateIsBad) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, X);
  TsResult R = check(is(X, 3));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 1u);
  EXPECT_EQ(R.trace().States[0].find(X)->second.bits(), 3u);
}

TEST_F(BmcTest, InputsAreInTheTrace) {
  Expr X = Ctx.var("x", Bv8), Y = Ctx.var("y", Bv8);
  variable("x", X, plus(X, Y));
  M.addInput(Y);
  M.setInit(is(X, 0));
  M.setConstraint(Ctx.mkUlt(Y, bv(10)));
  TsResult R = check(is(X, 25));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 4u);
  EXPECT_TRUE(R.trace().Inputs[0].contains(Y));
}

TEST_F(BmcTest, BoundIsReached) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, plus(X, bv(1)));
  M.setInit(is(X, 0));
  TsResult R = check(is(X, 17), bounded(16));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Bound);
  EXPECT_TRUE(check(is(X, 17), bounded(17)).isUnsafe());
}

TEST_F(BmcTest, OneInductive) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, Ctx.mkIte(Ctx.mkUlt(X, bv(9)), plus(X, bv(1)), bv(0)));
  M.setInit(is(X, 0));
  TsResult R = check(Ctx.mkUlt(bv(9), X));
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().K, 1u);
  EXPECT_EQ(R.invariant().PathKind, TsInvariant::Paths::Any);
  EXPECT_EQ(R.invariant().Formula, Ctx.mkNot(Ctx.mkUlt(bv(9), X)));
}

TEST_F(BmcTest, UnsatisfiablePropertyNeedsNoStep) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, plus(X, bv(1)));
  TsResult R = check(Ctx.falseExpr());
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().K, 1u);
}

// A token is passed round: that b never has it when c is asked for needs the
// last three states.
TEST_F(BmcTest, KInductiveOnly) {
  Expr A = Ctx.var("a", Ctx.boolSort()), B = Ctx.var("b", Ctx.boolSort()),
       C = Ctx.var("c", Ctx.boolSort());
  variable("a", A, C);
  variable("b", B, A);
  variable("c", C, B);
  M.setInit(Ctx.mkAnd({A, Ctx.mkNot(B), Ctx.mkNot(C)}));
  BmcOptions O;
  O.Paths = TsInvariant::Paths::Any;
  TsResult R = check(Ctx.mkAnd(B, C), O);
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().K, 3u);
  EXPECT_EQ(R.invariant().PathKind, TsInvariant::Paths::Any);
  EXPECT_EQ(Stats.get("kind.k"), 3);
}

// From the unreachable 8 an input decides when to go to the bad state 200, so
// that only simple paths are short.
TEST_F(BmcTest, SimplePathsMakeItComplete) {
  Expr X = Ctx.var("x", Bv8), Go = Ctx.var("go", Ctx.boolSort());
  variable("x", X,
           Ctx.mkIte(is(X, 8), Ctx.mkIte(Go, bv(200), X),
                     Ctx.mkIte(Ctx.mkUlt(X, bv(5)), plus(X, bv(1)), bv(0))));
  M.addInput(Go);
  M.setInit(is(X, 0));
  BmcOptions Any;
  Any.Paths = TsInvariant::Paths::Any;
  Any.MaxDepth = 12;
  EXPECT_TRUE(check(is(X, 200), Any).isUnknown());
  TsResult R = check(is(X, 200));
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().K, 2u);
  EXPECT_EQ(R.invariant().PathKind, TsInvariant::Paths::Simple);
}

TEST_F(BmcTest, RelationalSystem) {
  Expr X = variable("x", Bv8), Next = M.variables()[0].Next;
  M.setInit(Ctx.mkUlt(X, bv(4)));
  // Grows by two or three, and stops at 21.
  M.setConstraint(Ctx.mkAnd(
      Ctx.mkOr(Ctx.mkEq(Next, plus(X, bv(2))), Ctx.mkEq(Next, plus(X, bv(3)))),
      Ctx.mkUle(Next, bv(21))));
  TsResult R = check(is(X, 20));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 7u);
  EXPECT_TRUE(check(is(X, 1)).isUnsafe());
  EXPECT_TRUE(check(Ctx.mkUlt(bv(21), X)).isSafe());
}

TEST_F(BmcTest, PartlyFunctionalSystem) {
  Expr X = variable("x", Bv8), Next = M.variables()[0].Next;
  Expr Sum = Ctx.var("sum", Bv8);
  variable("sum", Sum, plus(Sum, X));
  M.setInit(Ctx.mkAnd(is(X, 1), is(Sum, 0)));
  M.setConstraint(Ctx.mkUle(Next, X));
  TsResult R = check(is(Sum, 3));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 4u);
}

TEST_F(BmcTest, IntSystem) {
  Expr I = Ctx.var("i", Ctx.intSort()), S = Ctx.var("s", Ctx.intSort());
  variable("i", I, plus(I, Ctx.integer(1)));
  variable("s", S, plus(S, I));
  M.setInit(
      Ctx.mkAnd(Ctx.mkEq(I, Ctx.integer(1)), Ctx.mkEq(S, Ctx.integer(0))));
  EXPECT_TRUE(check(Ctx.mkEq(S, Ctx.integer(15))).isUnsafe());
  EXPECT_TRUE(check(Ctx.make(Kind::Lt, {I, Ctx.integer(1)})).isSafe());
}

TEST_F(BmcTest, ArraySystem) {
  Sort Arr = Ctx.arraySort(Bv8, Bv8);
  Expr A = Ctx.var("a", Arr), I = Ctx.var("i", Bv8), Y = Ctx.var("y", Bv8);
  variable("a", A, Ctx.mkStore(A, I, Y));
  variable("i", I, plus(I, bv(1)));
  M.addInput(Y);
  M.setConstraint(Ctx.mkNot(is(Y, 0)));
  M.setInit(Ctx.mkAnd(is(I, 0), Ctx.mkEq(A, Ctx.mkConstArray(Arr, bv(0)))));
  TsResult R = check(is(Ctx.mkSelect(A, bv(2)), 7));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 4u);
  Value Last = R.trace().States.back().find(A)->second;
  EXPECT_EQ(Last.select(Value(llvm::APInt(8, 2))).bits(), 7u);
  EXPECT_EQ(Last.select(Value(llvm::APInt(8, 3))).bits(), 0u);
}

// Names that look like the unroller's own must not be mixed up with them.
TEST_F(BmcTest, TimedNamesOfTheUser) {
  Expr X = Ctx.var("x", Bv8), X1 = Ctx.var("x@1", Bv8),
       X0 = Ctx.var("x@0!0", Ctx.boolSort());
  variable("x", X, X1);
  variable("x@1", X1, plus(X1, bv(1)));
  variable("x@0!0", X0, X0);
  M.setInit(Ctx.mkAnd(Ctx.mkEq(X, X1), X0));
  EXPECT_TRUE(check(Ctx.mkNot(X0)).isSafe());
  EXPECT_TRUE(check(Ctx.mkAnd(is(X, 4), is(X1, 5))).isUnsafe());
}

// Blocked runs: the only way to the bad state passes a false constraint.
TEST_F(BmcTest, ConstraintsBlock) {
  Expr X = Ctx.var("x", Bv8);
  variable("x", X, plus(X, bv(1)));
  M.setInit(is(X, 0));
  M.setConstraint(Ctx.mkNot(is(X, 4)));
  EXPECT_TRUE(check(is(X, 4)).isUnsafe());
  BmcOptions Any = bounded(300);
  Any.Paths = TsInvariant::Paths::Any;
  EXPECT_TRUE(check(is(X, 5), Any).isUnknown());
  TsResult R = check(is(X, 5), bounded(300));
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().PathKind, TsInvariant::Paths::Initial);
  EXPECT_GE(R.invariant().K, 5u);
  EXPECT_LT(R.invariant().K, 9u);
}

// Runs of different lengths come to rest, some alternating between two states;
// from unreachable states, x takes on any value.
TEST_F(BmcTest, RunsEnd) {
  Expr X = Ctx.var("x", Ctx.bitVecSort(32)), Y = Ctx.var("y", X.sort());
  Expr Last = Ctx.var("last", X.sort());
  auto Num = [&](uint64_t V) { return Ctx.bv(V, 32); };
  Expr Rest = Ctx.mkIte(is(Last, 7), Ctx.make(Kind::BvXor, {X, Num(1)}), X);
  variable("x", X,
           Ctx.mkIte(Ctx.mkUlt(Num(1000), X), Y,
                     Ctx.mkIte(Ctx.mkUlt(X, Last), plus(X, Num(1)), Rest)));
  variable("last", Last, Last);
  M.addInput(Y);
  M.setInit(Ctx.mkAnd(is(X, 0), Ctx.mkUlt(Last, Num(12))));
  TsResult R = check(is(X, 77));
  ASSERT_TRUE(R.isSafe());
  EXPECT_EQ(R.invariant().PathKind, TsInvariant::Paths::Initial);
  EXPECT_GE(R.invariant().K, 12u);
  EXPECT_TRUE(check(is(X, 11)).isUnsafe());
}

TEST_F(BmcTest, BudgetEndsTheSearch) {
  Sort Wide = Ctx.bitVecSort(64);
  Expr X = Ctx.var("x", Wide), Y = Ctx.var("y", Wide), Z = Ctx.var("z", Wide);
  variable("x", X, Ctx.make(Kind::BvMul, {Y, Z}));
  M.addInput(Y);
  M.addInput(Z);
  M.setConstraint(Ctx.mkAnd({Ctx.mkUlt(Ctx.bv(1, 64), Y), Ctx.mkUlt(Y, Z),
                             Ctx.mkUlt(Z, Ctx.bv(1ull << 40, 64))}));
  M.setInit(is(X, 0));
  auto Start = std::chrono::steady_clock::now();
  TsResult R = check(is(X, 0xfffffffffffffac5), {}, Budget::seconds(0.5));
  std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Start;
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Timeout);
  EXPECT_LT(Taken.count(), 5);
  std::atomic<bool> Cancel{true};
  Budget Cancelled;
  Cancelled.cancelWith(&Cancel);
  R = check(is(X, 17), {}, Cancelled);
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Cancelled);
}
