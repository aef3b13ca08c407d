//===- FiringReplay.cpp - Firing sequences played again -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word that fires k times changes each place by the same amount every time.
// So a step inside of the word that is possible the first time and the last
// time is possible each time in between: what it asks of a place (at least so
// many tokens, fewer than so many, no overflow) holds for a range of counts,
// and the counts at that step rise or fall steadily.
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/FiringReplay.h"

#include "sooth/Result/MarkingSet.h"

using namespace sooth;

namespace {
using Wide = __int128;

class Replay {
public:
  explicit Replay(const PetriNet &N) : N(N) {
    for (const PetriPlace &P : N.places())
      Tokens.push_back(P.Initial);
  }
  CheckResult run(const FiringRun &R, size_t Number);
  Marking marking() const { return Marking(Tokens.begin(), Tokens.end()); }

private:
  /// Fires the word once; false if that is not possible.
  bool once(const FiringSequence &Word);
  /// False: there is more in \p P than is counted.
  bool isCounted(PlaceId P);
  const PetriNet &N;
  std::vector<Wide> Tokens;
  std::string Why;
  /// Whether all that is wrong is that counts are limited.
  bool IsBeyondLimit = false;
};
} // namespace

bool Replay::isCounted(PlaceId P) {
  IsBeyondLimit = Tokens[P] > Wide(MaxTokens);
  if (IsBeyondLimit)
    Why = "there are more than 2^63 - 1 tokens in '" + N.place(P).Id + "'";
  return !IsBeyondLimit;
}

bool Replay::once(const FiringSequence &Word) {
  for (TransitionId T : Word) {
    if (T >= N.transitions().size()) {
      Why = "a transition that does not exist";
      return false;
    }
    const PetriTransition &Info = N.transition(T);
    for (const PetriArc &A : Info.Inputs)
      if (Tokens[A.Place] < Wide(A.Weight)) {
        Why = "'" + Info.Id + "' lacks tokens in '" + N.place(A.Place).Id + "'";
        return false;
      }
    for (const PetriArc &A : Info.Inhibitors)
      if (Tokens[A.Place] >= Wide(A.Weight)) {
        Why = "'" + Info.Id + "' is inhibited by '" + N.place(A.Place).Id + "'";
        return false;
      }
    for (const PetriArc &A : Info.Inputs)
      Tokens[A.Place] -= A.Weight;
    for (const PetriArc &A : Info.Outputs) {
      Tokens[A.Place] += A.Weight;
      if (!isCounted(A.Place))
        return false;
    }
  }
  return true;
}

CheckResult Replay::run(const FiringRun &R, size_t Number) {
  auto Refuse = [&] {
    return IsBeyondLimit ? CheckResult::unknown(Why)
                         : CheckResult::refuted(
                               "run " + std::to_string(Number) + ": " + Why);
  };
  if (R.Times == 0)
    return CheckResult::confirmed();
  std::vector<Wide> Before = Tokens;
  if (!once(R.Word))
    return Refuse();
  if (R.Times == 1)
    return CheckResult::confirmed();
  // Where the last repetition starts.
  for (size_t P = 0; P < Tokens.size(); ++P) {
    Wide Change = Tokens[P] - Before[P];
    Wide Total;
    if (__builtin_mul_overflow(Change, Wide(R.Times - 1), &Total) ||
        __builtin_add_overflow(Before[P], Total, &Total) || Total < 0) {
      Why = "no count of tokens in '" + N.place(P).Id + "'";
      return Refuse();
    }
    Tokens[P] = Total;
  }
  for (PlaceId P = 0; P < Tokens.size(); ++P)
    if (!isCounted(P))
      return Refuse();
  return once(R.Word) ? CheckResult::confirmed() : Refuse();
}

CheckResult sooth::replayFiring(const PetriNet &N, const FiringRuns &Runs,
                                const PetriFormula &Goal, Marking *Last) {
  Replay Play(N);
  for (size_t I = 0; I < Runs.size(); ++I)
    if (CheckResult R = Play.run(Runs[I], I); !R.isConfirmed())
      return R;
  Marking M = Play.marking();
  if (Last)
    *Last = M;
  if (!Goal.holds(N, M))
    return CheckResult::refuted("the marking in the end is not the one sought");
  return CheckResult::confirmed();
}

CheckResult sooth::checkClosedSet(const PetriNet &N, const MarkingSet &Set,
                                  const Budget &B) {
  if (!Set.contains(N.initialMarking()))
    return CheckResult::refuted("the initial marking is missing");
  Marking M(N.places().size()), Next;
  for (size_t I = 0; I < Set.size(); ++I) {
    if (I % 256 == 0 && B.exhausted())
      return CheckResult::unknown("out of time or memory");
    Set.get(uint32_t(I), M);
    for (TransitionId T = 0; T < N.transitions().size(); ++T) {
      if (!N.isEnabled(T, M))
        continue;
      Next = M;
      if (N.fire(T, Next) != Firing::Fired || !Set.contains(Next))
        return CheckResult::refuted("a successor by '" + N.transition(T).Id +
                                    "' is missing");
    }
  }
  return CheckResult::confirmed();
}

CheckResult sooth::checkExcludes(const PetriNet &N, const MarkingSet &Set,
                                 const PetriFormula &Goal, const Budget &B) {
  Marking M(N.places().size());
  for (size_t I = 0; I < Set.size(); ++I) {
    if (I % 256 == 0 && B.exhausted())
      return CheckResult::unknown("out of time or memory");
    Set.get(uint32_t(I), M);
    if (Goal.holds(N, M))
      return CheckResult::refuted("a marking of the set satisfies the goal");
  }
  return CheckResult::confirmed();
}

CheckResult sooth::checkUnreachable(const PetriNet &N, const MarkingSet &Set,
                                    const PetriFormula &Goal, const Budget &B) {
  CheckResult Closed = checkClosedSet(N, Set, B);
  return Closed.isConfirmed() ? checkExcludes(N, Set, Goal, B) : Closed;
}
