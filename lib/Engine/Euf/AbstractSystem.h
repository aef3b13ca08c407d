//===- AbstractSystem.h - The system as EUF sees it
//------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Algorithm 1's ABSTRANS. Because abstraction is only another reading of the
// same expressions, the abstract system is the concrete one together with
// what refinement has learnt about it: lemmas, and the vocabulary that cubes
// may use.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_ABSTRACTSYSTEM_H
#define SOOTH_LIB_ENGINE_EUF_ABSTRACTSYSTEM_H

#include "sooth/Expr/Traversal.h"
#include "sooth/Model/TransitionSystem.h"

namespace sooth::euf {

/// A conjunction of literals over X, sorted by id, each once.
using Cube = std::vector<Expr>;
Cube makeCube(llvm::ArrayRef<Expr> Literals);

class AbstractSystem {
public:
  AbstractSystem(const TransitionSystem &Ts, const Property &P);

  ExprContext &context() const { return Ts.context(); }
  const TransitionSystem &system() const { return Ts; }
  Expr bad() const { return Bad; }

  /// x ↦ x′ and back, without touching the terms' structure.
  Expr prime(Expr E) { return Prime(E); }
  Expr unprime(Expr E) { return Unprime(E); }

  enum class Variables { None, Current, NextOnly, Mixed };
  /// Which variables occur: none, only current ones, only next-state ones, or
  /// inputs or a mixture. Memoised.
  Variables variablesOf(Expr E);
  bool isStateTerm(Expr E) {
    Variables V = variablesOf(E);
    return V == Variables::None || V == Variables::Current;
  }
  /// The update of the variable whose next-state copy is \p Next, or null.
  Expr updateOf(Expr Next) const { return Updates.lookup(Next); }
  bool isNext(Expr Var) const { return NextVars.contains(Var); }

  // What refinement adds.
  /// A formula that holds in every concrete interpretation.
  void addLemma(Expr L) { Lemmas.push_back(L); }
  const std::vector<Expr> &lemmas() const { return Lemmas; }
  /// The terms over X that cubes may use besides those of the current step.
  bool isKnown(Expr Term) const { return Known.contains(Term); }
  /// Makes the state terms below \p E known; returns how many are new.
  unsigned makeKnown(Expr E);
  /// Atoms over X whose value every cube records; false if already there.
  enum class Added { New, Old };
  Added track(Expr Atom);
  const std::vector<Expr> &tracked() const { return Tracked; }

private:
  const TransitionSystem &Ts;
  Expr Bad;
  Substitution Prime, Unprime;
  ExprMap<Expr> Updates;
  ExprSet NextVars, CurVars;
  ExprMap<Variables> VarsMemo;
  std::vector<Expr> Lemmas;
  ExprSet Known, KnownSeen, TrackedSet;
  std::vector<Expr> Tracked;
};

} // namespace sooth::euf

#endif
