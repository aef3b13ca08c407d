//===- StubbornSets.cpp - Orders of firing that do not matter -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StubbornSets.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::equation;

StubbornSets::StubbornSets(const NetMatrix &N)
    : N(N), Conflicts(N.transitions()), Member(N.transitions()) {}

/// The transitions that can disable \p T, or that T can disable.
llvm::ArrayRef<TransitionId> StubbornSets::conflicts(TransitionId T) {
  std::optional<std::vector<TransitionId>> &Entry = Conflicts[T];
  if (Entry)
    return *Entry;
  std::vector<TransitionId> Found;
  const PetriTransition &Info = N.net().transition(T);
  // Others take from what T needs, or add to what inhibits it.
  for (const PetriArc &A : Info.Inputs)
    for (const NetMatrix::Entry &E : N.changes(A.Place))
      if (E.Change < 0)
        Found.push_back(E.Transition);
  for (const PetriArc &A : Info.Inhibitors)
    for (const NetMatrix::Entry &E : N.changes(A.Place))
      if (E.Change > 0)
        Found.push_back(E.Transition);
  // T takes from what others need, or adds to what inhibits them.
  for (const TokenChange &C : N.effect(T))
    for (const PlaceUse &U : C.Change < 0 ? N.arcs().consumers(C.Place)
                                          : N.arcs().inhibited(C.Place))
      Found.push_back(U.Transition);
  llvm::sort(Found);
  Found.erase(std::unique(Found.begin(), Found.end()), Found.end());
  llvm::erase(Found, T);
  return Entry.emplace(std::move(Found));
}

void StubbornSets::enablers(TransitionId T, const Marking &M,
                            const Counts &Remainder,
                            std::vector<TransitionId> &Result) const {
  auto Choose = [&](PlaceId P, int Direction) {
    for (const NetMatrix::Entry &E : N.changes(P))
      if ((E.Change > 0) == (Direction > 0) && Remainder[E.Transition] > 0)
        Result.push_back(E.Transition);
  };
  const PetriTransition &Info = N.net().transition(T);
  for (const PetriArc &A : Info.Inputs)
    if (M[A.Place] < A.Weight)
      return Choose(A.Place, +1);
  for (const PetriArc &A : Info.Inhibitors)
    if (M[A.Place] >= A.Weight)
      return Choose(A.Place, -1);
}

/// The enabled members of the least stubborn set that contains \p Seed.
std::vector<TransitionId> StubbornSets::closure(TransitionId Seed,
                                                const Marking &M,
                                                const Counts &Remainder) {
  Member.reset();
  std::vector<TransitionId> Work{Seed}, Enabled, Next;
  Member.set(Seed);
  while (!Work.empty()) {
    TransitionId T = Work.back();
    Work.pop_back();
    Next.clear();
    if (N.net().isEnabled(T, M)) {
      Enabled.push_back(T);
      llvm::append_range(Next, conflicts(T));
    } else {
      enablers(T, M, Remainder, Next);
    }
    for (TransitionId U : Next)
      if (Remainder[U] > 0 && !Member.test(U)) {
        Member.set(U);
        Work.push_back(U);
      }
  }
  return Enabled;
}

std::vector<TransitionId>
StubbornSets::reduce(const Marking &M, const Counts &Remainder,
                     llvm::ArrayRef<TransitionId> Enabled) {
  if (Enabled.size() <= 1)
    return Enabled.vec();
  constexpr unsigned MaxSeeds = 4;
  std::vector<TransitionId> Best = Enabled.vec();
  for (TransitionId Seed : Enabled.take_front(MaxSeeds)) {
    std::vector<TransitionId> S = closure(Seed, M, Remainder);
    if (S.size() < Best.size())
      Best = std::move(S);
    if (Best.size() == 1)
      break;
  }
  return Best;
}
