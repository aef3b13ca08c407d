//===- ExplorationStrategy.cpp - All markings of the net ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/Walk/Explore.h"

using namespace sooth;

static constexpr llvm::StringRef ExplorationName = "exploration";

/// What a complete enumeration proves, once more without it.
static void conclude(PetriStrategyRun &Run, const MarkingExploration &E,
                     const PetriStrategyRun::Aims &A) {
  CheckResult Closed = checkClosedSet(Run.net(), *E.Markings, Run.budget());
  if (Closed.isRefuted() && Run.goesOn())
    return Run.wrongEvidence(Run.undecidedQuestions().front(), ExplorationName,
                             Closed.Why);
  if (!Closed.isConfirmed())
    return;
  std::string Evidence =
      "all " + std::to_string(E.Markings->size()) + " markings";
  const PetriCertificate All = E.Markings;
  auto Exclude = [&](size_t Q) {
    if (!Run.isUndecided(Q))
      return;
    CheckResult R =
        checkExcludes(Run.net(), *E.Markings, Run.goalOf(Q), Run.budget());
    if (R.isRefuted())
      Run.wrongEvidence(Q, ExplorationName, R.Why);
    else if (R.isConfirmed())
      Run.excluded(Q, ExplorationName, Evidence, &All);
  };
  for (size_t G = 0; G < A.Goals.size(); ++G)
    if (!E.Reached[G])
      Exclude(A.OfGoal[G]);
  for (size_t Q : A.OfSum)
    Exclude(Q);
}

void sooth::runExploration(PetriStrategyRun &Run) {
  PetriStrategyRun::Aims A = Run.aims();
  MarkingExploration E = explore(Run.net(), A.Goals, A.Sums,
                                 {.MaxBytes = MaxSetBytes}, Run.budget());
  for (size_t G = 0; G < A.Goals.size(); ++G)
    if (E.Reached[G])
      Run.reached(A.OfGoal[G], std::move(*E.Reached[G]), ExplorationName);
  for (size_t S = 0; S < A.Sums.size(); ++S)
    Run.reachedSum(A.OfSum[S], E.Maxima[S].Value, std::move(E.Maxima[S].Runs),
                   ExplorationName);
  if (E.How == MarkingExploration::Ending::Complete)
    conclude(Run, E, A);
}
