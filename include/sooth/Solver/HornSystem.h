//===- HornSystem.h - Constrained Horn clauses ----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses A₁ ∧ … ∧ Aₙ ∧ φ ⇒ H, for all values of their variables: the Aᵢ and H
// are predicates applied to terms; H may be missing (EUFORIA dissertation,
// Definition 2.47). They are linear if no body has more than one predicate, as
// those read from files are. A clause without H is a query: φ must not
// hold of anything in the Aᵢ. The clauses are satisfiable if the predicates can
// be interpreted so that all of them hold; otherwise there is a derivation of a
// query.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_HORNSYSTEM_H
#define SOOTH_SOLVER_HORNSYSTEM_H

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
  SourceLocation Where = {};
};

struct HornAtom {
  PredicateId Predicate = 0;
  std::vector<Expr> Args;
};

/// Body ∧ Constraint ⇒ Head, for all values of the variables; without a head,
/// the body must not come true.
struct HornClause {
  std::vector<HornAtom> Body;
  Expr Constraint;
  std::optional<HornAtom> Head;
  SourceLocation Where = {};

  bool isQuery() const { return !Head; }
  bool isLinear() const { return Body.size() <= 1; }
  /// The predicate in the body of a linear clause; null if there is none.
  const HornAtom *body() const {
    assert(isLinear());
    return Body.empty() ? nullptr : &Body.front();
  }
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
