//===- EufTest.cpp - IC3 over EUF abstraction -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Euf/Euf.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

#include "../../../lib/Engine/Euf/GeneralFacts.h"
#include "../../../lib/Engine/Euf/TermProjection.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
struct Configuration {
  const char *Name;
  EufOptions Options;
};

/// Builds small systems by hand.
struct EufTest : testing::TestWithParam<Configuration> {
  ExprContext Ctx;
  TransitionSystem Ts{Ctx};
  std::vector<Expr> Init;

  Expr state(llvm::StringRef Name, Sort S) {
    Expr Cur = Ctx.var(Name, S);
    Ts.addVariable({Cur, Ctx.var((Name + "'").str(), S), Expr()});
    return Cur;
  }
  Expr input(llvm::StringRef Name, Sort S) {
    Expr Y = Ctx.var(Name, S);
    Ts.addInput(Y);
    return Y;
  }
  Expr op(Kind K, Expr A, Expr B) { return Ctx.make(K, {A, B}); }
  Expr plus(Expr A, int64_t N) {
    return op(Kind::BvAdd, A, num(N, A.sort().width()));
  }
  Expr num(int64_t N, unsigned W) { return Ctx.bv(llvm::APInt(W, N, true)); }

  TsResult run(const std::vector<std::pair<Expr, Expr>> &Updates, Expr Bad,
               Statistics *Stats = nullptr) {
    TransitionSystem Full(Ctx);
    for (TsVariable V : Ts.variables()) {
      for (auto &[Var, Update] : Updates)
        if (Var == V.Cur)
          V.Update = Update;
      if (!V.Update)
        V.Update = V.Cur;
      Full.addVariable(V);
    }
    for (Expr Y : Ts.inputs())
      Full.addInput(Y);
    Full.setInit(Ctx.mkAnd(Init));
    Full.setConstraint(Ts.constraint());
    std::unique_ptr<TsEngine> E = createEuf(GetParam().Options);
    TsResult R = E->check(Full, {"bad", Bad, {}}, Budget::seconds(20));
    if (Stats)
      E->report(*Stats);
    confirm(Full, Bad, R);
    return R;
  }

  /// Re-checks evidence with a fresh solver and the evaluator.
  void confirm(const TransitionSystem &T, Expr Bad, const TsResult &R) {
    if (R.isSafe()) {
      Expr Inv = R.invariant().Formula;
      Substitution Next(Ctx);
      for (const TsVariable &V : T.variables())
        Next.set(V.Cur, V.Next);
      Budget B;
      auto S = createZ3Solver(Ctx);
      EXPECT_EQ(S->check({T.init(), Ctx.mkNot(Inv)}, B), Answer::Unsat);
      EXPECT_EQ(S->check({Inv, Bad}, B), Answer::Unsat);
      EXPECT_EQ(S->check({Inv, T.trans(), Ctx.mkNot(Next(Inv))}, B),
                Answer::Unsat);
    } else if (R.isUnsafe()) {
      const TsTrace &Tr = R.trace();
      EXPECT_TRUE(Evaluator(Tr.States.front()).isTrue(T.init()));
      EXPECT_TRUE(Evaluator(Tr.States.back()).isTrue(Bad));
    }
  }
};
} // namespace

INSTANTIATE_TEST_SUITE_P(
    Options, EufTest,
    testing::Values(
        Configuration{"Substitution", {}},
        Configuration{"Partition",
                      {.Project = EufOptions::Projection::Partition}},
        Configuration{"Expansion",
                      {.Refine = EufOptions::Refinement::Expansion}},
        Configuration{"Spacer",
                      {.InterpolateBy = EufOptions::Interpolation::Spacer}},
        Configuration{"Uninterpreted",
                      {.Operators = EufOptions::Interpret::Never,
                       .Learn = EufOptions::Facts::None}},
        Configuration{"InterpretedArrays",
                      {.OfArrays = EufOptions::Arrays::Interpreted}},
        Configuration{"Predicates", implicitPredicates()}),
    [](const auto &I) { return I.param.Name; });

TEST_P(EufTest, BoundedCounterIsSafe) {
  Expr I = state("i", Ctx.bitVecSort(8));
  Init = {Ctx.mkEq(I, num(0, 8))};
  TsResult R = run({{I, Ctx.mkIte(Ctx.mkSlt(I, num(3, 8)), plus(I, 1), I)}},
                   Ctx.mkSlt(num(3, 8), I));
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

TEST_P(EufTest, CounterReachesItsBound) {
  Expr I = state("i", Ctx.bitVecSort(8));
  Init = {Ctx.mkEq(I, num(0, 8))};
  TsResult R = run({{I, plus(I, 1)}}, Ctx.mkEq(I, num(4, 8)));
  ASSERT_TRUE(R.isUnsafe()) << (R.isUnknown() ? R.reason().str() : "");
  EXPECT_EQ(R.trace().States.size(), 5u);
}

TEST_P(EufTest, InputsDecide) {
  Expr X = state("x", Ctx.bitVecSort(4)), P = state("p", Ctx.boolSort());
  Expr Y = input("y", Ctx.bitVecSort(4));
  Init = {Ctx.mkNot(P)};
  // p is set once x & y = 7; x keeps the lowest two bits only.
  Expr And = op(Kind::BvAnd, X, Y);
  Init.push_back(Ctx.mkEq(X, num(3, 4)));
  TsResult R = run({{P, Ctx.mkOr(P, Ctx.mkEq(And, num(7, 4)))}}, P);
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
  R = run({{P, Ctx.mkOr(P, Ctx.mkEq(And, num(2, 4)))}}, P);
  EXPECT_TRUE(R.isUnsafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// A step whose target says nothing of x still has to give x its value: the
/// literals of the two abstract steps fit together with any x in between.
TEST_P(EufTest, StepsAreJoinedByAllTheirUpdates) {
  Sort Bv = Ctx.bitVecSort(3);
  Expr X = state("x", Bv), Y = input("y", Bv);
  Expr Z = state("z", Bv), P = state("p", Ctx.boolSort());
  Init = {Ctx.mkEq(X, num(1, 3)), Ctx.mkEq(Z, num(0, 3)), Ctx.mkNot(P)};
  TsResult R =
      run({{X, op(Kind::BvShl, X, Y)},
           {Z, Ctx.mkIte(P, num(0, 3), num(2, 3))},
           {P, Ctx.trueExpr()}},
          Ctx.mkAnd(Ctx.mkEq(X, num(2, 3)), Ctx.mkNot(Ctx.mkEq(Z, num(2, 3)))));
  EXPECT_TRUE(R.isUnsafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// The constraint is one on steps; that no step leaves a bad state does not
/// make the state unreachable.
TEST_P(EufTest, BadStatesMayHaveNoSuccessor) {
  Sort Bv = Ctx.bitVecSort(2);
  Expr X = state("x", Bv), Z = state("z", Bv);
  Init = {Ctx.mkEq(X, num(1, 2)), Ctx.mkEq(Z, num(0, 2))};
  Ts.setConstraint(Ctx.mkEq(op(Kind::BvMul, X, X), num(3, 2)));
  TsResult R = run({{Z, num(1, 2)}}, Ctx.mkEq(Z, num(1, 2)));
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// Dissertation, Figure 3.2: i = 0; while (i < 5) i += 3; assert(i < 7).
TEST_P(EufTest, Figure32) {
  Sort Bv = Ctx.bitVecSort(32), Pc = Ctx.bitVecSort(2);
  Expr I = state("i", Bv), L = state("pc", Pc);
  Init = {Ctx.mkEq(L, num(0, 2))};
  auto At = [&](int64_t N) { return Ctx.mkEq(L, num(N, 2)); };
  Expr Cond = Ctx.mkSlt(I, num(5, 32)), Acond = Ctx.mkSlt(I, num(7, 32));
  Expr NextI = Ctx.mkIte(At(0), num(0, 32),
                         Ctx.mkIte(Ctx.mkAnd(At(1), Cond), plus(I, 3), I));
  // 0 start, 1 loop, 2 error, 3 exit.
  Expr NextL =
      Ctx.mkIte(At(0), num(1, 2),
                Ctx.mkIte(At(1),
                          Ctx.mkIte(Cond, num(1, 2),
                                    Ctx.mkIte(Acond, num(3, 2), num(2, 2))),
                          L));
  TsResult R = run({{I, NextI}, {L, NextL}}, At(2));
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// Dissertation, Example 3.2: k = i = 0; while (i < n) i++, k++; j = n;
/// while (j > 0) { assert(k > 0); j--; k--; }. EUF keeps k = i and k = j, so
/// few refinements are needed.
TEST_P(EufTest, Example32) {
  if (GetParam().Options.Abstract == EufOptions::Abstraction::Predicates)
    GTEST_SKIP() << "takes minutes: about equalities, not predicates";
  Sort Bv = Ctx.bitVecSort(32), Pc = Ctx.bitVecSort(2);
  Expr I = state("i", Bv), J = state("j", Bv), K = state("k", Bv),
       N = state("n", Bv), L = state("pc", Pc);
  auto At = [&](int64_t V) { return Ctx.mkEq(L, num(V, 2)); };
  Init = {At(0), Ctx.mkEq(I, num(0, 32)), Ctx.mkEq(K, num(0, 32)),
          // Otherwise the loops end with i ≠ n and the program is unsafe.
          Ctx.mkNot(Ctx.mkSlt(N, num(0, 32)))};
  // 0 first loop, 1 second loop, 2 error, 3 exit.
  Expr First = Ctx.mkAnd(At(0), Ctx.mkNot(Ctx.mkEq(I, N)));
  Expr Second = Ctx.mkAnd(At(1), Ctx.mkSlt(num(0, 32), J));
  Expr Fine = Ctx.mkAnd(Second, Ctx.mkSlt(num(0, 32), K));
  Expr NextL =
      Ctx.mkIte(At(0), Ctx.mkIte(First, num(0, 2), num(1, 2)),
                Ctx.mkIte(At(1),
                          Ctx.mkIte(Fine, num(1, 2),
                                    Ctx.mkIte(Second, num(2, 2), num(3, 2))),
                          L));
  Statistics Stats;
  TsResult R =
      run({{I, Ctx.mkIte(First, plus(I, 1), I)},
           {K, Ctx.mkIte(First, plus(K, 1), Ctx.mkIte(Fine, plus(K, -1), K))},
           {J, Ctx.mkIte(Ctx.mkAnd(At(0), Ctx.mkEq(I, N)), N,
                         Ctx.mkIte(Fine, plus(J, -1), J))},
           {L, NextL}},
          At(2), &Stats);
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
  EXPECT_LE(Stats.get("euf.refinements"), 5);
}

/// Dissertation, Example 4.5: reading back what was written.
TEST_P(EufTest, Example45) {
  Sort Bv = Ctx.bitVecSort(8);
  Expr A = state("a", Ctx.arraySort(Bv, Bv)), I = state("i", Bv);
  Expr Read = op(Kind::Select, A, I);
  Init = {Ctx.mkEq(Read, num(3, 8))};
  Statistics Stats;
  TsResult R = run({{A, Ctx.make(Kind::Store, {A, I, num(3, 8)})}},
                   Ctx.mkNot(Ctx.mkEq(Read, num(3, 8))), &Stats);
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// Examples 4.6 and 4.8: a constant array, of which another cell is written and
/// a part of one is read.
TEST_P(EufTest, ConstantArray) {
  Sort Bv = Ctx.bitVecSort(8);
  Expr A = state("a", Ctx.arraySort(Bv, Bv)), I = state("i", Bv);
  Ts.addInput(Ctx.var("y", Bv));
  Init = {
      Ctx.mkEq(A, Ctx.makeRaw(Kind::ConstArray, {num(0, 8)}, 0, 0, A.sort())),
      Ctx.mkEq(I, num(0, 8))};
  Expr Next = Ctx.mkIte(Ctx.mkEq(Ctx.var("y", Bv), num(9, 8)), I, num(0, 8));
  Expr Low = Ctx.make(Kind::Extract, {op(Kind::Select, A, I)}, 3, 0);
  TsResult R =
      run({{A, Ctx.make(Kind::Store, {A, num(7, 8), num(5, 8)})}, {I, Next}},
          Ctx.mkNot(Ctx.mkEq(Low, num(0, 4))));
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// Example 4.9: writing what is there already changes nothing.
TEST_P(EufTest, WritingBackIsTheIdentity) {
  Sort Bv = Ctx.bitVecSort(4);
  Expr A = state("a", Ctx.arraySort(Bv, Bv)),
       B = state("b", Ctx.arraySort(Bv, Bv)), I = state("i", Bv);
  Init = {Ctx.mkEq(A, B)};
  TsResult R = run({{A, Ctx.make(Kind::Store, {A, I, op(Kind::Select, A, I)})}},
                   Ctx.mkNot(Ctx.mkEq(A, B)));
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// And a write that is seen.
TEST_P(EufTest, ArrayViolation) {
  if (GetParam().Options.Refine == EufOptions::Refinement::Expansion)
    GTEST_SKIP() << "takes minutes: what 4.4.1 was invented for";
  Sort Bv = Ctx.bitVecSort(8);
  Expr A = state("a", Ctx.arraySort(Bv, Bv)), I = state("i", Bv);
  Init = {Ctx.mkEq(op(Kind::Select, A, num(2, 8)), num(0, 8)),
          Ctx.mkEq(I, num(0, 8))};
  TsResult R =
      run({{A, Ctx.make(Kind::Store, {A, I, plus(I, 5)})}, {I, plus(I, 1)}},
          Ctx.mkEq(op(Kind::Select, A, num(2, 8)), num(7, 8)));
  ASSERT_TRUE(R.isUnsafe()) << (R.isUnknown() ? R.reason().str() : "");
  EXPECT_EQ(R.trace().States.size(), 4u);
}

/// 4.4.1: x = 3; x = x + 3; assert x < 7. An interpolant brings in the new
/// term 6 (or 7).
TEST_P(EufTest, NewTermsFromInterpolants) {
  Sort Bv = Ctx.bitVecSort(8);
  Expr X = state("x", Bv), L = state("l", Ctx.bitVecSort(2));
  Init = {Ctx.mkEq(L, num(0, 2))};
  Expr AtStart = Ctx.mkEq(L, num(0, 2)), AtMiddle = Ctx.mkEq(L, num(1, 2));
  Statistics Stats;
  TsResult R = run(
      {{X, Ctx.mkIte(AtStart, num(3, 8), Ctx.mkIte(AtMiddle, plus(X, 3), X))},
       {L, Ctx.mkIte(AtStart, num(1, 2), num(2, 2))}},
      Ctx.mkAnd(Ctx.mkEq(L, num(2, 2)), Ctx.mkNot(Ctx.mkSlt(X, num(7, 8)))),
      &Stats);
  EXPECT_TRUE(R.isSafe()) << (R.isUnknown() ? R.reason().str() : "");
}

/// The same programs on an automaton: entry, loop head, error.
TEST_P(EufTest, Locations) {
  Sort Bv = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", Bv), Y = Ctx.var("y", Bv), N = Ctx.var("n", Bv);
  for (uint64_t Wrong : {4, 5}) {
    Cfa C(Ctx);
    for (const char *Name : {"entry", "loop", "error"})
      C.addLocation({Name, {}});
    for (Expr V : {X, Y})
      C.addVariable({V, V.name().str()});
    C.addError({2, "error", {}});
    Expr Same = Ctx.mkEq(X, Y);
    // x and y are kept equal; x = 5 is reached, y = x + 4 is not.
    C.addEdge({0, 1, Ctx.trueExpr(), {{X, num(0, 8)}, {Y, num(0, 8)}}});
    Edge Round{
        1, 1, Ctx.mkSlt(N, num(3, 8)), {{X, plus(X, 1)}, {Y, plus(Y, 1)}}};
    Round.Inputs.push_back({N, Input::Kind::Nondet, "n", {}});
    C.addEdge(Round);
    C.addEdge(
        {1, 2, Wrong == 4 ? Ctx.mkNot(Same) : Ctx.mkEq(X, num(5, 8)), {}});
    CfaResult R =
        createEufOnLocations(GetParam().Options)->check(C, Budget::seconds(20));
    ASSERT_TRUE(R.isConclusive()) << R.reason().str();
    if (Wrong == 4) {
      ASSERT_TRUE(R.isSafe());
      EXPECT_TRUE(R.invariant().Formulas.lookup(2).isFalse());
      Budget B;
      auto S = createZ3Solver(Ctx);
      EXPECT_EQ(
          S->check({R.invariant().Formulas.lookup(1), Ctx.mkNot(Same)}, B),
          Answer::Unsat);
    } else {
      ASSERT_TRUE(R.isUnsafe());
      EXPECT_EQ(R.trace().Steps.size(), 7u);
    }
  }
}

/// Dissertation, Example 3.1: x1' = ite(x1 = x2, x1 + 1, x1 - 3), x2' = x1.
/// Two counters of different widths that agree until the narrow one overflows:
/// nothing that a few values tell.
TEST_P(EufTest, OperatorsBecomeInterpreted) {
  if (GetParam().Options.Operators == EufOptions::Interpret::Never ||
      GetParam().Options.Refine == EufOptions::Refinement::Expansion ||
      GetParam().Options.Project == EufOptions::Projection::Partition ||
      GetParam().Options.Abstract == EufOptions::Abstraction::Predicates)
    GTEST_SKIP() << "learns about one value after the other";
  Expr C = state("c", Ctx.bitVecSort(8)), I = state("i", Ctx.bitVecSort(16));
  Init = {Ctx.mkEq(C, num(0, 8)), Ctx.mkEq(I, num(0, 16))};
  Expr Goes = Ctx.mkUlt(I, num(300, 16));
  Statistics Stats;
  TsResult R = run({{C, Ctx.mkIte(Goes, plus(C, 1), C)},
                    {I, Ctx.mkIte(Goes, plus(I, 1), I)}},
                   Ctx.mkAnd(Ctx.mkUlt(I, num(256, 16)),
                             Ctx.mkNot(Ctx.mkEq(Ctx.mkZeroExt(8, C), I))),
                   &Stats);
  EXPECT_TRUE(R.isSafe());
  EXPECT_GE(Stats.get("euf.interpreted"), 1);
}

/// a < b < c but not a < c: transitivity says more than these three values.
TEST_P(EufTest, GeneralFactsExplain) {
  Sort S = Ctx.bitVecSort(32);
  Expr A = state("a", S), C = state("c", S), X = state("x", S);
  Statistics Stats;
  TsResult R = run(
      {},
      Ctx.mkAnd({Ctx.mkSlt(A, C), Ctx.mkSlt(C, X), Ctx.mkNot(Ctx.mkSlt(A, X))}),
      &Stats);
  EXPECT_TRUE(R.isSafe());
  const EufOptions &O = GetParam().Options;
  if (O.Abstract == EufOptions::Abstraction::Functions &&
      O.Learn == EufOptions::Facts::General) {
    EXPECT_GE(Stats.get("euf.lemmas.general"), 1);
    EXPECT_EQ(Stats.get("euf.lemmas.constraint"), 0);
  }
}

/// A system that keeps its place in a variable is searched by places. What
/// comes back is about the system.
TEST(EufUnfoldingTest, SystemsWithControl) {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(8);
  Expr Pc = Ctx.var("pc", S), X = Ctx.var("x", S), Y = Ctx.var("y", S);
  auto Num = [&](uint64_t N) { return Ctx.bv(N, 8); };
  auto At = [&](uint64_t N) { return Ctx.mkEq(Pc, Num(N)); };
  Expr Plus = Ctx.make(Kind::BvAdd, {X, Num(1)});
  TransitionSystem Ts(Ctx);
  // 0: x := 0. 1: stays as long as y is 0. 2: x := x + 1. 3: back to 0.
  Ts.addVariable(
      {Pc, Ctx.var("pc'", S),
       Ctx.mkIte(At(0), Num(1),
                 Ctx.mkIte(At(1),
                           Ctx.mkIte(Ctx.mkEq(Y, Num(0)), Num(1), Num(2)),
                           Ctx.mkIte(At(2), Num(3), Num(0))))});
  Ts.addVariable({X, Ctx.var("x'", S),
                  Ctx.mkIte(At(0), Num(0), Ctx.mkIte(At(2), Plus, X))});
  Ts.addInput(Y);
  Ts.setInit(At(0));
  auto Check = [&](uint64_t N) {
    Property P{"p", Ctx.mkAnd(At(3), Ctx.mkNot(Ctx.mkEq(X, Num(N)))), {}};
    auto Engine = createEufUnfolding();
    TsResult R = Engine->check(Ts, P, Budget::seconds(20));
    Statistics Stats;
    Engine->report(Stats);
    EXPECT_GT(Stats.get("euf.locations"), 2);
    if (R.isSafe())
      EXPECT_TRUE(checkInvariant(Ts, P, R.invariant(), Budget::seconds(20))
                      .isConfirmed());
    if (R.isUnsafe())
      EXPECT_TRUE(
          checkTrace(Ts, P, R.trace(), Budget::seconds(20)).isConfirmed());
    return R;
  };
  EXPECT_TRUE(Check(1).isSafe());
  EXPECT_TRUE(Check(2).isUnsafe());
}

/// Whatever is learnt as a general fact holds.
TEST(GeneralFactsTest, AreValid) {
  ExprContext Ctx;
  for (Sort S : {Ctx.bitVecSort(3), Ctx.bitVecSort(1), Ctx.intSort()}) {
    std::vector<Expr> Terms{Ctx.freshVar("x", S), Ctx.freshVar("y", S)};
    auto Constant = [&](int64_t N) {
      return S.isInt() ? Ctx.integer(N)
                       : Ctx.bv(llvm::APInt(S.width(), N, /*isSigned=*/true));
    };
    std::vector<Kind> Orders{Kind::Lt}, Operators{Kind::Add, Kind::Sub};
    if (S.isBitVec()) {
      Orders = {Kind::BvUlt, Kind::BvSlt};
      Operators = {Kind::BvAdd,  Kind::BvMul,  Kind::BvAnd,  Kind::BvOr,
                   Kind::BvUrem, Kind::BvUdiv, Kind::BvLshr, Kind::BvSub};
    }
    Expr X = Terms[0], Y = Terms[1];
    for (Kind K : Operators)
      for (Expr By : {Y, Constant(1), Constant(-1)})
        Terms.push_back(Ctx.makeRaw(K, {X, By}));
    SolverOptions O;
    O.Over = theoriesOf({X});
    auto AllHold = [&](llvm::ArrayRef<Expr> Literals) {
      auto Solver = createZ3Solver(Ctx, O);
      std::vector<Expr> Fails;
      for (Expr Fact : euf::generalFacts(Ctx, Literals))
        Fails.push_back(Ctx.mkNot(Fact));
      EXPECT_FALSE(Fails.empty());
      EXPECT_EQ(Solver->check({Ctx.mkOr(Fails)}, Budget::seconds(20)),
                Answer::Unsat);
    };
    for (Kind Less : Orders)
      for (Expr T : Terms) {
        std::vector<Expr> Literals{Ctx.makeRaw(Less, {T, X}),
                                   Ctx.makeRaw(Less, {Y, T}),
                                   Ctx.makeRaw(Less, {X, Y})};
        if (S.isBitVec())
          for (Kind Extend : {Kind::ZeroExt, Kind::SignExt})
            Literals.push_back(
                Ctx.makeRaw(Less, {Ctx.makeRaw(Extend, {T}, 2),
                                   Ctx.makeRaw(Extend, {Y}, 2)}));
        AllHold(Literals);
      }
    AllHold(Terms);
  }
}

TEST(TermProjectionTest, Example31) {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(8);
  Expr X1 = Ctx.var("x1", Bv), X2 = Ctx.var("x2", Bv);
  Expr N1 = Ctx.var("x1'", Bv), N2 = Ctx.var("x2'", Bv);
  Expr One = Ctx.bv(1, 8), Three = Ctx.bv(3, 8);
  Expr Add = Ctx.make(Kind::BvAdd, {X1, One});
  Expr Sub = Ctx.makeRaw(Kind::BvSub, {X1, Three});
  TransitionSystem Ts(Ctx);
  Ts.addVariable({X1, N1, Ctx.mkIte(Ctx.mkEq(X1, X2), Add, Sub)});
  Ts.addVariable({X2, N2, X1});
  euf::AbstractSystem Sys(Ts, {"bad", Ctx.falseExpr(), {}});
  // The model of the example: {x1, x2, x2' | 1, x1 + 1, x1' | 3, x1 - 3} and
  // x2 < x1 for both pairs.
  auto S = createZ3EufSolver(Ctx);
  S->add(Ts.trans());
  auto Eq = [&](Expr A, Expr B) { return Ctx.makeRaw(Kind::Eq, {A, B}); };
  for (Expr E :
       {Eq(X1, X2), Eq(Add, One), Eq(Sub, Three), Ctx.mkNot(Eq(X1, One)),
        Ctx.mkNot(Eq(X1, Three)), Ctx.mkSlt(X2, X1), Ctx.mkSlt(N2, N1)})
    S->add(E);
  Budget B;
  ASSERT_EQ(S->check(B), Answer::Sat);
  euf::PreImage P = euf::expandPreImage(Sys, *S, Sys.blocks()[0], {});
  // Equation 3.32; x1 - 3 and the predicates are left out.
  EXPECT_EQ(P.Pre,
            euf::makeCube({Eq(X1, X2), Eq(Add, One), Ctx.mkNot(Eq(One, X1))}));
}
