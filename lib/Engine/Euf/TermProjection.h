//===- TermProjection.h - From a model to the literals that matter --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Term projection, dissertation 3.3.3 and Figure 3.5: given a model of a
// formula, the literals and terms that suffice to make it true, found by
// following only the satisfied branch of every ite and one deciding operand
// of every false conjunction and true disjunction.
//
// The figure is recursive; here it is two passes, so that depth costs no
// stack: a top-down pass marks what is needed, and a bottom-up pass (in order
// of ids, operands first) builds the ite-free forms.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_TERMPROJECTION_H
#define SOOTH_LIB_ENGINE_EUF_TERMPROJECTION_H

#include "AbstractSystem.h"

#include "sooth/Solver/Solver.h"

namespace sooth::euf {

/// TermProj(M, f). Valid while the solver's model is.
class TermProjection {
public:
  TermProjection(AbstractSystem &Sys, Solver &Model)
      : Sys(Sys), Model(Model) {}

  /// Marks a Boolean expression or a term as needed.
  void need(Expr E);
  /// Builds the ite-free forms of all that is needed.
  void run();

  /// S: the needed literals, each true in the model; ite-free.
  const std::vector<Expr> &literals() const { return Literals; }
  /// Q: the needed terms, ite-free.
  const std::vector<Expr> &terms() const { return Terms; }
  /// The ite-free form of a needed term.
  Expr resolved(Expr Term) const { return Resolved.lookup(Term); }

private:
  void needOperands(Expr E);
  /// Of a false conjunction or true disjunction.
  Expr decidingOperand(Expr E, bool Value);

  AbstractSystem &Sys;
  Solver &Model;
  ExprSet Needed;
  std::vector<Expr> Order, Work;
  ExprMap<Expr> Resolved;
  std::vector<Expr> Literals, Terms;
};

/// Definition 2.17: the literals of \p S, and for every two terms of \p Q of
/// one sort whether the model makes them equal. (An equality with one
/// representative per class; disequalities between representatives.)
std::vector<Expr> modelAssertion(ExprContext &Ctx, EufSolver &Model,
                                 llvm::ArrayRef<Expr> Q,
                                 llvm::ArrayRef<Expr> S);

/// One step backwards as the model sees it.
struct PreImage {
  const Block *Via;
  Cube Pre;
  /// Over X, Y and X′, all true in the model: they lead from Pre to the
  /// target.
  std::vector<Expr> Step;
  /// x′ ↦ its ite-free update, for the next-state variables of the target.
  ExprMap<Expr> Updates;
};

/// The step alone, without Pre.
PreImage projectStep(AbstractSystem &Sys, Solver &Model, const Block &Via,
                     llvm::ArrayRef<Expr> Target);

/// Algorithm 2, EXPANDPREIMAGE, to the letter. Requires that the last answer
/// of \p Model was Sat for \p Via ∧ \p Target, a set of literals over X′.
PreImage expandPreImage(AbstractSystem &Sys, EufSolver &Model, const Block &Via,
                        llvm::ArrayRef<Expr> Target);

/// The same without the partition: only what the target's own variables need,
/// with next-state variables replaced by their ite-free updates and inputs by
/// equal state terms where the model has one.
PreImage substitutePreImage(AbstractSystem &Sys, EufSolver &Model,
                            const Block &Via, llvm::ArrayRef<Expr> Target);

/// The literals that make the state formula \p F at \p L true in the model.
Cube projectState(AbstractSystem &Sys, Solver &Model, LocationId L, Expr F);

/// Replaces next-state variables in a literal by \p Updates whatever terms
/// come out; inputs stay.
Expr substituteUpdates(ExprContext &Ctx, const ExprMap<Expr> &Updates, Expr E);

} // namespace sooth::euf

#endif
