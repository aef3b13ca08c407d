//===- FunctionalSystem.h - Systems of functions alone --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BITS_FUNCTIONALSYSTEM_H
#define SOOTH_TRANSFORM_BITS_FUNCTIONALSYSTEM_H

#include "sooth/Result/Result.h"

namespace sooth {

/// A system as hardware is: each variable has an update, there is no
/// constraint, and the initial condition says constants of variables. What
/// else a system requires is remembered: a variable says whether all steps of
/// the run so far were possible, and a state is bad only then.
struct FunctionalSystem {
  /// The same properties. Its state variables and inputs are those of the
  /// original and new ones. Without floating-point operators.
  TransitionSystem Model;
  /// The variable that says that all steps were possible, and the one that says
  /// that this state is not the first; null where they are not needed.
  Expr Possible, Started;
  Expr OriginalInit;

  /// Of evidence about Model, that about the original.
  TsTrace back(const TsTrace &T, const TransitionSystem &Original) const;
  /// Requires an inductive invariant.
  Expr back(Expr Invariant) const;
};

FunctionalSystem makeFunctional(const TransitionSystem &M);

} // namespace sooth

#endif
