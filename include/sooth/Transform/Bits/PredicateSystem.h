//===- PredicateSystem.h - Numbers seen through predicates ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicate abstraction with the abstract step as a formula: each comparison of
// numbers becomes a Boolean. A predicate is a Boolean state variable, whose
// next value is what its weakest precondition says; comparisons that are no
// predicates are inputs. What comparisons have to do with each other are
// clauses that hold in every step: those of two and three that follow from
// adding them, and others as they are needed. So no solver for numbers is asked
// while the Boolean system is searched.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_BITS_PREDICATESYSTEM_H
#define SOOTH_TRANSFORM_BITS_PREDICATESYSTEM_H

#include "sooth/Model/TransitionSystem.h"

#include <memory>

namespace sooth {

class PredicateSystem {
public:
  /// Requires a system that makeFunctional() has made, with one property, and
  /// that suits(). It must outlive this. Predicates to begin with are the
  /// comparisons of state variables in it, how those that are computed compare
  /// to constants that they are compared or set to, and to those that a step
  /// changes by the same amount.
  explicit PredicateSystem(const TransitionSystem &M);
  ~PredicateSystem();

  /// Whether any system has unbounded numbers and no arrays.
  static bool suits(const TransitionSystem &M);

  /// A system without numbers that can do all that M can, with one property.
  /// Variables of M that are no numbers are its own.
  TransitionSystem booleans();
  /// Clauses over Boolean state variables of the last booleans() that every
  /// state of M satisfies, as numbers do. (What holds of inputs is in its
  /// constraint.)
  llvm::ArrayRef<Expr> facts() const;
  /// The comparisons of numbers in \p F, over X, become predicates; how many
  /// did.
  unsigned addPredicates(Expr F);
  /// \p Literals, over X and Y, cannot be true together. Requires that they are
  /// those of comparisons(), formulas without numbers, or negations of these.
  /// Returns whether that is new.
  bool addConflict(llvm::ArrayRef<Expr> Literals);

  /// What the new Booleans of booleans() stand for, as formulas over X and Y.
  struct Comparison {
    Expr Bit, Meaning;
  };
  std::vector<Comparison> comparisons() const;
  /// What \p Invariant, over state variables of booleans(), says of X.
  Expr back(Expr Invariant) const;

private:
  class Impl;
  std::unique_ptr<Impl> Of;
};

} // namespace sooth

#endif
