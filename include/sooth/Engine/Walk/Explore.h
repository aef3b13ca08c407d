//===- Explore.h - All markings, one by one -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth-first enumeration of reachable markings: decides everything about
// nets with few of them, and is the oracle for what decides about others.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_WALK_EXPLORE_H
#define SOOTH_ENGINE_WALK_EXPLORE_H

#include "sooth/Result/MarkingSet.h"
#include "sooth/Result/PetriResult.h"
#include "sooth/Support/Budget.h"

namespace sooth {

struct ExploreOptions {
  /// Ends when there are more markings.
  uint64_t MaxMarkings = UINT32_MAX - 1;
  /// Ends when the set and what belongs to it takes more memory; 0: no limit.
  uint64_t MaxBytes = 0;
};

struct MarkingExploration {
  enum class Ending {
    Complete, ///< Markings are all that are reachable
    AllFound, ///< every goal was
    Limit,    ///< of markings or memory
    Overflow, ///< some marking has more than MaxTokens in a place
    Budget
  };
  Ending How = Ending::Complete;
  /// A shortest run for each goal that was reached.
  std::vector<std::optional<FiringRuns>> Reached;
  std::shared_ptr<const MarkingSet> Markings;
  /// The greatest value of each sum among the markings seen, with a run.
  struct Best {
    __int128 Value = 0;
    FiringRuns Runs;
  };
  std::vector<Best> Maxima;
};

/// Enumerates markings of \p N until everything is known or a limit is reached.
/// With \p Maxima, does not end early.
MarkingExploration explore(const PetriNet &N,
                           llvm::ArrayRef<PetriFormula> Goals,
                           llvm::ArrayRef<std::vector<LinearTerm>> Maxima,
                           const ExploreOptions &O, const Budget &B);

} // namespace sooth

#endif
