//===- LocationFacts.cpp - Facts about the states at a location -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationFacts.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::abstraction;
using llvm::APInt;

bool LessKey::operator()(const PartKey &A, const PartKey &B) const {
  return std::lexicographical_compare(
      A.begin(), A.end(), B.begin(), B.end(), [](const APInt &X, const APInt &Y) {
        return X.ult(Y);
      });
}

std::vector<Expr> LocationFacts::keyVariables() const {
  std::vector<Expr> Result;
  for (unsigned I : MaySplit.set_bits())
    Result.push_back(Vars[I]);
  return Result;
}

PartKey LocationFacts::keyOf(llvm::ArrayRef<APInt> State) const {
  PartKey Key;
  for (unsigned I : MaySplit.set_bits())
    Key.push_back(State[I]);
  return Key;
}

const PartFacts *LocationFacts::part(const PartKey &K) const {
  auto It = Parts.find(K);
  return It == Parts.end() ? nullptr : &It->second;
}

bool LocationFacts::addToPart(llvm::ArrayRef<APInt> State,
                              const Thresholds &WidenTo) {
  std::vector<Expr> Others;
  std::vector<APInt> OfOthers;
  for (unsigned I = 0; I < Vars.size(); ++I) {
    if (splits(I))
      continue;
    Others.push_back(Vars[I]);
    OfOthers.push_back(State[I]);
  }
  auto [It, IsNew] = Parts.try_emplace(keyOf(State), std::move(Others));
  return It->second.add(OfOthers, WidenTo);
}

/// Returns true if some variable does not split any more.
bool LocationFacts::limitPartition() {
  bool Changed = false;
  for (unsigned I = 0; I < Vars.size(); ++I)
    if (splits(I) && Values[I].size() > Limits.MaxValues) {
      MaySplit.reset(I);
      Changed = true;
    }
  if (Changed || Parts.size() <= Limits.MaxParts || MaySplit.none())
    return Changed;
  // The one with the most values splits the most.
  unsigned Most = MaySplit.find_first();
  for (unsigned I : MaySplit.set_bits())
    if (Values[I].size() > Values[Most].size())
      Most = I;
  MaySplit.reset(Most);
  return true;
}

LocationFacts::Change LocationFacts::add(std::vector<APInt> State,
                                         const Thresholds &WidenTo) {
  States.push_back(State);
  for (unsigned I : MaySplit.set_bits())
    if (!llvm::is_contained(Values[I], State[I]))
      Values[I].push_back(State[I]);
  const bool IsWeaker = addToPart(State, WidenTo);
  bool IsOther = false;
  while (limitPartition()) {
    IsOther = true;
    Parts.clear();
    for (const std::vector<APInt> &Met : States)
      addToPart(Met, WidenTo);
  }
  return IsOther    ? Change::Partition
         : IsWeaker ? Change::Part
                    : Change::None;
}

Expr LocationFacts::formula(ExprContext &Ctx) const {
  const std::vector<Expr> Split = keyVariables();
  std::vector<Expr> Cases;
  for (const auto &[Key, Facts] : Parts) {
    std::vector<Expr> Case;
    for (auto [Var, V] : llvm::zip_equal(Split, Key))
      Case.push_back(Ctx.mkEq(termOf(Ctx, Var), Ctx.bv(V)));
    Case.push_back(Facts.formula(Ctx));
    Cases.push_back(Ctx.mkAnd(Case));
  }
  return Ctx.mkOr(Cases);
}
