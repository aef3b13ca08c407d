//===- GoalTracker.h - Goals evaluated as tokens move ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas share their linear constraints; each constraint's sum is kept, and
// a formula is evaluated again only if one of its constraints has changed from
// true to false or back.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_WALK_GOALTRACKER_H
#define SOOTH_LIB_ENGINE_WALK_GOALTRACKER_H

#include "CompiledNet.h"

#include "sooth/Model/PetriFormula.h"

#include <map>

namespace sooth {

class GoalTracker {
public:
  /// Goals with coefficients beyond 2^40 are dropped from the start.
  GoalTracker(const PetriNet &N, const std::vector<PetriFormula> &Goals,
              const std::vector<std::vector<LinearTerm>> &Maxima);

  size_t numGoals() const { return Roots.size(); }
  size_t numMaxima() const { return Maxima.size(); }

  void reset(const Marking &M);
  /// \p T has fired \p Times times (a negative number takes firings back).
  void fired(TransitionId T, __int128 Times);

  /// Goals that hold now, among those that may have changed since the last
  /// call and are not dropped.
  llvm::ArrayRef<size_t> takeReached(bool Deadlock);
  void drop(size_t Goal) { Dropped[Goal] = true; }
  bool isDropped(size_t Goal) const { return Dropped[Goal]; }
  bool mentionsDeadlock(size_t Goal) const { return OnDeadlock[Goal]; }

  __int128 sum(size_t Maximum) const { return Sums[Maxima[Maximum]]; }

  /// What firing \p T adds to a sum.
  double gain(size_t Maximum, TransitionId T, uint64_t Times) const;

  /// How far the marking is from satisfying a goal; 0 if it does.
  /// \p NumEnabled is what a deadlock is away.
  double distance(size_t Goal, size_t NumEnabled) const {
    return distanceOf(Roots[Goal], NumEnabled);
  }
  /// What firing \p T would make of it.
  double distanceAfter(size_t Goal, TransitionId T, uint64_t Times,
                       size_t NumEnabled);

private:
  struct Node {
    PetriFormula::Kind What;
    uint32_t Constraint = 0; // of Constraint
    std::vector<uint32_t> Parts;
  };
  struct Constraint {
    LinearConstraint Linear;
    std::vector<uint32_t> Goals;
    bool Holds = false;
  };
  struct Effect {
    uint32_t Constraint;
    __int128 Change;
  };
  uint32_t compile(const PetriFormula &F, size_t Goal);
  uint32_t constraintFor(const LinearConstraint &C);
  void compileEffects(const PetriNet &N);
  void update(uint32_t C);
  void markDirty(size_t Goal);
  bool evaluate(uint32_t Node, bool Deadlock) const;
  double distanceOf(uint32_t Node, size_t NumEnabled) const;
  double constraintDistance(uint32_t C) const;

  std::vector<Node> Nodes;
  std::vector<Constraint> Constraints;
  std::vector<__int128> Sums; // of constraints
  Rows<Effect> Effects;       // by transition
  std::vector<uint32_t> Roots;
  std::vector<uint32_t> Maxima; // constraints that are never asked for truth
  std::vector<bool> Dropped, OnDeadlock, IsDirty;
  std::vector<size_t> Dirty, Reached;
  bool WasDeadlock = false;
  std::map<std::vector<int64_t>, uint32_t> Known; // constraints by content
};

} // namespace sooth

#endif
