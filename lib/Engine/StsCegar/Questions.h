//===- Questions.h - What abstractions of a system ask --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_QUESTIONS_H
#define SOOTH_LIB_ENGINE_STSCEGAR_QUESTIONS_H

#include "StateTable.h"

#include "sooth/Result/Result.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth::stscegar {

/// Questions about first states, steps and single states of a system, and why
/// there are no more answers. Formulas are over X. Where there is a table of
/// all states, they are about these, and no solver is asked.
class Questions {
public:
  /// \p MaxTable is how many states a table may have.
  Questions(const TransitionSystem &M, const Property &P, const Budget &B,
            unsigned MaxTable = 0);

  const TransitionSystem &model() const { return M; }
  const Property &property() const { return P; }
  const Budget &budget() const { return B; }
  ExprContext &context() const { return M.context(); }

  /// Null if there is none.
  StateTable *table() const { return Table.get(); }

  /// Whether some state satisfies \p A; false, too, when stopped.
  bool isState(Expr A);
  bool isBad(Expr A) { return isState(context().mkAnd(A, P.Bad)); }

  /// Calls \p Found on a first state in \p A, or on one in \p To that a step
  /// from \p A leads to, and excludes the states that satisfy what that
  /// returns, until there is none left or it returns null.
  using Listener = llvm::function_ref<Expr(const Valuation &)>;
  void firstStates(Expr A, Listener Found);
  void nextStates(Expr A, Expr To, Listener Found);
  void nextStates(Expr A, Listener Found) {
    nextStates(A, context().trueExpr(), Found);
  }
  void states(Expr A, Listener Found);
  /// Of a set of the table.
  void enumerate(StateTable::Set States, Listener Found);

  /// After this, all questions are answered with no.
  void stop(UnknownReason::Kind K, Cause Why = {});
  bool isStopped() const { return Stopped.has_value(); }
  const UnknownReason &reason() const { return *Stopped; }
  unsigned asked() const { return Asked; }

  /// \p E, over X, of the next state.
  Expr next(Expr E) { return ToNext(E); }
  /// One that shares terms with the others.
  std::unique_ptr<Solver> newSolver() { return Family->create(Options); }
  /// Counts a question; returns whether it can be answered.
  bool begin();
  /// Whether what is in \p S and \p Assumptions can be true together; stops if
  /// that is not known.
  bool ask(Solver &S, llvm::ArrayRef<Expr> Assumptions);

private:
  void enumerate(Solver &S, Expr From, bool OfNext, Listener Found);

  const TransitionSystem &M;
  const Property &P;
  const Budget &B;
  Substitution ToNext;
  SolverOptions Options;
  std::unique_ptr<StateTable> Table;
  /// None with a table.
  std::unique_ptr<SolverFamily<Solver>> Family;
  std::unique_ptr<Solver> First, Step, State;
  std::optional<UnknownReason> Stopped;
  unsigned Asked = 0;
};

/// The conjunction of the values that \p State gives to \p Vars.
Expr valuesOf(ExprContext &Ctx, llvm::ArrayRef<Expr> Vars,
              const Valuation &State);
/// Atoms over X in \p Roots, and in the conditions of the transition relation,
/// each once.
std::vector<Expr> atomsOf(const TransitionSystem &M,
                          llvm::ArrayRef<Expr> Roots);
std::vector<Expr> conditionsOf(const TransitionSystem &M);

} // namespace sooth::stscegar

#endif
