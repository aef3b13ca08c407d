//===- Precision.cpp - What the abstraction tracks ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/Precision.h"

using namespace sooth;
using Change = TrackedSet::Change;

Change TrackedSet::addVariable(Expr Var) {
  if (!KnownVariables.insert(Var).second)
    return Change::None;
  Variables.push_back(Var);
  return Change::Grown;
}

Change TrackedSet::addPredicate(Expr P) {
  while (P.is(Kind::Not))
    P = P.operand(0);
  if (P.isConst() || !KnownPredicates.insert(P).second)
    return Change::None;
  Predicates.push_back(P);
  return Change::Grown;
}

size_t Precision::numVariables() const {
  ExprSet All;
  for (const TrackedSet &T : Sets)
    All.insert(T.variables().begin(), T.variables().end());
  return All.size();
}

size_t Precision::numPredicates() const {
  ExprSet All;
  for (const TrackedSet &T : Sets)
    All.insert(T.predicates().begin(), T.predicates().end());
  return All.size();
}
