//===- Goal.h - A formula as cases of linear rows -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Boolean combinations are split lazily: the constraints that hold in every
// case become rows at once, disjunctions stay pending until a solution
// violates them. (A disequality is a disjunction.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_GOAL_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_GOAL_H

#include "NetMatrix.h"

namespace sooth::equation {

/// One case of a formula: its rows and what is still to be decided.
struct GoalCase {
  std::vector<LinearRowRef> Rows;
  /// Or formulas, in the order in which they were met.
  std::vector<PetriFormula> Pending;
};

enum class Asserted { Done, TooLarge };

/// Adds what \p F demands to \p Case. Requires an expanded formula. TooLarge if
/// the numbers of a row do not fit.
Asserted assertFormula(const NetMatrix &N, const PetriFormula &F,
                       GoalCase &Case);

/// \p C with one relation that a row has, or an Or.
PetriFormula splitDisequality(const LinearConstraint &C);

/// The first pending disjunction that \p M violates.
std::optional<unsigned> violated(const NetMatrix &N, const GoalCase &Case,
                                 const Marking &M);

} // namespace sooth::equation

#endif
