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

/// Facts about the new parts are no stronger than those about the old ones.
void LocationFacts::rebuild(const llvm::BitVector &SplitBefore,
                            const Thresholds &WidenTo) {
  const PartMap Old = std::exchange(Parts, {});
  for (const std::vector<APInt> &Met : States)
    addToPart(Met, WidenTo);
  for (const auto &[OldKey, Facts] : Old) {
    PartKey Key;
    for (auto [I, V] : llvm::zip_equal(SplitBefore.set_bits(), OldKey))
      if (splits(I))
        Key.push_back(V);
    Parts.find(Key)->second.coverRanges(Facts);
  }
}

LocationFacts::Change LocationFacts::add(std::vector<APInt> State,
                                         const Thresholds &WidenTo) {
  for (unsigned I : MaySplit.set_bits())
    if (!llvm::is_contained(Values[I], State[I]))
      Values[I].push_back(State[I]);
  if (!addToPart(State, WidenTo))
    return Change::None;
  States.push_back(std::move(State));
  Change Result = Change::Part;
  for (llvm::BitVector Before = MaySplit; limitPartition(); Before = MaySplit) {
    rebuild(Before, WidenTo);
    Result = Change::Partition;
  }
  return Result;
}

Expr LocationFacts::formulaOf(ExprContext &Ctx, const PartKey &Key,
                              const PartFacts &Facts) const {
  std::vector<Expr> Parts;
  for (auto [Var, V] : llvm::zip_equal(keyVariables(), Key))
    Parts.push_back(Ctx.mkEq(termOf(Ctx, Var), Ctx.bv(V)));
  Parts.push_back(Facts.formula(Ctx));
  return Ctx.mkAnd(Parts);
}

Expr LocationFacts::partFormula(ExprContext &Ctx, const PartKey &Key) const {
  auto It = Parts.find(Key);
  return It == Parts.end() ? Expr() : formulaOf(Ctx, Key, It->second);
}

std::vector<Expr> LocationFacts::partFormulas(ExprContext &Ctx) const {
  std::vector<Expr> Result;
  for (const auto &[Key, Facts] : Parts)
    Result.push_back(formulaOf(Ctx, Key, Facts));
  return Result;
}

Expr LocationFacts::formula(ExprContext &Ctx) const {
  return Ctx.mkOr(partFormulas(Ctx));
}
