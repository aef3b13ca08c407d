//===- ValueSets.h - The few values that variables may have ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_VALUESETS_H
#define SOOTH_LIB_CHECK_VALUESETS_H

#include "sooth/Expr/EquationSolving.h"

#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>

namespace sooth {

/// Expressions with one variable replaced by one value, memoised over all
/// calls.
class ValueTrials {
public:
  explicit ValueTrials(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr operator()(Expr E, Expr Var, Expr Val);
  ExprContext &context() { return Ctx; }

private:
  ExprContext &Ctx;
  std::map<std::pair<unsigned, unsigned>, Substitution> Results; // by ids
};

/// For some variables, constants among which their value is at a place of the
/// program. So a branch on a state, or on a pointer to one of a few functions,
/// is seen to leave one value only, without a solver.
class ValueSets {
public:
  /// \p E, or its value if it is a variable that can have only one.
  Expr operator()(Expr E) const;
  /// Keeps what \p Guard does not exclude; false if it excludes everything.
  bool restrict(Expr Guard, ValueTrials &Try);
  /// A value, and what is known of its variables.
  using Choice = std::pair<Expr, const ValueSets *>;
  /// \p Var is one of \p Choices.
  void define(Expr Var, llvm::ArrayRef<Choice> Choices);
  /// What is known if either this or \p Other is.
  void join(const ValueSets &Other);
  /// Forgets what is known of variables but \p Vars (other terms in it do not
  /// matter).
  void keep(llvm::ArrayRef<Expr> Vars);

private:
  using Set = llvm::SmallVector<Expr, 2>;
  /// Adds what \p E may be to \p Out; false if that is too much.
  bool collect(Expr E, Set &Out) const;

  ExprMap<Set> Possible; // absent: any value
};

} // namespace sooth

#endif
