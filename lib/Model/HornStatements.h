//===- HornStatements.h - Horn clauses as they are written ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_HORNSTATEMENTS_H
#define SOOTH_LIB_MODEL_HORNSTATEMENTS_H

#include "sooth/Solver/HornSystem.h"

#include "llvm/ADT/StringMap.h"

namespace sooth {

/// What a script about predicates says, before clauses are made of it.
/// Expressions have neither predicates nor quantifiers, so that a Boolean
/// variable stands for each application of a predicate and each quantified
/// formula.
struct HornStatements {
  struct Application {
    HornAtom Atom;
    SourceLocation Where;
  };
  struct Quantified {
    enum class Quantifier { ForAll, Exists } What;
    Expr Body;
    SourceLocation Where;
  };
  struct Statement {
    enum class Kind {
      Assertion, // of a formula
      Query      // the formula must not hold for any values of its variables
    } What;
    Expr Formula;
    SourceLocation Where;
  };

  std::vector<HornPredicate> Predicates;
  llvm::StringMap<PredicateId> PredicateOf; // by name
  ExprMap<Application> Applications;
  ExprMap<Quantified> Quantifieds;
  std::vector<Statement> Statements;
};

} // namespace sooth

#endif
