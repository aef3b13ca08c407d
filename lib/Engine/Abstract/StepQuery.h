//===- StepQuery.h - Steps that facts do not follow -------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_ABSTRACT_STEPQUERY_H
#define SOOTH_LIB_ENGINE_ABSTRACT_STEPQUERY_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Solver/Solver.h"

namespace sooth::abstraction {

/// One incremental solver for an edge, or for the beginning of runs.
class StepQuery {
public:
  /// The edge \p Via of \p C, or the way into the entry. \p Behind are the
  /// variables that matter behind it.
  StepQuery(const Cfa &C, std::optional<EdgeId> Via,
            llvm::ArrayRef<Expr> Behind, SolverFamily<Solver> &Solvers,
            SolverOptions::Theories Over);

  /// Whether a state that satisfies \p Before can step to one that satisfies
  /// none of \p Known. All formulas are over state variables.
  Answer check(Expr Before, llvm::ArrayRef<Expr> Known, const Budget &B);
  /// After Sat, until the next question: the state behind the step.
  Valuation target();

private:
  void begin();
  Expr assumption(ExprMap<Expr> &Of, Expr Formula, Expr Meaning);

  /// Formulas that were asked about before and are not any more stay in the
  /// solver; after so many it begins anew.
  static constexpr size_t MaxFormulas = 300;

  ExprContext &Ctx;
  SolverFamily<Solver> &Solvers;
  SolverOptions::Theories Theories;
  std::vector<Expr> Step; // what holds of it
  std::vector<std::pair<Expr, Expr>> Next; // variables, and their new values
  Substitution ToNext;
  std::unique_ptr<Solver> S;
  ExprMap<Expr> Assumed, Excluded; // literals of formulas
};

} // namespace sooth::abstraction

#endif
