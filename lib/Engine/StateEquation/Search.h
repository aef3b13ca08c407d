//===- Search.h - The abstraction-refinement loop -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Thesis, Algorithm 1.7. A queue holds constraint sets that are still to be
// solved, partial solutions to be refined, and for each solution a cursor over
// its jumps.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_SEARCH_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_SEARCH_H

#include "Goal.h"
#include "PartialSolutions.h"

#include "sooth/Engine/StateEquation/StateEquation.h"
#include "sooth/Solver/LinearSolver.h"

#include <deque>
#include <set>

namespace sooth::equation {

/// Jump and increment constraints (Section 1.1.4.5), and those of the goal.
struct Constraint {
  enum class Kind { Goal, Jump, Increment };
  Kind What;
  LinearRowRef Row;
};

using PartialRef = std::shared_ptr<PartialSolution>;

/// A solution vector x with its constraints C.
struct SolutionNode {
  std::vector<Constraint> C;
  std::vector<PetriFormula> Pending;
  Counts X;
  std::shared_ptr<SolutionNode> Parent;
  std::vector<PartialRef> Partials;
  std::unique_ptr<Exploration> Tree;
};
using SolutionRef = std::shared_ptr<SolutionNode>;

/// The partial solution because of which another one is skipped.
struct SkippedDueTo {
  SolutionRef Node;
  PartialRef Partial;
};

/// Algorithms 1.5 and 1.10; nothing is "no skip".
std::optional<SkippedDueTo> filterByInvariant(const NetMatrix &N,
                                              const SolutionNode &Node,
                                              const PartialSolution &S);
std::optional<SkippedDueTo> filterByRemainder(const NetMatrix &N,
                                              const SolutionNode &Node,
                                              const PartialSolution &S);
/// Algorithm 1.11: keeps those that are minimal or maximal in the order of
/// Definition 1.12.
void keepExtremes(std::vector<PartialRef> &Partials);

/// Algorithm 1.6 with Definition 1.7, and, if \p Generalized is not null,
/// Definition 1.10 with respect to the partial solution that it names.
std::vector<PartialRef> betterMarkings(const NetMatrix &N,
                                       const SolutionNode &Node,
                                       const PartialSolution &Skipped,
                                       const SkippedDueTo *Generalized);

/// Algorithm 1.9: the rows that involve a distant invariant, none if there is
/// none to involve. Sets \p Skipped's chain.
std::vector<LinearRow> distantConstraints(const NetMatrix &N,
                                          const SolutionNode &Node,
                                          PartialSolution &Skipped,
                                          const SkippedDueTo &Cause,
                                          unsigned BetterMarkings);

class Search {
public:
  enum class Outcome {
    Reachable, ///< firing() leads to the goal
    Exhausted, ///< nothing left to try
    Paused,    ///< the allowance is used up
    Stopped    ///< the budget is
  };
  struct Statistics {
    unsigned Solutions = 0, Partials = 0, Skipped = 0, Better = 0, Distant = 0,
             Truncated = 0;
  };

  /// \p Goal is expanded.
  Search(const NetMatrix &N, const PetriFormula &Goal, GoalCase Start,
         const StateEquationOptions &O, LinearSolver &Linear,
         StubbornSets &Stubborn);

  /// Continues until \p Allowance more solutions were looked at.
  Outcome run(unsigned Allowance, const Budget &B);
  const FiringRuns &firing() const { return Firing; }
  const Statistics &statistics() const { return Stats; }

private:
  /// What waits in the queue.
  struct Unsolved {
    std::vector<Constraint> C;
    std::vector<PetriFormula> Pending;
    SolutionRef Parent;
  };
  struct Jumps {
    SolutionRef Node;
    TransitionId Next;
  };
  struct Refine {
    SolutionRef Node;
    PartialRef Partial;
  };
  using Element = std::variant<Unsolved, Jumps, Refine>;

  Element next();
  void solve(Unsolved U, const Budget &B);
  void splitCase(Unsolved U, unsigned Pending);
  void jump(Jumps J);
  void refine(Refine R);
  void skip(const Refine &R, const SkippedDueTo &Cause);
  void examine(SolutionRef Node, const Budget &B);
  bool fireAtOnce(SolutionNode &Node, const Budget &B);
  void explore(SolutionNode &Node, const Budget &B);
  void forgetOldTrees(const SolutionRef &Newest);
  bool isNew(const Unsolved &U);
  std::vector<Constraint> withoutJumps(const SolutionNode &Node) const;
  void pushChild(const SolutionRef &Node, std::vector<LinearRow> Rows);
  bool accept(const FiringRuns &Runs, const Marking &M);

  void log(llvm::StringRef What, const Counts &X);
  void log(llvm::StringRef What, const LinearRow &R);
  void log(llvm::StringRef What, const PartialSolution &S);

  const NetMatrix &N;
  const PetriFormula &Goal;
  const StateEquationOptions &Options;
  LinearSolver &Linear;
  StubbornSets &Stubborn;
  std::deque<Element> Queue;
  std::set<size_t> Seen;
  std::deque<std::weak_ptr<SolutionNode>> WithTree;
  Statistics Stats;
  FiringRuns Firing;
  unsigned Taken = 0;
  bool Found = false;
};

} // namespace sooth::equation

#endif
