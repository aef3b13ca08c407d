//===- Frames.h - Frames and the queries about them -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// R_0 = Init and R_i = ⋀_{j≥i} ⋀_{c∈F_j} ¬c (dissertation, Figure 2.1), for
// each location by itself: R_0 is false but at the entry, and R_i is false
// where i steps do not lead. A location has an incremental solver, made
// when first needed, with the blocks that leave it; if there is only one
// location, another one for questions about its states. Each level has an
// activation literal; cubes of level infinity and lemmas are asserted outright.
//

#ifndef SOOTH_LIB_ENGINE_EUF_FRAMES_H
#define SOOTH_LIB_ENGINE_EUF_FRAMES_H

#include "Abstraction.h"

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

  Frames(AbstractSystem &Sys, Abstraction &Abstract, Updates U, const Budget &B,
         Statistics &Stats);

  unsigned depth() const { return Depth; }
  void newFrame();
  const std::vector<Cube> &cubes(LocationId L, unsigned Level) const {
    return Locations[L].F[Level];
  }
  bool isLevelEmpty(unsigned Level) const;

  /// States at \p L: R_Level ∧ E.
  Answer checkState(LocationId L, unsigned Level, llvm::ArrayRef<Expr> E);
  Answer checkInit(LocationId L, llvm::ArrayRef<Expr> E) {
    return checkState(L, 0, E);
  }
  Solver &stateSolver(LocationId L) { return states(L); }
  /// The literals of the last checkState() that its Unsat needed.
  const std::vector<Expr> &stateCore() const { return StateCore; }
  /// Whether a cube blocked at \p Level or later is part of \p C.
  bool isSubsumed(LocationId L, unsigned Level, const Cube &C) const;

  enum class Self { Assumed, Ignored };
  /// R_Level ∧ Via ∧ c′, at the source of \p Via; and ¬c where Via goes round,
  /// unless \p S is Ignored. Afterwards after Unsat: coreCube() and
  /// coreLevel(); after Sat: the model of transSolver().
  Answer checkStep(const Block &Via, unsigned Level, const Cube &C, Self S);
  Solver &transSolver(const Block &Via) { return *Locations[Via.Source].Trans; }
  /// The literals of c that Unsat needed.
  const Cube &coreCube() const { return CoreCube; }
  /// The highest level at which the step remains impossible.
  unsigned coreLevel() const { return CoreLevel; }

  /// ADDUNREACHABLECUBE: c cannot be reached at \p L in \p Level steps or
  /// fewer.
  void block(LocationId L, const Cube &C, unsigned Level);
  /// Requires that level \p Level - 1 is empty, so that at each location ⋀ ¬c
  /// over the cubes of \p Level and above is inductive: these formulas, or
  /// ones of fewer cubes that are inductive and exclude Bad as well. False
  /// where no path leads. No queries about the frames can follow.
  std::vector<Expr> invariant(unsigned Level);

private:
  struct LocationFrames {
    std::vector<std::vector<Cube>> F; // by level; level 0 stays empty
    std::vector<Cube> Invariant;      // level infinity
    std::unique_ptr<Solver> States, Trans;
    size_t LemmasInStates = 0, LemmasInTrans = 0;
    /// Of how many operators the solvers know the meaning.
    size_t MeaningInStates = 0, MeaningInTrans = 0;
    /// In this Trans: by block and next-state variable.
    llvm::DenseMap<std::pair<unsigned, Expr>, Expr> Definitions;
    llvm::DenseMap<unsigned, Expr> Guards; // by block
    Expr Temporary;       // the last step query's activation of ¬c
    unsigned Retired = 0; // clauses of Trans no longer of use
  };

  void addLevel();
  Solver &states(LocationId L);
  Solver &trans(LocationId L);
  void assertFrames(LocationId L, Solver &S);
  /// Unless the solver, which knows all operators that are interpreted now,
  /// knows that \p Lemma holds.
  void assertLemma(Solver &S, Expr Lemma);
  void assertBlocked(Solver &S, const Cube &C, unsigned Level);
  void assumeFrames(unsigned Level, llvm::SmallVectorImpl<Expr> &Assumptions);
  Expr clause(const Cube &C);
  /// Whether no state at \p L is reached in so many steps, for want of a path.
  bool isTooFar(LocationId L, unsigned Level) const {
    return Level < Sys.distance(L);
  }

  /// The literal that activates the update of a next-state variable.
  Expr definition(const Block &Via, Expr Next);
  /// The literal that activates the guard.
  Expr guard(const Block &Via);
  /// Asserts Active → Next = Update with the choices of Update as clauses.
  void define(Solver &S, Expr Active, Expr Next, Expr Update);

  AbstractSystem &Sys;
  Updates Defined;
  const Budget &B;
  Statistics &Stats;
  Abstraction &Abstract;
  std::vector<LocationFrames> Locations;
  unsigned Depth = 0;
  std::vector<Expr> Activation; // by level; level 0 activates Init
  ExprMap<unsigned> LevelOf;    // by activation literal
  std::vector<Expr> StateCore;
  Cube CoreCube;
  unsigned CoreLevel = 0;
};

} // namespace sooth::euf

#endif
