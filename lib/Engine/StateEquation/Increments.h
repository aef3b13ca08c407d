//===- Increments.h - Tokens that a partial solution lacks --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Section 1.1.4.7 (Algorithm 1.4) and Section 1.2.2 (Algorithm 1.8).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_INCREMENTS_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_INCREMENTS_H

#include "PartialSolutions.h"

namespace sooth::equation {

/// What disables transitions: too few tokens on an input place, or too many on
/// a place with an inhibitor arc.
enum class Obstacle { TooFew, TooMany };

/// A source component of the dependency graph: nothing outside it that waits
/// for tokens can help it.
struct SourceComponent {
  std::vector<PlaceId> Places;          ///< Pᵢ, sorted
  std::vector<TransitionId> Members;    ///< Tᵢ
  std::vector<TransitionId> Dependents; ///< Xᵢ
};

/// Step 1 of both algorithms: the components with places, for the transitions
/// in \p Waiting that \p By disables at \p M.
std::vector<SourceComponent>
sourceComponents(const NetMatrix &N, llvm::ArrayRef<TransitionId> Waiting,
                 const Marking &M, Obstacle By);

/// Algorithm 1.4 without the constraints that were there already. A row is
/// left out where no transition could satisfy it.
std::vector<LinearRow> incrementConstraints(const NetMatrix &N,
                                            const PartialSolution &S);
/// Algorithm 1.8, for inhibitor arcs with weights.
std::vector<LinearRow> inhibitorIncrements(const NetMatrix &N,
                                           const PartialSolution &S);

/// Step 3 of both: transitions that are not in the remainder, and not in
/// \p Excluded, have to add (remove) \p Needed tokens on \p Places more than
/// they did. Nothing if there is no such transition or numbers do not fit.
std::optional<LinearRow> produce(const NetMatrix &N, const PartialSolution &S,
                                 llvm::ArrayRef<PlaceId> Places, Obstacle Kind,
                                 __int128 Needed, const Counts *Excluded);

} // namespace sooth::equation

#endif
