//===- PlaceBounds.cpp - How many tokens places can have ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/PlaceBounds.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DynamicAPInt.h"

using namespace sooth;
using llvm::DynamicAPInt;

namespace {
/// An invariant that was checked.
struct Checked {
  llvm::DenseMap<PlaceId, int64_t> Weights;
  DynamicAPInt Total{0}; // in the beginning
  bool Shrinks = false;  // some transition makes it less
};
} // namespace

/// Weights of arcs and numbers of tokens are at most MaxTokens.
static DynamicAPInt exactly(uint64_t V) { return DynamicAPInt(int64_t(V)); }

static DynamicAPInt sumOf(const Checked &I, llvm::ArrayRef<PetriArc> Arcs) {
  DynamicAPInt Sum(0);
  for (const PetriArc &A : Arcs)
    Sum += DynamicAPInt(I.Weights.lookup(A.Place)) * exactly(A.Weight);
  return Sum;
}

/// Nothing if it is no invariant.
static std::optional<Checked> check(const PetriNet &N,
                                    const PlaceInvariant &I) {
  Checked Result;
  for (const PlaceInvariant::Term &T : I.Terms) {
    if (T.Place >= N.places().size() || T.Weight <= 0 ||
        !Result.Weights.try_emplace(T.Place, T.Weight).second)
      return std::nullopt;
    Result.Total += DynamicAPInt(T.Weight) * exactly(N.place(T.Place).Initial);
  }
  for (const PetriTransition &T : N.transitions()) {
    DynamicAPInt Before = sumOf(Result, T.Inputs),
                 After = sumOf(Result, T.Outputs);
    if (After > Before)
      return std::nullopt;
    Result.Shrinks |= After < Before;
  }
  return Result;
}

std::vector<std::optional<uint64_t>>
sooth::boundsByInvariants(const PetriNet &N,
                          llvm::ArrayRef<PlaceInvariant> Invariants) {
  std::vector<std::optional<uint64_t>> Bounds(N.places().size());
  for (const PlaceInvariant &Claimed : Invariants) {
    std::optional<Checked> I = check(N, Claimed);
    if (!I)
      continue;
    for (auto [P, Weight] : I->Weights) {
      DynamicAPInt Most = I->Total / DynamicAPInt(Weight);
      if (Most > exactly(MaxTokens))
        continue;
      uint64_t Bound = uint64_t(int64_t(Most));
      if (!Bounds[P] || Bound < *Bounds[P])
        Bounds[P] = Bound;
    }
  }
  return Bounds;
}

std::vector<PetriFormula>
sooth::factsByInvariants(const PetriNet &N,
                         llvm::ArrayRef<PlaceInvariant> Invariants) {
  std::vector<PetriFormula> Result;
  for (const PlaceInvariant &Claimed : Invariants) {
    std::optional<Checked> I = check(N, Claimed);
    if (!I || I->Total > exactly(MaxTokens))
      continue;
    std::vector<LinearTerm> Terms;
    for (auto [P, Weight] : I->Weights)
      Terms.push_back({P, Weight});
    if (auto F = PetriFormula::constraint(std::move(Terms),
                                          I->Shrinks ? Relation::LessEqual
                                                     : Relation::Equal,
                                          int64_t(I->Total)))
      Result.push_back(*F);
  }
  return Result;
}
