//===- Refinement.h - Checking abstract counterexamples -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// BUILDCX and REFINEFORWARD (dissertation 3.4, Algorithms 5 and 6) and
// BUILDBMCCX (4.4.1, Algorithm 10): an abstract trace is checked concretely in
// three stages, its states, its transitions and the whole path. What is
// infeasible becomes lemmas:
//
// * stages one and two find literals that one abstract model makes true and
//   that contradict each other concretely. The lemma denies them together, so
//   it excludes that model: there is always progress (constraint lemmas);
// * if every step is feasible but the path is not (it is discontinuous),
//   interpolants of its unsatisfiable core become lemmas and atoms of cubes
//   (InterpolantRefinement.cpp). Without interpolants, or when they say nothing
//   new, the core enlarges the vocabulary of cubes (Expansion.cpp).
//
// The query about a path first consists of the literals that term projection
// found in the abstract models, the dissertation's constraints Q; only if these
// agree the updates behind them are added.
//
// Where this departs from the dissertation: Algorithm 6 simulates forwards
// and puts nested terms into the lemma itself; here lemmas stay about single
// steps, which keeps them short.
//

#ifndef SOOTH_LIB_ENGINE_EUF_REFINEMENT_H
#define SOOTH_LIB_ENGINE_EUF_REFINEMENT_H

#include "Ic3.h"

#include "sooth/Result/Result.h"
#include "sooth/Solver/Interpolator.h"

#include <map>

namespace sooth::euf {

/// For whom it is worth some time to learn from few literals.
SolverOptions minimalCores();

class Refinement {
public:
  enum class Outcome {
    Feasible, // trace() is a run of the concrete system
    Refined,  // lemmas or vocabulary were added
    Stuck,    // neither: a bug
    OutOfBudget
  };

  struct Statistics {
    unsigned Runs = 0, StateCores = 0, StepCores = 0, PathCores = 0;
    unsigned ConstraintLemmas = 0, RewriteLemmas = 0, ExpansionTerms = 0,
             Facts = 0, ValueAtoms = 0, Interpolations = 0,
             InterpolantAtoms = 0, Interpreted = 0;
    double Seconds = 0;
  };

  Refinement(AbstractSystem &Sys, const EufOptions &O, const Budget &B);

  /// BUILDCX, Algorithm 5.
  Outcome buildCx(const AbstractTrace &T);
  const TsTrace &trace() const { return Concrete; }
  const Statistics &statistics() const { return Stats; }

private:
  /// A literal of the path: over X and Y of step \p At and X′ = X of At + 1.
  struct PathLiteral {
    unsigned Step;
    Expr Literal;
    /// What the abstract trace says, or a part of the transition relation.
    enum class From { Cube, Relation } Of = From::Cube;
  };

  void setInterpolator(EufOptions::Interpolation How);
  Outcome checkTogether(llvm::ArrayRef<Expr> Literals, unsigned &Counter);
  Outcome refineForward(const AbstractTrace &T);
  Answer checkPath(const AbstractTrace &T, llvm::ArrayRef<PathLiteral> Path,
                   unsigned Steps, std::vector<PathLiteral> &Core);
  /// REFINEWITHINTERPOLANTS, Algorithm 10; Stuck if there are none.
  Outcome refineWithInterpolants(const AbstractTrace &T,
                                 llvm::ArrayRef<PathLiteral> Core);
  Outcome expand(const AbstractTrace &T, llvm::ArrayRef<PathLiteral> Core);
  /// Pulls the core's literals back from its last step to its first; returns
  /// the number of new terms.
  unsigned pullBack(const AbstractTrace &T, llvm::ArrayRef<PathLiteral> Core,
                    unsigned First, unsigned Last);
  /// Makes cubes record the prefix's values at the core's joints.
  unsigned trackValues(const AbstractTrace &T, llvm::ArrayRef<PathLiteral> Core,
                       unsigned First, unsigned Last);
  /// The updates on which \p Path depends.
  std::vector<PathLiteral> definitions(const AbstractTrace &T,
                                       llvm::ArrayRef<PathLiteral> Path,
                                       unsigned Steps);
  void readTrace(const AbstractTrace &T, unsigned Steps);

  // LEARNLEMMA, Algorithm 8.
  enum class Learnt { New, Nothing };
  /// Those general facts without which EUF cannot tell that \p Core is
  /// infeasible; none if it cannot with them either.
  Learnt learnFacts(llvm::ArrayRef<Expr> Core);
  Learnt learnLemma(llvm::ArrayRef<Expr> Core);
  /// Uses the core's own equalities to eliminate variables, next-state ones
  /// and inputs before others.
  std::vector<Expr> propagateEqualities(llvm::ArrayRef<Expr> Core);
  /// The simplified form of \p E; for every simplification made on the way
  /// the fact behind it becomes a lemma.
  Expr normalize(Expr E, Learnt &Any);
  /// Gives operators their meaning that too many lemmas are about: all
  /// operators of \p Lemma, or that of \p Application.
  void countOperators(Expr Lemma);
  void countOperator(Expr Application);
  /// Adds L and its other version (X for X′ and back) if new.
  Learnt addLemma(Expr L);

  /// Makes cubes at \p L record the atoms of \p P.
  Learnt track(LocationId L, Expr P);

  Expr timed(Expr E, unsigned Step);
  Expr untimed(Expr E, unsigned Step);

  AbstractSystem &Sys;
  EufOptions O;
  const Budget &B;
  Statistics Stats;
  std::unique_ptr<Solver> S;
  std::unique_ptr<Interpolator> Interpolate; // null: by expansion only
  std::unique_ptr<SolverFamily<EufSolver>> EufSolvers; // for learnFacts()
  size_t MeaningOfSolvers = 0;
  std::vector<ExprMap<Expr>> TimedVars; // by step
  std::vector<std::unique_ptr<Substitution>> TimedExprs;
  /// The state variables on which the last path depends, by step.
  std::vector<std::vector<Expr>> Dependencies;
  ExprSet LemmaSet;
  std::map<Operator, unsigned> LemmasAbout;
  ExprMap<Expr> Normal;
  TsTrace Concrete;
};

} // namespace sooth::euf

#endif
