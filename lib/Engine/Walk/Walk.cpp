//===- Walk.cpp - Looking for markings by walking -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk starts in the initial marking, or where another walk came closest to
// a goal, and chooses among enabled transitions:
//
//   random     any of them;
//   best-first the one that leaves the least distance to a goal among a few,
//              now and then any.
//
// A transition may fire many times at once, since a net with a million tokens
// is not crossed in single steps. All goals are looked at on every walk. Walks
// guided by a Parikh vector are the state equation's (FiringRuns.h and
// GuidedFiring.h there): whatever solves the equation is fired like that.
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Walk/Walk.h"

#include "GoalTracker.h"

#include <algorithm>
#include <random>

using namespace sooth;

namespace {
struct Step {
  TransitionId Transition;
  uint64_t Times;
};
using Path = std::vector<Step>;
} // namespace

static FiringRuns toRuns(const Path &P) {
  FiringRuns Runs;
  for (const Step &S : P) {
    if (!Runs.empty() && Runs.back().Word.size() == 1 &&
        Runs.back().Word.front() == S.Transition)
      Runs.back().Times += S.Times;
    else
      Runs.push_back({{S.Transition}, S.Times});
  }
  return Runs;
}

class Walker::Impl {
public:
  Impl(const PetriNet &N, std::vector<PetriFormula> Goals,
       std::vector<std::vector<LinearTerm>> Maxima, uint64_t Seed)
      : Compiled(N), State(Compiled), Tracker(N, Goals, Maxima),
        Initial(N.initialMarking()), Random(Seed), Closest(Goals.size()) {
    restart();
    for (size_t M = 0; M < Tracker.numMaxima(); ++M) {
      Bests.push_back({Tracker.sum(M), {}});
      Highest.push_back({0, {}, Initial});
    }
    for (size_t G = 0; G < Goals.size(); ++G)
      Closest[G] = {Tracker.distance(G, State.enabled().size()), {}, Initial};
    look();
  }

  std::vector<Found> run(const Budget &B);
  void drop(size_t Goal) { Tracker.drop(Goal); }
  const Best &best(size_t Maximum) {
    Bests[Maximum].Runs = toRuns(Highest[Maximum].Way);
    return Bests[Maximum];
  }
  void report(Statistics &S) const {
    S.add("walk.steps", double(Steps));
    S.add("walk.walks", double(Walks));
  }

private:
  /// Where a walk towards a goal came closest.
  struct Near {
    double Distance = 0;
    Path Way;
    Marking At;
  };

  void restart();
  void restartAt(const Near &From);
  void take(TransitionId T, uint64_t Times);
  void look();
  bool anyGoalLeft() const;
  void randomWalk(size_t Length, const Budget &B);
  void bestFirstWalk(size_t Goal, size_t Length, const Budget &B);
  void maximizingWalk(size_t Maximum, size_t Length, const Budget &B);
  template <class ScoreT>
  std::optional<Step> bestOfFew(ScoreT Score, llvm::ArrayRef<TransitionId> From,
                                unsigned Few);
  template <class ScoreT>
  Step directedStep(ScoreT Score, unsigned Few, unsigned Noise);
  double distanceAfter(size_t Goal, TransitionId T, uint64_t Times);
  uint64_t chooseTimes(TransitionId T);
  size_t nextLength();
  TransitionId anyEnabled() {
    return State.enabled()[below(State.enabled().size())];
  }
  uint64_t below(uint64_t Limit) { return Random() % Limit; }
  bool chance(unsigned OutOfHundred) { return below(100) < OutOfHundred; }
  std::vector<Found> takeFound() { return std::exchange(News, {}); }

  CompiledNet Compiled;
  FiringState State;
  GoalTracker Tracker;
  Marking Initial;
  std::mt19937_64 Random;
  Path Way;
  std::vector<Near> Closest; // by goal
  std::vector<Near> Highest; // by sum; the distance is not used
  std::vector<Best> Bests;
  std::vector<Found> News;
  uint64_t Steps = 0, Walks = 0, Rounds = 0;
};

void Walker::Impl::restart() {
  Way.clear();
  State.reset(Initial);
  Tracker.reset(Initial);
  ++Walks;
}

void Walker::Impl::restartAt(const Near &From) {
  Way = From.Way;
  State.reset(From.At);
  Tracker.reset(From.At);
  ++Walks;
}

void Walker::Impl::take(TransitionId T, uint64_t Times) {
  State.fire(T, Times);
  Tracker.fired(T, __int128(Times));
  Way.push_back({T, Times});
  ++Steps;
  look();
}

/// Notes what the marking reached is good for.
void Walker::Impl::look() {
  for (size_t G : Tracker.takeReached(State.isDeadlock())) {
    News.push_back({G, toRuns(Way)});
    Tracker.drop(G);
  }
  for (size_t M = 0; M < Bests.size(); ++M)
    if (Tracker.sum(M) > Bests[M].Value) {
      Bests[M].Value = Tracker.sum(M);
      Highest[M] = {0, Way, State.marking()};
    }
}

bool Walker::Impl::anyGoalLeft() const {
  for (size_t G = 0; G < Tracker.numGoals(); ++G)
    if (!Tracker.isDropped(G))
      return true;
  return Tracker.numMaxima() > 0;
}

/// Once, or as often as possible, or something between on a logarithmic scale.
uint64_t Walker::Impl::chooseTimes(TransitionId T) {
  uint64_t Most = State.repetitions(T);
  if (Most <= 1)
    return Most;
  switch (below(4)) {
  case 0:
    return Most;
  case 1: {
    unsigned Bits = 64 - unsigned(__builtin_clzll(Most));
    uint64_t Limit = uint64_t(1) << below(Bits);
    return 1 + below(std::min(Limit, Most));
  }
  default:
    return 1;
  }
}

/// A token ring without end would be a waste of time, but not an error.
static constexpr size_t MaxPath = size_t(1) << 20;

void Walker::Impl::randomWalk(size_t Length, const Budget &B) {
  for (size_t I = 0; I < Length && Way.size() < MaxPath; ++I) {
    if (State.isDeadlock() || (I % 256 == 0 && B.exhausted()))
      return;
    TransitionId T = anyEnabled();
    // Loops change nothing; a few attempts find something else if there is.
    for (int Try = 0; Try < 8 && Compiled.Effects[T].empty(); ++Try)
      T = anyEnabled();
    uint64_t Times = chooseTimes(T);
    if (Times == 0) // a place would overflow
      return;
    take(T, Times);
  }
}

double Walker::Impl::distanceAfter(size_t Goal, TransitionId T,
                                   uint64_t Times) {
  if (!Tracker.mentionsDeadlock(Goal))
    return Tracker.distanceAfter(Goal, T, Times, 0);
  State.fire(T, Times);
  size_t NumEnabled = State.enabled().size();
  double Result = Tracker.distanceAfter(Goal, T, Times, NumEnabled);
  State.unfire(T, Times);
  return Result;
}

/// The step of least score among a sample. Ties go to a random one.
template <class ScoreT>
std::optional<Step> Walker::Impl::bestOfFew(ScoreT Score,
                                            llvm::ArrayRef<TransitionId> From,
                                            unsigned Few) {
  std::optional<Step> Best;
  double Least = 0;
  unsigned Ties = 0;
  auto Try = [&](TransitionId T, uint64_t Times) {
    double Value = Score(T, Times);
    if (Best && Value > Least)
      return;
    Ties = Best && Value == Least ? Ties + 1 : 1;
    if (Ties > 1 && below(Ties) != 0)
      return;
    Best = Step{T, Times};
    Least = Value;
  };
  bool All = From.size() <= Few;
  // A copy, as the score may fire and take back.
  std::vector<TransitionId> Sample;
  for (size_t I = 0; I < (All ? From.size() : Few); ++I)
    Sample.push_back(From[All ? I : below(From.size())]);
  for (TransitionId T : Sample) {
    if (Compiled.Effects[T].empty())
      continue;
    uint64_t Most = State.repetitions(T);
    if (Most == 0)
      continue;
    Try(T, 1);
    if (Most > 1) {
      Try(T, Most);
      Try(T, 1 + below(Most));
    }
  }
  return Best;
}

/// The best of a few, or any with a chance of \p Noise in a hundred.
template <class ScoreT>
Step Walker::Impl::directedStep(ScoreT Score, unsigned Few, unsigned Noise) {
  if (!chance(Noise))
    if (std::optional<Step> Best = bestOfFew(Score, State.enabled(), Few))
      return *Best;
  TransitionId T = anyEnabled();
  return {T, chooseTimes(T)};
}

void Walker::Impl::bestFirstWalk(size_t Goal, size_t Length, const Budget &B) {
  Near &Nearest = Closest[Goal];
  unsigned Noise = unsigned(5 + below(40));
  unsigned Few = 4u << below(4);
  for (size_t I = 0; I < Length && Way.size() < MaxPath; ++I) {
    if (State.isDeadlock() || Tracker.isDropped(Goal) ||
        (I % 64 == 0 && B.exhausted()))
      return;
    Step S = directedStep(
        [&](TransitionId T, uint64_t Times) {
          return distanceAfter(Goal, T, Times);
        },
        Few, Noise);
    if (S.Times == 0)
      return;
    take(S.Transition, S.Times);
    double Distance = Tracker.distance(Goal, State.enabled().size());
    if (Distance < Nearest.Distance)
      Nearest = {Distance, Way, State.marking()};
  }
}

void Walker::Impl::maximizingWalk(size_t Maximum, size_t Length,
                                  const Budget &B) {
  unsigned Noise = 2u << below(6);
  for (size_t I = 0; I < Length && Way.size() < MaxPath; ++I) {
    if (State.isDeadlock() || (I % 64 == 0 && B.exhausted()))
      return;
    Step S = directedStep(
        [&](TransitionId T, uint64_t Times) {
          return -Tracker.gain(Maximum, T, Times);
        },
        4u << below(4), Noise);
    if (S.Times == 0)
      return;
    take(S.Transition, S.Times);
  }
}

/// A walk should be able to touch everything; most should not.
size_t Walker::Impl::nextLength() {
  size_t Base = std::max<size_t>(64, Compiled.NumTransitions / 4);
  return Base << below(std::min<uint64_t>(2 + Rounds / 2, 10));
}

std::vector<Walker::Found> Walker::Impl::run(const Budget &B) {
  while (anyGoalLeft() && !B.exhausted()) {
    ++Rounds;
    size_t Length = nextLength();
    size_t Directed =
        std::min(Length, std::max<size_t>(4096, 4 * Compiled.NumTransitions));
    restart();
    look();
    randomWalk(Length, B);
    for (size_t G = 0; G < Tracker.numGoals() && !B.exhausted(); ++G) {
      if (Tracker.isDropped(G))
        continue;
      // From where it was close, or from the start, which may be no worse.
      if (Rounds > 2 && chance(40))
        restartAt(Closest[G]);
      else
        restart();
      bestFirstWalk(G, Directed, B);
    }
    for (size_t M = 0; M < Tracker.numMaxima() && !B.exhausted(); ++M) {
      if (Rounds > 2 && chance(60))
        restartAt(Highest[M]);
      else
        restart();
      maximizingWalk(M, Directed, B);
    }
  }
  return takeFound();
}

Walker::Walker(const PetriNet &N, std::vector<PetriFormula> Goals,
               std::vector<std::vector<LinearTerm>> Maxima, uint64_t Seed)
    : I(std::make_unique<Impl>(N, std::move(Goals), std::move(Maxima), Seed)) {}
Walker::~Walker() = default;
std::vector<Walker::Found> Walker::run(const Budget &B) { return I->run(B); }
void Walker::drop(size_t Goal) { I->drop(Goal); }
const Walker::Best &Walker::best(size_t Maximum) const {
  return I->best(Maximum);
}
void Walker::report(Statistics &S) const { I->report(S); }
