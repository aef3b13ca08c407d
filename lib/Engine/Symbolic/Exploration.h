//===- Exploration.h - All runs, merged where they join ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_SYMBOLIC_EXPLORATION_H
#define SOOTH_LIB_ENGINE_SYMBOLIC_EXPLORATION_H

#include "LoopOrder.h"

#include "sooth/Engine/Symbolic/Symbolic.h"
#include "sooth/Expr/ReadVariables.h"
#include "sooth/Model/SymbolicProgram.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/BitVector.h"

#include <deque>
#include <map>

namespace sooth::symbolic {

/// A way of a node, as CfaUnwinding numbers them.
struct WayId {
  size_t Node = 0, Way = 0;
};

/// How symbolic states came about: what a run needs that CfaUnwinding lacks.
struct History {
  struct Incoming {
    WayId From;
    /// The state is that of the first way whose condition holds; of the last
    /// one it does.
    Expr When;
  };
  struct Inputs {
    size_t Step; // of the way's path
    SymbolicProgram::Symbols Chosen;
  };
  struct Way {
    std::vector<Inputs> Chosen;
    bool IsPossible = true;
  };
  struct Node {
    std::vector<Incoming> From;
    std::vector<Way> Ways;
  };
  std::vector<Node> Nodes;
  SymbolicState Start;
};

/// The values of symbols.
using Model = Valuation;

/// The run that goes along \p Last with the values of \p M.
CfaTrace runTo(const Cfa &C, const SymbolicProgram &P, const CfaUnwinding &U,
               const History &H, WayId Last, const Model &M);

class Exploration {
public:
  Exploration(const Cfa &C, const SymbolicOptions &O, const Budget &B);
  CfaResult run();

  struct Counts {
    uint64_t Steps = 0, Nodes = 0, Questions = 0, Merges = 0;
  };
  Counts counts() const;

private:
  /// One of the conditions under which runs are in a state, and those before
  /// it. Of long runs there are many, and all branches have most in common.
  struct Assumed {
    Expr Condition;
    const Assumed *Before;
    size_t Count; ///< of these
  };
  /// A symbolic state, and the conditions under which runs are in it.
  struct Situation {
    SymbolicState State;
    const Assumed *Last = nullptr;
    /// Whether a solver has found a run.
    bool IsPossible = true;
  };
  struct Arrival {
    LocationId Loc;
    Situation S;
    WayId From;
    bool GoesBack; ///< to the head of a loop from inside
  };
  /// Runs that have reached an error.
  struct Claim {
    Expr Condition;
    WayId Way;
    bool IsViolation;
  };

  size_t addNode(LocationId At, std::vector<History::Incoming> From);
  WayId addWay(size_t Node);
  void goAlong(WayId W, EdgeId E, const SymbolicProgram::Symbols &Chosen);
  void arrive(LocationId Source, LocationId At, Situation S, WayId From);
  /// When runs that come from \p Source to \p At go on: those that go back to
  /// the head of a loop when all others have gone through it, inner loops
  /// first.
  using Turn = std::pair<unsigned, unsigned>;
  Turn turn(LocationId Source, LocationId At) const;
  bool goesBack(LocationId Source, LocationId At) const {
    return Order.Place[At] <= Order.Place[Source];
  }
  bool mustWait(LocationId Source, LocationId At) const {
    return !Pending.empty() && turn(Source, At) >= Pending.begin()->first;
  }
  void processNext();
  bool postpone(LocationId At, const std::vector<Arrival> &All);
  void resumePostponed();
  Situation merge(std::vector<Arrival> All,
                  std::vector<History::Incoming> &From);
  void expand(size_t Node, LocationId At, Situation S);
  std::vector<std::pair<EdgeId, Expr>> possibleEdges(LocationId At,
                                                     const Situation &S);
  void branch(size_t Node, LocationId At, Situation S,
              llvm::ArrayRef<std::pair<EdgeId, Expr>> Possible,
              const SymbolicProgram::Symbols &Chosen);
  bool isPossible(Situation &S);
  void assume(Situation &S, Expr Condition);
  static const Assumed *commonPart(const Assumed *A, const Assumed *B);
  /// All conditions of \p S behind \p Until, one of them or null.
  Expr assumedBehind(const Assumed *Until, const Situation &S);
  void askClaims(const Budget &Own);
  Answer ask(Expr Condition, const Budget &Own, Model *M);
  CfaResult safe();
  bool isOver() { return Found || Out || (Out = B.exhausted()); }

  const Cfa &C;
  ExprContext &Ctx;
  const SymbolicOptions &O;
  const Budget &B;
  SymbolicProgram Program;
  const LoopOrder Order;
  llvm::BitVector IsError, IsViolation;
  std::deque<Assumed> AllAssumed;
  CfaUnwinding U;
  History H;
  std::map<Turn, std::vector<Arrival>> Pending;
  std::vector<Arrival> Postponed;
  /// Since a loop was entered, by head.
  std::vector<unsigned> Rounds;
  unsigned MaxRounds;
  std::vector<Claim> Claims;
  ReadVariables Cells;
  std::unique_ptr<Solver> Bits, Any;
  std::optional<CfaTrace> Found;
  std::optional<Exhausted> Out;
  Counts Figures;
};

} // namespace sooth::symbolic

#endif
