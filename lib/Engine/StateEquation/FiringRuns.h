//===- FiringRuns.h - Long firing sequences in little space -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A net with 10^9 tokens needs firing sequences of that length, in which few
// things happen very often. They are found as they are kept: as runs of words
// that fire so many times.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_FIRINGRUNS_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_FIRINGRUNS_H

#include "NetMatrix.h"

#include "sooth/Support/Budget.h"

namespace sooth::equation {

/// Appends \p T, \p Times times, joining equal runs.
void append(FiringRuns &Runs, TransitionId T, int64_t Times = 1);

/// How often \p Word can fire in a row from \p M, at most \p Limit.
int64_t repetitions(const NetMatrix &N, llvm::ArrayRef<TransitionId> Word,
                    const Marking &M, int64_t Limit);

/// Fires \p Word \p Times times. Requires repetitions() to allow that.
void fireRun(const NetMatrix &N, llvm::ArrayRef<TransitionId> Word,
             int64_t Times, Marking &M);

/// How a greedy run chooses among enabled transitions that must still fire.
enum class Preference {
  Balanced, ///< the one with the least part of its firings done
  Bulk,     ///< as often as possible, in order
  Random
};

struct GreedyRun {
  FiringRuns Runs;
  Counts Fired;
  Marking Final;
};

/// How many rounds a greedy run takes in which every transition had its turn.
struct GreedyEffort {
  Preference Choose = Preference::Balanced;
  unsigned Seed = 0;
  unsigned MaxRounds = 20'000;
};

/// One maximal firing sequence within \p X from \p Start, found without turning
/// back. May end early with \p B and with its rounds.
GreedyRun fireGreedily(const NetMatrix &N, const Marking &Start,
                       const Counts &X, GreedyEffort E, const Budget &B);

} // namespace sooth::equation

#endif
