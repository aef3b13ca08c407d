//===- HornSolver.h - Spacer on systems of Horn clauses -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses with any number of predicates in their bodies, for z3's Spacer
// (Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive
// programs, CAV 2014). What it says is a suggestion, to be checked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SOLVER_HORNSOLVER_H
#define SOOTH_SOLVER_HORNSOLVER_H

#include "sooth/Expr/ExprContext.h"
#include "sooth/Support/Budget.h"

#include <optional>
#include <string>
#include <vector>

namespace sooth {

struct HornRules {
  struct Predicate {
    std::string Name;
    /// Variables in which its meaning is told.
    std::vector<Expr> Params;
  };
  struct Application {
    unsigned Predicate = 0;
    std::vector<Expr> Args;
  };
  /// Body ∧ Constraint ⇒ Head, for all values of the variables; without a head,
  /// the body must not come true.
  struct Rule {
    std::vector<Application> Body;
    Expr Constraint;
    std::optional<Application> Head;
  };
  std::vector<Predicate> Predicates;
  std::vector<Rule> Rules;
};

struct HornSuggestion {
  enum class Outcome { Model, Derivation, Failed } What = Outcome::Failed;
  /// By predicate, over its parameters; null where the answer had none that can
  /// be read.
  std::vector<Expr> Meaning;
  std::string Reason; // of a failure
};

/// Asks Spacer, in a process of its own, which is killed when \p B ends.
HornSuggestion askSpacer(ExprContext &Ctx, const HornRules &R, const Budget &B);

} // namespace sooth

#endif
