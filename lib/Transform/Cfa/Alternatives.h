//===- Alternatives.h - Edges of which one is taken -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several edges that leave one location become one expression: a choice by
// their guards. That is right only if at most one guard holds, so here is
// what it takes to see that, or to arrange for it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_ALTERNATIVES_H
#define SOOTH_LIB_TRANSFORM_ALTERNATIVES_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace sooth {

/// Colours such that elements in conflict differ; in conflict are those whose
/// guards do not plainly exclude each other by their Boolean form (c and ¬c,
/// x = 1 and x = 2, and what follows through conjunctions and disjunctions; it
/// gives up on large formulas), unless \p Harmless says so. An element without
/// any conflict has no colour (~0u).
std::vector<unsigned>
colourConflicts(ExprContext &Ctx, llvm::ArrayRef<Expr> Guards,
                llvm::function_ref<bool(unsigned, unsigned)> Harmless);

/// Gives the edges that leave one location common inputs where they read the
/// same thing, in order of execution. As only one of the edges is taken, that
/// changes nothing, but `when y` and `when ¬y′` then exclude each other.
class SharedInputs {
public:
  struct Pair {
    Expr Original, Shared;
  };
  /// \p Name makes the variable for an input that is shared with no earlier
  /// edge's.
  SharedInputs(llvm::ArrayRef<const Edge *> Edges,
               llvm::function_ref<Expr(const Input &)> Name);
  /// The inputs, one each, with the new variables.
  const std::vector<Input> &inputs() const { return Inputs; }
  /// Old and new variable of each input of edge \p I.
  const std::vector<Pair> &ofEdge(unsigned I) const { return Pairs[I]; }

private:
  std::vector<Input> Inputs;
  std::vector<std::vector<Pair>> Pairs;
};

/// A value under a condition.
struct Alternative {
  Expr When;
  Expr Val;
};

/// The value of the alternative whose condition holds. Requires that the
/// conditions exclude each other; if none holds, the result is any of the
/// values. Equal values share one condition and the most complex condition is
/// left out.
Expr choose(ExprContext &Ctx, llvm::ArrayRef<Alternative> As);

/// The disjunction of conditions that exclude each other, folded from the end
/// so that c₁ ∨ (¬c₁ ∧ c₂) ∨ (¬c₁ ∧ ¬c₂), as decision chains have it, becomes
/// true.
Expr anyOf(ExprContext &Ctx, llvm::ArrayRef<Expr> Conditions);

} // namespace sooth

#endif
