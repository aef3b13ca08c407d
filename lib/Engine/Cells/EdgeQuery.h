//===- EdgeQuery.h - Which candidates an edge preserves -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_EDGEQUERY_H
#define SOOTH_LIB_ENGINE_CELLS_EDGEQUERY_H

#include "Candidates.h"

#include "sooth/Solver/Solver.h"

#include "llvm/ADT/BitVector.h"

namespace sooth::cells {

/// One incremental solver, made when it is first needed, for an edge, for the
/// beginning of runs, or for all edges from a location to errors. What is known
/// before the edge is known of finitely many cells: those that it or a
/// candidate behind it reads, and the one that the candidate is about.
class EdgeQuery {
public:
  /// The edge \p Via of \p C, or the way into the entry. All must outlive this.
  EdgeQuery(const Cfa &C, const Candidates &Of, std::optional<EdgeId> Via,
            SolverFamily<Solver> &Solvers);
  /// The edges \p ToErrors of \p C, at least one, from one location to errors.
  /// They have much in common, which the solver then looks at once.
  EdgeQuery(const Cfa &C, const Candidates &Of, llvm::ArrayRef<EdgeId> ToErrors,
            SolverFamily<Solver> &Solvers);

  std::optional<LocationId> source() const { return Source; }
  /// Requires that there is one: that this is not about errors.
  LocationId target() const { return Targets.front(); }
  bool leadsToError() const { return IsError; }
  /// By edge to an error: which one.
  llvm::ArrayRef<LocationId> errors() const { return Targets; }

  /// Whether a candidate of \p Goals may be wrong behind the edge if \p Holding
  /// hold before it; for errors, whether an edge of \p Goals can be taken.
  /// After Sat, \p Wrong has those that are, or can.
  Answer check(const llvm::BitVector &Holding, const llvm::BitVector &Goals,
               const Budget &B, llvm::BitVector &Wrong);
  /// After Unsat: the candidates before the edge that it took.
  std::vector<unsigned> needed();

private:
  void make();
  void addGoals();
  void assumeBefore();
  void instantiate(llvm::ArrayRef<Expr> ForAll);
  void tell();

  const Cfa &C;
  const Candidates &Cands;
  SolverFamily<Solver> &Solvers;
  ExprContext &Ctx;
  /// None: the way into the entry.
  std::vector<EdgeId> Via;
  std::optional<LocationId> Source;
  std::vector<LocationId> Targets;
  bool IsError;
  std::unique_ptr<Solver> S;
  std::vector<Expr> Base;  // holds when the edge is taken
  std::vector<Expr> Facts; // the candidates before it
  /// Instances of these, by their numbers.
  std::vector<std::pair<unsigned, Expr>> Known;
  /// Of the candidates before it: literals that they are assumed by.
  std::vector<Expr> Assume;
  /// Of those behind it, and that an edge to an error is not taken: over what
  /// is before, literals that imply that they are wrong, and the same candidate
  /// before, if there is one.
  struct Goal {
    Expr Formula, IsWrong;
    int Before = -1;
  };
  std::vector<Goal> Goals;
  std::vector<Expr> Vars; // of which a counterexample has values
  std::vector<unsigned> Shortcuts;
  /// Whether the last answer is the solver's.
  bool IsAsked = false;
};

} // namespace sooth::cells

#endif
