//===- HornToTs.h - From Horn clauses to a transition system --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EUFORIA dissertation 4.2: a state variable says of each predicate whether it
// holds of the values in its places, which are state variables too. A step
// applies one clause. A state where the query's variable is true can be reached
// if and only if a query can be derived (Theorem 4.1).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_HORNTOTS_H
#define SOOTH_TRANSFORM_HORNTOTS_H

#include "sooth/Model/TransitionSystem.h"
#include "sooth/Solver/HornSystem.h"

namespace sooth {

enum class HornEncoding {
  /// Algorithm 9: every variable has an update, a choice by inputs of which
  /// exactly one, the clause that is applied, is true.
  Functional,
  /// Section 4.2.2: the disjunction of the clauses.
  Relational
};

/// Requires that division by zero is not left open: S.ZeroDivisions is empty.
/// The result has one property. Its size is linear in that of \p S.
TransitionSystem toTransitionSystem(const HornSystem &S, HornEncoding E);

} // namespace sooth

#endif
