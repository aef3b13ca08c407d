//===- WalkStrategy.cpp - Walks for all questions -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "sooth/Engine/Walk/Walk.h"

using namespace sooth;

void sooth::runWalks(PetriStrategyRun &Run) {
  // Goals and sums are numbered in order of their questions.
  std::vector<size_t> OfGoal, OfSum;
  std::vector<PetriFormula> Goals;
  std::vector<std::vector<LinearTerm>> Sums;
  for (size_t Q : Run.openQuestions()) {
    if (Run.questions()[Q].What == MccProperty::Kind::Bound) {
      OfSum.push_back(Q);
      Sums.push_back(Run.sumOf(Q));
    } else {
      OfGoal.push_back(Q);
      Goals.push_back(Run.goalOf(Q));
    }
  }
  Walker W(Run.net(), std::move(Goals), std::move(Sums));
  for (double Seconds = 0.05; Run.goesOn();
       Seconds = std::min(2 * Seconds, 1.0)) {
    for (Walker::Found &F : W.run(Run.budget().child(Seconds)))
      Run.reached(OfGoal[F.Goal], std::move(F.Runs), "walk");
    for (size_t S = 0; S < OfSum.size(); ++S) {
      const Walker::Best &Best = W.best(S);
      if (Best.Value > Run.lower(OfSum[S]) && Best.Value <= INT64_MAX)
        Run.reachedSum(OfSum[S], int64_t(Best.Value), Best.Runs, "walk");
    }
    for (size_t G = 0; G < OfGoal.size(); ++G)
      if (!Run.isOpen(OfGoal[G]))
        W.drop(G);
  }
}
