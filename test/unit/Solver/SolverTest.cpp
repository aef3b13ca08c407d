//===- SolverTest.cpp - Both backends -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Solver/Z3Context.h"

#include "sooth/Solver/Prepare.h"
#include "sooth/Solver/Solver.h"
#include "sooth/Expr/Evaluator.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
struct SolverTest : testing::Test {
  ExprContext Ctx;
  Sort Bv8 = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", Bv8), Y = Ctx.var("y", Bv8);
  Expr P = Ctx.var("p", Ctx.boolSort());
  Budget B;
  Expr plus(Expr A, Expr C) { return Ctx.make(Kind::BvAdd, {A, C}); }
};
} // namespace

TEST_F(SolverTest, ConcreteModelAndCore) {
  auto S = createZ3Solver(Ctx);
  S->add(Ctx.mkEq(plus(X, Y), Ctx.bv(5, 8)));
  ASSERT_EQ(S->check({Ctx.mkUlt(X, Ctx.bv(2, 8))}, B), Answer::Sat);
  llvm::APInt Sum = S->value(X).bits() + S->value(Y).bits();
  EXPECT_EQ(Sum, 5u);
  Expr A = Ctx.mkEq(X, Ctx.bv(1, 8)), C = Ctx.mkEq(Y, Ctx.bv(1, 8));
  ASSERT_EQ(S->check({P, A, C}, B), Answer::Unsat);
  EXPECT_EQ(S->core().size(), 2u);
}

TEST_F(SolverTest, BitVectorsOnly) {
  SolverOptions O;
  O.Over = SolverOptions::Theories::BitVectors;
  auto S = createZ3Solver(Ctx, O);
  S->add(Ctx.mkEq(plus(X, Y), Ctx.bv(5, 8)));
  S->push();
  ASSERT_EQ(S->check({Ctx.mkUlt(X, Ctx.bv(2, 8))}, B), Answer::Sat);
  llvm::APInt Sum = S->value(X).bits() + S->value(Y).bits();
  EXPECT_EQ(Sum, 5u);
  Expr A = Ctx.mkEq(X, Ctx.bv(1, 8)), C = Ctx.mkEq(Y, Ctx.bv(1, 8));
  ASSERT_EQ(S->check({P, A, C}, B), Answer::Unsat);
  EXPECT_EQ(S->core().size(), 2u);
  S->add(A);
  EXPECT_EQ(S->check({C}, B), Answer::Unsat);
  S->pop();
  ASSERT_EQ(S->check({P, C}, B), Answer::Sat);
  EXPECT_EQ(S->value(X).bits(), 4u);
  EXPECT_EQ(S->value(Ctx.make(Kind::BvUdiv, {X, Ctx.bv(0, 8)})).bits(), 255u);
  EXPECT_TRUE(S->value(P).boolean());
}

TEST_F(SolverTest, TheoriesAreRecognised) {
  using Theories = SolverOptions::Theories;
  Expr I = Ctx.var("i", Ctx.intSort());
  EXPECT_EQ(theoriesOf({Ctx.mkUlt(X, Y), P}), Theories::BitVectors);
  EXPECT_EQ(theoriesOf({P, Ctx.mkEq(I, Ctx.integer(1))}), Theories::Any);
  Expr A = Ctx.var("arr", Ctx.arraySort(Bv8, Bv8));
  EXPECT_EQ(theoriesOf({Ctx.mkEq(Ctx.mkSelect(A, X), Y)}), Theories::Any);
}

TEST_F(SolverTest, DivisionIsTotal) {
  auto S = createZ3Solver(Ctx);
  Expr I = Ctx.var("i", Ctx.intSort()), D = Ctx.var("d", Ctx.intSort());
  S->add(Ctx.mkEq(D, Ctx.integer(0)));
  Expr Div = Ctx.make(Kind::IntDiv, {I, D}),
       Mod = Ctx.make(Kind::IntMod, {I, D});
  EXPECT_EQ(S->check({Ctx.mkNot(Ctx.mkEq(Div, Ctx.integer(0)))}, B),
            Answer::Unsat);
  EXPECT_EQ(S->check({Ctx.mkNot(Ctx.mkEq(Mod, I))}, B), Answer::Unsat);
}

TEST_F(SolverTest, ArrayModelsAreRead) {
  auto S = createZ3Solver(Ctx);
  Sort Arr = Ctx.arraySort(Bv8, Bv8);
  Expr A = Ctx.var("a", Arr), C = Ctx.var("c", Arr);
  S->add(Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(3, 8)), Ctx.bv(7, 8)));
  S->add(Ctx.mkEq(C, Ctx.mkStore(A, X, Y)));
  S->add(Ctx.mkNot(Ctx.mkEq(A, C)));
  ASSERT_EQ(S->check(B), Answer::Sat);
  EXPECT_EQ(S->value(A).select(Value(llvm::APInt(8, 3))).bits(), 7u);
  EXPECT_EQ(S->value(C), S->value(A).store(S->value(X), S->value(Y)));
}

TEST_F(SolverTest, AssumptionsSurvivePop) {
  auto S = createZ3Solver(Ctx);
  Expr Zero = Ctx.mkEq(X, Ctx.bv(0, 8));
  S->push();
  EXPECT_EQ(S->check({Zero}, B), Answer::Sat);
  S->pop();
  S->add(Ctx.mkNot(Zero));
  EXPECT_EQ(S->check({Zero}, B), Answer::Unsat);
}

TEST_F(SolverTest, BudgetEndsACheck) {
  for (auto Over :
       {SolverOptions::Theories::Any, SolverOptions::Theories::BitVectors}) {
    SolverOptions O;
    O.Over = Over;
    O.WhenHard = SolverOptions::Hard::Preprocess;
    auto S = createZ3Solver(Ctx, O);
    Sort Wide = Ctx.bitVecSort(64);
    Expr A = Ctx.var("u", Wide), C = Ctx.var("v", Wide);
    S->add(Ctx.mkEq(Ctx.make(Kind::BvMul, {A, C}),
                    Ctx.bv(0xfffffffffffffac5ull, 64)));
    S->add(Ctx.mkUlt(Ctx.bv(1, 64), A));
    S->add(Ctx.mkUlt(A, C));
    S->add(Ctx.mkUlt(C, Ctx.bv(1ull << 40, 64)));
    for (Budget Short : {Budget::seconds(0.2), Budget().onThisThread(1)}) {
      EXPECT_EQ(S->check(Short), Answer::Unknown);
      EXPECT_EQ(S->reasonUnknown(), "out of budget");
    }
  }
}

// A budget that ends while bits are being made must not lose constraints.
class InterruptedSolver
    : public SolverTest,
      public testing::WithParamInterface<SolverOptions::Theories> {};

TEST_P(InterruptedSolver, StaysSound) {
  SolverOptions O;
  O.Over = GetParam();
  Sort Wide = Ctx.bitVecSort(32);
  auto Var = [&](unsigned I) { return Ctx.var("w" + std::to_string(I), Wide); };
  for (double Seconds : {0.001, 0.01, 0.03, 0.1}) {
    auto S = createZ3Solver(Ctx, O);
    std::vector<Expr> All;
    auto Add = [&](Expr E) {
      All.push_back(E);
      S->add(E);
    };
    for (unsigned I = 0; I < 12; ++I) {
      Expr Quotient = Ctx.make(Kind::BvUdiv, {Var(I), Ctx.bv(3 + I, 32)});
      Add(Ctx.mkEq(Var(I + 1), plus(Quotient, Ctx.bv(0x10000 * I, 32))));
      S->check(Budget::seconds(Seconds));
    }
    S->push();
    Add(Ctx.mkUlt(Ctx.bv(0xb0000, 32), Var(12)));
    S->check(Budget::seconds(Seconds));
    Add(Ctx.mkUlt(Ctx.bv(0xf0000000, 32), Var(0)));
    ASSERT_EQ(S->check(B), Answer::Sat);
    Valuation Model;
    for (unsigned I = 0; I <= 12; ++I)
      Model[Var(I)] = S->value(Var(I));
    for (Expr E : All)
      EXPECT_TRUE(Evaluator(Model).isTrue(E)) << Seconds;
    Add(Ctx.mkUlt(Var(1), Ctx.bv(0x50000000, 32)));
    EXPECT_EQ(S->check(B), Answer::Unsat);
    S->pop();
    EXPECT_EQ(S->check(B), Answer::Sat);
  }
}

/// Has \p T interrupted when nothing is asked of it.
static void interruptTooLate(Z3Terms &T) {
  const Budget Over = Budget::seconds(0);
  do {
    T.watchdog().arm(Over);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (!T.watchdog().disarm());
}

// An interruption that comes when z3 has its answer: what solvers of the same
// context are told next must not be lost.
TEST_P(InterruptedSolver, LosesNothingThatItIsToldLater) {
  SolverOptions O;
  O.Over = GetParam();
  auto T = std::make_shared<Z3ConcreteTerms>();
  Z3Base S(T, O);
  const Expr Less = Ctx.mkUlt(plus(X, Y), Ctx.bv(5, 8));
  const Expr More = Ctx.mkUlt(Ctx.bv(7, 8), plus(Y, X));
  S.add(Less);
  interruptTooLate(*T);
  S.push();
  S.add(More);
  EXPECT_EQ(S.check({}, B), Answer::Unsat);
  S.pop();
  EXPECT_EQ(S.check({}, B), Answer::Sat);
  interruptTooLate(*T);
  S.add(More);
  EXPECT_EQ(S.check({}, B), Answer::Unsat);
}

INSTANTIATE_TEST_SUITE_P(
    SolverTest, InterruptedSolver,
    testing::Values(SolverOptions::Theories::Any,
                    SolverOptions::Theories::BitVectors),
    [](const testing::TestParamInfo<SolverOptions::Theories> &Info) {
      return Info.param == SolverOptions::Theories::Any ? "Any" : "BitVectors";
    });

// What one solver leaves is used by the next.
TEST_F(SolverTest, SolversOneAfterTheOtherKnowNothingOfEachOther) {
  Expr Sum = plus(X, Y), Three = Ctx.bv(3, 8);
  for (int Round = 0; Round < 3; ++Round) {
    {
      auto S = createZ3Solver(Ctx);
      S->add(Ctx.mkEq(X, Three));
      S->push(); // and never popped
      S->add(Ctx.mkNot(Ctx.mkEq(Sum, plus(Y, Three))));
      EXPECT_EQ(S->check(B), Answer::Unsat);
    }
    {
      ExprContext Other; // with other variables of the same names
      Expr I = Other.var("x", Other.intSort()), J = Other.var("p", I.sort());
      auto S = createZ3Solver(Other);
      S->add(Other.mkEq(I, J));
      EXPECT_EQ(S->check(B), Answer::Sat);
    }
    prepareZ3();
  }
}

TEST_F(SolverTest, EufKnowsOnlyCongruence) {
  auto S = createZ3EufSolver(Ctx);
  // x + 1 ≠ y + 1 with x = y contradicts; x + 1 = x does not.
  Expr XPlus = plus(X, Ctx.bv(1, 8)), YPlus = plus(Y, Ctx.bv(1, 8));
  EXPECT_EQ(S->check({Ctx.mkEq(X, Y), Ctx.mkNot(Ctx.mkEq(XPlus, YPlus))}, B),
            Answer::Unsat);
  ASSERT_EQ(S->check({Ctx.mkEq(X, XPlus)}, B), Answer::Sat);
  EXPECT_EQ(S->classOf(X), S->classOf(XPlus));
  Expr Less = Ctx.mkUlt(X, Y);
  ASSERT_EQ(S->check({Less, Ctx.mkUlt(Y, X)}, B), Answer::Sat);
  EXPECT_TRUE(S->value(Ctx.mkAnd(Less, Ctx.mkNot(P))).boolean() !=
              S->value(P).boolean());
}

TEST_F(SolverTest, EufInterpretsSomeOperators) {
  Expr XPlus = plus(X, Ctx.bv(1, 8)), XTwice = Ctx.make(Kind::BvMul, {X, Y});
  Interpretation I;
  I.add(XPlus);
  EXPECT_TRUE(I.isInterpreted(plus(Y, X)));
  EXPECT_FALSE(I.isInterpreted(XTwice));
  auto S = createZ3EufSolver(Ctx, {}, I);
  EXPECT_EQ(S->check({Ctx.mkEq(X, XPlus)}, B), Answer::Unsat);
  auto Is = [&](Expr A, uint64_t N) {
    return Ctx.makeRaw(Kind::Eq, {A, Ctx.bv(N, 8)});
  };
  EXPECT_EQ(S->check({Is(X, 255), Ctx.mkNot(Is(XPlus, 0))}, B), Answer::Unsat);
  // The others remain functions of their operands, on the same sort.
  ASSERT_EQ(S->check({Is(X, 2), Is(Y, 3), Is(XTwice, 7)}, B), Answer::Sat);
  EXPECT_EQ(S->classOf(XTwice), S->classOf(Ctx.bv(7, 8)));
  EXPECT_EQ(S->classOf(XPlus), S->classOf(Y));
  EXPECT_EQ(S->check({Ctx.mkUlt(X, Y), Ctx.mkUlt(Y, X)}, B), Answer::Sat);
  EXPECT_EQ(S->check({Ctx.mkEq(X, Y), Ctx.mkUlt(X, Y),
                      Ctx.mkNot(Ctx.mkUlt(Y, X))}, B),
            Answer::Unsat);
}

TEST_F(SolverTest, EufTellsProductsWithConstantsFromOthers) {
  Interpretation I;
  I.add(Ctx.make(Kind::BvMul, {X, Ctx.bv(3, 8)}));
  EXPECT_TRUE(I.isInterpreted(Ctx.make(Kind::BvMul, {Y, Ctx.bv(5, 8)})));
  EXPECT_FALSE(I.isInterpreted(Ctx.make(Kind::BvMul, {X, Y})));
  EXPECT_FALSE(Operator(Ctx.make(Kind::BvMul, {X, Y})).isCheap());
}

TEST_F(SolverTest, EufInterpretsArrays) {
  Sort A = Ctx.arraySort(X.sort(), X.sort());
  Expr M = Ctx.var("m", A), N = Ctx.var("n", A);
  Expr Stored = Ctx.mkStore(M, X, Y);
  Interpretation I;
  I.addArrays();
  EXPECT_TRUE(I.isConcrete(A));
  EXPECT_FALSE(I.isConcrete(X.sort()));
  auto S = createZ3EufSolver(Ctx, {}, I);
  Expr Read = Ctx.makeRaw(Kind::Select, {Stored, X});
  EXPECT_EQ(S->check({Ctx.mkNot(Ctx.makeRaw(Kind::Eq, {Read, Y}))}, B),
            Answer::Unsat);
  Expr Same = Ctx.makeRaw(Kind::Eq, {N, Stored});
  ASSERT_EQ(S->check({Same, Ctx.mkEq(X, plus(X, Ctx.bv(1, 8)))}, B),
            Answer::Sat);
  EXPECT_EQ(S->classOf(N), S->classOf(Stored));
  EXPECT_TRUE(S->value(Same).boolean());
  EXPECT_EQ(S->classOf(X), S->classOf(plus(X, Ctx.bv(1, 8))));
}

TEST_F(SolverTest, EufConstantsAreDistinctInEveryScope) {
  auto S = createZ3EufSolver(Ctx);
  auto Clash = [&](uint64_t I, uint64_t J) {
    return S->check({Ctx.mkEq(X, Ctx.bv(I, 8)), Ctx.mkEq(X, Ctx.bv(J, 8))}, B);
  };
  S->push();
  EXPECT_EQ(Clash(1, 2), Answer::Unsat);
  S->pop();
  EXPECT_EQ(Clash(1, 2), Answer::Unsat);
  for (uint64_t I = 3; I < 60; ++I)
    EXPECT_EQ(Clash(1, I), Answer::Unsat);
}

TEST_F(SolverTest, EufFamilySharesTermsButNotAssertions) {
  ExprContext Ctx;
  Budget B;
  Sort S = Ctx.bitVecSort(32);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S);
  auto Constant = [&](unsigned N) { return Ctx.bv(llvm::APInt(32, N)); };
  auto Eq = [&](Expr A, Expr B) { return Ctx.makeRaw(Kind::Eq, {A, B}); };
  auto Family = createZ3EufFamily();
  std::unique_ptr<EufSolver> First = Family->create({}),
                             Second = Family->create({});
  Family.reset(); // the solvers may outlive it

  First->add(Eq(X, Constant(0)));
  EXPECT_EQ(First->check(B), Answer::Sat);
  // More and more constants, so that new ones are made after checks and more
  // than once more elements are needed to tell them apart.
  std::vector<Expr> Others;
  for (unsigned N = 1; N < 200; ++N) {
    Others.push_back(Eq(X, Constant(N)));
    if (N % 50 == 0)
      EXPECT_EQ(First->check({Ctx.mkOr(Others)}, B), Answer::Unsat) << N;
  }
  EXPECT_EQ(First->check({Ctx.mkOr(Others)}, B), Answer::Unsat);
  // What First asserts is nothing to Second; that constants differ is.
  EXPECT_EQ(Second->check({Ctx.mkOr(Others)}, B), Answer::Sat);
  EXPECT_EQ(Second->check({Eq(X, Constant(7)), Eq(X, Y), Eq(Y, Constant(8))},
                          B),
            Answer::Unsat);
  // A constant that a solver has never seen differs from everything in its
  // model.
  ASSERT_EQ(Second->check({Eq(X, Constant(7))}, B), Answer::Sat);
  EXPECT_NE(Second->classOf(Constant(4711)), Second->classOf(X));
  EXPECT_NE(Second->classOf(Constant(4711)), Second->classOf(Y));
  EXPECT_NE(Second->classOf(Constant(4711)), Second->classOf(Constant(7)));

  // Inside a scope the same holds, and after it.
  Second->push();
  EXPECT_EQ(Second->check({Eq(X, Constant(5000)), Eq(X, Constant(5001))}, B),
            Answer::Unsat);
  Second->pop();
  EXPECT_EQ(Second->check({Eq(X, Constant(5000)), Eq(X, Constant(5001))}, B),
            Answer::Unsat);
}
