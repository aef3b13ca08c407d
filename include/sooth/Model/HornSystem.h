//===- HornSystem.h - Linear constrained Horn clauses ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses A ∧ φ ⇒ H, for all values of their variables: A and H are predicates
// applied to terms, or missing (EUFORIA dissertation, Definition 2.47 with at
// most one predicate in the body). A clause without H is a query: φ must not
// hold of anything in A. The clauses are satisfiable if the predicates can be
// interpreted so that all of them hold; otherwise there is a derivation of a
// query.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_HORNSYSTEM_H
#define SOOTH_MODEL_HORNSYSTEM_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/SourceLocation.h"

#include <optional>
#include <string>
#include <vector>

namespace sooth {

using PredicateId = unsigned;

struct HornPredicate {
  std::string Name;
  /// Distinct variables that occur in no clause.
  std::vector<Expr> Params;
  SourceLocation Where;
};

struct HornAtom {
  PredicateId Predicate = 0;
  std::vector<Expr> Args;
};

struct HornClause {
  std::optional<HornAtom> Body;
  Expr Constraint;
  std::optional<HornAtom> Head;
  SourceLocation Where;

  bool isQuery() const { return !Head; }
};

struct HornSystem {
  explicit HornSystem(ExprContext &Ctx) : Ctx(&Ctx) {}

  ExprContext *Ctx;
  std::vector<HornPredicate> Predicates;
  std::vector<HornClause> Clauses;
  /// Variables that stand for divisions by zero, which SMT-LIB leaves open:
  /// every clause has to hold for one choice of their values only, not for
  /// all.
  std::vector<Expr> ZeroDivisions;
};

/// All variables of \p C.
std::vector<Expr> variables(const HornClause &C);

/// The predicates' meanings, over their parameters.
struct HornModel {
  std::vector<Expr> Meaning;
};

/// Clauses, applied one after the other: the first has no predicate in its
/// body, each other derives from what the one before has derived, and the last
/// one is a query.
struct HornDerivation {
  struct Step {
    unsigned Clause = 0;
    Valuation Values; // of the clause's variables
  };
  std::vector<Step> Steps;
};

} // namespace sooth

#endif
