//===- CaseSolver.h - The equation with its cases, at once --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_CASESOLVER_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_CASESOLVER_H

#include "Cuts.h"
#include "Goal.h"

#include "sooth/Solver/Solver.h"

namespace sooth::equation {

/// Rows and disjunctions of rows over the transitions' counts, in one
/// incremental solver for integers: goals with many disjunctions are for a
/// solver that learns from conflicts.
class CaseSolver {
public:
  CaseSolver(const NetMatrix &N, const GoalCase &Case);

  void add(const LinearRow &R) { S->add(expression(R)); }
  /// Low or (High and Row).
  void addLemma(const Cut &C);

  /// Sat: solution().
  Answer check(const Budget &B) { return S->check(B); }
  /// Nothing if a count does not fit.
  std::optional<Counts> solution();

private:
  Expr expression(const LinearRow &R);
  Expr expression(const PetriFormula &F);

  const NetMatrix &N;
  ExprContext Ctx;
  std::unique_ptr<Solver> S;
  std::vector<Expr> Variables;
};

/// Rows that hold at \p M, and imply \p F, which does.
void rowsImplying(const NetMatrix &N, const PetriFormula &F, const Marking &M,
                  std::vector<LinearRowRef> &Rows);

} // namespace sooth::equation

#endif
