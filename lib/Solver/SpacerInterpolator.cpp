//===- SpacerInterpolator.cpp - Interpolants as a Horn chain --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The inductive interpolant sequence as a linear system of Horn clauses
// (EUFORIA dissertation, 4.4.1, phase two): with one predicate for the
// variables that are shared at each boundary,
//
//   A_0 ⇒ P_1(V_1),   P_i(V_i) ∧ A_i ⇒ P_{i+1}(V_{i+1}),   P_{n-1} ∧ A_{n-1} ⇒
//   ⊥
//
// z3's Spacer finds interpretations of the predicates, which are interpolants.
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Traversal.h"
#include "sooth/Solver/HornSolver.h"
#include "sooth/Solver/Interpolator.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
class SpacerInterpolator final : public Interpolator {
public:
  explicit SpacerInterpolator(ExprContext &Ctx) : Ctx(Ctx) {}
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override;

private:
  ExprContext &Ctx;
};
} // namespace

/// P_i has number i - 1.
static HornSystem chainOf(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts) {
  HornSystem R(Ctx);
  ExprMap<size_t> First, Last;
  for (size_t I = 0; I < Parts.size(); ++I)
    for (Expr V : variables({Parts[I]})) {
      First.try_emplace(V, I);
      Last[V] = I;
    }
  std::vector<Expr> All = variables(Parts);
  for (size_t I = 1; I < Parts.size(); ++I) {
    HornPredicate &P = R.Predicates.emplace_back();
    P.Name = "P" + std::to_string(I);
    llvm::copy_if(All, std::back_inserter(P.Params),
                  [&](Expr V) { return First[V] < I && Last[V] >= I; });
  }
  auto Atom = [&](size_t I) {
    return HornAtom{unsigned(I - 1), R.Predicates[I - 1].Params};
  };
  for (size_t I = 0; I < Parts.size(); ++I) {
    HornClause &Rule = R.Clauses.emplace_back();
    Rule.Constraint = Parts[I];
    if (I > 0)
      Rule.Body.push_back(Atom(I));
    if (I + 1 < Parts.size())
      Rule.Head = Atom(I + 1);
  }
  return R;
}

Interpolation SpacerInterpolator::interpolate(llvm::ArrayRef<Expr> Parts,
                                              const Budget &B) {
  HornSuggestion S = askSpacer(Ctx, chainOf(Ctx, Parts), B);
  switch (S.What) {
  case HornSuggestion::Outcome::Derivation:
    return {Interpolation::Outcome::Satisfiable, {}, {}};
  case HornSuggestion::Outcome::Failed:
    return Interpolation::failed(S.Reason);
  case HornSuggestion::Outcome::Model:
    break;
  }
  if (llvm::is_contained(S.Meaning, Expr()))
    return Interpolation::failed("Spacer: no interpretation, or one with "
                                 "quantifiers or skolem functions");
  Interpolation Result;
  Result.What = Interpolation::Outcome::Interpolants;
  Result.I = std::move(S.Meaning);
  return Result;
}

std::unique_ptr<Interpolator>
sooth::createSpacerInterpolator(ExprContext &Ctx) {
  return std::make_unique<SpacerInterpolator>(Ctx);
}
