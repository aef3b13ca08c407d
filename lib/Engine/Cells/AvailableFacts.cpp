//===- AvailableFacts.cpp - What every run to a location has seen ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Available expressions (Kildall, POPL 1973) for conditions: the facts of a
// location are those that come over all its edges, the greatest such sets. What
// an edge assigns takes the name of what it is assigned to, so that a fact of a
// value is one of the variable that gets it.
//
//===----------------------------------------------------------------------===//

#include "AvailableFacts.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <deque>

using namespace sooth;

/// Larger formulas are no facts, and there are no more of a location.
static constexpr size_t MaxSize = 60, MaxFacts = 400;

namespace {
using Facts = llvm::SetVector<Expr, std::vector<Expr>, ExprSet>;

class AvailableFacts {
public:
  AvailableFacts(const Cfa &C, const Budget &B)
      : C(C), Ctx(C.context()), B(B), Live(C), Found(C.locations().size()) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      Number[C.variables()[I].Var] = I;
  }
  std::vector<std::vector<Expr>> run();

private:
  Facts along(const Edge &E, const Facts &Before);
  bool isFact(Expr F, LocationId At);
  Expr oldName(Expr Var);
  llvm::ArrayRef<Expr> variablesOf(Expr F);

  const Cfa &C;
  ExprContext &Ctx;
  const Budget &B;
  const LiveVariables Live;
  ExprMap<unsigned> Number;
  ExprMap<std::vector<Expr>> Variables;
  ExprMap<Expr> OldNames;
  /// Nothing where no run was seen to come.
  std::vector<std::optional<Facts>> Found;
};
} // namespace

llvm::ArrayRef<Expr> AvailableFacts::variablesOf(Expr F) {
  auto [It, IsNew] = Variables.try_emplace(F);
  if (IsNew)
    It->second = sooth::variables({F});
  return It->second;
}

/// A variable that stands for what \p Var was before an edge.
Expr AvailableFacts::oldName(Expr Var) {
  Expr &Name = OldNames[Var];
  if (!Name)
    Name = Ctx.freshVar("old", Var.sort());
  return Name;
}

/// Whether it says something of live variables only.
bool AvailableFacts::isFact(Expr F, LocationId At) {
  return !F.isConst() && dagSize({F}) <= MaxSize &&
         llvm::all_of(variablesOf(F), [&](Expr V) {
           auto It = Number.find(V);
           return It != Number.end() && Live.isLive(It->second, At);
         });
}

/// The names that the values of updates have after an edge: only those of
/// values that are neither constant nor named already.
static std::vector<Update> namesOf(const Edge &E) {
  std::vector<Update> Names;
  ExprSet Named;
  for (const Update &U : E.Updates)
    if (!U.Val.isConst() && U.Val != U.Var && !U.Var.sort().isArray() &&
        Named.insert(U.Val).second)
      Names.push_back(U);
  return Names;
}

Facts AvailableFacts::along(const Edge &E, const Facts &Before) {
  ExprSet Changed, Values;
  for (const Update &U : E.Updates)
    if (U.Val != U.Var)
      Changed.insert(U.Var);
  const std::vector<Update> Names = namesOf(E);
  // A variable that is changed has another name until the values are named.
  Substitution Old(Ctx), New(Ctx);
  for (Expr V : Changed)
    Old.set(V, oldName(V));
  for (const Update &U : Names) {
    New.set(Old(U.Val), U.Var);
    for (Expr V : variablesOf(U.Val))
      Values.insert(V);
  }
  Facts After;
  auto Add = [&](Expr F) {
    if (After.size() < MaxFacts && isFact(F, E.Target))
      After.insert(F);
  };
  auto Take = [&](Expr F) {
    auto Vars = variablesOf(F);
    if (llvm::none_of(Vars, [&](Expr V) { return Changed.contains(V); }))
      Add(F);
    if (dagSize({F}) <= MaxSize &&
        llvm::any_of(Vars, [&](Expr V) { return Values.contains(V); }))
      Add(New(Old(F)));
  };
  for (Expr F : Before)
    Take(F);
  llvm::SmallVector<Expr, 8> Guard;
  conjuncts(E.Guard, Guard);
  for (Expr F : Guard)
    Take(F);
  for (const Update &U : E.Updates)
    if (U.Val != U.Var && !U.Var.sort().isArray() &&
        dagSize({U.Val}) <= MaxSize) {
      // By itself its value would be named.
      Substitution Others(Ctx);
      for (const Update &N : Names)
        if (N.Val != U.Val)
          Others.set(Old(N.Val), N.Var);
      Add(Ctx.mkEq(U.Var, Others(Old(U.Val))));
    }
  return After;
}

std::vector<std::vector<Expr>> AvailableFacts::run() {
  Facts AtFirst;
  llvm::SmallVector<Expr, 8> Init;
  conjuncts(C.init(), Init);
  for (Expr F : Init)
    if (isFact(F, C.entry()))
      AtFirst.insert(F);
  Found[C.entry()] = AtFirst;
  std::deque<LocationId> Work{C.entry()};
  std::vector<bool> IsWaiting(C.locations().size());
  while (!Work.empty()) {
    if (B.exhausted())
      return std::vector<std::vector<Expr>>(C.locations().size());
    const LocationId L = Work.front();
    Work.pop_front();
    IsWaiting[L] = false;
    for (EdgeId Id : C.outgoing(L)) {
      const Edge &E = C.edge(Id);
      Facts More = along(E, *Found[L]);
      auto &There = Found[E.Target];
      const size_t Old = There ? There->size() : SIZE_MAX;
      if (There)
        There->remove_if([&](Expr F) { return !More.contains(F); });
      else
        There = std::move(More);
      if (There->size() != Old && !IsWaiting[E.Target]) {
        IsWaiting[E.Target] = true;
        Work.push_back(E.Target);
      }
    }
  }
  std::vector<std::vector<Expr>> Result;
  for (auto &F : Found)
    Result.push_back(F ? F->takeVector() : std::vector{Ctx.falseExpr()});
  return Result;
}

std::vector<std::vector<Expr>> cells::availableFacts(const Cfa &C,
                                                     const Budget &B) {
  return AvailableFacts(C, B).run();
}
