//===- Precision.h - What the abstraction tracks --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_PRECISION_H
#define SOOTH_DOMAIN_PRECISION_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/DenseSet.h"

namespace sooth {

/// Variables whose values, and predicates whose truth is tracked. Only grows.
class TrackedSet {
public:
  enum class Change { None, Grown };
  Change addVariable(Expr Var);
  /// A predicate and its negation are the same; constants are left out.
  Change addPredicate(Expr P);

  const std::vector<Expr> &variables() const { return Variables; }
  const std::vector<Expr> &predicates() const { return Predicates; }
  /// Different for different sizes of one set.
  unsigned version() const { return Variables.size() + Predicates.size(); }

private:
  std::vector<Expr> Variables, Predicates;
  ExprSet KnownVariables;
  ExprSet KnownPredicates;
};

/// A tracked set for each location, or one for all (paper 2.2.1).
class Precision {
public:
  enum class Scope { Global, Local };
  Precision(Scope S, unsigned NumLocations)
      : S(S), Sets(S == Scope::Global ? 1 : NumLocations) {}

  Scope scope() const { return S; }
  TrackedSet &at(LocationId L) { return Sets[index(L)]; }
  const TrackedSet &at(LocationId L) const { return Sets[index(L)]; }
  /// Tracked at one location at least.
  size_t numVariables() const;
  size_t numPredicates() const;

private:
  size_t index(LocationId L) const { return S == Scope::Global ? 0 : L; }
  Scope S;
  std::vector<TrackedSet> Sets;
};

} // namespace sooth

#endif
