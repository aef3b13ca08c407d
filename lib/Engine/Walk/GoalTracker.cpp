//===- GoalTracker.cpp - Goals evaluated as tokens move -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GoalTracker.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace sooth;
using FormulaKind = PetriFormula::Kind;

/// Sums of other terms stay far below 2^127, so that none overflows here.
static bool hasHugeCoefficient(const PetriFormula &F) {
  if (F.kind() == FormulaKind::Constraint)
    return llvm::any_of(F.linear().Terms, [](const LinearTerm &T) {
      return T.Coefficient >> 40 > 0 || -T.Coefficient >> 40 > 0;
    });
  return llvm::any_of(F.parts(), hasHugeCoefficient);
}

GoalTracker::GoalTracker(const PetriNet &N,
                         const std::vector<PetriFormula> &Goals,
                         const std::vector<std::vector<LinearTerm>> &Sought) {
  Dropped.resize(Goals.size());
  IsDirty.resize(Goals.size());
  for (size_t G = 0; G < Goals.size(); ++G) {
    PetriFormula F = Goals[G].negationNormalForm();
    OnDeadlock.push_back(F.mentionsDeadlock());
    Roots.push_back(compile(F, G));
    Dropped[G] = hasHugeCoefficient(F);
  }
  for (const std::vector<LinearTerm> &Terms : Sought) {
    Maxima.push_back(uint32_t(Constraints.size()));
    Constraints.push_back({{Terms, Relation::LessEqual, 0}, {}, false});
  }
  Sums.resize(Constraints.size());
  compileEffects(N);
}

uint32_t GoalTracker::constraintFor(const LinearConstraint &C) {
  std::vector<int64_t> Key{int64_t(C.Rel), C.Bound};
  for (const LinearTerm &T : C.Terms) {
    Key.push_back(T.Place);
    Key.push_back(T.Coefficient);
  }
  auto [It, IsNew] =
      Known.try_emplace(std::move(Key), uint32_t(Constraints.size()));
  if (IsNew)
    Constraints.push_back({C, {}, false});
  return It->second;
}

uint32_t GoalTracker::compile(const PetriFormula &F, size_t Goal) {
  Node Result{F.kind(), 0, {}};
  if (F.kind() == FormulaKind::Constraint) {
    Result.Constraint = constraintFor(F.linear());
    std::vector<uint32_t> &Goals = Constraints[Result.Constraint].Goals;
    if (Goals.empty() || Goals.back() != Goal)
      Goals.push_back(uint32_t(Goal));
  }
  for (const PetriFormula &Part : F.parts())
    Result.Parts.push_back(compile(Part, Goal));
  Nodes.push_back(std::move(Result));
  return uint32_t(Nodes.size() - 1);
}

void GoalTracker::compileEffects(const PetriNet &N) {
  std::vector<std::vector<std::pair<uint32_t, int64_t>>> ByPlace(
      N.places().size());
  for (uint32_t C = 0; C < Constraints.size(); ++C)
    for (const LinearTerm &T : Constraints[C].Linear.Terms)
      ByPlace[T.Place].push_back({C, T.Coefficient});
  std::vector<Effect> Row;
  for (const PetriTransition &T : N.transitions()) {
    Row.clear();
    for (const TokenChange &Change : effectOf(T))
      for (auto [C, Coefficient] : ByPlace[Change.Place])
        Row.push_back({C, __int128(Coefficient) * Change.Change});
    llvm::sort(Row, [](const Effect &A, const Effect &B) {
      return A.Constraint < B.Constraint;
    });
    size_t Kept = 0;
    for (size_t I = 0; I < Row.size();) {
      Effect Sum = Row[I++];
      for (; I < Row.size() && Row[I].Constraint == Sum.Constraint; ++I)
        Sum.Change += Row[I].Change;
      if (Sum.Change != 0)
        Row[Kept++] = Sum;
    }
    Row.resize(Kept);
    Effects.addRow(Row);
  }
}

static bool compare(__int128 Sum, const LinearConstraint &C) {
  switch (C.Rel) {
  case Relation::LessEqual:
    return Sum <= C.Bound;
  case Relation::GreaterEqual:
    return Sum >= C.Bound;
  case Relation::Equal:
    return Sum == C.Bound;
  case Relation::NotEqual:
    return Sum != C.Bound;
  }
  llvm_unreachable("a relation without meaning");
}

void GoalTracker::markDirty(size_t Goal) {
  if (IsDirty[Goal])
    return;
  IsDirty[Goal] = true;
  Dirty.push_back(Goal);
}

void GoalTracker::update(uint32_t C) {
  Constraint &Info = Constraints[C];
  bool Holds = compare(Sums[C], Info.Linear);
  if (Holds == Info.Holds)
    return;
  Info.Holds = Holds;
  for (uint32_t Goal : Info.Goals)
    markDirty(Goal);
}

void GoalTracker::reset(const Marking &M) {
  for (uint32_t C = 0; C < Constraints.size(); ++C) {
    Sums[C] = 0;
    for (const LinearTerm &T : Constraints[C].Linear.Terms)
      Sums[C] += __int128(T.Coefficient) * __int128(M[T.Place]);
    Constraints[C].Holds = compare(Sums[C], Constraints[C].Linear);
  }
  for (size_t G = 0; G < Roots.size(); ++G)
    markDirty(G);
}

void GoalTracker::fired(TransitionId T, __int128 Times) {
  for (const Effect &E : Effects[T]) {
    Sums[E.Constraint] += E.Change * Times;
    update(E.Constraint);
  }
}

bool GoalTracker::evaluate(uint32_t Index, bool Deadlock) const {
  const Node &N = Nodes[Index];
  auto Holds = [&](uint32_t Part) { return evaluate(Part, Deadlock); };
  switch (N.What) {
  case FormulaKind::True:
    return true;
  case FormulaKind::False:
    return false;
  case FormulaKind::Constraint:
    return Constraints[N.Constraint].Holds;
  case FormulaKind::And:
    return llvm::all_of(N.Parts, Holds);
  case FormulaKind::Or:
    return llvm::any_of(N.Parts, Holds);
  case FormulaKind::Not:
    return !Holds(N.Parts.front());
  case FormulaKind::Deadlock:
    return Deadlock;
  }
  llvm_unreachable("a formula without meaning");
}

llvm::ArrayRef<size_t> GoalTracker::takeReached(bool Deadlock) {
  if (Deadlock != WasDeadlock) {
    WasDeadlock = Deadlock;
    for (size_t G = 0; G < Roots.size(); ++G)
      if (OnDeadlock[G])
        markDirty(G);
  }
  Reached.clear();
  for (size_t G : Dirty) {
    IsDirty[G] = false;
    if (!Dropped[G] && evaluate(Roots[G], Deadlock))
      Reached.push_back(G);
  }
  Dirty.clear();
  return Reached;
}

double GoalTracker::constraintDistance(uint32_t C) const {
  const LinearConstraint &L = Constraints[C].Linear;
  __int128 Off = Sums[C] - L.Bound;
  switch (L.Rel) {
  case Relation::LessEqual:
    return Off <= 0 ? 0 : double(Off);
  case Relation::GreaterEqual:
    return Off >= 0 ? 0 : double(-Off);
  case Relation::Equal:
    return double(Off < 0 ? -Off : Off);
  case Relation::NotEqual:
    return Off == 0;
  }
  llvm_unreachable("a relation without meaning");
}

double GoalTracker::distanceOf(uint32_t Index, size_t NumEnabled) const {
  const Node &N = Nodes[Index];
  double Result = 0;
  switch (N.What) {
  case FormulaKind::True:
    return 0;
  case FormulaKind::False:
    return 1e30;
  case FormulaKind::Constraint:
    return constraintDistance(N.Constraint);
  case FormulaKind::And:
    for (uint32_t Part : N.Parts)
      Result += distanceOf(Part, NumEnabled);
    return Result;
  case FormulaKind::Or:
    Result = 1e30;
    for (uint32_t Part : N.Parts)
      Result = std::min(Result, distanceOf(Part, NumEnabled));
    return Result;
  case FormulaKind::Not: // of Deadlock
    return NumEnabled == 0;
  case FormulaKind::Deadlock:
    return double(NumEnabled);
  }
  llvm_unreachable("a formula without meaning");
}

double GoalTracker::distanceAfter(size_t Goal, TransitionId T, uint64_t Times,
                                  size_t NumEnabled) {
  // Only sums matter to distances, truth values are left alone.
  for (const Effect &E : Effects[T])
    Sums[E.Constraint] += E.Change * __int128(Times);
  double Result = distance(Goal, NumEnabled);
  for (const Effect &E : Effects[T])
    Sums[E.Constraint] -= E.Change * __int128(Times);
  return Result;
}

double GoalTracker::gain(size_t Maximum, TransitionId T, uint64_t Times) const {
  for (const Effect &E : Effects[T])
    if (E.Constraint == Maxima[Maximum])
      return double(E.Change) * double(Times);
  return 0;
}
