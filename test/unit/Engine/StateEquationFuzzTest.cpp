//===- StateEquationFuzzTest.cpp - Random nets against exploration ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Small random nets with weights and inhibitor arcs. The truth is found by
// exploring all markings, where there are few; every answer's evidence is
// checked as well. SOOTH_PETRI_NETS says how many nets; the share of
// Inconclusive is printed.
//
//===----------------------------------------------------------------------===//

#include "Refuter.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Engine/StateEquation/StateEquation.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace sooth;

namespace {
class RandomNets {
public:
  explicit RandomNets(unsigned Seed) : Random(Seed) {}

  PetriNet net();
  PetriFormula goal(const PetriNet &N, unsigned Depth = 2);

private:
  uint64_t pick(uint64_t Low, uint64_t High) {
    return Low + Random() % (High - Low + 1);
  }
  std::vector<PetriArc> arcs(const PetriNet &N, unsigned OneIn);
  PetriFormula marking(const PetriNet &N);

  std::mt19937 Random;
};

std::vector<PetriArc> RandomNets::arcs(const PetriNet &N, unsigned OneIn) {
  std::vector<PetriArc> Arcs;
  for (PlaceId P = 0; P < N.places().size(); ++P)
    if (pick(1, OneIn) == 1)
      Arcs.push_back({P, pick(0, 2) ? 1 : pick(1, 3)});
  return Arcs;
}

PetriNet RandomNets::net() {
  PetriNet N;
  unsigned Places = pick(2, 5), Transitions = pick(2, 6);
  bool Inhibitors = pick(0, 2) == 0;
  for (unsigned P = 0; P < Places; ++P) {
    PetriPlace Place;
    Place.Id = "p" + std::to_string(P);
    Place.Initial = pick(0, 1) ? 0 : pick(1, 3);
    N.addPlace(std::move(Place));
  }
  for (unsigned T = 0; T < Transitions; ++T) {
    PetriTransition Transition;
    Transition.Id = "t" + std::to_string(T);
    Transition.Inputs = arcs(N, 3);
    Transition.Outputs = arcs(N, 3);
    if (Inhibitors)
      Transition.Inhibitors = arcs(N, 6);
    N.addTransition(std::move(Transition));
  }
  return N;
}

PetriFormula RandomNets::marking(const PetriNet &N) {
  std::vector<PetriFormula> Parts;
  for (PlaceId P = 0; P < N.places().size(); ++P)
    Parts.push_back(*PetriFormula::constraint(
        {{P, 1}}, Relation::Equal, int64_t(pick(0, 1) ? pick(0, 3) : 0)));
  return PetriFormula::conjunction(std::move(Parts));
}

PetriFormula RandomNets::goal(const PetriNet &N, unsigned Depth) {
  if (Depth == 2 && pick(0, 2) == 0)
    return marking(N);
  if (Depth == 2 && pick(0, 7) == 0)
    return PetriFormula::deadlock();
  if (Depth == 2 && pick(0, 9) == 0) {
    // Many cases.
    std::vector<PetriFormula> Parts;
    for (unsigned I = 0; I < 7; ++I)
      Parts.push_back(
          PetriFormula::disjunction({goal(N, 0), goal(N, 0), goal(N, 0)}));
    return PetriFormula::conjunction(std::move(Parts));
  }
  if (Depth > 0 && pick(0, 1)) {
    std::vector<PetriFormula> Parts;
    for (unsigned I = 0; I < 2; ++I)
      Parts.push_back(goal(N, Depth - 1));
    return pick(0, 2) ? PetriFormula::conjunction(std::move(Parts))
                      : PetriFormula::disjunction(std::move(Parts));
  }
  std::vector<LinearTerm> Terms;
  for (PlaceId P = 0; P < N.places().size(); ++P)
    if (pick(0, 1))
      Terms.push_back({P, int64_t(pick(0, 4)) - 2});
  constexpr Relation Relations[] = {Relation::LessEqual, Relation::GreaterEqual,
                                    Relation::Equal, Relation::NotEqual};
  return *PetriFormula::constraint(std::move(Terms), Relations[pick(0, 3)],
                                   int64_t(pick(0, 7)) - 2);
}

enum class Truth { Reachable, NotReachable, Unknown };

/// Breadth first, as long as there are few markings.
Truth explore(const PetriNet &N, const PetriFormula &Goal) {
  constexpr size_t Most = 3000;
  std::set<Marking> Seen{N.initialMarking()};
  std::vector<Marking> Work{N.initialMarking()};
  for (size_t I = 0; I < Work.size(); ++I) {
    if (Goal.holds(N, Work[I]))
      return Truth::Reachable;
    if (Seen.size() > Most)
      return Truth::Unknown;
    for (TransitionId T = 0; T < N.transitions().size(); ++T) {
      Marking M = Work[I];
      if (N.fire(T, M) == Firing::Fired && Seen.insert(M).second)
        Work.push_back(std::move(M));
    }
  }
  return Truth::NotReachable;
}

/// How many nets, starting from which one.
std::pair<unsigned, unsigned> wantedNets(unsigned Default) {
  const char *Wanted = std::getenv("SOOTH_PETRI_NETS");
  const char *First = std::getenv("SOOTH_PETRI_SEED");
  return {Wanted ? std::atoi(Wanted) : Default, First ? std::atoi(First) : 1};
}

TEST(StateEquationFuzz, AgreesWithExploration) {
  auto [Nets, Start] = wantedNets(1000);
  StateEquationOptions O;
  O.MaxSolutions = 100;
  O.MaxStates = 2000;
  O.MaxProofNodes = 300;
  unsigned Inconclusive = 0, Known = 0, Reachable = 0, Proofs = 0;
  for (unsigned Seed = Start; Seed < Start + Nets; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomNets Source(Seed);
    PetriNet N = Source.net();
    PetriFormula Goal = Source.goal(N);
    Truth T = explore(N, Goal);
    Known += T != Truth::Unknown;
    auto Engine = createStateEquation(N, O);
    PetriResult R = Engine->check(Goal, Budget::seconds(2));
    if (R.isReachable()) {
      ++Reachable;
      EXPECT_NE(T, Truth::NotReachable);
      EXPECT_TRUE(replayFiring(N, R.firing(), Goal).isConfirmed());
    } else if (R.isNotReachable()) {
      ++Proofs;
      EXPECT_NE(T, Truth::Reachable);
      CheckResult C = checkStateEquationProof(
          N, Goal,
          *std::get<std::shared_ptr<const StateEquationProof>>(R.certificate()),
          Budget::seconds(10));
      EXPECT_TRUE(C.isConfirmed()) << C.Why;
    } else {
      ++Inconclusive;
      if (std::getenv("SOOTH_PETRI_SHOW"))
        llvm::errs() << "seed " << Seed << ": " << R.reason().str()
                     << (T == Truth::Reachable      ? " (reachable)"
                         : T == Truth::NotReachable ? " (not reachable)"
                                                    : "")
                     << "\n";
    }
  }
  llvm::errs() << Nets << " nets, " << Known << " explored; " << Reachable
               << " reachable, " << Proofs << " proofs, " << Inconclusive
               << " inconclusive\n";
  RecordProperty("inconclusive", int(Inconclusive));
}

/// The same for refutations of all cases at once, which the engine leaves to
/// goals with many.
TEST(StateEquationFuzz, LazyCases) {
  auto [Nets, Start] = wantedNets(300);
  unsigned Proofs = 0, Reachable = 0;
  for (unsigned Seed = Start; Seed < Start + Nets; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    RandomNets Source(Seed);
    PetriNet N = Source.net();
    PetriFormula Goal = Source.goal(N).expanded(N);
    Truth T = explore(N, Goal);
    equation::NetMatrix Matrix(N);
    equation::GoalCase Context{Matrix.nonNegative(), {}};
    ASSERT_EQ(equation::assertFormula(Matrix, Goal, Context),
              equation::Asserted::Done);
    equation::NetFacts Facts;
    LinearSolver Linear;
    Budget B = Budget::seconds(0.3);
    equation::Refuter R(Matrix, Goal, Context, Facts, Linear,
                        {equation::Refuter::Method::Lazy, 100}, B);
    switch (R.run()) {
    case equation::Refuter::Outcome::Proved: {
      ++Proofs;
      EXPECT_NE(T, Truth::Reachable);
      StateEquationProof P;
      P.Root = R.takeProof();
      CheckResult C = checkStateEquationProof(N, Goal, P, Budget::seconds(10));
      EXPECT_TRUE(C.isConfirmed()) << C.Why;
      break;
    }
    case equation::Refuter::Outcome::Reachable:
      ++Reachable;
      EXPECT_NE(T, Truth::NotReachable);
      EXPECT_TRUE(replayFiring(N, R.firing(), Goal).isConfirmed());
      break;
    default:
      break;
    }
  }
  EXPECT_GT(Proofs, Nets / 3);
  EXPECT_GT(Reachable, Nets / 4);
}
} // namespace
