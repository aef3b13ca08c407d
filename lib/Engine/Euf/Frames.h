//===- Frames.h - Frames and the queries about them
//------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// R_0 = Init and R_i = ⋀_{j≥i} ⋀_{c∈F_j} ¬c (dissertation, Figure 2.1), kept in
// two incremental EUF solvers: one with the transition relation, for
// counterexample-to-induction queries, and one without, for questions about
// states. Each level has an activation literal; cubes of level infinity and
// lemmas are asserted outright.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_FRAMES_H
#define SOOTH_LIB_ENGINE_EUF_FRAMES_H

#include "AbstractSystem.h"

#include "sooth/Solver/Solver.h"

namespace sooth::euf {

class Frames {
public:
  static constexpr unsigned Infinity = ~0u;

  struct Statistics {
    unsigned StateQueries = 0, StepQueries = 0, Rebuilds = 0, CubesAdded = 0;
    double StateSeconds = 0, StepSeconds = 0;
  };

  /// Which updates a step query is about: those of the variables in its
  /// target, or all of them (which term projection to the letter needs).
  enum class Updates { OfTarget, All };

  Frames(AbstractSystem &Sys, Updates U, const Budget &B, Statistics &Stats);

  unsigned depth() const { return Depth; }
  void newFrame();
  const std::vector<Cube> &cubes(unsigned Level) const { return F[Level]; }

  /// States: R_Level ∧ E.
  Answer checkState(unsigned Level, llvm::ArrayRef<Expr> E);
  Answer checkInit(llvm::ArrayRef<Expr> E) { return checkState(0, E); }
  EufSolver &stateSolver() { return *States; }
  /// The literals of the last checkState() that its Unsat needed.
  std::vector<Expr> stateCore();

  enum class Self { Assumed, Ignored };
  /// ¬c ∧ R_{Level} ∧ T ∧ c′, without ¬c if \p S is Ignored. Afterwards after
  /// Unsat: coreCube() and coreLevel(); after Sat: transSolver()'s model.
  Answer checkStep(unsigned Level, const Cube &C, Self S);
  EufSolver &transSolver() { return *Trans; }
  /// The literals of c that Unsat needed.
  const Cube &coreCube() const { return CoreCube; }
  /// The highest level at which the step remains impossible.
  unsigned coreLevel() const { return CoreLevel; }

  /// ADDUNREACHABLECUBE: c cannot be reached in \p Level steps or fewer.
  void block(const Cube &C, unsigned Level);
  /// Asserts the lemmas that Sys has got since the last call.
  void assertNewLemmas();
  /// Requires that F_{Level-1} is empty, so that ⋀ ¬c over the cubes of
  /// \p Level and above is inductive: that formula, or one of fewer cubes that
  /// is inductive and excludes Bad as well.
  Expr invariant(unsigned Level);

private:
  void build();
  void addLevel(unsigned Level);
  void assertBlocked(const Cube &C, unsigned Level);
  void assumeFrames(unsigned Level, llvm::SmallVectorImpl<Expr> &Assumptions);
  Expr clause(const Cube &C);

  /// The literal that activates the update of a next-state variable.
  Expr definition(Expr Next);
  /// Asserts Active → Next = Update with the choices of Update as clauses.
  void define(EufSolver &S, Expr Active, Expr Next, Expr Update);

  AbstractSystem &Sys;
  Updates Defined;
  const Budget &B;
  Statistics &Stats;
  std::unique_ptr<EufSolver> States, Trans;
  ExprMap<Expr> Definitions; // by next-state variable, in this Trans
  unsigned Depth = 0;
  std::vector<std::vector<Cube>> F; // by level; level 0 stays empty
  std::vector<Cube> Invariant;      // level infinity
  std::vector<Expr> Activation;     // by level; level 0 activates Init
  ExprMap<unsigned> LevelOf;        // by activation literal
  size_t LemmasAsserted = 0;
  Expr Temporary;       // the last step query's activation of ¬c
  unsigned Retired = 0; // activation literals and clauses no longer of use
  Cube CoreCube;
  unsigned CoreLevel = 0;
};

} // namespace sooth::euf

#endif
