//===- Counterexample.h - Counterexamples of abstractions -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_COUNTEREXAMPLE_H
#define SOOTH_LIB_ENGINE_STSCEGAR_COUNTEREXAMPLE_H

#include "Questions.h"

namespace sooth::stscegar {

/// Abstract states, as formulas over X: the first one has a first state, each
/// has a step to the next one, and the last has a bad state.
using AbstractPath = std::vector<Expr>;

/// Finds concrete runs along abstract paths and, where there is none, why.
class Concretizer {
public:
  explicit Concretizer(Questions &Q) : Q(Q), Ctx(Q.context()) {}
  virtual ~Concretizer() = default;

  /// A run along \p Path to a bad state. If there is none, the failure state
  /// is known: the last one to which runs along the path lead. Nothing, too,
  /// when stopped.
  virtual std::optional<TsTrace> concretize(const AbstractPath &Path) = 0;
  size_t failure() const { return Failure; }

  /// The states at the end of runs along \p Path to the failure state: dead
  /// ends, as no step leads on from there.
  virtual void deadEnds(const AbstractPath &Path,
                        Questions::Listener Found) = 0;
  /// A formula that holds in all dead ends and in no state of the failure state
  /// with a step to the next state of the path (or, at its end, in no bad one).
  virtual std::optional<Expr> craigInterpolant(const AbstractPath &Path) = 0;
  /// One for each state of the path.
  virtual std::optional<std::vector<Expr>>
  sequenceInterpolants(const AbstractPath &Path) = 0;

protected:
  Questions &Q;
  ExprContext &Ctx;
  size_t Failure = 0;
};

/// By questions to a solver, and interpolation; or by the table of \p Q, which
/// is required.
std::unique_ptr<Concretizer> createSolverConcretizer(Questions &Q);
std::unique_ptr<Concretizer> createTableConcretizer(Questions &Q);

} // namespace sooth::stscegar

#endif
