//===- Interpolation.cpp - Why a path is infeasible -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpolation.h"

#include "sooth/Domain/Domain.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cegar;
using RefinementKind = CegarOptions::RefinementKind;

unsigned PathInterpolant::pruneIndex() const {
  for (unsigned N = 0; N < Formulas.size(); ++N)
    if (!Formulas[N].isConst() || (!Variables.empty() && !Variables[N].empty()))
      return N;
  return Formulas.size();
}

PathInterpolator::PathInterpolator(PathVersions &Versions, Content Wanted,
                                   RefinementKind Refinement)
    : Ctx(Versions.model().context()), Wanted(Wanted), Refinement(Refinement),
      Options(solverOptionsFor(Versions.model())) {}

// Solvers are made when they are first needed; most strategies need one or two.

Interpolator &PathInterpolator::craig() {
  constexpr double Seconds = 5;
  if (!Craig) {
    std::vector<std::unique_ptr<Interpolator>> Members;
    Members.push_back(createCoreInterpolator(Ctx, CoreInterpolation::Backward));
    Members.push_back(createSpacerInterpolator(Ctx));
    Craig = createFallbackInterpolator(std::move(Members), Seconds);
  }
  return *Craig;
}

Interpolator &PathInterpolator::newton() {
  if (!Newton)
    Newton = createCoreInterpolator(Ctx, CoreInterpolation::Forward);
  return *Newton;
}

Solver &PathInterpolator::solver(SolverOptions::Cores Core) {
  bool IsMinimal = Core == SolverOptions::Cores::Minimal;
  std::unique_ptr<Solver> &S = IsMinimal ? CoreSolver : PartSolver;
  if (!S) {
    SolverOptions O = Options;
    O.Core = Core;
    S = createZ3Solver(Ctx, O);
  }
  return *S;
}

std::optional<PathInterpolant>
PathInterpolator::interpolate(PathFormula &F, llvm::ArrayRef<Expr> Labels,
                              const Budget &B) {
  Found Result;
  switch (Refinement) {
  case RefinementKind::ForwardBinary:
    Result = forward(F, Labels, B);
    break;
  case RefinementKind::BackwardBinary:
    Result = backward(F, Labels, B);
    break;
  case RefinementKind::MinPrune:
  case RefinementKind::MaxPrune: {
    Result = forward(F, Labels, B);
    Found Other = backward(F, Labels, B);
    if (Result && Other &&
        (Other->pruneIndex() < Result->pruneIndex()) ==
            (Refinement == RefinementKind::MinPrune))
      Result = std::move(Other);
    break;
  }
  case RefinementKind::Core:
    return Wanted == Content::Variables ? coreVariables(F, B)
                                        : sequence(F, newton(), B);
  case RefinementKind::Sequence:
  case RefinementKind::MultiSequence:
    break;
  }
  return Result ? Result : sequence(F, craig(), B);
}

PathInterpolator::Found
PathInterpolator::sequence(PathFormula &F, Interpolator &By, const Budget &B) {
  Interpolation I = By.interpolate(F.parts(), B);
  if (I.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  PathInterpolant P;
  for (Expr Formula : I.I) {
    Expr OverState = F.overState(Formula);
    P.Formulas.push_back(OverState ? OverState : Ctx.trueExpr());
  }
  P.Formulas.push_back(Ctx.falseExpr());
  return P;
}

/// What the statements of an unsatisfiable core before a node and those behind
/// it have in common: the variables that Newton's formulas could be about,
/// without computing these.
PathInterpolator::Found PathInterpolator::coreVariables(PathFormula &F,
                                                        const Budget &B) {
  std::vector<Expr> Statements;
  ExprMap<unsigned> First, Last; // part with the statement
  for (unsigned I = 0; I < F.parts().size(); ++I) {
    llvm::SmallVector<Expr, 16> Conjuncts;
    conjuncts(F.parts()[I], Conjuncts);
    for (Expr C : Conjuncts) {
      if (First.try_emplace(C, I).second)
        Statements.push_back(C);
      Last[C] = I;
    }
  }
  Solver &S = solver(SolverOptions::Cores::Minimal);
  if (S.check(Statements, B) != Answer::Unsat)
    return std::nullopt;
  ExprMap<std::pair<unsigned, unsigned>> Span; // of versions, in parts
  for (Expr C : S.core())
    for (Expr V : variables({C})) {
      auto [It, IsNew] = Span.try_emplace(V, First[C], Last[C]);
      It->second = {std::min(It->second.first, First[C]),
                    std::max(It->second.second, Last[C])};
    }
  PathInterpolant P;
  P.Formulas.assign(F.parts().size(), Ctx.trueExpr());
  P.Variables.resize(F.parts().size());
  for (const auto &[Version, Parts] : Span)
    if (Expr Var = F.overState(Version))
      for (unsigned Node = Parts.first; Node < Parts.second; ++Node)
        P.Variables[Node].push_back(Var);
  for (std::vector<Expr> &Vars : P.Variables)
    llvm::sort(Vars, [](Expr A, Expr B) { return A.id() < B.id(); });
  return P;
}

/// The interpolant between \p First and \p Second, true before and false
/// behind \p Node (paper 2.2.2).
PathInterpolator::Found PathInterpolator::binary(PathFormula &F, Expr First,
                                                 Expr Second, unsigned Node,
                                                 const Budget &B) {
  Interpolation I = craig().interpolate({First, Second}, B);
  if (I.What != Interpolation::Outcome::Interpolants)
    return std::nullopt;
  Expr OverState = F.overState(I.I[0]);
  if (!OverState || OverState.isConst())
    return std::nullopt;
  PathInterpolant P;
  P.Formulas.assign(F.parts().size(), Ctx.falseExpr());
  std::fill_n(P.Formulas.begin(), Node, Ctx.trueExpr());
  P.Formulas[Node] = OverState;
  return P;
}

/// The longest feasible prefix, with the abstract states on the way, and the
/// edge that makes it infeasible.
PathInterpolator::Found PathInterpolator::forward(PathFormula &F,
                                                  llvm::ArrayRef<Expr> Labels,
                                                  const Budget &B) {
  std::vector<Expr> Prefix;
  Found Result;
  Solver &S = solver(SolverOptions::Cores::Any);
  S.push();
  for (unsigned I = 0; I < F.parts().size(); ++I) {
    Expr Next = Ctx.mkAnd(F.parts()[I], F.at(I, Labels[I]));
    S.add(Next);
    Answer A = S.check(B);
    if (A == Answer::Unsat && I > 0)
      Result = binary(F, Ctx.mkAnd(Prefix), Next, I - 1, B);
    if (A != Answer::Sat)
      break;
    Prefix.push_back(Next);
  }
  S.pop();
  return Result;
}

/// The longest feasible suffix and the edge before it (paper 3.2.1).
PathInterpolator::Found PathInterpolator::backward(PathFormula &F,
                                                   llvm::ArrayRef<Expr> Labels,
                                                   const Budget &B) {
  unsigned Last = F.parts().size() - 1;
  std::vector<Expr> Suffix{F.at(Last, Labels[Last])};
  Found Result;
  Solver &S = solver(SolverOptions::Cores::Any);
  S.push();
  S.add(Suffix[0]);
  for (unsigned I = Last + 1; I-- > 0;) {
    Expr Before = F.parts()[I];
    if (I > 0)
      Before = Ctx.mkAnd(Before, F.at(I - 1, Labels[I - 1]));
    S.add(Before);
    Answer A = S.check(B);
    if (A == Answer::Unsat && I < Last)
      Result = binary(F, Ctx.mkAnd(Suffix), Before, I, B);
    if (A != Answer::Sat)
      break;
    Suffix.push_back(Before);
  }
  S.pop();
  return Result;
}
