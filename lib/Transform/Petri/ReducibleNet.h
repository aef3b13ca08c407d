//===- ReducibleNet.h - A net while it is reduced -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_REDUCIBLENET_H
#define SOOTH_LIB_TRANSFORM_REDUCIBLENET_H

#include "sooth/Transform/Petri/PetriReduction.h"

#include <map>
#include <set>

namespace sooth {

/// What the goal wants of a place: to be able to have more tokens, fewer, or
/// both. A place of which nothing is wanted is invisible.
struct Wish {
  bool More = false, Fewer = false;
  bool isVisible() const { return More || Fewer; }
};

/// A transition under construction: it needs Before(p) tokens and changes p by
/// Change(p). Zeros are left out.
struct ReducibleTransition {
  std::map<PlaceId, int64_t> Needs;   // positive
  std::map<PlaceId, int64_t> Changes; // not zero
  std::map<PlaceId, int64_t> Inhibitors;
  FiringSequence Word;

  int64_t needs(PlaceId P) const;
  int64_t change(PlaceId P) const;
};

/// First \p A, then \p B. Nothing if numbers get too large. Inhibitors are
/// those of both as if they were asked in the beginning: the caller knows that
/// \p A does not touch what \p B asks.
std::optional<ReducibleTransition> sequence(const ReducibleTransition &A,
                                            const ReducibleTransition &B);

/// A net whose parts can be taken away. Transitions by place are kept up to
/// date.
class ReducibleNet {
public:
  ReducibleNet(const PetriNet &N, const PetriFormula &Goal);

  size_t numPlaces() const { return Tokens.size(); }
  size_t numTransitions() const { return Transitions.size(); }
  bool hasPlace(PlaceId P) const { return PlaceAlive[P]; }
  bool hasTransition(TransitionId T) const { return TransitionAlive[T]; }
  const ReducibleTransition &transition(TransitionId T) const {
    return Transitions[T];
  }
  int64_t tokens(PlaceId P) const { return Tokens[P]; }
  const Wish &wish(PlaceId P) const { return Wishes[P]; }
  bool isVisible(PlaceId P) const { return Wishes[P].isVisible(); }
  /// The goal is a deadlock, so that every enabled transition matters.
  bool seeksDeadlock() const { return Deadlock; }

  /// Transitions with an arc of any kind to the place.
  const std::set<TransitionId> &around(PlaceId P) const { return Around[P]; }
  /// Those that need tokens in it, change it upwards, or are inhibited by it.
  std::vector<TransitionId> consumers(PlaceId P) const;
  std::vector<TransitionId> producers(PlaceId P) const;
  bool isInhibiting(PlaceId P) const;
  /// Whether it changes a place that the goal may want to have fewer tokens.
  bool changesUnwanted(TransitionId T) const;

  void removeTransition(TransitionId T);
  /// With all its arcs.
  void removePlace(PlaceId P);
  TransitionId addTransition(ReducibleTransition T);
  /// Fires \p T, \p Times times, before anything else.
  void fireFirst(TransitionId T, int64_t Times);

  PetriReduction finish(const PetriNet &N, const PetriFormula &Goal) const;

private:
  void wish(const PetriFormula &F);
  std::vector<int64_t> Tokens;
  std::vector<bool> PlaceAlive, TransitionAlive;
  std::vector<ReducibleTransition> Transitions;
  std::vector<std::set<TransitionId>> Around;
  std::vector<Wish> Wishes;
  FiringRuns Prefix;
  bool Deadlock = false;
};

/// One rule: applies itself wherever it can. Returns whether anything changed.
enum class Progressed { No, Yes };
using ReductionRule = Progressed (*)(ReducibleNet &, const Budget &);

Progressed removeIrrelevantTransitions(ReducibleNet &, const Budget &);
Progressed removeDeadTransitions(ReducibleNet &, const Budget &);
Progressed removeConstantPlaces(ReducibleNet &, const Budget &);
Progressed removeSinkPlaces(ReducibleNet &, const Budget &);
Progressed removeUselessTransitions(ReducibleNet &, const Budget &);
Progressed removeDominatedTransitions(ReducibleNet &, const Budget &);
Progressed removeDominatedPlaces(ReducibleNet &, const Budget &);
Progressed agglomerateAfter(ReducibleNet &, const Budget &);
Progressed agglomerateBefore(ReducibleNet &, const Budget &);

} // namespace sooth

#endif
