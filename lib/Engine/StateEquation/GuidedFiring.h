//===- GuidedFiring.h - Firing what others wait for ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_GUIDEDFIRING_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_GUIDEDFIRING_H

#include "FiringRuns.h"

#include "sooth/Solver/LinearSolver.h"

namespace sooth::equation {

/// Tries to fire the whole of \p X, without turning back: for a transition that
/// greedy firing left waiting, the marking equation is asked for the fewest
/// firings within what is left that supply it, and these are fired first.
/// Ends, maybe early, with a maximal or shorter sequence within \p X.
GreedyRun fireGuided(const NetMatrix &N, const Counts &X, LinearSolver &Linear,
                     const Budget &B);

} // namespace sooth::equation

#endif
