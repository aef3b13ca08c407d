//===- InterpolantRefinement.cpp - Lemmas from interpolants ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// REFINEWITHINTERPOLANTS, dissertation 4.4.1, Algorithm 10: the core of the
// path's bounded query is cut into its steps. Interpolants p_i between them
// (equation 4.32) give a valid lemma per step (equation 4.33)
//
//   ¬[p_i(X) ∧ core_i(X, Y, X′) ∧ ¬p_{i+1}(X′)]
//
// and their atoms become part of every cube at the location where p_i is
// about. (In the dissertation the atoms enter through the lemmas alone; there
// the partition of all terms records them.) The next abstract counterexample
// along these steps would have to break a lemma, or two of its steps would not
// fit.
//

#include "Refinement.h"

using namespace sooth;
using namespace sooth::euf;

/// One interpolation problem must not cost the whole budget.
static constexpr double MaxSeconds = 5;

/// So many paths are explained by cores before other ways are tried.
static constexpr unsigned MaxFromCores = 16;

/// In terms of X what is over the copy of step \p At.
Expr Refinement::untimed(Expr E, unsigned At) {
  Substitution Back(Sys.context());
  for (auto &[V, Copy] : TimedVars[At])
    Back.set(Copy, V);
  return Back(E);
}

Refinement::Learnt Refinement::track(LocationId L, Expr P) {
  Learnt Any = Learnt::Nothing;
  if (unsigned New = Sys.trackAtoms(L, P)) {
    Stats.InterpolantAtoms += New;
    Any = Learnt::New;
  }
  if (unsigned New = Sys.makeKnown(P)) {
    Stats.ExpansionTerms += New;
    Any = Learnt::New;
  }
  return Any;
}

Refinement::Outcome
Refinement::refineWithInterpolants(const AbstractTrace &T,
                                   llvm::ArrayRef<PathLiteral> Core) {
  ExprContext &Ctx = Sys.context();
  unsigned First = ~0u, Last = 0;
  for (const PathLiteral &L : Core) {
    First = std::min(First, L.Step);
    Last = std::max(Last, L.Step);
  }
  std::vector<std::vector<Expr>> Literals(Last - First + 1);
  std::vector<Expr> Parts(Literals.size());
  for (const PathLiteral &L : Core)
    Literals[L.Step - First].push_back(L.Literal);
  for (size_t I = 0; I < Parts.size(); ++I)
    Parts[I] = timed(Ctx.mkAnd(Literals[I]), First + I);
  // Where arithmetic matters and interpolants of cores, which speak of the
  // values along one path, do not come to an end, Spacer's say more. (Often
  // about single bits: they cost more, too.)
  using By = EufOptions::Interpolation;
  if (++Stats.Interpolations >= MaxFromCores && Stats.Interpreted &&
      O.InterpolateBy != By::Spacer)
    setInterpolator(By::Spacer);
  Interpolation P = Interpolate->interpolate(Parts, B.child(MaxSeconds));
  if (P.What != Interpolation::Outcome::Interpolants)
    return B.exhausted() ? Outcome::OutOfBudget : Outcome::Stuck;

  Learnt Any = Learnt::Nothing;
  std::vector<Expr> Before{Ctx.trueExpr()}; // p_i over X
  for (size_t I = 0; I < Parts.size(); ++I) {
    bool IsLast = I + 1 == Parts.size();
    unsigned At = First + I + 1;
    Expr After = IsLast ? Ctx.falseExpr() : untimed(P.I[I], At);
    std::vector<Expr> Infeasible = Literals[I];
    llvm::SmallVector<Expr, 8> Conjuncts;
    conjuncts(Before.back(), Conjuncts);
    conjuncts(Ctx.mkNot(Sys.prime(After)), Conjuncts);
    llvm::append_range(Infeasible, Conjuncts);
    if (O.Abstract == EufOptions::Abstraction::Functions && !After.isTrue() &&
        learnLemma(Infeasible) == Learnt::New)
      Any = Learnt::New;
    if (!After.isConst() && track(T.Locations[At], After) == Learnt::New)
      Any = Learnt::New;
    Before.push_back(After);
  }
  return Any == Learnt::New ? Outcome::Refined : Outcome::Stuck;
}
