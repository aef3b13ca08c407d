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
  PetriStrategyRun::Aims A = Run.aims();
  Walker W(Run.net(), A.Goals, A.Sums);
  for (double Seconds = 0.05; Run.goesOn();
       Seconds = std::min(2 * Seconds, 1.0)) {
    for (Walker::Found &F : W.run(Run.budget().child(Seconds)))
      Run.reached(A.OfGoal[F.Goal], std::move(F.Runs), "walk");
    for (size_t S = 0; S < A.OfSum.size(); ++S) {
      const Walker::Best &Best = W.best(S);
      if (Best.Value > Run.lower(A.OfSum[S]))
        Run.reachedSum(A.OfSum[S], Best.Value, Best.Runs, "walk");
    }
    for (size_t G = 0; G < A.OfGoal.size(); ++G)
      if (!Run.isUndecided(A.OfGoal[G]))
        W.drop(G);
  }
}
