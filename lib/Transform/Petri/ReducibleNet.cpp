//===- ReducibleNet.cpp - A net while it is reduced -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducibleNet.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using FormulaKind = PetriFormula::Kind;

static int64_t lookUp(const std::map<PlaceId, int64_t> &M, PlaceId P) {
  auto It = M.find(P);
  return It == M.end() ? 0 : It->second;
}

int64_t ReducibleTransition::needs(PlaceId P) const { return lookUp(Needs, P); }
int64_t ReducibleTransition::change(PlaceId P) const {
  return lookUp(Changes, P);
}

/// Composed weights stay far below what overflows.
static constexpr int64_t Large = int64_t(1) << 61;
static constexpr size_t MaxWord = 1024;

std::optional<ReducibleTransition>
sooth::sequence(const ReducibleTransition &A, const ReducibleTransition &B) {
  ReducibleTransition Result = A;
  if (A.Word.size() + B.Word.size() > MaxWord)
    return std::nullopt;
  Result.Word.insert(Result.Word.end(), B.Word.begin(), B.Word.end());
  for (auto [P, Need] : B.Needs) {
    __int128 Before = __int128(Need) - A.change(P);
    if (Before > Large)
      return std::nullopt;
    if (Before > A.needs(P))
      Result.Needs[P] = int64_t(Before);
  }
  for (auto [P, Change] : B.Changes) {
    __int128 Sum = __int128(A.change(P)) + Change;
    if (Sum > Large || Sum < -Large)
      return std::nullopt;
    if (Sum == 0)
      Result.Changes.erase(P);
    else
      Result.Changes[P] = int64_t(Sum);
  }
  for (auto [P, Weight] : B.Inhibitors) {
    auto [It, IsNew] = Result.Inhibitors.try_emplace(P, Weight);
    if (!IsNew)
      It->second = std::min(It->second, Weight);
  }
  return Result;
}

static ReducibleTransition reducible(const PetriTransition &T,
                                     TransitionId Id) {
  ReducibleTransition Result;
  for (const PetriArc &A : T.Inputs)
    Result.Needs[A.Place] = int64_t(A.Weight);
  for (const TokenChange &C : effectOf(T))
    Result.Changes[C.Place] = C.Change;
  for (const PetriArc &A : T.Inhibitors)
    Result.Inhibitors[A.Place] = int64_t(A.Weight);
  Result.Word = {Id};
  return Result;
}

ReducibleNet::ReducibleNet(const PetriNet &N, const PetriFormula &Goal)
    : PlaceAlive(N.places().size(), true), Around(N.places().size()),
      Wishes(N.places().size()),
      Deadlock(Goal.kind() == FormulaKind::Deadlock) {
  for (const PetriPlace &P : N.places())
    Tokens.push_back(int64_t(P.Initial));
  for (TransitionId T = 0; T < N.transitions().size(); ++T)
    addTransition(reducible(N.transition(T), T));
  wish(Goal);
}

/// Constraints grow with some places and fall with others, and conjunction and
/// disjunction keep that.
void ReducibleNet::wish(const PetriFormula &F) {
  if (F.kind() == FormulaKind::Constraint)
    for (const LinearTerm &T : F.linear().Terms) {
      bool Up = F.linear().Rel == Relation::GreaterEqual;
      bool Down = F.linear().Rel == Relation::LessEqual;
      bool Both = !Up && !Down;
      Wishes[T.Place].More |= Both || (Up == (T.Coefficient > 0));
      Wishes[T.Place].Fewer |= Both || (Down == (T.Coefficient > 0));
    }
  for (const PetriFormula &Part : F.parts())
    wish(Part);
}

TransitionId ReducibleNet::addTransition(ReducibleTransition T) {
  TransitionId Id = TransitionId(Transitions.size());
  for (const auto *Places : {&T.Needs, &T.Changes, &T.Inhibitors})
    for (auto [P, Weight] : *Places)
      Around[P].insert(Id);
  Transitions.push_back(std::move(T));
  TransitionAlive.push_back(true);
  return Id;
}

void ReducibleNet::removeTransition(TransitionId T) {
  TransitionAlive[T] = false;
  for (const auto *Places : {&Transitions[T].Needs, &Transitions[T].Changes,
                             &Transitions[T].Inhibitors})
    for (auto [P, Weight] : *Places)
      Around[P].erase(T);
}

void ReducibleNet::removePlace(PlaceId P) {
  PlaceAlive[P] = false;
  for (TransitionId T : Around[P]) {
    Transitions[T].Needs.erase(P);
    Transitions[T].Changes.erase(P);
    Transitions[T].Inhibitors.erase(P);
  }
  Around[P].clear();
}

void ReducibleNet::fireFirst(TransitionId T, int64_t Times) {
  for (auto [P, Change] : Transitions[T].Changes)
    Tokens[P] += Change * Times;
  Prefix.push_back({Transitions[T].Word, uint64_t(Times)});
}

std::vector<TransitionId> ReducibleNet::consumers(PlaceId P) const {
  std::vector<TransitionId> Result;
  llvm::copy_if(Around[P], std::back_inserter(Result),
                [&](TransitionId T) { return Transitions[T].needs(P) > 0; });
  return Result;
}

std::vector<TransitionId> ReducibleNet::producers(PlaceId P) const {
  std::vector<TransitionId> Result;
  llvm::copy_if(Around[P], std::back_inserter(Result),
                [&](TransitionId T) { return Transitions[T].change(P) > 0; });
  return Result;
}

bool ReducibleNet::isInhibiting(PlaceId P) const {
  return llvm::any_of(Around[P], [&](TransitionId T) {
    return Transitions[T].Inhibitors.count(P) != 0;
  });
}

bool ReducibleNet::changesUnwanted(TransitionId T) const {
  return llvm::any_of(Transitions[T].Changes,
                      [&](auto &Entry) { return wish(Entry.first).Fewer; });
}

//===----------------------------------------------------------------------===//
// Back to nets
//===----------------------------------------------------------------------===//

static PetriFormula renamePlaces(const PetriFormula &F,
                                 const std::vector<PlaceId> &NewId) {
  if (F.kind() == FormulaKind::Constraint) {
    LinearConstraint C = F.linear();
    for (LinearTerm &T : C.Terms)
      T.Place = NewId[T.Place];
    return PetriFormula::constraint(std::move(C)); // order is kept
  }
  std::vector<PetriFormula> Parts;
  for (const PetriFormula &Part : F.parts())
    Parts.push_back(renamePlaces(Part, NewId));
  switch (F.kind()) {
  case FormulaKind::And:
    return PetriFormula::conjunction(std::move(Parts));
  case FormulaKind::Or:
    return PetriFormula::disjunction(std::move(Parts));
  case FormulaKind::Not:
    return PetriFormula::negation(std::move(Parts.front()));
  default:
    return F;
  }
}

static PetriTransition transitionOf(const ReducibleTransition &T,
                                    const std::vector<PlaceId> &NewId) {
  PetriTransition Result;
  std::map<PlaceId, int64_t> Outputs = T.Needs;
  for (auto [P, Change] : T.Changes)
    Outputs[P] += Change;
  for (auto [P, Weight] : T.Needs)
    Result.Inputs.push_back({NewId[P], uint64_t(Weight)});
  for (auto [P, Weight] : Outputs)
    if (Weight != 0)
      Result.Outputs.push_back({NewId[P], uint64_t(Weight)});
  for (auto [P, Weight] : T.Inhibitors)
    Result.Inhibitors.push_back({NewId[P], uint64_t(Weight)});
  return Result;
}

PetriReduction ReducibleNet::finish(const PetriNet &N,
                                    const PetriFormula &Goal) const {
  PetriReduction Result;
  Result.Net.setOrigin(N.id(), N.file());
  Result.Prefix = Prefix;
  Result.End = Deadlock ? PetriReduction::Ending::FireTheRest
                        : PetriReduction::Ending::AsItIs;
  std::vector<PlaceId> NewId(Tokens.size(), 0);
  for (PlaceId P = 0; P < Tokens.size(); ++P)
    if (PlaceAlive[P])
      NewId[P] = Result.Net.addPlace(
          {N.place(P).Id, N.place(P).Name, uint64_t(Tokens[P]), 0, 0});
  for (TransitionId T = 0; T < Transitions.size(); ++T) {
    if (!TransitionAlive[T])
      continue;
    PetriTransition New = transitionOf(Transitions[T], NewId);
    New.Id = std::to_string(T);
    Result.Net.addTransition(std::move(New));
    Result.Words.push_back(Transitions[T].Word);
  }
  Result.Goal = renamePlaces(Goal, NewId);
  return Result;
}
