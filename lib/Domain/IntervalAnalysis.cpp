//===- IntervalAnalysis.cpp - Ranges of variables at locations ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forwards in reverse postorder. Where a range
// still grows when a location is visited again, it is widened to constants of
// the program, later to no bound at all. What that gave away is regained in
// part by one more pass, which starts from what was found.
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/IntervalAnalysis.h"

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Domain/Thresholds.h"
#include "sooth/Transform/Cfa/LiveVariables.h"
#include "sooth/Transform/Cfa/LocationOrder.h"

#include <set>

using namespace sooth;

namespace {
class IntervalAnalysis {
public:
  IntervalAnalysis(const Cfa &C, const Budget &B)
      : C(C), B(B), Live(C), Bounds(findThresholds(C, 60)),
        InOrder(reversePostorder(C)), Place(C.locations().size()),
        Visits(C.locations().size()), Found(C.locations().size()) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      Number[C.variables()[I].Var] = I;
    for (unsigned I = 0; I < InOrder.size(); ++I)
      Place[InOrder[I]] = I;
  }
  std::optional<RangesAt> run();

private:
  using Ranges = ExprMap<Range>;
  std::optional<Ranges> atEntry() const;
  std::optional<Ranges> along(const Edge &E) const;
  /// What comes to \p L over all edges.
  std::optional<Ranges> arriving(LocationId L) const;
  void widen(LocationId L, Ranges &Now);
  /// Nothing depends on what is so there.
  bool isEnd(LocationId L) const {
    return C.outgoing(L).empty() && L != C.entry();
  }
  bool isLive(Expr Var, LocationId L) const {
    auto It = Number.find(Var);
    return It != Number.end() && Live.isLive(It->second, L);
  }

  const Cfa &C;
  const Budget &B;
  const LiveVariables Live;
  const Thresholds Bounds;
  ExprMap<unsigned> Number;
  const std::vector<LocationId> InOrder;
  std::vector<unsigned> Place; // in it
  std::vector<unsigned> Visits;
  bool IsWidened = false;
  RangesAt Found;
};
} // namespace

std::optional<ExprMap<Range>> IntervalAnalysis::atEntry() const {
  IntervalEvaluator Eval;
  if (!Eval.assume(C.init(), true))
    return std::nullopt;
  Ranges Result;
  for (const auto &[Var, R] : Eval.learnt())
    if (isLive(Var, C.entry()))
      Result.insert({Var, R});
  return Result;
}

std::optional<ExprMap<Range>> IntervalAnalysis::along(const Edge &E) const {
  const auto &Before = Found[E.Source];
  if (!Before)
    return std::nullopt;
  IntervalEvaluator Eval(*Before);
  if (!Eval.assume(E.Guard, true))
    return std::nullopt;
  Ranges Result;
  ExprSet Changed;
  for (const Update &U : E.Updates) {
    Changed.insert(U.Var);
    if (IntervalEvaluator::hasRange(U.Var.sort()) && isLive(U.Var, E.Target))
      if (Range R = Eval(U.Val); !R.isFull())
        Result.insert({U.Var, R});
  }
  auto Keep = [&](const std::pair<Expr, Range> &Known) {
    if (!Changed.contains(Known.first) && isLive(Known.first, E.Target))
      Result.insert(Known); // unless it is there
  };
  for (const auto &Known : Eval.learnt())
    Keep(Known);
  for (const auto &Known : *Before)
    Keep(Known);
  return Result;
}

std::optional<ExprMap<Range>> IntervalAnalysis::arriving(LocationId L) const {
  std::optional<Ranges> Sum;
  if (L == C.entry())
    Sum = atEntry();
  for (EdgeId Id : C.incoming(L)) {
    std::optional<Ranges> More = along(C.edge(Id));
    if (!More)
      continue;
    if (!Sum) {
      Sum = std::move(More);
      continue;
    }
    Ranges Joined;
    for (const auto &[Var, R] : *Sum)
      if (auto It = More->find(Var); It != More->end())
        if (Range Both = R.join(It->second); !Both.isFull())
          Joined.insert({Var, Both});
    Sum = std::move(Joined);
  }
  return Sum;
}

void IntervalAnalysis::widen(LocationId L, Ranges &Now) {
  static constexpr unsigned Exactly = 2, ToBounds = 8;
  if (!Found[L] || Visits[L] <= Exactly)
    return;
  IsWidened = true;
  Ranges Wide;
  for (const auto &[Var, R] : Now) {
    auto Old = Found[L]->find(Var);
    if (Old == Found[L]->end())
      continue;
    Range Both = R.join(Old->second);
    if (!(Both == Old->second)) {
      auto It = Bounds.find(Both.width());
      if (Visits[L] > ToBounds || It == Bounds.end())
        continue;
      Both = Both.roundedTo(It->second);
    }
    if (!Both.isFull())
      Wide.insert({Var, Both});
  }
  Now = std::move(Wide);
}

std::optional<RangesAt> IntervalAnalysis::run() {
  std::set<unsigned> Work{0};
  while (!Work.empty()) {
    if (B.exhausted())
      return std::nullopt;
    const LocationId L = InOrder[*Work.begin()];
    Work.erase(Work.begin());
    std::optional<Ranges> Now = arriving(L);
    if (!Now)
      continue;
    ++Visits[L];
    widen(L, *Now);
    if (Found[L] == Now)
      continue;
    Found[L] = std::move(Now);
    for (EdgeId Id : C.outgoing(L))
      if (!isEnd(C.edge(Id).Target))
        Work.insert(Place[C.edge(Id).Target]);
  }
  for (LocationId L : InOrder)
    if (isEnd(L) || (IsWidened && Found[L]))
      Found[L] = arriving(L);
  return std::move(Found);
}

std::optional<RangesAt> sooth::analyzeIntervals(const Cfa &C, const Budget &B) {
  return IntervalAnalysis(C, B).run();
}
