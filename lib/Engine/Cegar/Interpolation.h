//===- Interpolation.h - Why a path is infeasible -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpolation strategies of the paper (2.2.2, 3.2.1 and 3.2.3), all with
// the same result: a formula for every node of an infeasible path.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_INTERPOLATION_H
#define SOOTH_LIB_ENGINE_CEGAR_INTERPOLATION_H

#include "PathFormula.h"

#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Solver/Interpolator.h"

namespace sooth::cegar {

/// What a path's nodes have to be told apart by, over state variables. Nodes
/// where there is nothing to say have true, those behind the contradiction
/// false.
struct PathInterpolant {
  std::vector<Expr> Formulas;
  /// Instead of formulas, if they are not needed: variables of which something
  /// is said. By node.
  std::vector<std::vector<Expr>> Variables;
  /// The first node with something to say; the number of nodes if there is
  /// none.
  unsigned pruneIndex() const;
};

class PathInterpolator {
public:
  /// What is wanted: formulas, or only the variables in them.
  enum class Content { Formulas, Variables };
  PathInterpolator(PathVersions &Versions, Content Wanted,
                   CegarOptions::RefinementKind Refinement);

  /// Requires that the parts of \p F contradict. \p Labels are the abstract
  /// states at its nodes. Nothing if \p B ends or no interpolant is found.
  std::optional<PathInterpolant>
  interpolate(PathFormula &F, llvm::ArrayRef<Expr> Labels, const Budget &B);

  /// By strongest postconditions, whatever the strategy.
  std::optional<PathInterpolant> wholeSequence(PathFormula &F,
                                               const Budget &B) {
    return sequence(F, newton(), B);
  }

private:
  using Found = std::optional<PathInterpolant>;
  Found sequence(PathFormula &F, Interpolator &By, const Budget &B);
  Interpolator &craig();
  Interpolator &newton();
  Solver &solver(SolverOptions::Cores Core);
  Found coreVariables(PathFormula &F, const Budget &B);
  Found forward(PathFormula &F, llvm::ArrayRef<Expr> Labels, const Budget &B);
  Found backward(PathFormula &F, llvm::ArrayRef<Expr> Labels, const Budget &B);
  Found binary(PathFormula &F, Expr A, Expr B, unsigned Node, const Budget &);

  ExprContext &Ctx;
  Content Wanted;
  CegarOptions::RefinementKind Refinement;
  SolverOptions Options;
  std::unique_ptr<Interpolator> Craig, Newton;
  std::unique_ptr<Solver> PartSolver, CoreSolver;
};

} // namespace sooth::cegar

#endif
