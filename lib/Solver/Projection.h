//===- Projection.h - Facts over live variables ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_SOLVER_PROJECTION_H
#define SOOTH_LIB_SOLVER_PROJECTION_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/Solver.h"

#include <optional>

namespace sooth {

/// Asks \p S, after an answer Unsat about the assumptions \p Core (and maybe
/// others), for assumptions that suffice and of which, as far as the budget
/// allows, none can be left out; those at the end go first. Nothing if the
/// solver gives up at once.
std::vector<Expr> minimalCore(Solver &S, llvm::ArrayRef<Expr> Core,
                              const Budget &B);

/// The formulas that what is projected has to contradict.
struct Rest {
  SolverFamily<Solver> &Family; // of S
  Solver &S;                    // holds them, and nothing else
  llvm::ArrayRef<Expr> Facts;   // their conjuncts
  const ExprSet &Live;          // their variables
};

struct Projected {
  /// Conjuncts over live variables; nothing if it failed.
  std::optional<std::vector<Expr>> Facts;
  std::string Why;
};

/// A formula over the live variables of \p R that follows from \p Facts and
/// contradicts \p R. Requires that \p Facts contradict \p R. Both properties
/// hold by construction, whatever the solver's models are: what equations do
/// not solve is covered by cubes that each contradict \p R until the solver
/// finds \p Facts to imply their disjunction.
Projected project(ExprContext &Ctx, llvm::ArrayRef<Expr> Facts, const Rest &R,
                  const Budget &B);

} // namespace sooth

#endif
