//===- Unroller.h - Timed copies of a transition system -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state after each step is kept as one expression per variable, over the
// step's inputs and over timed copies of variables. Updates are substituted
// forward through the simplifying builder, so that constants propagate from
// the initial state: a program counter that is known stays known, and what
// other locations do folds away. An expression that has grown too large gets
// a timed variable of its own, defined in the solver, to keep each assertion
// about as large as the transition relation.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_BMC_UNROLLER_H
#define SOOTH_LIB_ENGINE_BMC_UNROLLER_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Result/Result.h"
#include "sooth/Solver/Solver.h"

#include <optional>

namespace sooth {

/// A path through a transition system in a solver of its own. Model and
/// solver must outlive it.
class Unroller {
public:
  /// Whether paths start in an initial state or in any.
  enum class Start { Initial, Any };
  struct Options {
    Start From = Start::Initial;
    /// Largest expression, in nodes, that is not given a variable.
    unsigned MaxTermSize = 64;
  };

  /// Asserts Init if asked for; the path has one state.
  Unroller(const TransitionSystem &M, Solver &S, Options O);

  /// Steps on the path: its states are 0 to depth().
  unsigned depth() const { return States.size() - 1; }
  /// Adds a step and asserts the transition relation.
  void extend();

  /// \p E, over X, in the last state.
  Expr now(Expr E) { return (*ToLast)(E); }
  /// Some variable has different values in states \p I and \p J.
  Expr different(unsigned I, unsigned J);

  /// After Sat: the states and inputs of the solver's model, with a value for
  /// every variable. What updates determine is evaluated, not read.
  TsTrace path();

private:
  Expr timed(Expr Var, unsigned I);
  Expr named(Expr Term, Expr Var, unsigned I);
  Value read(Expr Term);
  void start(Start From);
  void addState(std::vector<Expr> State);

  const TransitionSystem &M;
  ExprContext &Ctx;
  Solver &S;
  Options O;
  /// Terms for M.variables() in each state and for M.inputs() in the step from
  /// it, in those orders.
  std::vector<std::vector<Expr>> States, Inputs;
  /// X and Y to the last state and the step from it.
  std::optional<Substitution> ToLast;
  ExprMap<Expr> NameOf; // terms that have a variable
};

} // namespace sooth

#endif
