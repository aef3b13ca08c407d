//===- DistantInvariants.cpp - Invariants that lend tokens to invariants ===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Section 1.2.3.2, Definitions 1.8 and 1.9, Algorithm 1.9.
//
//===----------------------------------------------------------------------===//

#include "Increments.h"
#include "Search.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

/// Sum of the first \p Length invariants of \p Chain.
static Counts sumOf(llvm::ArrayRef<Counts> Chain, unsigned Length) {
  Counts Sum = Chain[0];
  for (const Counts &Y : Chain.slice(1, Length - 1))
    for (size_t T = 0; T < Sum.size(); ++T)
      Sum[T] += Y[T];
  return Sum;
}

/// The places connected to the transitions of \p Y.
static std::vector<PlaceId> placesOf(const NetMatrix &N, const Counts &Y) {
  std::vector<PlaceId> Places;
  for (TransitionId T = 0; T < N.transitions(); ++T) {
    if (Y[T] == 0)
      continue;
    for (const PetriArc &A : N.net().transition(T).Inputs)
      Places.push_back(A.Place);
    for (const PetriArc &A : N.net().transition(T).Outputs)
      Places.push_back(A.Place);
  }
  llvm::sort(Places);
  Places.erase(std::unique(Places.begin(), Places.end()), Places.end());
  return Places;
}

/// Definition 1.8 for \p Z and \p Y.
static bool isDistant(const NetMatrix &N, const Counts &Z, const Counts &Y) {
  for (PlaceId P : placesOf(N, Y))
    for (const NetMatrix::Entry &E : N.changes(P))
      if (E.Change > 0 && Z[E.Transition] > 0 && Y[E.Transition] == 0)
        return true;
  return false;
}

std::vector<LinearRow> equation::distantConstraints(const NetMatrix &N,
                                                    const SolutionNode &Node,
                                                    PartialSolution &Skipped,
                                                    const SkippedDueTo &Cause,
                                                    unsigned BetterMarkings) {
  Counts Z(N.transitions());
  for (TransitionId T = 0; T < N.transitions(); ++T)
    Z[T] = std::max<int64_t>(0, Node.X[T] - Cause.Node->X[T]);
  const std::vector<Counts> &Chain = Cause.Partial->Chain;
  std::vector<LinearRow> Rows;
  auto Involve = [&](unsigned Length) {
    Counts Y = sumOf(Skipped.Chain, Length);
    if (auto Row = produce(N, Skipped, placesOf(N, Y), Obstacle::TooFew, 1, &Y))
      Rows.push_back(std::move(*Row));
  };
  if (!Chain.empty() && BetterMarkings > 0) {
    // They helped, but not enough: again, for every subchain.
    Skipped.Chain = Chain;
    for (unsigned Length = 1; Length <= Chain.size(); ++Length)
      Involve(Length);
  } else if (Chain.empty() || isDistant(N, Z, sumOf(Chain, Chain.size()))) {
    Skipped.Chain = Chain;
    Skipped.Chain.push_back(Z);
    Involve(Skipped.Chain.size());
  }
  return Rows;
}
