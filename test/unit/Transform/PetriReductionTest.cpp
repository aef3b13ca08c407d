//===- PetriReductionTest.cpp - Smaller nets with the same answer ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One net for each rule. That rules are right together is tested on random
// nets (sooth-fuzz --kind=petri).
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Petri/PetriReduction.h"
#include "sooth/Check/FiringReplay.h"
#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Petri/PetriToCfa.h"

#include "sooth/Check/TraceChecker.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
struct PetriReductionTest : testing::Test {
  PetriNet N;
  PlaceId place(uint64_t Tokens = 0) {
    return N.addPlace(
        {"p" + std::to_string(N.places().size()), "", Tokens, 0, 0});
  }
  TransitionId transition(std::vector<PetriArc> In, std::vector<PetriArc> Out,
                          std::vector<PetriArc> Inhibitors = {}) {
    return N.addTransition({"t" + std::to_string(N.transitions().size()), "",
                            std::move(In), std::move(Out),
                            std::move(Inhibitors), 0, 0});
  }
  PetriFormula atLeast(PlaceId P, int64_t Tokens) {
    return *PetriFormula::constraint({{P, 1}}, Relation::GreaterEqual, Tokens);
  }
  std::pair<size_t, size_t> size(const PetriReduction &R) {
    return {R.Net.places().size(), R.Net.transitions().size()};
  }
  using Size = std::pair<size_t, size_t>;
};
} // namespace

TEST_F(PetriReductionTest, AChainBecomesOneTransitionAndComesBack) {
  PlaceId P = place(3), A = place(), B = place(), Q = place();
  transition({{P, 1}}, {{A, 1}});
  transition({{A, 1}}, {{B, 2}});
  transition({{B, 1}}, {{Q, 1}});
  PetriFormula Goal = atLeast(Q, 6);
  PetriReduction R = reduce(N, Goal, Budget());
  EXPECT_LE(R.Net.transitions().size(), 1u);
  EXPECT_LE(R.Net.places().size(), 2u);
  // Whatever is left fires as often as it can.
  FiringRuns Runs;
  Marking M = R.Net.initialMarking();
  while (!R.Goal.holds(R.Net, M)) {
    ASSERT_EQ(R.Net.fire(0, M), Firing::Fired);
    Runs.push_back({{0}, 1});
  }
  EXPECT_TRUE(replayFiring(N, R.back(N, Runs), Goal).isConfirmed());
}

TEST_F(PetriReductionTest, TransitionsThatDoNotHelpTheGoalAreDropped) {
  PlaceId P = place(1), Q = place(), R = place();
  transition({{P, 1}}, {{Q, 1}});
  transition({{Q, 1}}, {{R, 1}});
  transition({{R, 1}}, {{P, 1}});
  // Taking tokens from q never helps to have one there.
  PetriReduction More = reduce(N, atLeast(Q, 2), Budget());
  EXPECT_LE(More.Net.transitions().size(), 2u);
  // For an equation everything matters.
  PetriFormula Both = *PetriFormula::constraint({{P, 1}, {Q, 1}, {R, 1}},
                                                Relation::NotEqual, 1);
  EXPECT_EQ(size(reduce(N, Both, Budget())), Size(3, 3));
}

TEST_F(PetriReductionTest, WhatCanNeverFireIsDropped) {
  PlaceId P = place(1), Q = place(), R = place();
  transition({{P, 2}}, {{Q, 1}});
  transition({{Q, 1}}, {{R, 1}});
  EXPECT_EQ(size(reduce(N, atLeast(R, 1), Budget())), Size(1, 0));
}

TEST_F(PetriReductionTest, InhibitorsKeepWhatTheyDependOn) {
  PlaceId P = place(1), Q = place(), S = place(1), A = place();
  // q can only be marked after s is empty, which takes two steps.
  transition({{P, 1}}, {{Q, 1}}, {{S, 1}});
  transition({{S, 1}}, {{A, 1}});
  PetriReduction R = reduce(N, atLeast(Q, 1), Budget());
  EXPECT_EQ(R.Net.transitions().size(), 2u);
  EXPECT_TRUE(R.Net.hasInhibitors());
}

TEST_F(PetriReductionTest, ScarcerPlacesMakeOthersRedundant) {
  PlaceId P = place(1), Twin = place(4), Q = place();
  transition({{P, 1}, {Twin, 1}}, {{Q, 1}});
  transition({{Q, 1}}, {{P, 1}, {Twin, 1}});
  PetriFormula Goal =
      *PetriFormula::constraint({{P, 1}, {Q, 1}}, Relation::Equal, 2);
  PetriReduction R = reduce(N, Goal, Budget());
  EXPECT_EQ(R.Net.places().size(), 2u);
  EXPECT_FALSE(R.Net.findPlace("p1"));
  // The scarce one is not redundant.
  PetriFormula Other =
      *PetriFormula::constraint({{Twin, 1}, {Q, 1}}, Relation::Equal, 2);
  EXPECT_TRUE(reduce(N, Other, Budget()).Net.findPlace("p0"));
}

TEST_F(PetriReductionTest, DeadlocksSurviveBothAgglomerations) {
  PlaceId P = place(2), A = place(), B = place(1), Q = place();
  transition({{P, 1}}, {{A, 1}});
  transition({{A, 1}, {B, 1}}, {{Q, 1}});
  PetriReduction R = reduce(N, PetriFormula::deadlock(), Budget());
  EXPECT_LT(R.Net.transitions().size(), 2u);
  FiringRuns Runs;
  Marking M = R.Net.initialMarking();
  for (TransitionId T = 0; T < R.Net.transitions().size();)
    if (R.Net.fire(T, M) == Firing::Fired)
      Runs.push_back({{T}, 1});
    else
      ++T;
  // The last token of p moves to a, where it is stuck.
  EXPECT_TRUE(
      replayFiring(N, R.back(N, Runs), PetriFormula::deadlock()).isConfirmed());
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

/// A token goes to q or to r; that q and s get two together is refuted by
/// m(p) ≥ 0 and the goal.
TEST_F(PetriReductionTest, ProofsComeBackToTheNet) {
  PlaceId R = place(3), P = place(1), Q = place(), S = place();
  transition({{R, 1}}, {}); // irrelevant
  transition({{P, 1}}, {{Q, 1}, {R, 1}});
  transition({{P, 1}, {R, 1}}, {{Q, 1}}); // dominated but for r
  transition({{P, 1}, {R, 2}}, {{S, 1}});
  PetriFormula Goal =
      *PetriFormula::constraint({{Q, 1}, {S, 1}}, Relation::GreaterEqual, 2);
  PetriReduction Reduced = reduce(N, Goal, Budget());
  EXPECT_LT(Reduced.Net.transitions().size(), N.transitions().size());
  ASSERT_EQ(Reduced.Goal.kind(), PetriFormula::Kind::Constraint);
  // The rows m(p) ≥ 0, each as often as there are places, and the goal's last.
  StateEquationProof Proof;
  Proof.Root = std::make_unique<StateEquationProof::Node>();
  Proof.Root->What = StateEquationProof::Node::Kind::Farkas;
  unsigned Places = Reduced.Net.places().size();
  Proof.Root->Certificate.Entries = {{*Reduced.Net.findPlace("p1"), 1},
                                     {Places, 1}};
  ASSERT_TRUE(
      checkStateEquationProof(Reduced.Net, Reduced.Goal, Proof, Budget())
          .isConfirmed());
  auto Back = Reduced.back(N, Proof);
  ASSERT_TRUE(Back);
  EXPECT_EQ(Back->Root->Certificate.Entries[0].Row, P);
  EXPECT_EQ(Back->Root->Certificate.Entries[1].Row, N.places().size());
  EXPECT_TRUE(checkStateEquationProof(N, Goal, *Back, Budget()).isConfirmed());
  EXPECT_TRUE(
      checkStateEquationProof(
          N, *PetriFormula::constraint({{Q, 1}}, Relation::GreaterEqual, 1),
          *Back, Budget())
          .isRefuted());
}

TEST_F(PetriReductionTest, ProofsAboutJoinedTransitionsDoNot) {
  PlaceId P = place(1), A = place(), Q = place();
  transition({{P, 1}}, {{A, 1}});
  transition({{A, 1}}, {{Q, 1}});
  PetriReduction Reduced = reduce(N, atLeast(Q, 2), Budget());
  StateEquationProof Proof;
  Proof.Root = std::make_unique<StateEquationProof::Node>();
  EXPECT_FALSE(Reduced.back(N, Proof));
}

//===----------------------------------------------------------------------===//
// Nets as automata
//===----------------------------------------------------------------------===//

TEST_F(PetriReductionTest, EdgesOfTheAutomatonAreTransitions) {
  PlaceId P = place(2), Q = place();
  transition({{P, 1}}, {{Q, 2}}, {{Q, 3}});
  PetriFormula Goal =
      *PetriFormula::constraint({{P, 1}, {Q, -1}}, Relation::Equal, -4);
  for (bool Bounded : {false, true}) {
    ExprContext Ctx;
    PetriEncoding E;
    if (Bounded)
      E.Bounds = {2, 4};
    Cfa C = toCfa(Ctx, N, Goal, E);
    EXPECT_EQ(C.variables().front().Var.sort().isBitVec(), Bounded);
    CfaTrace T;
    for (EdgeId Edge : {0u, 0u, 1u})
      T.Steps.push_back({Edge, Valuation()});
    for (PlaceId Place = 0; Place < 2; ++Place)
      T.Initial.insert(
          {C.variables()[Place].Var,
           Bounded ? Value(llvm::APInt(C.variables()[Place].Var.sort().width(),
                                       Place == P ? 2 : 0))
                   : Value(llvm::DynamicAPInt(Place == P ? 2 : 0))});
    EXPECT_TRUE(checkTrace(C, T).isConfirmed()) << checkTrace(C, T).Why;
    EXPECT_EQ(firingOf(N, T), (FiringSequence{0, 0}));
    T.Steps.erase(T.Steps.begin());
    EXPECT_TRUE(checkTrace(C, T).isRefuted());
  }
}

/// Comparing what is known in every guard with that in every other one takes
/// minutes on nets of a thousand places.
TEST_F(PetriReductionTest, GuardsOfLargeNetsAreShort) {
  for (PlaceId P = 0; P < 100; ++P)
    place(1);
  for (PlaceId P = 0; P < 100; ++P)
    transition({{P, 1}}, {{(P + 1) % 100, 1}});
  ExprContext Ctx;
  Cfa C = toCfa(Ctx, N, atLeast(0, 7));
  EXPECT_EQ(variables({C.edge(0).Guard}).size(), 1u);
}

TEST_F(PetriReductionTest, WhatIsKnownIsLeftToNobody) {
  PlaceId P = place(2), Q = place();
  transition({{P, 1}}, {{Q, 1}});
  PetriFormula Sum =
      *PetriFormula::constraint({{P, 1}, {Q, 1}}, Relation::Equal, 2);
  for (bool Bounded : {false, true}) {
    ExprContext Ctx;
    PetriEncoding E{{}, {Sum}};
    if (Bounded)
      E.Bounds = {7, 7};
    Cfa C = toCfa(Ctx, N, atLeast(Q, 2), E);
    C.setInit(Ctx.trueExpr());
    auto WhyNot = [&](int64_t Tokens) {
      CfaTrace T;
      T.Steps.push_back({0, Valuation()});
      for (PlaceId Place = 0; Place < 2; ++Place) {
        int64_t Here = Place == P ? Tokens : 0;
        Expr Var = C.variables()[Place].Var;
        T.Initial.insert({Var, Bounded ? Value(llvm::APInt(Var.sort().width(),
                                                           uint64_t(Here)))
                                       : Value(llvm::DynamicAPInt(Here))});
      }
      return checkTrace(C, T).Why;
    };
    EXPECT_EQ(WhyNot(2).find("the guard does not hold"), std::string::npos);
    EXPECT_NE(WhyNot(3).find("the guard does not hold"), std::string::npos)
        << "nobody can put three tokens there: " << WhyNot(3);
  }
}
