//===- StateEquationProofTest.cpp - Proofs, and proofs that are none ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThesisNets.h"

#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Engine/StateEquation/StateEquation.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::thesis;
using Node = StateEquationProof::Node;
using NodeRef = StateEquationProof::NodeRef;
using NodeKind = Node::Kind;

namespace {
using ProofRef = std::shared_ptr<const StateEquationProof>;

/// A checked proof that the goal of \p P is not reachable.
ProofRef prove(const Problem &P) {
  PetriResult R =
      createStateEquation(P.Net)->check(P.Goal, Budget::seconds(20));
  EXPECT_TRUE(R.isNotReachable())
      << (R.isInconclusive() ? R.reason().str() : "reachable");
  if (!R.isNotReachable())
    return nullptr;
  ProofRef Proof = std::get<ProofRef>(R.certificate());
  CheckResult C =
      checkStateEquationProof(P.Net, P.Goal, *Proof, Budget::seconds(20));
  EXPECT_TRUE(C.isConfirmed()) << C.Why;
  return Proof;
}

bool uses(const Node &N, NodeKind K) {
  if (N.What == K)
    return true;
  for (const NodeRef &Child : N.Children)
    if (uses(*Child, K))
      return true;
  return false;
}

bool proves(const Problem &P, StateEquationProof Proof) {
  return checkStateEquationProof(P.Net, P.Goal, Proof, Budget::seconds(20))
      .isConfirmed();
}

NodeRef node(NodeKind K) {
  auto N = std::make_unique<Node>();
  N->What = K;
  return N;
}

NodeRef farkas(std::vector<FarkasCertificate::Entry> Entries) {
  NodeRef N = node(NodeKind::Farkas);
  N->Certificate.Entries = std::move(Entries);
  return N;
}

StateEquationProof proof(NodeRef Root) {
  StateEquationProof P;
  P.Root = std::move(Root);
  return P;
}

/// One token goes round; two tokens are asked for.
Problem ring() { return problem({1, 0}, {"p0 -> p1", "p1 -> p0"}, {1, 1}); }

TEST(StateEquationProof, PlaceInvariants) {
  ProofRef P = prove(ring());
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Root->What, NodeKind::Farkas);
}

TEST(StateEquationProof, WrongCertificates) {
  // Rows: p0 >= 0, p1 >= 0, p0 = 1, p1 = 1; the last two add up to 0 = 1.
  EXPECT_TRUE(proves(ring(), proof(farkas({{2, 1}, {3, 1}}))));
  EXPECT_FALSE(proves(ring(), proof(farkas({{2, 1}, {3, 2}}))));
  EXPECT_FALSE(proves(ring(), proof(farkas({{2, -1}, {3, -1}}))));
  EXPECT_FALSE(proves(ring(), proof(farkas({{0, -1}, {3, 1}}))));
  EXPECT_FALSE(proves(ring(), proof(farkas({{9, 1}}))));
  EXPECT_FALSE(proves(ring(), proof(nullptr)));
  EXPECT_TRUE(proves(ring(), proof(node(NodeKind::Integers))));
  Problem Reachable = problem({1, 0}, {"p0 -> p1", "p1 -> p0"}, {0, 1});
  EXPECT_FALSE(proves(Reachable, proof(node(NodeKind::Integers))));
}

TEST(StateEquationProof, Integers) {
  // Tokens come in pairs.
  Problem P = problem({0}, {"-> 2*p0", "2*p0 ->"}, {3});
  EXPECT_TRUE(prove(P));
}

TEST(StateEquationProof, Traps) {
  // Whoever takes from {p0, p1} puts something back. As t0 loses tokens and t1
  // makes them, the equation has solutions.
  Problem P =
      problem({2, 0}, {"2*p0 -> p1", "p1 -> p0 p1", "p0 p1 -> p0"}, {0, 0});
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  EXPECT_TRUE(uses(*Proof->Root, NodeKind::Trap));

  auto Trap = [&](std::vector<PlaceId> Places) {
    NodeRef N = node(NodeKind::Trap);
    for (PlaceId Place : Places)
      N->Places.push_back({Place, 1});
    N->Children.push_back(node(NodeKind::Integers));
    return proof(std::move(N));
  };
  EXPECT_TRUE(proves(P, Trap({0, 1})));
  EXPECT_FALSE(proves(P, Trap({0})));    // t0 takes tokens out
  EXPECT_FALSE(proves(P, Trap({1})));    // not marked
  EXPECT_FALSE(proves(P, Trap({0, 0}))); // counted twice
  EXPECT_FALSE(proves(P, Trap({0, 7})));
}

TEST(StateEquationProof, FirstFiring) {
  // t1 and t2 feed each other; neither can be first.
  Problem P = problem({0, 0, 0}, {"p1 p2 -> p0 p1 p2", "p1 -> p2", "p2 -> p1"},
                      {1, 0, 0});
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  EXPECT_TRUE(uses(*Proof->Root, NodeKind::FirstFiring));

  auto Cut = [&](std::vector<StateEquationProof::Member> Group,
                 std::vector<StateEquationProof::WeightedPlace> Places) {
    NodeRef N = node(NodeKind::FirstFiring);
    N->Group = std::move(Group);
    N->Places = std::move(Places);
    N->Children.push_back(node(NodeKind::Integers));
    N->Children.push_back(node(NodeKind::Integers));
    return proof(std::move(N));
  };
  // t0, t1 and t2 wait for each other on p1 and p2.
  EXPECT_TRUE(proves(P, Cut({{0, 0}, {1, 0}, {2, 0}}, {{1, 1}, {2, 1}})));
  // The others might bring what t0 needs.
  EXPECT_FALSE(proves(P, Cut({{0, 0}}, {{1, 1}})));
  // It could have fired once.
  EXPECT_FALSE(proves(P, Cut({{0, 1}, {1, 0}, {2, 0}}, {{1, 1}, {2, 1}})));
  EXPECT_FALSE(proves(P, Cut({{0, 0}, {1, 0}, {2, 0}}, {{1, -1}, {2, 1}})));
  EXPECT_FALSE(proves(P, Cut({{0, 0}, {0, 0}}, {{1, 1}})));
  EXPECT_FALSE(proves(P, Cut({}, {{1, 1}})));
}

TEST(StateEquationProof, Lemmas) {
  // With one child a cut splits nothing, but counts in the leaf.
  Problem P = problem({0, 0, 0}, {"p1 p2 -> p0 p1 p2", "p1 -> p2", "p2 -> p1"},
                      {1, 0, 0});
  auto Lemma = [&](std::vector<StateEquationProof::Member> Group,
                   std::vector<StateEquationProof::WeightedPlace> Places) {
    NodeRef N = node(NodeKind::FirstFiring);
    N->Group = std::move(Group);
    N->Places = std::move(Places);
    N->Children.push_back(node(NodeKind::Integers));
    return proof(std::move(N));
  };
  EXPECT_TRUE(proves(P, Lemma({{0, 0}, {1, 0}, {2, 0}}, {{1, 1}, {2, 1}})));
  EXPECT_FALSE(proves(P, Lemma({{0, 0}}, {{1, 1}})));
}

TEST(StateEquationProof, LastFiring) {
  // Whoever fires last leaves a token on p1, though the equation has a
  // solution without.
  Problem P = problem({0, 0}, {"-> p0 p1", "2*p1 -> p1"}, {2, 0});
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  EXPECT_TRUE(uses(*Proof->Root, NodeKind::LastFiring));

  auto Cut = [&](std::vector<StateEquationProof::Member> Group) {
    NodeRef N = node(NodeKind::LastFiring);
    N->Group = std::move(Group);
    N->Places = {{1, 1}};
    N->Children.push_back(node(NodeKind::Integers));
    N->Children.push_back(node(NodeKind::Integers));
    return proof(std::move(N));
  };
  EXPECT_TRUE(proves(P, Cut({{0, 0}, {1, 0}})));
  EXPECT_FALSE(proves(P, Cut({{0, 0}})));         // t1 may take it
  EXPECT_FALSE(proves(P, Cut({{0, 0}, {1, 2}}))); // both may be done by then
}

TEST(StateEquationProof, Inhibitors) {
  // p1 is never emptied.
  Problem P = problem({0, 1}, {"-> p0; !p1"}, {1, 1});
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  EXPECT_TRUE(uses(*Proof->Root, NodeKind::Inhibited));
  NodeRef N = node(NodeKind::Inhibited);
  N->Group = {{0, 0}};
  N->Places = {{0, 1}}; // t0 is not inhibited by p0
  N->Children.push_back(node(NodeKind::Integers));
  N->Children.push_back(node(NodeKind::Integers));
  EXPECT_FALSE(proves(P, proof(std::move(N))));
}

TEST(StateEquationProof, VectorsThatCannotFire) {
  // t0 needs p1 and p2 at a time, but one token alternates between them.
  Problem P = problem({0, 1, 0}, {"p1 p2 -> p0 p1 p2", "p1 -> p2", "p2 -> p1"},
                      {1, 1, 0});
  EXPECT_TRUE(prove(P));

  // y = (1) is possible here, but not where t0 lacks a token.
  auto Exclude = [&](const Problem &Q) {
    NodeRef AtLeast = node(NodeKind::Split), AtMost = node(NodeKind::Split);
    AtLeast->Terms = AtMost->Terms = {{0, 1}};
    AtLeast->Bound = 0;
    AtMost->Bound = 1;
    NodeRef Leaf = node(NodeKind::Unrealizable);
    Leaf->Vector = {1};
    AtMost->Children.push_back(std::move(Leaf));
    AtMost->Children.push_back(node(NodeKind::Integers));
    AtLeast->Children.push_back(node(NodeKind::Integers));
    AtLeast->Children.push_back(std::move(AtMost));
    return proves(Q, proof(std::move(AtLeast)));
  };
  EXPECT_FALSE(Exclude(problem({0, 1}, {"p1 -> p0 p1"}, {1, 1})));
  EXPECT_TRUE(Exclude(problem({0, 1}, {"2*p1 -> p0 2*p1"}, {1, 1})));
}

TEST(StateEquationProof, Disjunctions) {
  Problem P = ring();
  PetriFormula Two =
      *PetriFormula::constraint({{0, 1}}, Relation::GreaterEqual, 2);
  PetriFormula Sum =
      *PetriFormula::constraint({{0, 1}, {1, 1}}, Relation::NotEqual, 1);
  P.Goal = PetriFormula::disjunction({P.Goal, Two, Sum});
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  ASSERT_EQ(Proof->Root->What, NodeKind::Choice);
  EXPECT_FALSE(proves(P, proof(farkas({{0, 1}}))));
  NodeRef N = node(NodeKind::Choice);
  N->Children.push_back(node(NodeKind::Integers));
  EXPECT_FALSE(proves(P, proof(std::move(N)))); // two cases are missing
  N = node(NodeKind::Choice);
  N->Index = 1;
  EXPECT_FALSE(proves(P, proof(std::move(N))));
}

TEST(StateEquationProof, UnitsAreUsedWhenTheyAreSafe) {
  // Nothing but the author's word keeps the source from marking p0 twice.
  Problem P = problem({0}, {"-> p0"}, {2});
  NupnStructure Units;
  Units.Units.push_back({"u0", {0}, {}});
  Units.Safe = true;
  P.Net.setNupn(Units);
  ProofRef Proof = prove(P);
  ASSERT_TRUE(Proof);
  EXPECT_TRUE(Proof->UsesNupn);
  Units.Safe = false;
  P.Net.setNupn(Units);
  EXPECT_FALSE(
      checkStateEquationProof(P.Net, P.Goal, *Proof, Budget::seconds(20))
          .isConfirmed());
}

TEST(StateEquationProof, NumbersThatDoNotFit) {
  Problem P = problem({0}, {"-> 9223372036854775807*p0", "p0 ->"}, {5});
  PetriResult R =
      createStateEquation(P.Net)->check(P.Goal, Budget::seconds(20));
  EXPECT_TRUE(R.isInconclusive());
  // 2^60 is beyond doubles, not beyond exact arithmetic.
  Problem Q = problem({1152921504606846976}, {"2*p0 ->"}, {3});
  EXPECT_TRUE(prove(Q));
}
} // namespace
