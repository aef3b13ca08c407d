//===- StsCegarTest.cpp - CEGAR on transition systems ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked examples of the thesis, by their numbers.
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Expr/Evaluator.h"

#include "Engine/StsCegar/Clusters.h"
#include "Engine/StsCegar/Partition.h"
#include "Engine/StsCegar/Separation.h"
#include "Engine/StsCegar/Strategy.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::stscegar;
using Algorithm = StsCegarOptions::Algorithm;

namespace {
/// Systems over numbers, given by their steps.
struct StsCegarTest : testing::Test {
  ExprContext Ctx;
  TransitionSystem M{Ctx};
  Property P{"p", Expr(), {}};
  Budget B = Budget::seconds(30);
  std::vector<Expr> Vars, Nexts;

  Expr state(llvm::StringRef Name) {
    Vars.push_back(Ctx.var(Name, Ctx.intSort()));
    Nexts.push_back(Ctx.var((Name + "'").str(), Ctx.intSort()));
    M.addVariable({Vars.back(), Nexts.back(), Expr()});
    return Vars.back();
  }
  Expr is(Expr Var, int64_t V) { return Ctx.mkEq(Var, Ctx.integer(V)); }
  Expr lt(Expr A, Expr B) { return Ctx.make(Kind::Lt, {A, B}); }
  Expr le(int64_t Low, Expr X, int64_t High) {
    return Ctx.mkAnd(Ctx.make(Kind::Le, {Ctx.integer(Low), X}),
                     Ctx.make(Kind::Le, {X, Ctx.integer(High)}));
  }
  using Tuple = std::vector<int64_t>;
  Expr at(llvm::ArrayRef<Expr> Xs, const Tuple &T) {
    std::vector<Expr> Parts;
    for (auto [X, V] : llvm::zip_equal(Xs, T))
      Parts.push_back(is(X, V));
    return Ctx.mkAnd(Parts);
  }
  Expr at(const Tuple &T) { return at(Vars, T); }
  Expr anyOf(std::initializer_list<int64_t> Values) {
    std::vector<Expr> Parts;
    for (int64_t V : Values)
      Parts.push_back(is(Vars[0], V));
    return Ctx.mkOr(Parts);
  }
  void steps(std::initializer_list<std::pair<Tuple, Tuple>> Pairs) {
    std::vector<Expr> Parts;
    for (auto &[From, To] : Pairs)
      Parts.push_back(Ctx.mkAnd(at(Vars, From), at(Nexts, To)));
    M.setConstraint(Ctx.mkOr(Parts));
  }
  bool holdsAt(Expr E, const Tuple &T) {
    Valuation Values;
    for (auto [X, V] : llvm::zip_equal(Vars, T))
      Values[X] = Value(llvm::DynamicAPInt(V));
    return Evaluator(Values).isTrue(E);
  }

  bool isStep(Questions &Q, Expr From, Expr To) {
    bool Is = false;
    Q.nextStates(From, [&](const Valuation &State) {
      Is |= Evaluator(State).isTrue(To);
      return valuesOf(Ctx, Vars, State);
    });
    return Is;
  }

  /// Listing 4.1.
  void listing() {
    Expr X = state("x"), Y = state("y"), Reset = state("reset");
    Expr IsReset = is(Reset, 1), Less = lt(X, Y), Same = Ctx.mkEq(X, Y);
    auto Plus1 = [&](Expr E) {
      return Ctx.make(Kind::Add, {E, Ctx.integer(1)});
    };
    Expr Zero = Ctx.integer(0);
    Expr NextX = Ctx.mkIte(IsReset, Zero,
                           Ctx.mkIte(Less, Plus1(X), Ctx.mkIte(Same, Zero, X)));
    Expr NextY = Ctx.mkIte(IsReset, Zero,
                           Ctx.mkIte(Ctx.mkAnd(Same, Ctx.mkNot(is(Y, 2))),
                                     Plus1(Y), Ctx.mkIte(Same, Zero, Y)));
    TransitionSystem Full(Ctx);
    Expr Any = Ctx.var("any", Ctx.intSort());
    Full.addInput(Any);
    Full.addVariable({X, Nexts[0], NextX});
    Full.addVariable({Y, Nexts[1], NextY});
    Full.addVariable({Reset, Nexts[2], Ctx.mkIte(le(0, Any, 1), Any, Zero)});
    Full.setInit(at({0, 1, 0}));
    M = Full;
    P.Bad = Ctx.mkNot(Ctx.mkOr(Less, IsReset));
  }

  void expectAnswer(Algorithm Use, bool Safe) {
    StsCegarOptions O;
    O.Use = Use;
    expectAnswer(O, Safe);
  }
  void expectAnswer(const StsCegarOptions &O, bool Safe) {
    TsResult R = createStsCegar(O)->check(M, P, B);
    ASSERT_TRUE(R.isConclusive()) << R.reason().str();
    EXPECT_EQ(R.isSafe(), Safe);
    CheckResult C = R.isSafe() ? checkInvariant(M, P, R.invariant(), B)
                               : checkTrace(M, P, R.trace(), B);
    EXPECT_TRUE(C.isConfirmed()) << C.Why;
  }
  void expectAnswers(bool Safe) {
    expectAnswer(Algorithm::Clustered, Safe);
    expectAnswer(Algorithm::Visibility, Safe);
    for (auto Split : {StsCegarOptions::Interpolation::Sequence,
                       StsCegarOptions::Interpolation::Craig})
      for (bool Incremental : {true, false})
        for (bool Conditions : {true, false})
          for (bool Property : {true, false}) {
            StsCegarOptions O;
            O.Split = Split;
            O.Incremental = Incremental;
            O.PredicatesOfConditions = Conditions;
            O.PredicatesOfProperty = Property;
            expectAnswer(O, Safe);
          }
  }
};
} // namespace

namespace {
/// Of bits and bounded numbers, so that there is a table.
struct StateTableTest : StsCegarTest {
  Expr X, Y, Go;
  /// x counts to seven where go is true; y is anything from one to three.
  void SetUp() override {
    X = Ctx.var("x", Ctx.intSort());
    Y = Ctx.var("y", Ctx.intSort());
    Go = Ctx.var("go", Ctx.boolSort());
    Vars = {X, Y};
    Nexts = {Ctx.var("x'", Ctx.intSort()), Ctx.var("y'", Ctx.intSort())};
    Expr More = Ctx.make(Kind::Add, {X, Ctx.integer(1)});
    M.addVariable({X, Nexts[0],
                   Ctx.mkIte(Ctx.mkAnd(Go, lt(X, Ctx.integer(7))), More, X)});
    M.addVariable({Y, Nexts[1], Expr()});
    M.addInput(Go);
    M.setInit(Ctx.mkAnd(is(X, 0), is(Y, 2)));
    M.setConstraint(Ctx.mkAnd({le(0, X, 7), le(1, Y, 3), le(1, Nexts[1], 3)}));
    P.Bad = is(X, 8);
  }
};
} // namespace

TEST_F(StateTableTest, StatesAndSteps) {
  auto T = StateTable::create(M, 100);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->where(Ctx.trueExpr()).count(), 24u);
  EXPECT_EQ(T->first().count(), 1u);
  EXPECT_TRUE(T->where(P.Bad).none());
  EXPECT_EQ(T->where(Ctx.mkAnd(lt(X, Y), Ctx.mkNot(is(X, 0)))).count(), 3u);
  // Both numbers may change or not, and y to anything.
  StateTable::Set Next = T->after(T->first());
  EXPECT_EQ(Next.count(), 6u);
  EXPECT_EQ(Next, T->where(lt(X, Ctx.integer(2))));
  EXPECT_EQ(T->before(T->where(is(X, 3))),
            T->where(Ctx.mkOr(is(X, 2), is(X, 3))));
  const unsigned From = T->first().find_first();
  StateTable::Set Moved = Next;
  Moved &= T->where(is(X, 1));
  const unsigned To = Moved.find_first();
  Valuation Step = T->state(From);
  EXPECT_EQ(Step[X], Value(llvm::DynamicAPInt(0)));
  EXPECT_EQ(Step[Y], Value(llvm::DynamicAPInt(2)));
  EXPECT_EQ(T->inputsOf(From, To)[Go], Value(true));
}

// What has no bounds, or too many states, has no table.
TEST_F(StateTableTest, OnlyIfFew) {
  EXPECT_FALSE(StateTable::create(M, 23));
  EXPECT_FALSE(StateTable::create(M, 0));
  M.setConstraint(Ctx.mkAnd(le(0, X, 7), le(1, Y, 3)));
  EXPECT_FALSE(StateTable::create(M, 100)); // y' may be anything
}

TEST_F(StateTableTest, ConditionsOnInputs) {
  Expr Bits = Ctx.var("bits", Ctx.bitVecSort(2));
  Expr Number = Ctx.var("number", Ctx.intSort());
  M.addInput(Bits);
  M.addInput(Number);
  Expr Two = Ctx.constant(Value(llvm::APInt(2, 2)), Bits.sort());
  M.setConstraint(Ctx.mkAnd({M.constraint(), Ctx.mkEq(Bits, Two)}));
  EXPECT_FALSE(StateTable::create(M, 1000)); // any number
  M.setConstraint(Ctx.mkAnd({M.constraint(), le(0, Number, 3)}));
  auto T = StateTable::create(M, 1000);
  ASSERT_TRUE(T);
  const unsigned S = T->first().find_first();
  EXPECT_EQ(T->inputsOf(S, S)[Bits], Two.value());
}

// A step leads from the values within bounds to one that is not: it is a state
// without steps, and may be a bad one.
TEST_F(StateTableTest, StepsOutOfBounds) {
  M.setConstraint(Ctx.mkAnd({le(0, X, 6), le(1, Y, 3), le(1, Nexts[1], 3)}));
  EXPECT_FALSE(StateTable::create(M, 100));
  P.Bad = is(X, 7);
  expectAnswer(Algorithm::Visibility, false);
}

TEST_F(StateTableTest, Answers) {
  expectAnswers(true);
  P.Bad = Ctx.mkAnd(is(X, 7), is(Y, 3));
  expectAnswers(false);
}

// Bad states of which the table has none are not in the invariant.
TEST_F(StateTableTest, BadStatesOutOfBounds) {
  P.Bad = lt(X, Ctx.integer(0));
  expectAnswers(true);
}

TEST_F(StateTableTest, Separation) {
  auto T = StateTable::create(M, 100);
  ASSERT_TRUE(T);
  Separation S(*T, M, {is(Y, 2)});
  auto Expect = [&](Expr In, Expr Out, size_t Literals) {
    Expr Found = S.between(T->where(In), T->where(Out));
    EXPECT_FALSE(T->where(Ctx.mkAnd(In, Ctx.mkNot(Found))).any());
    EXPECT_FALSE(T->where(Ctx.mkAnd(Out, Found)).any());
    EXPECT_LE(atomsOf(M, {Found}).size(), Literals);
  };
  // The values between may be on either side.
  Expect(is(X, 0), le(3, X, 7), 1);
  Expect(Ctx.mkAnd(is(X, 0), is(Y, 2)), Ctx.mkAnd(is(X, 0), is(Y, 1)), 1);
  Expect(anyOf({0, 4}), anyOf({2, 6}), 3);
  Expect(Ctx.falseExpr(), is(X, 1), 0);
  Expect(is(X, 1), Ctx.falseExpr(), 0);
}

// Examples 4.1 to 4.4: seven states in three groups.
TEST_F(StsCegarTest, ExistentialAbstraction) {
  state("s");
  steps(
      {{{0}, {1}}, {{0}, {2}}, {{1}, {2}}, {{3}, {4}}, {{4}, {6}}, {{5}, {2}}});
  M.setInit(at({0}));
  P.Bad = anyOf({5, 6});
  Questions Q(M, P, B);
  const Expr Groups[] = {anyOf({0, 1}), anyOf({2, 3, 4}), anyOf({5, 6})};
  const bool Steps[3][3] = {{1, 1, 0}, {0, 1, 1}, {0, 1, 0}};
  for (unsigned From = 0; From < 3; ++From)
    for (unsigned To = 0; To < 3; ++To)
      EXPECT_EQ(isStep(Q, Groups[From], Groups[To]), Steps[From][To]);
  unsigned Firsts = 0;
  Q.firstStates(Ctx.trueExpr(), [&](const Valuation &State) {
    ++Firsts;
    return valuesOf(Ctx, Vars, State);
  });
  EXPECT_EQ(Firsts, 1u);

  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  AbstractPath Path{Groups[0], Groups[1], Groups[2]};
  EXPECT_FALSE(Runs->concretize(Path));
  EXPECT_EQ(Runs->failure(), 1u);
  // The refinement of example 4.3 separates the dead end from the bad state.
  EXPECT_FALSE(isStep(Q, is(Vars[0], 2), Groups[2]));
  EXPECT_TRUE(isStep(Q, anyOf({3, 4}), Groups[2]));
  expectAnswers(true);
}

// Examples 4.6 to 4.9.
TEST_F(StsCegarTest, Clusters) {
  listing();
  // Inv of the listing is what can be reached here.
  Questions Q(M, P, B);
  std::vector<Cluster> Clusters = initialClusters(Q, 100);
  ASSERT_EQ(Clusters.size(), 2u);
  EXPECT_EQ(Clusters[0].Vars, (std::vector<Expr>{Vars[0], Vars[1]}));
  EXPECT_EQ(Clusters[1].Vars, (std::vector<Expr>{Vars[2]}));
  // Without bounds of x, one more is possible than in the example: x > y = 2.
  EXPECT_EQ(Clusters[0].Parts.size(), 6u);
  EXPECT_EQ(Clusters[1].Parts.size(), 2u);
  Expr InBounds = Ctx.mkAnd(le(0, Vars[0], 2), le(0, Vars[1], 2));
  EXPECT_EQ(
      llvm::count_if(Clusters[0].Parts,
                     [&](Expr E) { return Q.isState(Ctx.mkAnd(E, InBounds)); }),
      5);
  for (auto [X, Y, Others] : {std::tuple<Tuple, Tuple, int>{{0, 0}, {1, 1}, 1},
                              {{1, 0}, {2, 1}, 1},
                              {{0, 2}, {1, 2}, 1}})
    EXPECT_TRUE(llvm::any_of(Clusters[0].Parts, [&, X = X, Y = Y](Expr E) {
      return holdsAt(E, {X[0], X[1], 0}) && holdsAt(E, {Y[0], Y[1], 0});
    }));

  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  StsCegarOptions O;
  std::unique_ptr<Strategy> S = createClustered(Q, *Runs, O);
  S->initialize();
  EXPECT_TRUE(S->check()); // some abstract counterexample, as in 4.9
}

TEST_F(StsCegarTest, ListingIsUnsafe) {
  listing();
  expectAnswers(false);
}

// Examples 4.10 and 4.11.
TEST_F(StsCegarTest, FailureStateAndDeadEnds) {
  state("s");
  steps({{{1}, {4}},
         {{1}, {5}},
         {{3}, {6}},
         {{4}, {7}},
         {{5}, {7}},
         {{9}, {10}},
         {{9}, {12}}});
  M.setInit(anyOf({1, 3}));
  P.Bad = anyOf({10, 11, 12});
  Questions Q(M, P, B);
  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  AbstractPath Path{anyOf({1, 2, 3}), anyOf({4, 5, 6}), anyOf({7, 8, 9}),
                    anyOf({10, 11, 12})};
  EXPECT_FALSE(Runs->concretize(Path));
  EXPECT_EQ(Runs->failure(), 2u);
  std::vector<Valuation> Dead;
  Runs->deadEnds(Path, [&](const Valuation &State) {
    Dead.push_back(State);
    return valuesOf(Ctx, Vars, State);
  });
  ASSERT_EQ(Dead.size(), 1u);
  EXPECT_EQ(Dead[0][Vars[0]], Value(llvm::DynamicAPInt(7)));
  expectAnswers(true);
}

TEST_F(StsCegarTest, FailureStateAnywhere) {
  state("s");
  steps({{{0}, {1}}, {{1}, {2}}, {{2}, {3}}, {{3}, {4}}, {{7}, {2}}});
  M.setInit(at({0}));
  P.Bad = is(Vars[0], 4);
  Questions Q(M, P, B);
  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  const AbstractPath Whole{anyOf({0}), anyOf({1}), anyOf({2}), anyOf({3})};
  for (size_t Last = 0; Last < 3; ++Last) {
    AbstractPath Path = Whole;
    Path[Last + 1] = anyOf({7});
    EXPECT_FALSE(Runs->concretize(Path));
    EXPECT_EQ(Runs->failure(), Last);
  }
  EXPECT_FALSE(Runs->concretize(Whole)); // 3 is not bad
  EXPECT_EQ(Runs->failure(), 3u);
  AbstractPath ToBad = Whole;
  ToBad.push_back(P.Bad);
  auto Run = Runs->concretize(ToBad);
  ASSERT_TRUE(Run);
  EXPECT_EQ(Run->States.size(), 5u);
}

// Examples 4.12 and 4.13.
TEST_F(StsCegarTest, PolyRefine) {
  auto D = [](int64_t V) { return ClusterValue{Value(llvm::DynamicAPInt(V))}; };
  const std::vector<std::vector<ClusterValue>> Dead{
      {D(3), D(8)}, {D(4), D(9)}, {D(5), D(9)}};
  auto First = separateDeadEnds(Dead, 0);
  ASSERT_EQ(First.size(), 2u);
  EXPECT_TRUE(llvm::is_contained(First, std::vector<ClusterValue>{D(3)}));
  EXPECT_TRUE(
      llvm::is_contained(First, (std::vector<ClusterValue>{D(4), D(5)})));
  // d7 is none of these, and makes the third.
  EXPECT_EQ(separateDeadEnds(Dead, 1).size(), 2u);
}

// Examples 4.14 to 4.16: from (0, 0, 0) no step leads to x = 1, but from y = 1.
TEST_F(StsCegarTest, VisibleVariables) {
  Expr X = state("x"), Y = state("y");
  state("z");
  steps({{{0, 0, 0}, {0, 0, 1}},
         {{0, 0, 1}, {0, 0, 0}},
         {{0, 1, 0}, {1, 0, 0}},
         {{0, 1, 1}, {1, 1, 0}}});
  M.setInit(at({0, 0, 0}));
  P.Bad = is(X, 1);
  Questions Q(M, P, B);
  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  AbstractPath Path{is(X, 0), is(X, 1)};
  EXPECT_FALSE(Runs->concretize(Path));
  EXPECT_EQ(Runs->failure(), 0u);
  auto Reason = Runs->craigInterpolant(Path);
  ASSERT_TRUE(Reason);
  EXPECT_TRUE(holdsAt(*Reason, {0, 0, 0}));
  EXPECT_FALSE(holdsAt(*Reason, {0, 1, 0}));
  EXPECT_FALSE(holdsAt(*Reason, {0, 1, 1}));
  EXPECT_TRUE(llvm::is_contained(variables({*Reason}), Y));
  expectAnswers(true);
}

// Examples 4.17 and 4.18.
TEST_F(StsCegarTest, PredicatesAndTrackedVariables) {
  Expr X = state("x"), Y = state("y");
  Partition Parts(Ctx, {lt(X, Y)}, {X});
  std::set<Partition::Part> Found;
  for (int64_t XV : {0, 1})
    for (int64_t YV : {0, 1})
      Found.insert(Parts.find({{X, Value(llvm::DynamicAPInt(XV))},
                               {Y, Value(llvm::DynamicAPInt(YV))}}));
  EXPECT_EQ(Found.size(), 3u); // x < y and x = 1 contradict each other
  const Partition::Part Whole = *Found.begin();
  EXPECT_EQ(Parts.partsOf(Whole), 1u);
  Parts.split(Whole, is(Y, 0));
  const Valuation Zeros{{X, Value(llvm::DynamicAPInt(0))},
                        {Y, Value(llvm::DynamicAPInt(0))}};
  Parts.split(Parts.find(Zeros), is(Y, 7));
  EXPECT_EQ(Parts.partsOf(Whole), 3u);

  P.Bad = Ctx.mkNot(lt(Ctx.integer(0), X));
  Questions Q(M, P, B);
  EXPECT_FALSE(Q.isBad(lt(Ctx.integer(5), X)));
  P.Bad = Ctx.mkNot(is(X, 10));
  Questions Equal(M, P, B);
  EXPECT_TRUE(Equal.isBad(lt(Ctx.integer(5), X)));
}

// Examples 4.19 and 4.20.
TEST_F(StsCegarTest, CraigInterpolants) {
  Expr X = state("x"), Y = state("y");
  steps({{{0, 0}, {2, 0}}, {{0, 0}, {3, 1}}, {{2, 1}, {3, 0}}});
  M.setInit(at({0, 0}));
  P.Bad = at({3, 0});
  Expr Small = lt(X, Ctx.integer(2)), One = is(Y, 1);
  Expr S0 = Ctx.mkAnd(Small, Ctx.mkNot(One));
  Expr S2 = Ctx.mkAnd(Ctx.mkNot(Small), Ctx.mkNot(One));
  Expr S3 = Ctx.mkAnd(Ctx.mkNot(Small), One);
  Questions Q(M, P, B);
  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  EXPECT_FALSE(Runs->concretize({S0, S2}));
  EXPECT_EQ(Runs->failure(), 1u);
  auto Reason = Runs->craigInterpolant({S0, S2});
  ASSERT_TRUE(Reason);
  EXPECT_TRUE(holdsAt(*Reason, {2, 0}));
  EXPECT_FALSE(holdsAt(*Reason, {3, 0}));

  EXPECT_FALSE(Runs->concretize({S0, S3, S2}));
  EXPECT_EQ(Runs->failure(), 1u);
  Reason = Runs->craigInterpolant({S0, S3, S2});
  ASSERT_TRUE(Reason);
  EXPECT_TRUE(holdsAt(*Reason, {3, 1}));
  EXPECT_FALSE(holdsAt(*Reason, {2, 1}));
  expectAnswers(true);
}

// Example 4.21: (5, 0, 0) cannot be reached.
TEST_F(StsCegarTest, SequenceInterpolants) {
  Expr X = state("x");
  state("y");
  state("z");
  steps({{{0, 0, 0}, {1, 1, 1}},
         {{1, 1, 1}, {2, 0, 0}},
         {{2, 1, 0}, {4, 0, 0}},
         {{4, 0, 0}, {5, 0, 0}}});
  M.setInit(at({0, 0, 0}));
  P.Bad = is(X, 5);
  AbstractPath Path{is(X, 0), le(1, X, 2), le(2, X, 4), is(X, 5)};
  Questions Q(M, P, B);
  std::unique_ptr<Concretizer> Runs = createSolverConcretizer(Q);
  EXPECT_FALSE(Runs->concretize(Path));
  auto Reasons = Runs->sequenceInterpolants(Path);
  ASSERT_TRUE(Reasons);
  ASSERT_EQ(Reasons->size(), 4u);
  EXPECT_TRUE(holdsAt((*Reasons)[1], {1, 1, 1}));
  EXPECT_TRUE(holdsAt((*Reasons)[2], {2, 0, 0}));
  EXPECT_FALSE(holdsAt((*Reasons)[2], {4, 0, 0}));
  EXPECT_FALSE(Q.isState((*Reasons)[3]));
  expectAnswers(true);
}

// Values without end: the clustered and the visibility-based algorithm say so,
// the interpolating one goes on.
TEST_F(StsCegarTest, UnboundedValues) {
  Expr X = state("x"), Y = state("y");
  auto Plus = [&](Expr A, Expr B) { return Ctx.make(Kind::Add, {A, B}); };
  TransitionSystem Full(Ctx);
  Full.addVariable({X, Nexts[0], Plus(X, Ctx.integer(1))});
  Full.addVariable({Y, Nexts[1], Plus(Y, X)});
  Full.setInit(at({0, 0}));
  M = Full;
  P.Bad = lt(Y, Ctx.integer(0));
  StsCegarOptions O;
  O.MaxValues = 50;
  for (Algorithm Use : {Algorithm::Clustered, Algorithm::Visibility}) {
    O.Use = Use;
    TsResult R = createStsCegar(O)->check(M, P, B);
    ASSERT_TRUE(R.isUnknown());
    EXPECT_EQ(R.reason().What, UnknownReason::Kind::Bound) << R.reason().str();
  }
  expectAnswer(Algorithm::Interpolating, true);
}
