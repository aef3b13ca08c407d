//===- SatSolverTest.cpp - Small questions to many clauses ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine/Pdr/SatSolver.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

using namespace sooth;
using pdr::SatSolver;
using Lit = SatSolver::Lit;
using Answer = SatSolver::Answer;
using Clause = std::vector<Lit>;

namespace {
/// Clauses over a few variables, beside what trying all values says.
struct SatSolverTest : testing::Test {
  static constexpr unsigned NumVars = 10;
  Budget B = Budget::seconds(60);
  SatSolver S{B};
  std::vector<unsigned> Vars;
  std::vector<std::pair<Clause, SatSolver::Clause *>> All;
  std::mt19937 Random{17};

  SatSolverTest() {
    for (unsigned I = 0; I < NumVars; ++I)
      Vars.push_back(S.addVariable());
  }
  Lit lit(unsigned I, bool IsNegated) { return 2 * Vars[I] + IsNegated; }
  Clause randomClause(unsigned Size) {
    Clause C;
    for (unsigned I = 0; I < Size; ++I)
      C.push_back(lit(Random() % NumVars, Random() % 2));
    return C;
  }
  void add(const Clause &C) { All.push_back({C, S.addClause(C)}); }

  Answer ask(const Clause &Assumptions, const Clause &OneOf) {
    S.beginScope();
    for (unsigned Var : Vars)
      S.addToScope(Var);
    return S.solve(Assumptions, OneOf);
  }
  bool canHold(const Clause &Assumptions, const Clause &OneOf) {
    for (unsigned Bits = 0; Bits < (1u << NumVars); ++Bits) {
      auto IsTrue = [&](Lit L) {
        return ((Bits >> (L / 2 - Vars[0])) & 1) != (L & 1);
      };
      if (llvm::all_of(Assumptions, IsTrue) &&
          (OneOf.empty() || llvm::any_of(OneOf, IsTrue)) &&
          llvm::all_of(All,
                       [&](auto &C) { return llvm::any_of(C.first, IsTrue); }))
        return true;
    }
    return false;
  }
};
} // namespace

TEST_F(SatSolverTest, AnswersAsTryingAllValues) {
  for (unsigned Round = 0; Round < 3000; ++Round) {
    if (All.size() < 42)
      add(randomClause(3));
    // One that says more takes the place of another.
    const unsigned At = Random() % All.size();
    const auto Old = All[At];
    if (Round % 40 == 0 && Old.second) {
      All.erase(All.begin() + At);
      add(llvm::ArrayRef(Old.first).drop_front());
      S.removeClause(Old.second);
    }
    const Clause Assumptions = randomClause(Random() % 5);
    const Clause OneOf = randomClause(Random() % 4);
    const Answer A = ask(Assumptions, OneOf);
    ASSERT_EQ(A == Answer::Sat, canHold(Assumptions, OneOf)) << Round;
    if (A == Answer::Sat) {
      auto IsTrue = [&](Lit L) { return S.isTrue(L); };
      EXPECT_TRUE(llvm::all_of(Assumptions, IsTrue));
      EXPECT_TRUE(OneOf.empty() || llvm::any_of(OneOf, IsTrue));
      for (auto &[C, Added] : All)
        EXPECT_TRUE(llvm::any_of(C, IsTrue));
    } else {
      Clause Needed;
      for (Lit L : Assumptions)
        if (S.isFailed(L))
          Needed.push_back(L);
      EXPECT_FALSE(canHold(Needed, OneOf)) << Round;
    }
  }
}

// Holes for all pigeons but one: no question before has said so.
TEST_F(SatSolverTest, ManyConflicts) {
  constexpr unsigned Holes = 7;
  SatSolver P(B);
  std::vector<std::vector<unsigned>> In(Holes + 1);
  P.beginScope();
  for (auto &Pigeon : In)
    for (unsigned H = 0; H < Holes; ++H)
      Pigeon.push_back(P.addVariable());
  for (auto &Pigeon : In) {
    Clause Somewhere;
    for (unsigned Var : Pigeon)
      Somewhere.push_back(2 * Var);
    P.addClause(Somewhere);
  }
  for (unsigned H = 0; H < Holes; ++H)
    for (unsigned I = 0; I < In.size(); ++I)
      for (unsigned J = 0; J < I; ++J)
        P.addClause({2 * In[I][H] + 1, 2 * In[J][H] + 1});
  for (auto &Pigeon : In)
    for (unsigned Var : Pigeon)
      P.addToScope(Var);
  EXPECT_EQ(P.solve({}, {}), Answer::Unsat);
}

// A clause with a variable outside the scope is not looked at.
TEST_F(SatSolverTest, Scope) {
  add({lit(0, true), lit(1, false)});
  add({lit(0, true), lit(1, true)});
  S.beginScope();
  S.addToScope(Vars[0]);
  EXPECT_EQ(S.solve({lit(0, false)}, {}), Answer::Sat);
  EXPECT_FALSE(S.isTrue(lit(1, false)));
  EXPECT_EQ(ask({lit(0, false)}, {}), Answer::Unsat);
  EXPECT_TRUE(S.isFailed(lit(0, false)));
}
