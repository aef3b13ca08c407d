//===- Ic3.h - Word-level IC3 ---------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The algorithm of dissertation 2.6 (Figures 2.1 and 2.2) over the abstract
// system: CHECK, BACKWARDREACH, FORWARDPROPAGATE, with the pre-image
// construction of 3.3.3. It ends with an invariant, or with an abstract
// counterexample that the caller has to check; after learning from it the
// caller calls check() again, and the frames are kept, because lemmas only
// make the abstract system smaller.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_IC3_H
#define SOOTH_LIB_ENGINE_EUF_IC3_H

#include "Frames.h"

#include <deque>
#include <queue>

namespace sooth::euf {

/// Definition 3.7: cubes A_0 … A_n from Init to ¬P, and why the abstract
/// system can go from one to the next.
struct AbstractTrace {
  std::vector<Cube> States;
  std::vector<LocationId> Locations; // of States
  /// Steps[i] leads from States[i] to States[i + 1].
  std::vector<std::shared_ptr<const PreImage>> Steps;
  /// The literals of Init that the model of Init ∧ A_0 makes true.
  Cube Init;
};

class Ic3 {
public:
  enum class Outcome { Invariant, AbstractTrace, Bound, OutOfBudget };

  struct Statistics {
    Frames::Statistics Frame;
    unsigned Obligations = 0, LiteralsBefore = 0, LiteralsAfter = 0;
  };

  Ic3(AbstractSystem &Sys, const EufOptions &O, const Budget &B);

  /// CHECK of Figure 2.1.
  Outcome check();
  /// After Outcome::Invariant: a formula for each location.
  const std::vector<Expr> &invariant() const { return Inv; }
  /// After Outcome::AbstractTrace.
  const AbstractTrace &trace() const { return Trace; }
  unsigned depth() const { return R.depth(); }
  const Statistics &statistics() const { return Stats; }
private:
  /// A cube to be shown unreachable in so many steps.
  struct ProofObligation {
    LocationId Loc;
    Cube C;
    unsigned Level;
    const ProofObligation *Successor;     // null: C is bad
    std::shared_ptr<const PreImage> Step; // to the successor
  };
  enum class Blocked { Yes, Reached, OutOfBudget };

  Blocked blockBadStates();
  Blocked backwardReach(const ProofObligation &Bad);
  /// One obligation: blocks it, or finds a predecessor.
  Blocked blockOrExtend(const ProofObligation &O);
  void push(const ProofObligation &O);

  /// Whether \p C at \p L has a predecessor in R_Level. Sat: by block Via, of
  /// which the solver has a model. Unsat: CoreCube cannot be entered by any
  /// block from R_CoreLevel.
  Answer checkPredecessors(LocationId L, unsigned Level, const Cube &C,
                           Frames::Self S);
  /// GENERALIZEINFEASIBLE, Algorithm 4; \p Level is raised where possible.
  /// Requires that C is unreachable at Level by the last checkPredecessors().
  Cube generalizeInfeasible(LocationId L, const Cube &C, unsigned &Level);
  /// The core of the last step query, kept apart from Init.
  Cube separateFromInit(LocationId L, const Cube &C, Cube Core);
  void buildTrace(const ProofObligation &First);
  enum class Propagated { Fixpoint, No, OutOfBudget };
  Propagated forwardPropagate();

  AbstractSystem &Sys;
  EufOptions O;
  const Budget &B;
  Statistics Stats;
  std::unique_ptr<Abstraction> Abstract;
  Frames R;
  std::deque<ProofObligation> Obligations; // stable addresses
  struct Later {
    bool
    operator()(const std::pair<unsigned, const ProofObligation *> &A,
               const std::pair<unsigned, const ProofObligation *> &B) const {
      return A.first > B.first;
    }
  };
  std::priority_queue<std::pair<unsigned, const ProofObligation *>,
                      std::vector<std::pair<unsigned, const ProofObligation *>>,
                      Later>
      Queue;
  const Block *Via = nullptr;
  Cube CoreCube;
  unsigned CoreLevel = 0;
  std::vector<Expr> Inv;
  AbstractTrace Trace;
};

} // namespace sooth::euf

#endif
