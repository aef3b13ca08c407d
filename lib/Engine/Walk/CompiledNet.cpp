//===- CompiledNet.cpp - A net laid out for firing ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledNet.h"

#include <cassert>

using namespace sooth;

static std::vector<PlaceCondition> conditions(llvm::ArrayRef<PlaceUse> Uses) {
  std::vector<PlaceCondition> Result;
  for (const PlaceUse &U : Uses)
    Result.push_back({U.Transition, U.Weight});
  return Result;
}

CompiledNet::CompiledNet(const PetriNet &N)
    : NumPlaces(N.places().size()), NumTransitions(N.transitions().size()) {
  for (const PetriTransition &T : N.transitions()) {
    Inputs.addRow(T.Inputs);
    Inhibitors.addRow(T.Inhibitors);
    Effects.addRow(effectOf(T));
  }
  PlaceIndex Index(N);
  for (PlaceId P = 0; P < NumPlaces; ++P) {
    Needed.addRow(conditions(Index.consumers(P)));
    Forbidden.addRow(conditions(Index.inhibited(P)));
  }
}

FiringState::FiringState(const CompiledNet &N)
    : N(N), M(N.NumPlaces, 0), Missing(N.NumTransitions, 0),
      Where(N.NumTransitions, 0) {}

void FiringState::reset(const Marking &To) {
  M = To;
  Enabled.clear();
  for (TransitionId T = 0; T < N.NumTransitions; ++T) {
    Missing[T] = 0;
    for (const PetriArc &A : N.Inputs[T])
      Missing[T] += M[A.Place] < A.Weight;
    for (const PetriArc &A : N.Inhibitors[T])
      Missing[T] += M[A.Place] >= A.Weight;
    if (Missing[T] == 0) {
      Where[T] = uint32_t(Enabled.size());
      Enabled.push_back(T);
    }
  }
}

void FiringState::lack(TransitionId T) {
  if (Missing[T]++ != 0)
    return;
  TransitionId Last = Enabled.back();
  Enabled[Where[T]] = Last;
  Where[Last] = Where[T];
  Enabled.pop_back();
}

void FiringState::gain(TransitionId T) {
  if (--Missing[T] != 0)
    return;
  Where[T] = uint32_t(Enabled.size());
  Enabled.push_back(T);
}

void FiringState::set(PlaceId P, uint64_t Tokens) {
  uint64_t Before = M[P];
  M[P] = Tokens;
  for (const PlaceCondition &C : N.Needed[P]) {
    bool Had = Before >= C.Weight, Has = Tokens >= C.Weight;
    if (Had != Has)
      Has ? gain(C.Transition) : lack(C.Transition);
  }
  for (const PlaceCondition &C : N.Forbidden[P]) {
    bool Had = Before < C.Weight, Has = Tokens < C.Weight;
    if (Had != Has)
      Has ? gain(C.Transition) : lack(C.Transition);
  }
}

/// The last firing starts k - 1 changes from here, and what holds at the first
/// and at the last holds in between.
uint64_t FiringState::repetitions(TransitionId T) const {
  if (!isEnabled(T))
    return 0;
  llvm::ArrayRef<TokenChange> Effect = N.Effects[T];
  if (Effect.empty())
    return 1; // more of the same is of no use
  uint64_t Times = UINT64_MAX;
  auto Limit = [&](uint64_t K) { Times = std::min(Times, K); };
  for (const TokenChange &C : Effect) {
    uint64_t Tokens = M[C.Place];
    if (C.Change > 0) {
      Limit((MaxTokens - Tokens) / uint64_t(C.Change));
    } else {
      uint64_t Less = -uint64_t(C.Change), Weight = Less;
      for (const PetriArc &A : N.Inputs[T])
        if (A.Place == C.Place)
          Weight = A.Weight;
      Limit((Tokens - Weight) / Less + 1);
    }
  }
  for (const PetriArc &A : N.Inhibitors[T])
    for (const TokenChange &C : Effect)
      if (C.Place == A.Place && C.Change > 0)
        Limit((A.Weight - 1 - M[A.Place]) / uint64_t(C.Change) + 1);
  return Times;
}

void FiringState::fire(TransitionId T, uint64_t Times) {
  assert(Times >= 1 && Times <= repetitions(T));
  // Modulo 2^64 is exact, as the result is below 2^63.
  for (const TokenChange &C : N.Effects[T])
    set(C.Place, M[C.Place] + uint64_t(C.Change) * Times);
}

void FiringState::unfire(TransitionId T, uint64_t Times) {
  for (const TokenChange &C : N.Effects[T])
    set(C.Place, M[C.Place] - uint64_t(C.Change) * Times);
}
