//===- HornStep.h - A Horn clause as a guarded command --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_HORNSTEP_H
#define SOOTH_LIB_TRANSFORM_HORNSTEP_H

#include "sooth/Solver/HornSystem.h"

namespace sooth {

/// A clause whose body's predicate holds of the values in some places: which
/// values its head holds of.
struct HornStep {
  Expr Guard;                 // over places and inputs
  std::vector<Expr> HeadArgs; // over places and inputs
  /// The clause's variables that the places do not determine, and new ones.
  std::vector<Expr> Inputs;
  /// All variables of the clause with their values over places and inputs.
  std::vector<std::pair<Expr, Expr>> Values;
};

/// Solves \p C for its variables, as far as equations do: `x` of A(x, …) is
/// the place of x, and x′ = x + 1 in the constraint makes x′ no input.
/// Arguments that are terms or occur twice become part of the guard. Requires a
/// place for each argument in the body. Variables of \p Fixed stay inputs.
HornStep solveClause(ExprContext &Ctx, const HornClause &C,
                     llvm::ArrayRef<Expr> Places, llvm::ArrayRef<Expr> Fixed);

} // namespace sooth

#endif
