//===- Counterexample.h - Counterexamples of abstractions -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_COUNTEREXAMPLE_H
#define SOOTH_LIB_ENGINE_STSCEGAR_COUNTEREXAMPLE_H

#include "Questions.h"

#include "sooth/Solver/Interpolator.h"

#include <deque>

namespace sooth::stscegar {

/// Abstract states, as formulas over X: the first one has a first state, each
/// has a step to the next one, and the last has a bad state.
using AbstractPath = std::vector<Expr>;

/// Finds concrete runs along abstract paths and, where there is none, why.
class Concretizer {
public:
  explicit Concretizer(Questions &Q);

  /// A run along \p Path to a bad state. If there is none, the failure state
  /// is known: the last one to which runs along the path lead. Nothing, too,
  /// when stopped.
  std::optional<TsTrace> concretize(const AbstractPath &Path);
  size_t failure() const { return Failure; }

  /// The states at the end of runs along \p Path to the failure state: dead
  /// ends, as no step leads on from there.
  void deadEnds(const AbstractPath &Path, Questions::Listener Found);
  /// A formula that holds in all dead ends and in no state with a step to the
  /// next state of the path (or, at its end, in no bad state).
  std::optional<Expr> craigInterpolant(const AbstractPath &Path);
  /// One for each state of the path.
  std::optional<std::vector<Expr>>
  sequenceInterpolants(const AbstractPath &Path);

private:
  /// Copies of variables for a step.
  struct Copy {
    Copy(ExprContext &Ctx) : To(Ctx), From(Ctx), Steps(Ctx) {}
    std::vector<Expr> Xs, Ys;
    Substitution To, From; ///< X to the copy, and back
    Substitution Steps;    ///< X and Y to the copy, X' to the next one
  };
  Copy &copy(size_t Step);
  Expr at(size_t Step, Expr E) { return copy(Step).To(E); }
  Expr step(size_t From);
  /// How runs come to state \p I: it is a first one, or there is a step to it.
  Expr comesTo(size_t I);
  /// What holds of the path's state \p I: that, and that it is one.
  Expr part(const AbstractPath &Path, size_t I);
  TsTrace readTrace(size_t Length);
  Interpolator &interpolator();

  Questions &Q;
  ExprContext &Ctx;
  std::deque<Copy> Copies;
  std::unique_ptr<Solver> Runs; ///< is asked about the parts of every path
  std::unique_ptr<Interpolator> AtFirst, Later;
  unsigned Refinements = 0;
  size_t Failure = 0;
};

} // namespace sooth::stscegar

#endif
