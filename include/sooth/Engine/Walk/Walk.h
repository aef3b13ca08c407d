//===- Walk.h - Looking for markings by walking ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random and best-first walks through the markings of a net.
// Walks prove nothing that cannot be shown by the run they took; they answer
// most of what can be reached, before any proof is tried.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_WALK_WALK_H
#define SOOTH_ENGINE_WALK_WALK_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Statistics.h"

#include <memory>

namespace sooth {

/// Walks for many goals of one net at a time.
class Walker {
public:
  /// \p Maxima are sums of tokens whose greatest values are sought besides.
  /// \p N must outlive the walker.
  Walker(const PetriNet &N, std::vector<PetriFormula> Goals,
         std::vector<std::vector<LinearTerm>> Maxima = {}, uint64_t Seed = 1);
  ~Walker();

  struct Found {
    size_t Goal;
    FiringRuns Runs;
  };
  /// Walks until every goal was found or \p B is used up; says what was found
  /// since the last call. The initial marking counts.
  std::vector<Found> run(const Budget &B);

  /// No longer looks for a goal.
  void drop(size_t Goal);

  struct Best {
    __int128 Value;
    FiringRuns Runs;
  };
  /// The greatest value seen of a sum; the initial one if nothing else.
  const Best &best(size_t Maximum) const;

  void report(Statistics &S) const;

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

} // namespace sooth

#endif
