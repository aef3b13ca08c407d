//===- PartialSolutions.cpp - What of a solution can fire ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The marking after a sequence depends on its Parikh image alone, so that the
// tree of Algorithm 1.1 is a graph over Parikh images, each of which is
// visited once: the partial solutions of Definition 1.5 with equal x and ℘(σ)
// have the same remainder and the same final marking. Stubborn sets leave out
// more, but no final marking. Only the counts of transitions in x are stored,
// 32 bits each; vectors with larger entries are left to the greedy runs.
//
//===----------------------------------------------------------------------===//

#include "PartialSolutions.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <unordered_set>

using namespace sooth;
using namespace sooth::equation;

bool PartialSolution::isFull() const {
  return llvm::all_of(Remainder, [](int64_t R) { return R == 0; });
}

namespace {
struct VectorHash {
  size_t operator()(const std::vector<uint32_t> &K) const {
    return llvm::hash_combine_range(K.begin(), K.end());
  }
};
} // namespace

/// Counts of all states together: 32 bits each, kept twice.
static constexpr size_t MaxCounts = 20'000'000;

struct Exploration::Index {
  std::unordered_set<Key, VectorHash> Set;
};

Exploration::Exploration(const NetMatrix &N, const Counts &X, StubbornSets *S,
                         ExplorationLimits L)
    : N(N), X(X), Stubborn(L.Use == Reduction::Stubborn ? S : nullptr),
      Limits(L), Seen(std::make_shared<Index>()) {
  for (TransitionId T = 0; T < N.transitions(); ++T) {
    if (X[T])
      Support.push_back(T);
    Cut |= X[T] > int64_t(UINT32_MAX);
  }
}

Exploration::Outcome Exploration::run(const Budget &B) {
  if (Cut)
    return Outcome::Truncated;
  Fired.assign(Support.size(), 0);
  Parents.push_back(0);
  Via.push_back(0);
  Seen->Set.insert(Fired);
  std::vector<unsigned> Stack{0};
  while (!Stack.empty() && !FoundFull && !Cut) {
    if (B.exhausted())
      return Outcome::Truncated;
    unsigned State = Stack.back();
    Stack.pop_back();
    expand(State, Stack);
  }
  if (FoundFull)
    return Outcome::Full;
  return Cut ? Outcome::Truncated : Outcome::Exhausted;
}

void Exploration::expand(unsigned State, std::vector<unsigned> &Stack) {
  Marking M = markingOf(State);
  Counts Remainder(N.transitions(), 0);
  std::vector<TransitionId> Enabled;
  std::vector<unsigned> SlotOf(N.transitions());
  bool Done = true;
  for (unsigned Slot = 0; Slot < Support.size(); ++Slot) {
    TransitionId T = Support[Slot];
    SlotOf[T] = Slot;
    Remainder[T] = X[T] - key(State)[Slot];
    Done &= Remainder[T] == 0;
    if (Remainder[T] > 0 && N.net().isEnabled(T, M))
      Enabled.push_back(T);
  }
  if (Enabled.empty()) {
    Leaves.push_back(State);
    FoundFull |= Done;
    return;
  }
  if (Stubborn)
    Enabled = Stubborn->reduce(M, Remainder, Enabled);
  // The stack turns the order around: those that are behind come last.
  llvm::sort(Enabled, [&](TransitionId A, TransitionId B) {
    __int128 LeftA = __int128(Remainder[A]) * X[B],
             LeftB = __int128(Remainder[B]) * X[A];
    return LeftA != LeftB ? LeftA < LeftB : A > B;
  });
  for (TransitionId T : Enabled) {
    Marking Next = M;
    if (N.net().fire(T, Next) != Firing::Fired) {
      Cut = true; // more tokens than can be counted
      continue;
    }
    if (size() >= Limits.MaxStates || Fired.size() >= MaxCounts) {
      Cut = true;
      return;
    }
    if (std::optional<unsigned> S = enter(State, SlotOf[T]))
      Stack.push_back(*S);
  }
}

std::optional<unsigned> Exploration::enter(unsigned From, unsigned Slot) {
  Key K = key(From).vec();
  ++K[Slot];
  if (Limits.Use != Reduction::Tree && !Seen->Set.insert(K).second)
    return std::nullopt;
  llvm::append_range(Fired, K);
  Parents.push_back(From);
  Via.push_back(Slot);
  return size() - 1;
}

Marking Exploration::markingOf(unsigned State) const {
  Marking M = N.initial();
  for (unsigned Slot = 0; Slot < Support.size(); ++Slot)
    if (uint64_t Times = key(State)[Slot])
      for (const TokenChange &C : N.effect(Support[Slot]))
        M[C.Place] += uint64_t(C.Change) * Times; // right modulo 2^64
  return M;
}

bool Exploration::isBelow(unsigned State, unsigned Later) const {
  for (unsigned Slot = 0; Slot < Support.size(); ++Slot)
    if (key(State)[Slot] > key(Later)[Slot])
      return false;
  return true;
}

PartialSolution Exploration::solutionAt(unsigned State) const {
  PartialSolution S;
  S.Fired.assign(N.transitions(), 0);
  S.Remainder = X;
  for (unsigned Slot = 0; Slot < Support.size(); ++Slot) {
    S.Fired[Support[Slot]] = key(State)[Slot];
    S.Remainder[Support[Slot]] -= key(State)[Slot];
  }
  S.Final = markingOf(State);
  FiringSequence Backwards;
  for (unsigned I = State; I != 0; I = Parents[I])
    Backwards.push_back(Support[Via[I]]);
  for (TransitionId T : llvm::reverse(Backwards))
    append(S.Runs, T);
  return S;
}
