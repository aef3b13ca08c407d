//===- PetriReduction.cpp - Smaller nets with the same answer -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that take something away. All of them keep whether the goal can be
// reached; an inhibiting place is one with an inhibitor arc. What is used
// again and again: more tokens in a place that does not inhibit, and of which
// the goal does not want fewer, never do any harm.
//
// NUPN units are not carried over: agglomeration moves tokens between units.
//
//===----------------------------------------------------------------------===//

#include "ReducibleNet.h"

#include "sooth/Check/FiringReplay.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

/// Drops transitions from which neither the goal nor a transition that the goal
/// depends on gets what it wants. In a run to the goal they can be left out:
/// the remaining transitions then see at least the tokens they need and at most
/// those that inhibit them, and so does the goal.
Progressed sooth::removeIrrelevantTransitions(ReducibleNet &N, const Budget &) {
  if (N.seeksDeadlock())
    return Progressed::No;
  std::vector<Wish> Wishes;
  for (PlaceId P = 0; P < N.numPlaces(); ++P)
    Wishes.push_back(N.wish(P));
  std::vector<bool> Relevant(N.numTransitions(), false);
  std::vector<PlaceId> Work;
  for (PlaceId P = 0; P < N.numPlaces(); ++P)
    if (N.hasPlace(P) && Wishes[P].isVisible())
      Work.push_back(P);
  auto Want = [&](PlaceId P, bool Wish::*Direction) {
    if (Wishes[P].*Direction)
      return;
    Wishes[P].*Direction = true;
    Work.push_back(P);
  };
  while (!Work.empty()) {
    PlaceId P = Work.back();
    Work.pop_back();
    for (TransitionId T : N.around(P)) {
      int64_t Change = N.transition(T).change(P);
      bool Helps =
          (Change > 0 && Wishes[P].More) || (Change < 0 && Wishes[P].Fewer);
      if (!Helps || Relevant[T])
        continue;
      Relevant[T] = true;
      for (auto [Q, Weight] : N.transition(T).Needs)
        Want(Q, &Wish::More);
      for (auto [Q, Weight] : N.transition(T).Inhibitors)
        Want(Q, &Wish::Fewer);
    }
  }
  Progressed Result = Progressed::No;
  for (TransitionId T = 0; T < N.numTransitions(); ++T)
    if (N.hasTransition(T) && !Relevant[T]) {
      N.removeTransition(T);
      Result = Progressed::Yes;
    }
  return Result;
}

/// Drops transitions that can never fire, found by letting tokens flow and
/// never taking any away: a place has what it has in the beginning, or any
/// number if a transition that may fire adds to it.
Progressed sooth::removeDeadTransitions(ReducibleNet &N, const Budget &) {
  std::vector<bool> Grows(N.numPlaces(), false),
      MayFire(N.numTransitions(), false);
  std::vector<TransitionId> Work;
  auto Consider = [&](TransitionId T) {
    if (MayFire[T] || !N.hasTransition(T))
      return;
    for (auto [P, Weight] : N.transition(T).Needs)
      if (!Grows[P] && N.tokens(P) < Weight)
        return;
    MayFire[T] = true;
    Work.push_back(T);
  };
  for (TransitionId T = 0; T < N.numTransitions(); ++T)
    Consider(T);
  while (!Work.empty()) {
    TransitionId T = Work.back();
    Work.pop_back();
    for (auto [P, Change] : N.transition(T).Changes) {
      if (Change < 0 || Grows[P])
        continue;
      Grows[P] = true;
      for (TransitionId Next : N.around(P))
        Consider(Next);
    }
  }
  Progressed Result = Progressed::No;
  for (TransitionId T = 0; T < N.numTransitions(); ++T)
    if (N.hasTransition(T) && !MayFire[T]) {
      N.removeTransition(T);
      Result = Progressed::Yes;
    }
  return Result;
}

/// A place that no transition changes decides about its transitions once and
/// for all. If it is visible it stays.
Progressed sooth::removeConstantPlaces(ReducibleNet &N, const Budget &) {
  Progressed Result = Progressed::No;
  for (PlaceId P = 0; P < N.numPlaces(); ++P) {
    if (!N.hasPlace(P) || (N.isVisible(P) && N.around(P).empty()))
      continue;
    bool Constant = llvm::all_of(N.around(P), [&](TransitionId T) {
      return N.transition(T).change(P) == 0;
    });
    if (!Constant)
      continue;
    std::set<TransitionId> Around = N.around(P);
    for (TransitionId T : Around) {
      const ReducibleTransition &Info = N.transition(T);
      auto Inhibitor = Info.Inhibitors.find(P);
      bool Dead =
          Info.needs(P) > N.tokens(P) || (Inhibitor != Info.Inhibitors.end() &&
                                          N.tokens(P) >= Inhibitor->second);
      if (Dead) {
        N.removeTransition(T);
        Result = Progressed::Yes;
      }
    }
    if (N.isVisible(P))
      continue;
    N.removePlace(P);
    Result = Progressed::Yes;
  }
  return Result;
}

/// An invisible place that nobody needs and that inhibits nobody.
Progressed sooth::removeSinkPlaces(ReducibleNet &N, const Budget &) {
  Progressed Result = Progressed::No;
  for (PlaceId P = 0; P < N.numPlaces(); ++P)
    if (N.hasPlace(P) && !N.isVisible(P) && N.consumers(P).empty() &&
        !N.isInhibiting(P)) {
      N.removePlace(P);
      Result = Progressed::Yes;
    }
  return Result;
}

/// Transitions that add nothing: they take tokens that nobody wants to be
/// fewer, or none. A run is as good without them.
Progressed sooth::removeUselessTransitions(ReducibleNet &N, const Budget &) {
  if (N.seeksDeadlock())
    return Progressed::No;
  Progressed Result = Progressed::No;
  for (TransitionId T = 0; T < N.numTransitions(); ++T) {
    if (!N.hasTransition(T))
      continue;
    bool Useless = llvm::all_of(N.transition(T).Changes, [&](auto &Entry) {
      auto [P, Change] = Entry;
      return Change < 0 && !N.wish(P).Fewer && !N.isInhibiting(P);
    });
    if (Useless) {
      N.removeTransition(T);
      Result = Progressed::Yes;
    }
  }
  return Result;
}

/// Whether whenever \p B is enabled, \p A is.
static bool enabledWhenever(const ReducibleTransition &A,
                            const ReducibleTransition &B) {
  return llvm::all_of(A.Needs,
                      [&](auto &Entry) {
                        return Entry.second <= B.needs(Entry.first);
                      }) &&
         llvm::all_of(A.Inhibitors, [&](auto &Entry) {
           auto It = B.Inhibitors.find(Entry.first);
           return It != B.Inhibitors.end() && It->second <= Entry.second;
         });
}

/// Of transitions that change the same, those that need more than another.
Progressed sooth::removeDominatedTransitions(ReducibleNet &N, const Budget &B) {
  std::map<std::map<PlaceId, int64_t>, std::vector<TransitionId>> ByEffect;
  for (TransitionId T = 0; T < N.numTransitions(); ++T)
    if (N.hasTransition(T))
      ByEffect[N.transition(T).Changes].push_back(T);
  Progressed Result = Progressed::No;
  for (auto &[Effect, Ts] : ByEffect) {
    if (Ts.size() > 1000 || B.exhausted())
      continue; // comparisons are quadratic
    for (TransitionId Other : Ts)
      for (TransitionId T : Ts)
        if (T != Other && N.hasTransition(T) && N.hasTransition(Other) &&
            enabledWhenever(N.transition(T), N.transition(Other))) {
          N.removeTransition(Other);
          Result = Progressed::Yes;
        }
  }
  return Result;
}

/// Whether \p P always has at least the tokens of \p Q, and no transition
/// needs more in it.
static bool dominates(const ReducibleNet &N, PlaceId P, PlaceId Q) {
  auto Holds = [&](TransitionId T) {
    const ReducibleTransition &Info = N.transition(T);
    return Info.change(P) >= Info.change(Q) && Info.needs(P) <= Info.needs(Q);
  };
  return N.tokens(P) >= N.tokens(Q) && llvm::all_of(N.around(P), Holds) &&
         llvm::all_of(N.around(Q), Holds);
}

/// Places that never are what a transition waits for, as another place is
/// scarcer.
Progressed sooth::removeDominatedPlaces(ReducibleNet &N, const Budget &B) {
  Progressed Result = Progressed::No;
  for (PlaceId P = 0; P < N.numPlaces(); ++P) {
    if (!N.hasPlace(P) || N.isVisible(P) || N.isInhibiting(P))
      continue;
    std::vector<TransitionId> Consumers = N.consumers(P);
    if (Consumers.empty() || Consumers.size() > 1000 || B.exhausted())
      continue;
    for (auto [Q, Weight] : N.transition(Consumers.front()).Needs)
      if (Q != P && dominates(N, P, Q)) {
        N.removePlace(P);
        Result = Progressed::Yes;
        break;
      }
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// All rules
//===----------------------------------------------------------------------===//

static constexpr ReductionRule Cheap[] = {
    removeDeadTransitions,     removeIrrelevantTransitions,
    removeConstantPlaces,      removeSinkPlaces,
    removeUselessTransitions,  removeDominatedPlaces,
    removeDominatedTransitions};
static constexpr ReductionRule Agglomerations[] = {agglomerateAfter,
                                                   agglomerateBefore};

static Progressed applyAll(llvm::ArrayRef<ReductionRule> Rules, ReducibleNet &N,
                           const Budget &B) {
  Progressed Result = Progressed::No;
  for (ReductionRule Rule : Rules)
    if (!B.exhausted() && Rule(N, B) == Progressed::Yes)
      Result = Progressed::Yes;
  return Result;
}

PetriReduction sooth::reduce(const PetriNet &N, const PetriFormula &Goal,
                             const Budget &B) {
  // A deadlock alone has rules of its own; with other conditions, every place
  // is visible.
  PetriFormula Normal =
      Goal.kind() == PetriFormula::Kind::Deadlock ? Goal : Goal.expanded(N);
  ReducibleNet Net(N, Normal);
  while (applyAll(Cheap, Net, B) == Progressed::Yes ||
         applyAll(Agglomerations, Net, B) == Progressed::Yes) {
  }
  return Net.finish(N, Normal);
}

/// In a net whose goal is a deadlock, agglomerated transitions may still be
/// able to fire their first half; nothing else is.
static void fireTheRest(const PetriNet &N, FiringRuns &Runs) {
  Marking M;
  if (!replayFiring(N, Runs, PetriFormula::constant(true), &M).isConfirmed())
    return; // no run in the first place
  constexpr size_t Limit = 1 << 16;
  for (size_t Steps = 0; Steps < Limit;) {
    size_t Before = Steps;
    for (TransitionId T = 0; T < N.transitions().size(); ++T)
      for (; Steps < Limit && N.fire(T, M) == Firing::Fired; ++Steps)
        Runs.push_back({{T}, 1});
    if (Steps == Before)
      return;
  }
}

FiringRuns PetriReduction::back(const PetriNet &Original,
                                const FiringRuns &Runs) const {
  FiringRuns Result = Prefix;
  for (const FiringRun &R : Runs) {
    FiringRun Long{{}, R.Times};
    for (TransitionId T : R.Word)
      Long.Word.insert(Long.Word.end(), Words[T].begin(), Words[T].end());
    Result.push_back(std::move(Long));
  }
  if (End == Ending::FireTheRest)
    fireTheRest(Original, Result);
  return Result;
}
