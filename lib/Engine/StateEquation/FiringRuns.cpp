//===- FiringRuns.cpp - Long firing sequences in little space -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FiringRuns.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <random>

using namespace sooth;
using namespace sooth::equation;

void equation::append(FiringRuns &Runs, TransitionId T, int64_t Times) {
  if (!Runs.empty() && Runs.back().Word.size() == 1 && Runs.back().Word[0] == T)
    Runs.back().Times += Times;
  else
    Runs.push_back({{T}, uint64_t(Times)});
}

namespace {
/// What a word demands of a place: fired k more times from m, it needs
/// m + k·Change ≥ Least and m + k·Change ≤ Most at its start.
struct Demand {
  __int128 Change = 0, Least = 0, Most = MaxTokens;
};
} // namespace

int64_t equation::repetitions(const NetMatrix &N,
                              llvm::ArrayRef<TransitionId> Word,
                              const Marking &M, int64_t Limit) {
  llvm::SmallDenseMap<PlaceId, Demand, 16> Demands;
  for (TransitionId T : Word) {
    const PetriTransition &Info = N.net().transition(T);
    for (const PetriArc &A : Info.Inputs) {
      Demand &D = Demands[A.Place];
      D.Least = std::max(D.Least, __int128(A.Weight) - D.Change);
    }
    for (const PetriArc &A : Info.Inhibitors) {
      Demand &D = Demands[A.Place];
      D.Most = std::min(D.Most, __int128(A.Weight) - 1 - D.Change);
    }
    for (const TokenChange &C : N.effect(T)) {
      Demand &D = Demands[C.Place];
      D.Change += C.Change;
      D.Most = std::min(D.Most, __int128(MaxTokens) - D.Change);
    }
  }
  __int128 Times = Limit;
  for (auto &[P, D] : Demands) {
    __int128 Now = M[P];
    if (Now < D.Least || Now > D.Most)
      return 0;
    if (D.Change < 0)
      Times = std::min(Times, (Now - D.Least) / -D.Change + 1);
    if (D.Change > 0)
      Times = std::min(Times, (D.Most - Now) / D.Change + 1);
  }
  return int64_t(Times);
}

void equation::fireRun(const NetMatrix &N, llvm::ArrayRef<TransitionId> Word,
                       int64_t Times, Marking &M) {
  // Sums modulo 2^64 are right at the end, as no marking leaves 63 bits.
  for (TransitionId T : Word)
    for (const TokenChange &C : N.effect(T))
      M[C.Place] += uint64_t(C.Change) * uint64_t(Times);
}

namespace {
/// The state of one greedy run.
class Greedy {
public:
  Greedy(const NetMatrix &N, const Marking &Start, const Counts &X,
         GreedyEffort E)
      : N(N), X(X), Choose(E.Choose), MaxRounds(E.MaxRounds), Random(E.Seed) {
    Result.Fired.assign(N.transitions(), 0);
    Result.Final = Start;
    for (TransitionId T = 0; T < N.transitions(); ++T)
      if (X[T])
        Pending.push_back(T);
  }

  GreedyRun run(const Budget &B);

private:
  bool round(FiringSequence &Word);
  void repeat(const FiringSequence &Word);
  void order();
  int64_t left(TransitionId T) const { return X[T] - Result.Fired[T]; }

  const NetMatrix &N;
  const Counts &X;
  Preference Choose;
  unsigned MaxRounds;
  std::mt19937 Random;
  std::vector<TransitionId> Pending;
  GreedyRun Result;
};
} // namespace

void Greedy::order() {
  if (Choose == Preference::Random)
    std::shuffle(Pending.begin(), Pending.end(), Random);
  if (Choose == Preference::Balanced)
    llvm::sort(Pending, [&](TransitionId A, TransitionId B) {
      __int128 DoneA = __int128(Result.Fired[A]) * X[B],
               DoneB = __int128(Result.Fired[B]) * X[A];
      return DoneA != DoneB ? DoneA < DoneB : A < B;
    });
}

/// Lets each transition that is left fire where it can. True if one did.
bool Greedy::round(FiringSequence &Word) {
  Word.clear();
  llvm::erase_if(Pending, [&](TransitionId T) { return left(T) == 0; });
  order();
  bool Progress = false;
  for (TransitionId T : Pending) {
    int64_t Most = Choose == Preference::Bulk ? left(T) : 1;
    int64_t Times = repetitions(N, T, Result.Final, Most);
    if (Times == 0)
      continue;
    Progress = true;
    fireRun(N, T, Times, Result.Final);
    Result.Fired[T] += Times;
    append(Result.Runs, T, Times);
    if (Times == 1)
      Word.push_back(T);
  }
  return Progress;
}

/// Fires the round that just ended again, as often as possible.
void Greedy::repeat(const FiringSequence &Word) {
  if (Word.empty())
    return;
  int64_t Most = INT64_MAX;
  for (TransitionId T : Word)
    Most = std::min(Most, left(T));
  int64_t Times = repetitions(N, Word, Result.Final, Most);
  if (Times < 2)
    return;
  fireRun(N, Word, Times, Result.Final);
  for (TransitionId T : Word)
    Result.Fired[T] += Times;
  Result.Runs.push_back({Word, uint64_t(Times)});
}

GreedyRun Greedy::run(const Budget &B) {
  // A round that cannot be repeated makes progress all the same, but there may
  // be 10^9 of them.
  FiringSequence Word;
  for (unsigned Round = 0; Round < MaxRounds && !B.exhausted(); ++Round) {
    if (!round(Word))
      break;
    if (Choose != Preference::Bulk)
      repeat(Word);
  }
  return std::move(Result);
}

GreedyRun equation::fireGreedily(const NetMatrix &N, const Marking &Start,
                                 const Counts &X, GreedyEffort E,
                                 const Budget &B) {
  return Greedy(N, Start, X, E).run(B);
}
