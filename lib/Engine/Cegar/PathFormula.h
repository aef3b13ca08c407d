//===- PathFormula.h - A path as formulas ---------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In static single assignment form: a variable has a new version only where
// an edge assigns it. So the variables that two neighbouring parts of a path
// have in common are the versions that are current between them. The same
// path always gets the same formulas, which solvers then know already.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_PATHFORMULA_H
#define SOOTH_LIB_ENGINE_CEGAR_PATHFORMULA_H

#include "Arg.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Result/Result.h"
#include "sooth/Solver/Solver.h"

#include <optional>

namespace sooth::cegar {

/// The versions of variables that paths have used, for all paths of a model.
class PathVersions {
public:
  explicit PathVersions(const Cfa &C);
  /// The \p N-th version of a state variable, or occurrence of an input.
  Expr version(Expr Var, unsigned N);
  /// The state variable that \p Version is a version of; null if it is of an
  /// input.
  Expr stateVariable(Expr Version) const { return Original.lookup(Version); }
  const Cfa &model() const { return C; }
  /// Variables that \p E reads; computed once.
  llvm::ArrayRef<Expr> readBy(EdgeId E);

private:
  const Cfa &C;
  ExprSet State;
  ExprMap<std::vector<Expr>> Versions;
  ExprMap<Expr> Original;
  std::vector<std::optional<std::vector<Expr>>> Read;
};

/// Part 0 is init, part i the i-th edge; node i is between parts i and i+1.
class PathFormula {
public:
  PathFormula(PathVersions &Versions, llvm::ArrayRef<EdgeId> Edges);

  const std::vector<Expr> &parts() const { return Parts; }
  /// \p StateFormula about the states at node \p I.
  Expr at(unsigned I, Expr StateFormula);
  /// A formula over versions as one over state variables; null if it speaks
  /// of inputs.
  Expr overState(Expr Formula);
  /// The run that the model of \p S, in which all parts hold, describes.
  CfaTrace trace(Solver &S) const;

private:
  void addEdge(EdgeId E);

  PathVersions &Versions;
  ExprContext &Ctx;
  std::vector<EdgeId> Edges;
  std::vector<Expr> Parts;
  /// Current version of each assigned variable, by node; others are at 0.
  std::vector<ExprMap<unsigned>> Current;
  ExprMap<unsigned> InputCount;
  std::vector<std::vector<std::pair<Expr, Expr>>> Inputs; // by edge: version
};

} // namespace sooth::cegar

#endif
