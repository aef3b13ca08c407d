//===- AbstractState.cpp - What CEGAR knows about a set of states ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/AbstractState.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace sooth;

uint32_t StateTable::item(Expr E, ItemKind K,
                          const std::shared_ptr<FactOrder> &Order) {
  auto [It, IsNew] =
      Numbers[{K, Order.get()}].try_emplace(E, uint32_t(Items.size()));
  if (IsNew)
    Items.push_back({E, K, Order, {}, {}, {}});
  return It->second;
}

Fact StateTable::orderedFact(Expr E, const std::shared_ptr<FactOrder> &Order,
                             uint32_t Val) {
  HasOrder = true;
  return {item(E, ItemKind::Ordered, Order), Val};
}

Fact StateTable::valueFact(Expr Var, const Value &V) {
  uint32_t Number = item(Var, ItemKind::Variable, nullptr);
  Item &I = Items[Number];
  size_t Hash = hashValue(V);
  auto [First, Last] = I.ByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (I.Values[It->second] == V)
      return {Number, It->second};
  uint32_t Val = I.Values.size();
  I.Values.push_back(V);
  I.ByHash.emplace(Hash, Val);
  return {Number, Val};
}

Expr StateTable::literal(Fact F) {
  Item &I = Items[F.Item];
  if (I.Kind == ItemKind::Predicate)
    return F.Val ? I.E : Ctx.mkNot(I.E);
  if (I.Literals.size() <= F.Val)
    I.Literals.resize(F.Val + 1);
  Expr &Literal = I.Literals[F.Val];
  if (!Literal)
    Literal = I.Order
                  ? I.Order->formula(I.E, F.Val)
                  : Ctx.mkEq(I.E, Ctx.constant(I.Values[F.Val], I.E.sort()));
  return Literal;
}

bool StateTable::implies(const Cube &A, const Cube &B) const {
  if (!HasOrder)
    return std::includes(A.begin(), A.end(), B.begin(), B.end());
  return llvm::all_of(B, [&](Fact F) {
    auto Same = std::lower_bound(A.begin(), A.end(), Fact{F.Item, 0});
    return Same != A.end() && implies(*Same, F);
  });
}

bool StateTable::covers(const AbstractState &By,
                        const AbstractState &Of) const {
  return &By == &Of || llvm::all_of(Of.Cubes, [&](const Cube &Stronger) {
    return llvm::any_of(By.Cubes,
                        [&](const Cube &C) { return implies(Stronger, C); });
  });
}

const AbstractState *StateTable::intern(std::vector<Cube> Cubes) {
  if (Cubes.size() > 1) {
    // Weaker cubes first, so that each is compared with what may absorb it.
    llvm::sort(Cubes, [](const Cube &A, const Cube &B) {
      return A.size() != B.size() ? A.size() < B.size() : A < B;
    });
    Cubes.erase(std::unique(Cubes.begin(), Cubes.end()), Cubes.end());
    if (Cubes.front().size() != Cubes.back().size()) {
      std::vector<Cube> Kept;
      for (Cube &C : Cubes)
        if (llvm::none_of(Kept, [&](const Cube &K) { return implies(C, K); }))
          Kept.push_back(std::move(C));
      Cubes = std::move(Kept);
    }
  }
  size_t Hash = Cubes.size() == 1 ? hashFacts(Cubes[0]) : Cubes.size();
  if (Cubes.size() > 1)
    for (const Cube &C : Cubes)
      Hash = llvm::hash_combine(Hash, hashFacts(C));
  auto [First, Last] = ByHash.equal_range(Hash);
  for (auto It = First; It != Last; ++It)
    if (It->second->Cubes == Cubes)
      return It->second;
  States.push_back({unsigned(States.size()), std::move(Cubes), Hash});
  ByHash.emplace(Hash, &States.back());
  return &States.back();
}

Expr StateTable::formula(const AbstractState &S) {
  Formulas.resize(States.size());
  Expr &Formula = Formulas[S.Id];
  if (Formula)
    return Formula;
  std::vector<Expr> Disjuncts;
  for (const Cube &C : S.Cubes) {
    std::vector<Expr> Literals;
    for (Fact F : C)
      Literals.push_back(literal(F));
    Disjuncts.push_back(Ctx.mkAnd(Literals));
  }
  return Formula = Ctx.mkOr(Disjuncts);
}
