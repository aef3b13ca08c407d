//===- PetriReduction.h - Smaller nets with the same answer ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural reductions for one question: the reduced net reaches the reduced
// goal if and only if the net reaches the goal. Agglomerations after Berthelot
// (Transformations and decompositions of nets, 1986), the others are
// consequences of monotonicity; lib/Transform/Petri/PetriReduction.cpp states
// each rule with the argument for it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_PETRIREDUCTION_H
#define SOOTH_TRANSFORM_PETRIREDUCTION_H

#include "sooth/Model/PetriFormula.h"
#include "sooth/Result/StateEquationProof.h"
#include "sooth/Support/Budget.h"
#include "sooth/Support/Statistics.h"

namespace sooth {

struct PetriReduction {
  PetriNet Net;
  PetriFormula Goal = PetriFormula::constant(false);

  /// A run of the original to its goal, if \p Runs is one of the reduced net.
  /// \p Original is the net that was reduced.
  FiringRuns back(const PetriNet &Original, const FiringRuns &Runs) const;

  /// \p P, which is about the reduced net, in terms of the original; nothing if
  /// transitions were joined. Rules that take away what cannot help the goal
  /// keep it a proof, others need not: that is for Check to find out.
  std::optional<StateEquationProof> back(const PetriNet &Original,
                                         const StateEquationProof &P) const;

  /// What fires first of all, and what each transition stands for.
  FiringRuns Prefix;
  std::vector<FiringSequence> Words;
  /// Whether transitions of the original may be left to fire in the end, as
  /// the goal is a deadlock.
  enum class Ending { AsItIs, FireTheRest } End = Ending::AsItIs;
};

/// Reduces until no rule applies or \p B is used up.
PetriReduction reduce(const PetriNet &N, const PetriFormula &Goal,
                      const Budget &B);

} // namespace sooth

#endif
