//===- SymbolicProgram.h - Steps on symbolic states -------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the edges of an automaton do to a state in which some variables have
// numbers and others are terms over symbols. Each variable that init leaves
// open, and each input each time it is asked for, is a symbol.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_SYMBOLICPROGRAM_H
#define SOOTH_MODEL_SYMBOLICPROGRAM_H

#include "sooth/Expr/SymbolicEvaluator.h"
#include "sooth/Model/Cfa.h"

#include <optional>

namespace sooth {

/// Refers to the automaton, which must outlive it.
class SymbolicProgram {
public:
  explicit SymbolicProgram(const Cfa &C);

  struct Start {
    SymbolicState State;
    Expr Condition; ///< what else init says of the symbols
  };
  /// The symbol of a variable is the variable itself.
  Start start();

  /// An input and the symbol that it got.
  using Symbols = std::vector<std::pair<Expr, Expr>>;
  /// Gives all inputs of the edges that leave \p L new symbols. Edges that
  /// share an input share the symbol: only one of them is taken. A symbol that
  /// nothing was made of until the next call is as good as a new one, and given
  /// out again.
  Symbols chooseInputs(LocationId L, SymbolicState &S);
  /// The symbols chosen last at \p L are not given out again: states with them
  /// take steps after others have been chosen.
  void keepSymbols(LocationId L);
  /// Those of \p Chosen, symbols chosen last for their inputs, that something
  /// was made of. What the other inputs are does not matter.
  Symbols used(const Symbols &Chosen);
  /// \p Var is an input or a variable.
  void set(Expr Var, Expr Value, SymbolicState &S);

  /// Both require that inputs have been chosen.
  SymbolicValue guard(EdgeId E, const SymbolicState &S);
  void take(EdgeId E, SymbolicState &S);

  /// As SymbolicEvaluator::settleWith().
  void settleWith(std::function<Expr(Expr)> How) {
    Eval.settleWith(std::move(How));
  }

  /// Of an expression over variables.
  SymbolicValue value(Expr E, const SymbolicState &S);

  /// \p A if \p Condition holds, otherwise \p B.
  SymbolicState choice(Expr Condition, const SymbolicState &A,
                       const SymbolicState &B) const {
    return Eval.choice(Condition, A, B, NumVariables);
  }
  /// What variable \p I of Cfa::variables() holds.
  Expr get(const SymbolicState &S, unsigned I) const { return Eval.get(S, I); }

private:
  struct CompiledEdge {
    SymbolicEvaluator::Code Guard, Updates;
    std::vector<unsigned> Targets;
  };
  const CompiledEdge &compiled(EdgeId E);
  bool learn(Expr Fact, SymbolicState &S, ExprSet &Learnt);

  const Cfa &C;
  SymbolicEvaluator Eval;
  unsigned NumVariables;
  std::vector<std::optional<CompiledEdge>> Edges;
  std::vector<std::vector<unsigned>> InputsAt; // by location
  /// By variable of the evaluator: the symbol that it got last, if that may be
  /// given out again.
  std::vector<Expr> LastSymbol;
};

/// Conditions no two of which hold together, such that any run that takes one of
/// \p Guards satisfies one of them for some values of symbols that are made for
/// that: the guards themselves where they are seen to exclude each other.
std::vector<Expr> makeExclusive(ExprContext &Ctx, llvm::ArrayRef<Expr> Guards);

} // namespace sooth

#endif
