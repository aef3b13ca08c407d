//===- Refuter.h - The proof search -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Branch and cut for a StateEquationProof. It meets firing sequences on its
// way, as it solves the same equation with more constraints.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_STATEEQUATION_REFUTER_H
#define SOOTH_LIB_ENGINE_STATEEQUATION_REFUTER_H

#include "Cuts.h"
#include "Goal.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth::equation {

/// Facts that hold in every question about a net.
struct NetFacts {
  /// Marked traps that some solution left empty.
  std::vector<std::vector<PlaceId>> Traps;
};

/// Whether a tree of cases may be too large.
bool hasManyCases(const GoalCase &Case);

class Refuter {
public:
  using NodeRef = StateEquationProof::NodeRef;
  enum class Outcome {
    Proved,    ///< proof()
    Reachable, ///< firing()
    Bound,     ///< too many nodes
    Stuck,     ///< reason(); more nodes would not help
    Stopped    ///< the budget is used up
  };
  /// A tree of cases, or all cases at once (LazyRefuter.cpp).
  enum class Method { Tree, Lazy };
  struct Limits {
    Method Use = Method::Tree;
    unsigned MaxNodes = 1000;
    unsigned MaxStates = 20'000;
  };

  /// \p Start has the rows that StateEquationProof.h starts with, and those of
  /// \p Goal, which is expanded. \p Facts grow.
  Refuter(const NetMatrix &N, const PetriFormula &Goal, GoalCase Start,
          NetFacts &Facts, LinearSolver &Linear, Limits L, const Budget &B);

  Outcome run();
  StateEquationProof::NodeRef takeProof() { return std::move(Proof); }
  const FiringRuns &firing() const { return Firing; }
  llvm::StringRef reason() const { return Reason; }
  unsigned nodes() const { return Nodes; }

private:
  using Kind = StateEquationProof::Node::Kind;

  /// What a refutation makes use of.
  struct Uses {
    llvm::BitVector Rows, Disjunctions;
    bool All = false;
    void merge(const Uses &Other);
    /// Forgets what comes later.
    void restrictTo(size_t RowCount, size_t DisjunctionCount);
  };

  /// Each returns null when refutation ended without a proof; then End is set.
  NodeRef refute();
  NodeRef refuteWithTraps(std::vector<std::vector<PlaceId>> Traps);
  NodeRef refuteIntegers();
  /// LazyRefuter.cpp.
  NodeRef refuteLazily();
  std::optional<Cut> anyCut(const Counts &X);
  NodeRef noIntegers();
  NodeRef integersLeaf();
  /// Nothing if nothing structural is wrong with \p Point; else what comes of
  /// it.
  std::optional<NodeRef> refuteByStructure(llvm::ArrayRef<double> Point);
  NodeRef refutePoint(llvm::ArrayRef<double> Point);
  NodeRef refuteSolution(Counts X);
  NodeRef choose(unsigned Pending);
  NodeRef cutTraps(std::vector<std::vector<PlaceId>> Traps);
  NodeRef cut(Cut C);
  NodeRef split(std::vector<RowTerm> Terms, int64_t Bound);
  NodeRef excludeVector(const Counts &X, TransitionId From);
  NodeRef unrealizable(const Counts &X) const;
  NodeRef branch(NodeRef Inner, unsigned Cases,
                 llvm::function_ref<Asserted(unsigned)> Enter);
  void push(LinearRow R);

  std::optional<LinearRow> rowOf(const std::vector<PlaceId> &Trap) const;
  NodeRef trapNode(const std::vector<PlaceId> &Trap) const;
  std::optional<unsigned> violatedAt(llvm::ArrayRef<double> Point) const;
  std::optional<Cut> findCut(llvm::ArrayRef<double> Point);
  /// Sets End if a firing sequence to the goal is found within \p X. Otherwise
  /// the one that gets furthest.
  PartialSolution fire(const Counts &X);
  NodeRef giveUp(Outcome What, llvm::StringRef Why);

  const NetMatrix &N;
  const PetriFormula &Goal;
  GoalCase Context;
  /// The disjunctions that the present case has split.
  std::vector<unsigned> Chosen;
  NetFacts &Facts;
  LinearSolver &Linear;
  Limits Limit;
  const Budget &B;
  CutFinder Cuts;
  unsigned Nodes = 0, Depth = 0, Splits = 0;
  Outcome End = Outcome::Proved;
  std::string Reason;
  NodeRef Proof;
  /// Of the refutation that was returned last.
  Uses Used;
  FiringRuns Firing;
};

} // namespace sooth::equation

#endif
