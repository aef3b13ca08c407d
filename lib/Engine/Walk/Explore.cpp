//===- Explore.cpp - All markings, one by one -----------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Walk/Explore.h"

#include "GoalTracker.h"

#include <algorithm>

using namespace sooth;

namespace {
class Explorer {
public:
  Explorer(const PetriNet &N, llvm::ArrayRef<PetriFormula> Goals,
           llvm::ArrayRef<std::vector<LinearTerm>> Maxima,
           const ExploreOptions &O)
      : O(O), Initial(N.initialMarking()), Goals(Goals), Net(N), Compiled(N),
        State(Compiled), Maxima(Maxima.vec()),
        Tracker(N, Goals.vec(), this->Maxima),
        Set(std::make_shared<MarkingSet>(N.places().size())) {
    Result.Reached.resize(Goals.size());
    Result.Maxima.resize(Maxima.size());
    for (size_t G = 0; G < Goals.size(); ++G)
      if (Tracker.isDropped(G))
        Untracked.push_back(G);
  }
  MarkingExploration run(const Budget &B);

private:
  using Ending = MarkingExploration::Ending;
  void start();
  std::optional<Ending> expand(uint32_t Index);
  void look(uint32_t Index);
  bool overLimit() const;
  FiringRuns runTo(uint32_t Index) const;

  struct Origin {
    uint32_t Parent;
    TransitionId By;
  };
  const ExploreOptions &O;
  Marking Initial;
  llvm::ArrayRef<PetriFormula> Goals;
  const PetriNet &Net;
  CompiledNet Compiled;
  FiringState State;
  std::vector<std::vector<LinearTerm>> Maxima;
  GoalTracker Tracker;
  std::vector<size_t> Untracked; // goals that the tracker does not take
  std::shared_ptr<MarkingSet> Set;
  std::vector<Origin> Origins;
  std::vector<TransitionId> ToFire;
  MarkingExploration Result;
  size_t Undecided = 0;
};
} // namespace

FiringRuns Explorer::runTo(uint32_t Index) const {
  FiringSequence Word;
  for (; Index != 0; Index = Origins[Index].Parent)
    Word.push_back(Origins[Index].By);
  std::reverse(Word.begin(), Word.end());
  FiringRuns Runs;
  for (TransitionId T : Word) {
    if (!Runs.empty() && Runs.back().Word.front() == T)
      ++Runs.back().Times;
    else
      Runs.push_back({{T}, 1});
  }
  return Runs;
}

/// The marking at hand is new and has this index.
void Explorer::look(uint32_t Index) {
  for (size_t G : Untracked)
    if (!Result.Reached[G] && Goals[G].holds(Net, State.marking())) {
      Result.Reached[G] = runTo(Index);
      --Undecided;
    }
  for (size_t G : Tracker.takeReached(State.isDeadlock())) {
    Result.Reached[G] = runTo(Index);
    Tracker.drop(G);
    --Undecided;
  }
  for (size_t M = 0; M < Result.Maxima.size(); ++M)
    if (Index == 0 || Tracker.sum(M) > Result.Maxima[M].Value)
      Result.Maxima[M] = {Tracker.sum(M), runTo(Index)};
}

void Explorer::start() {
  Undecided = Goals.size();
  State.reset(Initial);
  Tracker.reset(Initial);
  Set->insert(Initial);
  Origins.push_back({0, 0});
  look(0);
}

bool Explorer::overLimit() const {
  return Set->size() >= O.MaxMarkings || Set->isFull() ||
         (O.MaxBytes &&
          Set->bytes() + Origins.capacity() * sizeof(Origin) > O.MaxBytes);
}

std::optional<MarkingExploration::Ending> Explorer::expand(uint32_t Index) {
  Marking M(Initial.size());
  Set->get(Index, M);
  State.reset(M);
  Tracker.reset(M);
  ToFire.assign(State.enabled().begin(), State.enabled().end());
  for (TransitionId T : ToFire) {
    if (Compiled.Effects[T].empty())
      continue;
    if (State.repetitions(T) == 0)
      return Ending::Overflow;
    State.fire(T, 1);
    Tracker.fired(T, 1);
    auto [Next, IsNew] = Set->insert(State.marking());
    if (IsNew) {
      Origins.push_back({Index, T});
      look(Next);
      if (Undecided == 0 && Maxima.empty())
        return Ending::AllFound;
      if (overLimit())
        return Ending::Limit;
    }
    State.unfire(T, 1);
    Tracker.fired(T, -1);
  }
  return std::nullopt;
}

MarkingExploration Explorer::run(const Budget &B) {
  start();
  Result.Markings = Set;
  if (Undecided == 0 && Maxima.empty()) {
    Result.How = Ending::AllFound;
    return std::move(Result);
  }
  for (size_t Index = 0; Index < Set->size(); ++Index) {
    if (Index % 256 == 0 && B.exhausted()) {
      Result.How = Ending::Budget;
      return std::move(Result);
    }
    if (auto How = expand(uint32_t(Index))) {
      Result.How = *How;
      return std::move(Result);
    }
  }
  Result.How = Ending::Complete;
  return std::move(Result);
}

MarkingExploration
sooth::explore(const PetriNet &N, llvm::ArrayRef<PetriFormula> Goals,
               llvm::ArrayRef<std::vector<LinearTerm>> Maxima,
               const ExploreOptions &O, const Budget &B) {
  return Explorer(N, Goals, Maxima, O).run(B);
}
