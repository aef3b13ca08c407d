//===- StateTable.h - All states of a system that has few -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STSCEGAR_STATETABLE_H
#define SOOTH_LIB_ENGINE_STSCEGAR_STATETABLE_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/TransitionSystem.h"

#include "llvm/ADT/BitVector.h"

#include <limits>
#include <memory>

namespace sooth::stscegar {

/// The results of expressions over variables that have few values, for all of
/// these: each expression's for the values of its own variables.
class FiniteFunctions {
public:
  /// At most \p MaxResults results are worked out in all.
  explicit FiniteFunctions(size_t MaxResults) : Left(MaxResults) {}
  void setNoLimit() { Left = std::numeric_limits<size_t>::max(); }

  struct Variable {
    Expr Var;
    std::vector<Value> Values;
  };
  /// What each variable is, by the position of its value.
  using Point = llvm::ArrayRef<unsigned>;
  struct Function {
    /// Positions of variables, and how far apart the results are for values
    /// next to each other.
    struct Argument {
      unsigned Var;
      size_t Stride;
    };
    llvm::SmallVector<Argument, 4> Arguments; ///< by Var
    std::vector<Value> Results;

    const Value &operator()(Point P) const;
  };

  /// Requires a variable that is new, and at least one value.
  void add(Expr Var, std::vector<Value> Values);
  llvm::ArrayRef<Variable> variables() const { return Vars; }
  /// Null if there is a variable that was not added, or are too many results.
  /// What was returned before stays.
  const Function *of(Expr E);

private:
  std::unique_ptr<Function> make(Expr E);

  size_t Left;
  std::vector<Variable> Vars;
  ExprMap<std::unique_ptr<Function>> Memo; ///< null of those that have none
};

/// The states and steps of a system that has few, so that what holds of which
/// and what leads where is looked up.
class StateTable {
public:
  /// By number.
  using Set = llvm::BitVector;

  /// The table of \p M, if it is seen that it has at most \p MaxStates states,
  /// and not many times as many steps: variables have finite types, or bounds
  /// that are conjuncts of the initial condition and of the constraint.
  static std::unique_ptr<StateTable> create(const TransitionSystem &M,
                                            unsigned MaxStates);

  /// The states of which \p E holds, which is over X and Boolean.
  Set where(Expr E);
  const Set &first() const { return First; }
  /// Those to which a step leads from \p From, and those from which one leads
  /// to \p To.
  Set after(const Set &From) const;
  Set before(const Set &To) const;
  Valuation state(unsigned S) const;
  /// Inputs with which a step leads from \p From to \p To; requires that there
  /// are any.
  Valuation inputsOf(unsigned From, unsigned To) const;

  /// What holds of all states in the table. All first states are there, and all
  /// that a step leads to from there; from others no step leads anywhere.
  Expr bounds() const { return Bounds; }
  /// The values of a state variable.
  llvm::ArrayRef<Value> valuesOf(size_t Variable) const {
    return Functions.variables()[Variable].Values;
  }

private:
  struct Step {
    unsigned To;
    unsigned Inputs; ///< the number of a combination of inputs
  };
  explicit StateTable(const TransitionSystem &M, unsigned MaxStates);
  bool addVariables();
  bool fill();
  bool addSteps(unsigned From, unsigned InputNumber,
                llvm::MutableArrayRef<unsigned> Point);
  Set whereAtom(Expr E);

  const TransitionSystem &M;
  const size_t MaxStates;
  FiniteFunctions Functions; ///< of X, then Y, then X' without updates
  size_t States = 1, Inputs = 1, Nexts = 1;
  /// Parts of the constraint, and the next value of each variable.
  std::vector<const FiniteFunctions::Function *> Conditions, Updates;
  std::vector<std::vector<Step>> Steps;
  Set First;
  Expr Bounds;
  ExprMap<Set> Sets;
  ExprSet Known;
};

} // namespace sooth::stscegar

#endif
