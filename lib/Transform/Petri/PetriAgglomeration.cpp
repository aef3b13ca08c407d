//===- PetriAgglomeration.cpp - Two transitions become one ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let p be an invisible place that does not inhibit, H the transitions that
// produce on it and F those that consume from it, H ∩ F = ∅, no other
// transition near it. If it does not matter when the tokens on p are consumed,
// or when they are produced, h ∈ H and f ∈ F always fire together.
//
//===----------------------------------------------------------------------===//

#include "ReducibleNet.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

namespace {
struct Middle {
  PlaceId Place;
  std::vector<TransitionId> Producers, Consumers; // H and F
};
} // namespace

/// The transitions around \p P, if they are as described above.
static std::optional<Middle> middle(const ReducibleNet &N, PlaceId P) {
  if (!N.hasPlace(P) || N.isVisible(P))
    return std::nullopt;
  Middle M{P, {}, {}};
  for (TransitionId T : N.around(P)) {
    const ReducibleTransition &Info = N.transition(T);
    if (Info.Inhibitors.count(P))
      return std::nullopt;
    bool Produces = Info.change(P) > 0;
    // A consumer leaves nothing of what it needs, a producer needs nothing.
    if (Produces ? Info.needs(P) != 0 : Info.change(P) != -Info.needs(P))
      return std::nullopt;
    (Produces ? M.Producers : M.Consumers).push_back(T);
  }
  size_t H = M.Producers.size(), F = M.Consumers.size();
  // Products that blow the net up are no reduction.
  if (H == 0 || F == 0 || H * F > H + F + 2)
    return std::nullopt;
  return M;
}

static bool touchesInhibiting(const ReducibleNet &N,
                              const ReducibleTransition &T) {
  return llvm::any_of(T.Changes,
                      [&](auto &Entry) { return N.isInhibiting(Entry.first); });
}

/// How often \p Repeated fires for one firing of the other.
static std::optional<ReducibleTransition> repeat(const ReducibleTransition &T,
                                                 int64_t Times) {
  std::optional<ReducibleTransition> Result = T;
  for (int64_t I = 1; Result && I < Times; ++I)
    Result = sequence(*Result, T);
  return Result;
}

static constexpr int64_t MaxRepetitions = 64;

/// Replaces H and F by what \p Join makes of each pair; leaves the net alone if
/// a pair cannot be joined.
template <class JoinT>
static Progressed replacePairs(ReducibleNet &N, const Middle &M, JoinT Join) {
  std::vector<ReducibleTransition> Joined;
  for (TransitionId H : M.Producers)
    for (TransitionId F : M.Consumers) {
      std::optional<ReducibleTransition> T =
          Join(N.transition(H), N.transition(F));
      if (!T)
        return Progressed::No;
      // What is produced is consumed.
      T->Needs.erase(M.Place);
      T->Changes.erase(M.Place);
      Joined.push_back(std::move(*T));
    }
  for (TransitionId T :
       llvm::concat<const TransitionId>(M.Producers, M.Consumers))
    N.removeTransition(T);
  for (ReducibleTransition &T : Joined)
    N.addTransition(std::move(T));
  N.removePlace(M.Place);
  return Progressed::Yes;
}

/// Post-agglomeration: f fires as soon as it can. Every f needs nothing but
/// tokens of p, is not inhibited, and adds to no place that inhibits or of
/// which the goal may want fewer. Firing it earlier only adds tokens to other
/// places, and firing it where a run leaves tokens on p does no harm either.
static Progressed agglomerateAfterAt(ReducibleNet &N, PlaceId P) {
  std::optional<Middle> M = middle(N, P);
  if (!M)
    return Progressed::No;
  int64_t Weight = N.transition(M->Consumers.front()).needs(P);
  for (TransitionId F : M->Consumers) {
    const ReducibleTransition &Info = N.transition(F);
    if (Info.Needs.size() != 1 || Info.needs(P) != Weight ||
        !Info.Inhibitors.empty() || N.changesUnwanted(F) ||
        touchesInhibiting(N, Info))
      return Progressed::No;
  }
  bool OneConsumer = M->Consumers.size() == 1;
  for (TransitionId H : M->Producers) {
    int64_t Produced = N.transition(H).change(P);
    // Tokens that are shared among several consumers could be split.
    bool Fits = Produced % Weight == 0 && Produced / Weight <= MaxRepetitions &&
                (OneConsumer || Produced == Weight);
    if (!Fits)
      return Progressed::No;
  }
  int64_t AtFirst = N.tokens(P) / Weight;
  if (N.tokens(P) % Weight != 0 || (AtFirst && !OneConsumer))
    return Progressed::No;
  if (AtFirst) {
    const ReducibleTransition &F = N.transition(M->Consumers.front());
    for (auto [Q, Change] : F.Changes) {
      int64_t Total;
      if (__builtin_mul_overflow(Change, AtFirst, &Total) ||
          __builtin_add_overflow(Total, N.tokens(Q), &Total))
        return Progressed::No;
    }
  }
  TransitionId First = M->Consumers.front();
  Progressed Result = replacePairs(
      N, *M, [&](const ReducibleTransition &H, const ReducibleTransition &F) {
        auto Many = repeat(F, H.change(P) / Weight);
        return Many ? sequence(H, *Many) : std::nullopt;
      });
  if (Result == Progressed::Yes && AtFirst)
    N.fireFirst(First, AtFirst);
  return Result;
}

/// Pre-agglomeration: h fires not before f needs its token. Every h produces
/// nothing else, is not inhibited, takes from no place that inhibits or of
/// which the goal may want fewer, and its inputs have no other consumer, so
/// that tokens can wait there.
static Progressed agglomerateBeforeAt(ReducibleNet &N, PlaceId P) {
  std::optional<Middle> M = middle(N, P);
  if (!M || N.tokens(P) != 0)
    return Progressed::No;
  int64_t Weight = N.transition(M->Producers.front()).change(P);
  for (TransitionId H : M->Producers) {
    const ReducibleTransition &Info = N.transition(H);
    if (Info.Needs.empty() || Info.change(P) != Weight ||
        !Info.Inhibitors.empty() || N.changesUnwanted(H) ||
        touchesInhibiting(N, Info))
      return Progressed::No;
    for (auto [Q, Change] : Info.Changes)
      if (Q != P && Change > 0)
        return Progressed::No;
    for (auto [Q, Need] : Info.Needs)
      if (Info.change(Q) != -Need || N.consumers(Q).size() != 1)
        return Progressed::No;
  }
  bool OneProducer = M->Producers.size() == 1;
  for (TransitionId F : M->Consumers) {
    int64_t Needed = N.transition(F).needs(P);
    bool Fits = Needed % Weight == 0 && Needed / Weight <= MaxRepetitions &&
                (OneProducer || Needed == Weight);
    if (!Fits)
      return Progressed::No;
  }
  return replacePairs(
      N, *M, [&](const ReducibleTransition &H, const ReducibleTransition &F) {
        auto Many = repeat(H, F.needs(P) / Weight);
        return Many ? sequence(*Many, F) : std::nullopt;
      });
}

template <class RuleT>
static Progressed everywhere(ReducibleNet &N, const Budget &B, RuleT Rule) {
  Progressed Result = Progressed::No;
  for (PlaceId P = 0; P < N.numPlaces() && !B.exhausted(); ++P)
    if (Rule(N, P) == Progressed::Yes)
      Result = Progressed::Yes;
  return Result;
}

Progressed sooth::agglomerateAfter(ReducibleNet &N, const Budget &B) {
  return everywhere(N, B, agglomerateAfterAt);
}

Progressed sooth::agglomerateBefore(ReducibleNet &N, const Budget &B) {
  return everywhere(N, B, agglomerateBeforeAt);
}
