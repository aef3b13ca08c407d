//===- PartialSolutions.h - What of a solution can fire -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Section 1.1.4.6, Definition 1.5 and Algorithm 1.1: the firing
// sequences within a solution vector that cannot be prolonged.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_PARTIALSOLUTIONS_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_PARTIALSOLUTIONS_H

#include "FiringRuns.h"
#include "StubbornSets.h"

#include <memory>

namespace sooth::equation {

/// (C, x, σ, r) without C and x, which the solution that it belongs to has.
struct PartialSolution {
  FiringRuns Runs;  ///< σ
  Counts Fired;     ///< ℘(σ)
  Counts Remainder; ///< r = x - ℘(σ)
  Marking Final;    ///< m̂
  /// Maximal, or cut off at a better intermediate marking (Definition 1.6).
  enum class Origin { Maximal, Intermediate } From = Origin::Maximal;
  /// The chain of distant invariants, y₁ first (Definition 1.9).
  std::vector<Counts> Chain;

  bool isFull() const;
};

/// How much of the tree is looked at.
enum class Reduction {
  Tree,    ///< every sequence by itself, as in Algorithm 1.1
  States,  ///< sequences with the same Parikh image once
  Stubborn ///< and of independent transitions only one order
};

struct ExplorationLimits {
  Reduction Use = Reduction::Stubborn;
  unsigned MaxStates = 100'000;
};

/// The tree of partial solutions of one solution vector.
class Exploration {
public:
  enum class Outcome {
    Exhausted, ///< every maximal sequence was found, up to its order
    Full,      ///< a sequence with the whole vector was found
    Truncated  ///< a limit was reached
  };

  /// \p S may be null if \p L does not ask for stubborn sets.
  Exploration(const NetMatrix &N, const Counts &X, StubbornSets *S,
              ExplorationLimits L);

  /// Depth first; transitions that are behind fire first.
  Outcome run(const Budget &B);

  /// Markings at the ends of maximal sequences, in the order of their
  /// discovery; the full one last if there is one.
  llvm::ArrayRef<unsigned> leaves() const { return Leaves; }
  unsigned size() const { return Parents.size(); }

  Marking markingOf(unsigned State) const;
  /// Whether \p State may come before \p Later in a firing sequence: its
  /// Parikh image is less or equal.
  bool isBelow(unsigned State, unsigned Later) const;
  PartialSolution solutionAt(unsigned State) const;

private:
  using Key = std::vector<uint32_t>;
  void expand(unsigned State, std::vector<unsigned> &Stack);
  /// The state reached from \p From by \p Slot; nothing if seen before.
  std::optional<unsigned> enter(unsigned From, unsigned Slot);
  llvm::ArrayRef<uint32_t> key(unsigned State) const {
    return llvm::ArrayRef(Fired).slice(State * Support.size(), Support.size());
  }

  const NetMatrix &N;
  const Counts &X;
  StubbornSets *Stubborn;
  ExplorationLimits Limits;
  /// The transitions that fire at all; a state has a count for each.
  std::vector<TransitionId> Support;
  std::vector<uint32_t> Fired;
  std::vector<unsigned> Parents;
  std::vector<uint32_t> Via; ///< slot of the transition that led here
  struct Index;
  std::shared_ptr<Index> Seen;
  std::vector<unsigned> Leaves;
  bool FoundFull = false;
  bool Cut = false;
};

} // namespace sooth::equation

#endif
