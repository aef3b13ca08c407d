//===- InvariantCheckerTest.cpp - Right and wrong invariants --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "Oracle.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

//===- Transition systems -------------------------------------------------===//

namespace {
/// x: 0 → 1 → 2 → 0, and 5 → 6 → 7 → bad.
struct TsInvariantTest : testing::Test {
  ExprContext Ctx;
  TransitionSystem S{Ctx};
  Sort Bv = Ctx.bitVecSort(4);
  Expr X = Ctx.var("x", Bv), N = Ctx.var("x.next", Bv);
  Budget B;

  Expr is(uint64_t V) { return Ctx.mkEq(X, Ctx.bv(V, 4)); }
  Expr plusOne() { return Ctx.make(Kind::BvAdd, {X, Ctx.bv(1, 4)}); }
  TsInvariantTest() {
    S.addVariable({X, N, Ctx.mkIte(is(2), Ctx.bv(0, 4), plusOne())});
    S.setInit(is(0));
    S.addProperty({"p", is(8), {}});
  }
  CheckResult check(Expr F, unsigned K = 1,
                    TsInvariant::Paths Over = TsInvariant::Paths::Any) {
    return checkInvariant(S, S.properties()[0], {F, K, Over}, B);
  }
};
} // namespace

TEST_F(TsInvariantTest, Inductive) {
  EXPECT_TRUE(check(Ctx.mkUlt(X, Ctx.bv(3, 4))).isConfirmed());
  EXPECT_EQ(check(Ctx.mkUlt(X, Ctx.bv(2, 4))).Why, "consecution fails");
  EXPECT_EQ(check(Ctx.mkUlt(X, Ctx.bv(8, 4))).Why, "consecution fails");
  EXPECT_EQ(check(is(1)).Why, "initiation fails after 0 steps");
  EXPECT_EQ(check(Ctx.trueExpr()).Why, "a bad state is not excluded");
  EXPECT_EQ(check(Ctx.mkEq(N, X)).Why, "x.next is no state variable");
  EXPECT_TRUE(check(Ctx.mkUlt(X, Ctx.bv(3, 4)), 0).isRefuted());
}

TEST_F(TsInvariantTest, KInductive) {
  Expr Safe = Ctx.mkNot(is(8));
  // 3 … 7 are followed by 8, and 9 … 15, 0 come before 3 never.
  EXPECT_EQ(check(Safe, 5).Why, "consecution fails");
  EXPECT_TRUE(check(Safe, 6).isConfirmed());
  EXPECT_EQ(check(Ctx.mkNot(is(1)), 3).Why, "initiation fails after 1 steps");
}

TEST_F(TsInvariantTest, SimplePaths) {
  // 5 may stay where it is, so that the way to 8 is as long as one likes.
  TransitionSystem L(Ctx);
  Expr Y = Ctx.var("y", Ctx.boolSort());
  L.addVariable({X, N,
                 Ctx.mkIte(is(2), Ctx.bv(0, 4),
                           Ctx.mkIte(Ctx.mkAnd(is(5), Y), X, plusOne()))});
  L.addInput(Y);
  L.setInit(is(0));
  Property P{"p", is(8), {}};
  Expr Safe = Ctx.mkNot(is(8));
  using Paths = TsInvariant::Paths;
  EXPECT_EQ(checkInvariant(L, P, {Safe, 9, Paths::Any}, B).Why,
            "consecution fails");
  EXPECT_TRUE(checkInvariant(L, P, {Safe, 6, Paths::Simple}, B).isConfirmed());
  EXPECT_TRUE(checkInvariant(L, P, {Safe, 5, Paths::Simple}, B).isRefuted());
}

TEST_F(TsInvariantTest, RunsThatEnd) {
  Expr Safe = Ctx.mkNot(is(8));
  using Paths = TsInvariant::Paths;
  EXPECT_TRUE(check(Safe, 3, Paths::Initial).isConfirmed());
  EXPECT_TRUE(check(Safe, 7, Paths::Initial).isConfirmed());
  EXPECT_EQ(check(Safe, 2, Paths::Initial).Why,
            "a run has more than 2 different states");
  EXPECT_TRUE(check(Safe, 1, Paths::Initial).isRefuted());
  EXPECT_EQ(check(Ctx.mkNot(is(2)), 3, Paths::Initial).Why,
            "initiation fails after 2 steps");
  // Runs that are blocked end as well.
  S.setConstraint(Ctx.mkNot(is(1)));
  EXPECT_TRUE(check(Ctx.mkNot(is(2)), 2, Paths::Initial).isRefuted());
  EXPECT_TRUE(
      check(Ctx.mkUlt(X, Ctx.bv(2, 4)), 2, Paths::Initial).isConfirmed());
}

TEST_F(TsInvariantTest, NoTime) {
  Budget None = Budget::seconds(0);
  CheckResult R =
      checkInvariant(S, S.properties()[0], {Ctx.mkUlt(X, Ctx.bv(3, 4))}, None);
  EXPECT_EQ(R.What, CheckResult::Outcome::Unknown);
  EXPECT_FALSE(R.Why.empty());
}

//===- Automata -----------------------------------------------------------===//

namespace {
/// x := 0; while (x ≠ 6) { if (c) t := 2 else t := 4; x := x + t }
/// assert(x even).
struct CfaInvariantTest : testing::Test {
  ExprContext Ctx;
  CfaMaker M{Ctx, 8};
  Expr X = M.bitVec("x", 4), T = M.bitVec("t", 4), C = M.boolean("c");
  Budget B;
  CfaInvariant I;
  Expr Odd = Ctx.bvToBool(Ctx.mkExtract(0, 0, X));
  Expr Even = Ctx.mkNot(Odd);

  CfaInvariantTest() {
    Expr Six = Ctx.mkEq(X, Ctx.bv(6, 4));
    M.edge(0, 1, {}, {{X, Ctx.bv(0, 4)}});
    M.edge(1, 2, Ctx.mkNot(Six));
    M.edge(2, 3, C, {{T, Ctx.bv(2, 4)}});
    M.edge(2, 4, Ctx.mkNot(C), {{T, Ctx.bv(4, 4)}});
    M.edge(3, 5);
    M.edge(4, 5);
    M.edge(5, 1, {}, {{X, Ctx.make(Kind::BvAdd, {X, T})}});
    M.edge(1, 6, Odd);
    M.error(6);
    I.Formulas[0] = Ctx.trueExpr();
    I.Formulas[1] = Even;
    I.Formulas[6] = Ctx.falseExpr();
  }
  CheckResult check() { return checkInvariant(M.C, I, B); }
};
} // namespace

TEST_F(CfaInvariantTest, Confirms) {
  EXPECT_TRUE(check().isConfirmed()) << check().Why;
  // Somewhere in the loop is enough.
  I.Formulas.erase(1);
  I.Formulas[2] = Even;
  EXPECT_TRUE(check().isConfirmed()) << check().Why;
}

TEST_F(CfaInvariantTest, Refutes) {
  I.Formulas[1] = Ctx.mkUlt(X, Ctx.bv(6, 4));
  EXPECT_EQ(check().Why, "a path from L1 does not preserve the invariant");
  I.Formulas[1] = Ctx.trueExpr();
  EXPECT_EQ(check().Why, "a path from L1 does not preserve the invariant");
  I.Formulas[1] = Ctx.falseExpr();
  EXPECT_EQ(check().Why, "a path from L0 does not preserve the invariant");
  I.Formulas.erase(1);
  EXPECT_EQ(check().Why, "a cycle after L0 passes no location with a formula");
  I.Formulas[1] = Even;
  I.Formulas[6] = Odd;
  EXPECT_EQ(check().Why, "the error L6 is not excluded");
  I.Formulas.erase(6);
  EXPECT_EQ(check().Why, "no formula at the error L6");
  I.Formulas[6] = Ctx.falseExpr();
  I.Formulas[0] = Odd;
  EXPECT_EQ(check().Why, "init does not imply the formula at the entry");
  I.Formulas.erase(0);
  EXPECT_EQ(check().Why, "no formula at the entry");
  I.Formulas[0] = Ctx.var("z", Ctx.boolSort());
  EXPECT_EQ(check().Why, "the formula at L0 reads z");
}

/// Two edges in a row that share an input do not share its value.
TEST(CfaInvariantChecker, InputsOfEachEdge) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr A = M.boolean("a"), B = M.boolean("b"), Y = Ctx.var("y", Ctx.boolSort());
  M.edge(0, 1, {}, {{A, Y}}, {Y});
  M.edge(1, 2, {}, {{B, Y}}, {Y});
  M.edge(2, 3, Ctx.mkXor(A, B));
  M.error(3);
  CfaInvariant I;
  I.Formulas[0] = Ctx.trueExpr();
  I.Formulas[3] = Ctx.falseExpr();
  EXPECT_TRUE(checkInvariant(M.C, I, Budget()).isRefuted());
}

/// Where paths join that are part of one another, each brings its own value.
TEST(CfaInvariantChecker, JoinOfDifferentCopies) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x", 4);
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 4)}});
  M.edge(1, 2, {}, {{X, Ctx.bv(2, 4)}});
  M.edge(1, 3);
  M.edge(2, 3);
  M.edge(3, 4, Ctx.mkEq(X, Ctx.bv(2, 4)));
  M.error(4);
  CfaInvariant I;
  I.Formulas[0] = Ctx.trueExpr();
  I.Formulas[4] = Ctx.falseExpr();
  EXPECT_TRUE(checkInvariant(M.C, I, Budget()).isRefuted());
}

/// Ends of a switch that have nothing but its beginning in common: each is
/// asked about, whichever is wrong.
TEST(CfaInvariantChecker, EachEndOfASwitch) {
  constexpr unsigned Branches = 12, Length = 4, First = 1;
  for (unsigned Wrong = 0; Wrong < Branches; ++Wrong) {
    ExprContext Ctx;
    CfaMaker M(Ctx, First + Branches * Length);
    Expr X = M.bitVec("x", 4);
    CfaInvariant I;
    I.Formulas[0] = Ctx.trueExpr();
    for (unsigned B = 0; B < Branches; ++B) {
      LocationId Start = First + B * Length;
      M.edge(0, Start, Ctx.mkEq(X, Ctx.bv(B, 4)));
      for (unsigned Step = 1; Step < Length; ++Step)
        M.edge(Start + Step - 1, Start + Step, {},
               {{X, Ctx.make(Kind::BvAdd, {X, Ctx.bv(1, 4)})}});
      unsigned End = B + Length - 1 + (B == Wrong ? 1 : 0);
      I.Formulas[Start + Length - 1] = Ctx.mkEq(X, Ctx.bv(End & 15, 4));
    }
    CheckResult R = checkInvariant(M.C, I, Budget());
    ASSERT_TRUE(R.isRefuted()) << Wrong;
    EXPECT_EQ(R.Why, "a path from L0 does not preserve the invariant");
    I.Formulas[First + (Wrong + 1) * Length - 1] = Ctx.trueExpr();
    EXPECT_TRUE(checkInvariant(M.C, I, Budget()).isConfirmed());
  }
}

/// Equations of sums and products, and choices.
static RandomExprOptions polynomials() {
  RandomExprOptions O;
  O.BvOps = {Kind::BvMul, Kind::BvMul, Kind::BvAdd,
             Kind::BvSub, Kind::BvNeg, Kind::Ite};
  O.BoolOps = {Kind::Eq,  Kind::Eq, Kind::Eq,   Kind::Not,
               Kind::And, Kind::Or, Kind::BvUlt};
  return O;
}

static RandomCfaOptions shapeWithProducts(uint64_t Seed) {
  RandomCfaOptions O;
  O.Seed = Seed;
  O.Locations = 4 + Seed % 4;
  O.Edges = O.Locations + 1;
  O.MaxWidth = 2;
  O.Inputs = Seed % 3;
  if (Seed % 3 == 0)
    O.Exprs = polynomials();
  return O;
}

/// A random change of one formula.
static void mutate(CfaInvariant &I, const Cfa &C, Random &R,
                   const RandomExprOptions &O) {
  ExprContext &Ctx = C.context();
  std::vector<LocationId> Locs;
  for (const auto &[L, F] : I.Formulas)
    Locs.push_back(L);
  llvm::sort(Locs);
  LocationId L = Locs[R.below(Locs.size())];
  std::vector<Expr> Vars;
  for (const StateVariable &V : C.variables())
    Vars.push_back(V.Var);
  Expr F = randomExpr(Ctx, R, Vars, Ctx.boolSort(), O);
  switch (R.below(4)) {
  case 0:
    I.Formulas[L] = Ctx.mkOr(I.Formulas[L], F);
    break;
  case 1:
    I.Formulas[L] = Ctx.mkAnd(I.Formulas[L], F);
    break;
  case 2:
    I.Formulas[L] = F;
    break;
  default:
    I.Formulas[L] = Ctx.mkNot(I.Formulas[L]);
  }
}

/// Exact invariants are confirmed; what happens to them after changes is what
/// enumeration says.
TEST(CfaInvariantChecker, RandomModels) {
  unsigned Confirmed = 0, Refuted = 0;
  Budget B;
  for (uint64_t Seed = 0; Seed < 250; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, shapeWithProducts(Seed));
    ExplicitCfa States(C);
    if (States.errorReachable())
      continue;
    CfaInvariant I;
    Random R(Seed);
    for (LocationId L = 0; L < C.locations().size(); ++L)
      I.Formulas[L] = States.reachableSet(L);
    CheckResult Exact = checkInvariant(C, I, B);
    ASSERT_TRUE(Exact.isConfirmed()) << Exact.Why;
    // Take formulas away while every cycle is still cut.
    for (LocationId L = 1; L < C.locations().size(); ++L) {
      CfaInvariant Fewer = I;
      if (C.isError(L) || !R.chance(70))
        continue;
      Fewer.Formulas.erase(L);
      CheckResult Without = checkInvariant(C, Fewer, B);
      if (Without.isConfirmed())
        I = Fewer;
      else
        ASSERT_NE(Without.Why.find("cycle"), std::string::npos) << Without.Why;
    }
    for (unsigned Try = 0; Try < 4; ++Try) {
      CfaInvariant Changed = I;
      mutate(Changed, C, R, shapeWithProducts(Seed).Exprs);
      std::string Why = judge(C, Changed);
      CheckResult Result = checkInvariant(C, Changed, B);
      // The first cycle that is not cut may have been out of sight so far.
      if (Result.Why.find("cycle") != std::string::npos)
        continue;
      ASSERT_EQ(Result.isConfirmed(), Why.empty()) << Why << Result.Why;
      ++(Why.empty() ? Confirmed : Refuted);
    }
  }
  EXPECT_GT(Confirmed, 30u);
  EXPECT_GT(Refuted, 100u);
}

namespace {
/// A loop over a random state machine, as a chain of questions about the state
/// like a C program's, with one more variable of data.
struct StateMachine : CfaMaker {
  static constexpr unsigned NumStates = 24;
  StateMachine(ExprContext &Ctx, Random &R)
      : CfaMaker(Ctx, 3 + 2 * NumStates), R(R) {
    edge(0, 1, {}, {{State, number(0)}, {Next, number(3)}});
    for (unsigned I = 0; I < NumStates; ++I) {
      LocationId Ask = I ? 3 + 2 * I : 1, Body = 4 + 2 * I;
      Expr Is = Ctx.mkEq(State, number(I));
      edge(Ask, Body, Is);
      if (I + 1 < NumStates)
        edge(Ask, 5 + 2 * I, Ctx.mkNot(Is));
      edge(Body, 1, {}, action());
      if (I + 1 == NumStates) // any other state
        edge(Ask, 1, Ctx.mkNot(Is), action());
    }
    edge(1, 2, Ctx.mkAnd(Ctx.mkEq(State, someState()), Ctx.mkEq(X, data())));
    error(2);
  }
  Expr number(unsigned N) { return Ctx.bv(N, 5); }
  Expr someState() { return number(R.below(NumStates)); }
  Expr data() { return Ctx.bv(R.below(4), 2); }
  std::vector<Update> action() {
    switch (R.below(5)) {
    case 0:
      return {{State, Next}};
    case 1:
      return {{State, someState()}, {Next, someState()}};
    case 2:
      return {{State, Ctx.mkIte(Ctx.mkEq(X, data()), someState(), State)},
              {X, plus(X, 1)}};
    default:
      return {{State, someState()}, {X, data()}};
    }
  }

  Random &R;
  Expr State = bitVec("state", 5), Next = bitVec("next", 5), X = bitVec("x", 2);
};

/// \p Formula without one of its disjuncts.
Expr withoutSome(ExprContext &Ctx, Expr Formula, Random &R) {
  llvm::SmallVector<Expr, 64> Parts;
  disjuncts(Formula, Parts);
  Parts.erase(Parts.begin() + R.below(Parts.size()));
  return Ctx.mkOr(Parts);
}
} // namespace

/// Invariants that name the values of a state, and others, of a program that
/// is a switch over it.
TEST(CfaInvariantChecker, WideSwitches) {
  unsigned Confirmed = 0, Refuted = 0;
  Budget B;
  for (uint64_t Seed = 0; Seed < 25; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    Random R(Seed);
    StateMachine M(Ctx, R);
    ExplicitCfa States(M.C);
    if (States.errorReachable())
      continue;
    CfaInvariant I;
    I.Formulas[0] = Ctx.trueExpr();
    I.Formulas[2] = Ctx.falseExpr();
    Expr Exact = States.reachableSet(1);
    std::vector<Expr> Impossible;
    for (unsigned S = 0; S < M.NumStates; ++S)
      for (unsigned D = 0; D < 4; ++D) {
        Expr Here = Ctx.mkAnd(Ctx.mkEq(M.State, M.number(S)),
                              Ctx.mkEq(M.X, Ctx.bv(D, 2)));
        Substitution At(Ctx);
        At.set(M.State, M.number(S));
        At.set(M.X, Ctx.bv(D, 2));
        if (At(Exact).isFalse())
          Impossible.push_back(Ctx.mkNot(Here));
      }
    for (Expr Formula :
         {Exact, withoutSome(Ctx, Exact, R), Ctx.mkAnd(Impossible),
          Ctx.mkOr(Exact, Ctx.mkEq(M.State, M.someState())),
          Ctx.mkOr(Exact, Ctx.mkUlt(M.number(M.NumStates), M.State))}) {
      I.Formulas[1] = Formula;
      std::string Why = judge(M.C, I);
      CheckResult Result = checkInvariant(M.C, I, B);
      ASSERT_EQ(Result.isConfirmed(), Why.empty()) << Why << Result.Why;
      ++(Why.empty() ? Confirmed : Refuted);
    }
  }
  EXPECT_GT(Confirmed, 15u);
  EXPECT_GT(Refuted, 15u);
}

/// Evidence on the encoded models, checked on the originals.
TEST(CfaInvariantChecker, RandomModelsAllTheWay) {
  Budget B;
  for (uint64_t Seed = 0; Seed < 200; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, shapeWithProducts(Seed));
    TransformedCfa Large = applyAll(
        C,
        {slice, [](const Cfa &C) { return encodeBlocks(C, Encoding::Large); }});
    ExplicitCfa States(Large.Model);
    if (States.errorReachable())
      continue;
    TransformedTs T = toTransitionSystem(Large.Model);
    Expr Pc = T.Control[0];
    unsigned Width = Pc.sort().width(), Count = Large.Model.locations().size();
    std::vector<Expr> Terms{Ctx.mkEq(Pc, Ctx.bv(Count, Width))};
    for (LocationId L = 0; L < Count; ++L)
      Terms.push_back(
          Ctx.mkAnd(Ctx.mkEq(Pc, Ctx.bv(L, Width)), States.reachableSet(L)));
    TsInvariant I{Ctx.mkOr(Terms)};
    for (const Property &P : T.Model.properties()) {
      CheckResult R = checkInvariant(T.Model, P, I, B);
      ASSERT_TRUE(R.isConfirmed()) << R.Why;
    }
    CfaInvariant Middle = T.Back->back(I);
    CheckResult R = checkInvariant(Large.Model, Middle, B);
    ASSERT_TRUE(R.isConfirmed()) << R.Why;
    R = checkInvariant(C, Large.Back->back(Middle), B);
    ASSERT_TRUE(R.isConfirmed()) << R.Why;
  }
}
