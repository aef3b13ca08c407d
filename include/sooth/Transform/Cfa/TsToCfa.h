//===- TsToCfa.h - From a transition system to an automaton ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transition system is one location with one edge, and a second edge that
// leads to an error where the property is violated. What is functional becomes
// updates; next values that only a constraint speaks of are inputs of the
// edge, unless an equation of the constraint determines them, and the
// constraint is its guard. Whoever wants more locations unfolds control
// variables (UnfoldControl.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_TSTOCFA_H
#define SOOTH_TRANSFORM_TSTOCFA_H

#include "sooth/Result/Result.h"

namespace sooth {

/// The way back. Refers to the system, which must outlive it.
class SystemBackTranslation {
public:
  /// \p Step tells, for each variable, its next value over the variables and
  /// inputs of edge 0.
  SystemBackTranslation(const TransitionSystem &S, std::vector<Expr> Step)
      : S(S), Step(std::move(Step)) {}

  /// A run of the system. If \p T is not a run to the error, the result is not
  /// a run to a bad state either.
  TsTrace back(const CfaTrace &T) const;
  /// Inductive on the system if \p I is so on the automaton.
  TsInvariant back(const CfaInvariant &I) const;
  /// Of whole results; reasons stay what they are.
  TsResult back(const CfaResult &R) const;

private:
  const TransitionSystem &S;
  std::vector<Expr> Step;
};

struct SystemProgram {
  Cfa Model;
  SystemBackTranslation Back;
};

/// The entry is the location of all states; the only error location stands for
/// \p P. State variables are those of \p S.
SystemProgram toCfa(const TransitionSystem &S, const Property &P);

} // namespace sooth

#endif
