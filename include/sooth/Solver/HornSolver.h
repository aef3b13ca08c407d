//===- HornSolver.h - Spacer on systems of Horn clauses -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses with any number of predicates in their bodies, for z3's Spacer
// (Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive
// programs, CAV 2014). What it says is a suggestion, to be checked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_HORNSOLVER_H
#define SOOTH_SOLVER_HORNSOLVER_H

#include "sooth/Solver/HornSystem.h"
#include "sooth/Support/Budget.h"

#include <string>
#include <vector>

namespace sooth {

struct HornSuggestion {
  enum class Outcome { Model, Derivation, Failed } What = Outcome::Failed;
  /// By predicate, over its parameters; null where the answer had none that can
  /// be read.
  std::vector<Expr> Meaning;
  std::string Reason; // of a failure
};

/// Asks Spacer, in a process of its own, which is killed when \p B ends.
HornSuggestion askSpacer(ExprContext &Ctx, const HornSystem &R,
                         const Budget &B);

} // namespace sooth

#endif
