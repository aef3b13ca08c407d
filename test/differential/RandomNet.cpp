//===- RandomNet.cpp - Random Petri nets and questions about them ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNet.h"

#include <deque>
#include <random>
#include <set>

using namespace sooth;
using namespace sooth::test;

namespace {
class Maker {
public:
  explicit Maker(uint64_t Seed) : Random(Seed * 2654435761u + 1) {}
  NetQuestion make();

private:
  unsigned below(unsigned N) { return unsigned(Random() % N); }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  uint64_t weight() { return chance(WeightPercent) ? 2 + below(2) : 1; }
  void addArc(std::vector<PetriArc> &Arcs, uint64_t Weight);
  PetriTransition transition(unsigned Number);
  PetriFormula atom();
  PetriFormula formula(unsigned Depth);

  std::mt19937_64 Random;
  PetriNet Net;
  unsigned Places = 0, WeightPercent = 0, InhibitorPercent = 0,
           SourcePercent = 0;
};
} // namespace

void Maker::addArc(std::vector<PetriArc> &Arcs, uint64_t Weight) {
  PlaceId P = below(Places);
  for (const PetriArc &A : Arcs)
    if (A.Place == P)
      return;
  Arcs.push_back({P, Weight});
}

PetriTransition Maker::transition(unsigned Number) {
  PetriTransition T;
  T.Id = "t" + std::to_string(Number);
  unsigned Inputs = chance(SourcePercent) ? 0 : chance(70) ? 1 : 2;
  unsigned Outputs = chance(10) ? 0 : chance(75) ? 1 : 2;
  // What conserves tokens is more often finite.
  if (chance(60))
    Outputs = std::min(Outputs, Inputs);
  for (unsigned I = 0; I < Inputs; ++I)
    addArc(T.Inputs, weight());
  for (unsigned I = 0; I < Outputs; ++I)
    addArc(T.Outputs, weight());
  if (chance(InhibitorPercent))
    addArc(T.Inhibitors, 1 + below(3));
  return T;
}

PetriFormula Maker::atom() {
  std::vector<LinearTerm> Terms;
  for (unsigned I = 0; I <= below(2); ++I)
    Terms.push_back({below(Places), chance(25) ? -1 : chance(20) ? 2 : 1});
  Relation Rel = chance(60)   ? Relation::GreaterEqual
                 : chance(50) ? Relation::LessEqual
                 : chance(70) ? Relation::Equal
                              : Relation::NotEqual;
  return *PetriFormula::constraint(std::move(Terms), Rel, int64_t(below(4)));
}

PetriFormula Maker::formula(unsigned Depth) {
  if (Depth == 0 || chance(40))
    return atom();
  PetriFormula A = formula(Depth - 1), B = formula(Depth - 1);
  switch (below(5)) {
  case 0:
  case 1:
  case 2:
    return PetriFormula::conjunction({A, B});
  case 3:
    return PetriFormula::disjunction({A, B});
  default:
    return PetriFormula::negation(A);
  }
}

NetQuestion Maker::make() {
  Places = 3 + below(8);
  WeightPercent = chance(50) ? 0 : 25;
  InhibitorPercent = chance(65) ? 0 : 30;
  SourcePercent = chance(80) ? 0 : 10;
  for (unsigned P = 0; P < Places; ++P)
    Net.addPlace({"p" + std::to_string(P), "",
                  chance(35) ? uint64_t(1 + below(3)) : 0, 0, 0});
  unsigned Transitions = 2 + below(9);
  for (unsigned T = 0; T < Transitions; ++T)
    Net.addTransition(transition(T));
  PetriFormula Goal =
      chance(15) ? PetriFormula::deadlock()
      : chance(5)
          ? PetriFormula::conjunction({PetriFormula::deadlock(), atom()})
          : formula(2);
  return {std::move(Net), Goal};
}

NetQuestion sooth::test::randomNetQuestion(uint64_t Seed) {
  return Maker(Seed).make();
}

NetTruth sooth::test::exploreNet(const NetQuestion &Q, size_t MaxMarkings) {
  std::set<Marking> Seen{Q.Net.initialMarking()};
  std::deque<Marking> Work(Seen.begin(), Seen.end());
  NetTruth Truth;
  while (!Work.empty()) {
    Marking M = std::move(Work.front());
    Work.pop_front();
    Truth.Markings = Seen.size();
    if (Q.Goal.holds(Q.Net, M)) {
      Truth.What = NetTruth::Answer::Reachable;
      return Truth;
    }
    if (Seen.size() > MaxMarkings)
      return Truth;
    for (TransitionId T = 0; T < Q.Net.transitions().size(); ++T) {
      Marking Next = M;
      if (Q.Net.fire(T, Next) == Firing::Fired && Seen.insert(Next).second)
        Work.push_back(std::move(Next));
    }
  }
  Truth.What = NetTruth::Answer::NotReachable;
  return Truth;
}
