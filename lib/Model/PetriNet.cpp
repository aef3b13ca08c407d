//===- PetriNet.cpp - Place/transition nets -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/PetriNet.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace sooth;

static void normalize(std::vector<PetriArc> &Arcs, size_t NumPlaces) {
  llvm::sort(Arcs, [](const PetriArc &A, const PetriArc &B) {
    return A.Place < B.Place;
  });
  for (size_t I = 0; I < Arcs.size(); ++I) {
    assert(Arcs[I].Place < NumPlaces && "an arc to no place");
    assert(Arcs[I].Weight >= 1 && Arcs[I].Weight <= MaxTokens);
    assert((I == 0 || Arcs[I - 1].Place != Arcs[I].Place) &&
           "two arcs where one is expected");
  }
  (void)NumPlaces;
}

PlaceId PetriNet::addPlace(PetriPlace P) {
  assert(P.Initial <= MaxTokens);
  PlaceId Id = Ps.size();
  [[maybe_unused]] bool IsNew = PlacesById.try_emplace(P.Id, Id).second;
  assert(IsNew && "two places with one id");
  Ps.push_back(std::move(P));
  return Id;
}

TransitionId PetriNet::addTransition(PetriTransition T) {
  for (auto *Arcs : {&T.Inputs, &T.Outputs, &T.Inhibitors})
    normalize(*Arcs, Ps.size());
  TransitionId Id = Ts.size();
  [[maybe_unused]] bool IsNew = TransitionsById.try_emplace(T.Id, Id).second;
  assert(IsNew && "two transitions with one id");
  Inhibited |= !T.Inhibitors.empty();
  Ts.push_back(std::move(T));
  return Id;
}

void PetriNet::setOrigin(std::string Id, std::string File) {
  NetId = std::move(Id);
  NetFile = std::move(File);
}

std::optional<PlaceId> PetriNet::findPlace(llvm::StringRef Id) const {
  auto It = PlacesById.find(Id);
  return It == PlacesById.end() ? std::nullopt : std::optional(It->second);
}

std::optional<TransitionId> PetriNet::findTransition(llvm::StringRef Id) const {
  auto It = TransitionsById.find(Id);
  return It == TransitionsById.end() ? std::nullopt : std::optional(It->second);
}

Marking PetriNet::initialMarking() const {
  Marking M;
  M.reserve(Ps.size());
  for (const PetriPlace &P : Ps)
    M.push_back(P.Initial);
  return M;
}

bool PetriNet::isEnabled(TransitionId T, llvm::ArrayRef<uint64_t> M) const {
  const PetriTransition &Trans = Ts[T];
  for (const PetriArc &A : Trans.Inputs)
    if (M[A.Place] < A.Weight)
      return false;
  for (const PetriArc &A : Trans.Inhibitors)
    if (M[A.Place] >= A.Weight)
      return false;
  return true;
}

Firing PetriNet::fire(TransitionId T, Marking &M) const {
  if (!isEnabled(T, M))
    return Firing::Disabled;
  const PetriTransition &Trans = Ts[T];
  for (const PetriArc &A : Trans.Inputs)
    M[A.Place] -= A.Weight;
  for (size_t I = 0; I < Trans.Outputs.size(); ++I) {
    const PetriArc &A = Trans.Outputs[I];
    if (A.Weight <= MaxTokens - M[A.Place]) {
      M[A.Place] += A.Weight;
      continue;
    }
    for (const PetriArc &Undo : llvm::ArrayRef(Trans.Outputs).take_front(I))
      M[Undo.Place] -= Undo.Weight;
    for (const PetriArc &Undo : Trans.Inputs)
      M[Undo.Place] += Undo.Weight;
    return Firing::Overflow;
  }
  return Firing::Fired;
}

bool PetriNet::isDeadlock(llvm::ArrayRef<uint64_t> M) const {
  for (TransitionId T = 0; T < Ts.size(); ++T)
    if (isEnabled(T, M))
      return false;
  return true;
}

PlaceIndex::PlaceIndex(const PetriNet &N)
    : Consumers(N.places().size()), Producers(N.places().size()),
      Inhibited(N.places().size()) {
  for (TransitionId T = 0; T < N.transitions().size(); ++T) {
    const PetriTransition &Trans = N.transition(T);
    for (const PetriArc &A : Trans.Inputs)
      Consumers[A.Place].push_back({T, A.Weight});
    for (const PetriArc &A : Trans.Outputs)
      Producers[A.Place].push_back({T, A.Weight});
    for (const PetriArc &A : Trans.Inhibitors)
      Inhibited[A.Place].push_back({T, A.Weight});
  }
}

std::vector<TokenChange> sooth::effectOf(const PetriTransition &T) {
  std::vector<TokenChange> Result;
  auto In = T.Inputs.begin(), InEnd = T.Inputs.end();
  auto Out = T.Outputs.begin(), OutEnd = T.Outputs.end();
  while (In != InEnd || Out != OutEnd) {
    if (Out == OutEnd || (In != InEnd && In->Place < Out->Place)) {
      Result.push_back({In->Place, -int64_t(In->Weight)});
      ++In;
    } else if (In == InEnd || Out->Place < In->Place) {
      Result.push_back({Out->Place, int64_t(Out->Weight)});
      ++Out;
    } else {
      if (int64_t Change = int64_t(Out->Weight) - int64_t(In->Weight))
        Result.push_back({In->Place, Change});
      ++In, ++Out;
    }
  }
  return Result;
}
