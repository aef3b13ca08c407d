//===- Explicit.cpp - Runs with known values, one by one ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Explicit/Explicit.h"

#include "KnownValues.h"

#include "sooth/Transform/Cfa/LiveVariables.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace sooth;
using namespace sooth::explicitly;
using ReasonKind = UnknownReason::Kind;

namespace {
class ExplicitEngine final : public CfaEngine {
public:
  explicit ExplicitEngine(ExplicitOptions O) : O(O) {}
  llvm::StringRef name() const override { return "explicit"; }
  void report(Statistics &S) const override {
    for (const auto &[Name, Figure] : Figures.values())
      S.add(Name, Figure);
  }
  CfaResult check(const Cfa &C, const Budget &B) override;

private:
  ExplicitOptions O;
  Statistics Figures;
};

/// The states that are known, by location.
class States {
public:
  States(const Cfa &C) : C(C), Known(C.locations().size()) {}
  /// Returns true if it is new.
  bool add(LocationId L, const KnownValues &V) {
    Expr Formula = V.formula();
    if (!Seen[L].insert(Formula).second)
      return false;
    Known[L].push_back(Formula);
    ++Count;
    return true;
  }
  CfaInvariant invariant() const {
    CfaInvariant I;
    for (LocationId L = 0; L < Known.size(); ++L)
      I.Formulas[L] = C.context().mkOr(Known[L]);
    return I;
  }
  size_t count() const { return Count; }

private:
  const Cfa &C;
  std::vector<std::vector<Expr>> Known;
  std::map<LocationId, ExprSet> Seen;
  size_t Count = 0;
};
} // namespace

CfaResult ExplicitEngine::check(const Cfa &C, const Budget &B) {
  progress("running");
  const Budget Own = B.onThisThread(O.MaxSeconds);
  const LiveVariables Live(C);
  ExprMap<unsigned> NumberOf;
  for (unsigned I = 0; I < C.variables().size(); ++I)
    NumberOf[C.variables()[I].Var] = I;
  std::vector<bool> IsError(C.locations().size());
  for (const ErrorLocation &E : C.errors())
    IsError[E.Loc] = true;
  States Found(C);
  std::deque<std::pair<LocationId, KnownValues>> Pending;
  KnownValues First(C.context());
  First.learn(C.init());
  Found.add(C.entry(), First);
  Pending.push_back({C.entry(), First});
  auto GiveUp = [&](Cause::Kind Why) {
    Figures.add("explicit.states", double(Found.count()));
    return CfaResult::unknown(ReasonKind::NoProgress, Why);
  };
  while (!Pending.empty()) {
    auto [At, Values] = std::move(Pending.front());
    Pending.pop_front();
    if (IsError[At])
      return GiveUp(Cause::Kind::DependsOnInputs);
    if (Own.exhausted() || Found.count() > O.MaxStates)
      return GiveUp(Cause::Kind::ManyStates);
    for (EdgeId Id : C.outgoing(At)) {
      const Edge &E = C.edge(Id);
      if (Values(E.Guard).isFalse())
        continue;
      KnownValues Next = Values.after(E, [&, To = E.Target](Expr V) {
        return Live.isLive(NumberOf.lookup(V), To);
      });
      if (Found.add(E.Target, Next))
        Pending.push_back({E.Target, std::move(Next)});
    }
  }
  Figures.add("explicit.states", double(Found.count()));
  return CfaResult::safe(Found.invariant());
}

std::unique_ptr<CfaEngine> sooth::createExplicit(ExplicitOptions O) {
  return std::make_unique<ExplicitEngine>(O);
}
