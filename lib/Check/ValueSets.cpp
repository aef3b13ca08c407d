//===- ValueSets.cpp - The few values that variables may have -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueSets.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

/// What may be more values than this is not followed.
static constexpr size_t MaxValues = 256;
/// Of how many replacements the results are kept.
static constexpr size_t MaxRemembered = 256;
/// The nodes of a guard times the values tried in it.
static constexpr size_t MaxWork = 1000000;

Expr ValueTrials::operator()(Expr E, Expr Var, Expr Val) {
  if (Results.size() == MaxRemembered)
    Results.clear();
  auto [It, IsNew] = Results.try_emplace({Var.id(), Val.id()}, Ctx);
  if (IsNew)
    It->second.set(Var, Val);
  return It->second(E);
}

Expr ValueSets::operator()(Expr E) const {
  if (!E.isVar())
    return E;
  auto It = Possible.find(E);
  return It != Possible.end() && It->second.size() == 1 ? It->second.front()
                                                        : E;
}

bool ValueSets::collect(Expr E, Set &Out) const {
  if (E.is(Kind::Ite))
    return collect(E.operand(1), Out) && collect(E.operand(2), Out);
  llvm::ArrayRef<Expr> Values;
  if (E.isConst())
    Values = E;
  else if (auto It = Possible.find(E); It != Possible.end())
    Values = It->second;
  else
    return false;
  for (Expr Val : Values)
    if (!llvm::is_contained(Out, Val))
      Out.push_back(Val);
  return Out.size() <= MaxValues;
}

void ValueSets::define(Expr Var, llvm::ArrayRef<Choice> Choices) {
  Set Values;
  if (llvm::all_of(Choices, [&](const Choice &C) {
        return C.second->collect(C.first, Values);
      }))
    Possible[Var] = std::move(Values);
}

void ValueSets::join(const ValueSets &Other) {
  std::vector<Expr> Unknown;
  for (auto &[Var, Values] : Possible)
    if (!Other.collect(Var, Values))
      Unknown.push_back(Var);
  for (Expr Var : Unknown)
    Possible.erase(Var);
}

void ValueSets::keep(llvm::ArrayRef<Expr> Vars) {
  ExprMap<Set> Kept;
  for (Expr Var : Vars)
    if (auto It = Possible.find(Var); It != Possible.end())
      Kept[Var] = std::move(It->second);
  Possible = std::move(Kept);
}

bool ValueSets::restrict(Expr Guard, ValueTrials &Try) {
  llvm::SmallVector<Expr, 8> Facts;
  conjuncts(Guard, Facts);
  for (Expr Fact : Facts)
    if (auto Known = valueEquation(Try.context(), Fact)) {
      auto [It, IsNew] = Possible.try_emplace(Known->first, Set{Known->second});
      if (!IsNew && !llvm::is_contained(It->second, Known->second))
        return false;
      It->second = {Known->second};
    }
  const size_t Nodes = dagSize({Guard});
  for (Expr Var : variables({Guard})) {
    auto It = Possible.find(Var);
    if (It == Possible.end() || It->second.size() < 2 ||
        It->second.size() * Nodes > MaxWork)
      continue;
    llvm::erase_if(It->second,
                   [&](Expr Val) { return Try(Guard, Var, Val).isFalse(); });
    if (It->second.empty())
      return false;
  }
  return true;
}
