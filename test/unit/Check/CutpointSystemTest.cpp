//===- CutpointSystemTest.cpp - Paths between cutpoints as steps ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/CutpointSystem.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Transform/Cfa/CfaToTs.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

/// Whether \p I proves the same of the system as of the automaton.
static CheckResult checkOnSystem(const Cfa &C, const CfaInvariant &I) {
  return checkInduction(C, I, 1, TsInvariant::Paths::Any, Budget());
}

namespace {
/// x := 0; while (x ≠ 6) x := x + (input ? 2 : 4); assert(x even).
struct CutpointSystemTest : testing::Test {
  ExprContext Ctx;
  CfaMaker M{Ctx, 5};
  Expr X = M.bitVec("x", 4), Y = Ctx.var("y", Ctx.boolSort());
  CfaInvariant I;
  Expr Odd = Ctx.bvToBool(Ctx.mkExtract(0, 0, X));

  CutpointSystemTest() {
    Expr Six = Ctx.mkEq(X, Ctx.bv(6, 4));
    M.edge(0, 1, {}, {{X, Ctx.bv(0, 4)}});
    M.edge(1, 2, Ctx.mkNot(Six));
    M.edge(2, 3, {}, {{X, Ctx.mkIte(Y, M.plus(X, 2), M.plus(X, 4))}}, {Y});
    M.edge(3, 1);
    M.edge(1, 4, Odd);
    M.error(4);
    I.Formulas[0] = Ctx.trueExpr();
    I.Formulas[1] = Ctx.mkNot(Odd);
    I.Formulas[4] = Ctx.falseExpr();
  }
};
} // namespace

TEST_F(CutpointSystemTest, HasPathsAsSteps) {
  const CutpointSystem S = cutpointSystem(M.C, I);
  EXPECT_EQ(S.Parts.size(), 2u); // the error is an end
  EXPECT_EQ(S.Model.properties().size(), 1u);
  EXPECT_EQ(S.Model.variables().size(), 2u);
  EXPECT_TRUE(checkOnSystem(M.C, I).isConfirmed());
  I.Formulas[1] = Ctx.trueExpr();
  EXPECT_TRUE(checkOnSystem(M.C, I).isRefuted());
  I.Formulas[1] = Ctx.mkUlt(X, Ctx.bv(6, 4));
  EXPECT_TRUE(checkOnSystem(M.C, I).isRefuted());
  I.Formulas[1] = Ctx.mkNot(Odd);
  I.Formulas[0] = Odd;
  EXPECT_TRUE(checkOnSystem(M.C, I).isRefuted());
}

TEST_F(CutpointSystemTest, WhereNoRunComesIsAnEnd) {
  I.Formulas[3] = Ctx.falseExpr();
  const CutpointSystem S = cutpointSystem(M.C, I);
  EXPECT_EQ(S.Parts.size(), 2u);
  EXPECT_EQ(S.Model.properties().size(), 2u);
  EXPECT_TRUE(checkOnSystem(M.C, I).isRefuted()); // runs come there
}

static RandomCfaOptions shape(uint64_t Seed) {
  RandomCfaOptions O;
  O.Seed = Seed;
  O.Locations = 4 + Seed % 4;
  O.Edges = O.Locations + 1;
  O.MaxWidth = 2;
  O.Inputs = Seed % 3;
  return O;
}

/// Whether locations without a formula can be taken away, one after the other,
/// that no edge from another one leads to.
static bool cutsAllCycles(const Cfa &C, const CfaInvariant &I) {
  std::vector<bool> IsLeft(C.locations().size());
  for (LocationId L = 0; L < C.locations().size(); ++L)
    IsLeft[L] = !I.Formulas.contains(L);
  auto CanGo = [&](LocationId L) {
    return IsLeft[L] && llvm::none_of(C.incoming(L), [&](EdgeId E) {
             return IsLeft[C.edge(E).Source];
           });
  };
  for (size_t Round = 0; Round < IsLeft.size(); ++Round)
    for (LocationId L = 0; L < IsLeft.size(); ++L)
      if (CanGo(L))
        IsLeft[L] = false;
  return llvm::none_of(IsLeft, [](bool B) { return B; });
}

/// What Check says of exact invariants, and of others, is so of the system.
TEST(CutpointSystem, RandomModels) {
  unsigned Confirmed = 0, Refuted = 0;
  for (uint64_t Seed = 0; Seed < 60; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, shape(Seed));
    ExplicitCfa States(C);
    Random R(Seed);
    std::vector<Expr> Vars;
    for (const StateVariable &V : C.variables())
      Vars.push_back(V.Var);
    CfaInvariant I;
    for (LocationId L = 0; L < C.locations().size(); ++L)
      I.Formulas[L] = C.isError(L) ? Ctx.falseExpr() : States.reachableSet(L);
    for (unsigned Try = 0; Try < 4; ++Try) {
      CfaInvariant Changed = I;
      for (LocationId L = 1; L < C.locations().size(); ++L)
        if (!C.isError(L) && R.chance(30))
          Changed.Formulas.erase(L);
      LocationId L = R.below(C.locations().size());
      if (Try > 0 && !C.isError(L))
        Changed.Formulas[L] = randomExpr(Ctx, R, Vars, Ctx.boolSort());
      if (!cutsAllCycles(C, Changed))
        continue;
      CheckResult OnAutomaton = checkInvariant(C, Changed, Budget());
      if (OnAutomaton.isRefuted() && Try == 0 && !States.errorReachable())
        ADD_FAILURE() << OnAutomaton.Why;
      ASSERT_EQ(checkOnSystem(C, Changed).isConfirmed(),
                OnAutomaton.isConfirmed())
          << OnAutomaton.Why;
      ++(OnAutomaton.isConfirmed() ? Confirmed : Refuted);
    }
  }
  EXPECT_GT(Confirmed, 10u);
  EXPECT_GT(Refuted, 30u);
}

/// Nothing that the formula allows leads to 7, from where there is an error.
TEST_F(CutpointSystemTest, InductionOverSeveralSteps) {
  using Paths = TsInvariant::Paths;
  EXPECT_TRUE(checkInduction(M.C, I, 1, Paths::Any, Budget()).isConfirmed());
  I.Formulas[1] = Ctx.mkOr(Ctx.mkNot(Odd), Ctx.mkEq(X, Ctx.bv(7, 4)));
  EXPECT_TRUE(checkInduction(M.C, I, 1, Paths::Any, Budget()).isRefuted());
  EXPECT_TRUE(checkInduction(M.C, I, 2, Paths::Any, Budget()).isConfirmed());
  // Without a formula in the loop.
  I.Formulas.erase(1);
  CheckResult R = checkInduction(M.C, I, 1, Paths::Any, Budget());
  EXPECT_FALSE(R.isConfirmed() || R.isRefuted());
  R = excludeErrors(M.C, I, 3, Budget());
  EXPECT_FALSE(R.isConfirmed() || R.isRefuted());
}

TEST_F(CutpointSystemTest, ErrorsWithinSteps) {
  EXPECT_TRUE(excludeErrors(M.C, I, 9, Budget()).isConfirmed());
  // A run comes to the loop in a step, to 4 in another, to the error in a
  // third.
  M.edge(1, 4, Ctx.mkEq(X, Ctx.bv(4, 4)));
  EXPECT_TRUE(excludeErrors(M.C, I, 2, Budget()).isConfirmed());
  EXPECT_TRUE(excludeErrors(M.C, I, 3, Budget()).isRefuted());
  EXPECT_TRUE(
      checkInduction(M.C, I, 2, TsInvariant::Paths::Any, Budget()).isRefuted());
}

/// The system is of an automaton that has lost an edge, as transforms with a
/// fault would make it.
TEST_F(CutpointSystemTest, ProofsOfAnotherSystem) {
  using Paths = TsInvariant::Paths;
  const TransformedTs Lost = toTransitionSystem(M.C);
  const Property &P = Lost.Model.properties().front();
  auto check = [&](Expr Formula, unsigned K, Paths Kind) {
    const TsInvariant Proof{Formula, K, Kind};
    const SystemProof Claim{Lost.Model, P, Proof, Lost.Back->back({Formula})};
    return checkSystemProof(M.C, Claim, Budget());
  };
  const Expr NotBad = Ctx.mkNot(P.Bad);
  constexpr unsigned Many = 30;
  EXPECT_TRUE(check(NotBad, Many, Paths::Initial).isConfirmed());
  EXPECT_TRUE(check(NotBad, Many, Paths::Simple).isConfirmed());
  // Of the proof itself, too.
  EXPECT_TRUE(check(NotBad, 3, Paths::Initial).isRefuted());
  EXPECT_TRUE(check(NotBad, 1, Paths::Any).isRefuted());
  const Expr Seen = Ctx.mkEq(X, Ctx.bv(4, 4));
  M.edge(1, 4, Seen);
  EXPECT_TRUE(check(NotBad, Many, Paths::Initial).isRefuted());
  EXPECT_TRUE(check(NotBad, Many, Paths::Simple).isRefuted());
}
