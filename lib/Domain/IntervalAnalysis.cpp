//===- IntervalAnalysis.cpp - Ranges of variables at locations ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forwards in reverse postorder. Where a range of what changes on a cycle still
// grows, it is widened to constants of the program, later to no bound at all.
// What that gave away is regained in part by one more pass, which starts from
// what was found. What an array holds somewhere has a range as a variable has,
// as long as neither the array nor the place changes.
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/IntervalAnalysis.h"

#include "sooth/Domain/IntervalEvaluator.h"
#include "sooth/Domain/Thresholds.h"
#include "sooth/Expr/KnownVariables.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/EdgeNames.h"
#include "sooth/Transform/Cfa/LiveVariables.h"
#include "sooth/Transform/Cfa/LocationOrder.h"

using namespace sooth;

namespace {
class IntervalAnalysis {
public:
  IntervalAnalysis(const Cfa &C, const Budget &B)
      : C(C), Ctx(C.context()), B(B), BeforeEdges(Ctx), Live(C),
        Bounds(findThresholds(C, 400)), Work(C), Found(C.locations().size()),
        Arrived(C.locations().size()) {
    for (unsigned I = 0; I < C.variables().size(); ++I)
      Number[C.variables()[I].Var] = I;
    findChanging();
  }
  std::optional<RangesAt> run();

private:
  using Ranges = ExprMap<Range>;
  bool isSmall(Expr T);
  std::optional<Ranges> atEntry() const;
  std::optional<Ranges> along(const Edge &E);
  /// What comes to \p L over all edges.
  std::optional<Ranges> arriving(LocationId L);
  void passOn(LocationId L);
  void findChanging();
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
  ExprContext &Ctx;
  const Budget &B;
  KnownVariables Variables;
  ExprMap<bool> IsSmall;
  OldNames BeforeEdges;
  const LiveVariables Live;
  const Thresholds Bounds;
  ExprMap<unsigned> Number;
  LocationQueue Work;
  llvm::DenseMap<LocationId, ExprSet> Changing;
  /// How often a range grew at a location.
  llvm::DenseMap<std::pair<LocationId, Expr>, unsigned> Growths;
  bool IsWidened = false;
  RangesAt Found;
  /// What edges led to since a location was looked at last.
  RangesAt Arrived;
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

bool IntervalAnalysis::isSmall(Expr T) {
  static constexpr size_t Most = 10;
  auto [It, IsNew] = IsSmall.try_emplace(T);
  if (IsNew)
    It->second = dagSize({T}) <= Most;
  return It->second;
}

std::optional<ExprMap<Range>> IntervalAnalysis::along(const Edge &E) {
  const auto &Before = Found[E.Source];
  if (!Before)
    return std::nullopt;
  IntervalEvaluator Eval(*Before);
  if (!Eval.assume(E.Guard, true))
    return std::nullopt;
  Ranges Result;
  ExprSet Changed;
  std::vector<Update> Named;
  for (const Update &U : E.Updates) {
    if (U.Val == U.Var)
      continue;
    Changed.insert(U.Var);
    if (!isLive(U.Var, E.Target))
      continue;
    if (U.Var.sort().isArray() && U.Val.isVar())
      Named.push_back(U); // what it holds somewhere may be known
    if (!IntervalEvaluator::hasRange(U.Var.sort()))
      continue;
    if (Range R = Eval(U.Val); !R.isFull())
      Result.insert({U.Var, R});
    if (isSmall(U.Val))
      Named.push_back(U);
  }
  EdgeNames Names(Ctx, BeforeEdges, Changed, Named);
  auto AreLive = [&](Expr T) {
    return llvm::all_of(Variables.of(T),
                        [&](Expr V) { return isLive(V, E.Target); });
  };
  // (Nothing is inserted that is there.)
  auto Keep = [&](const std::pair<Expr, Range> &Known) {
    Expr T = Known.first;
    if (!isSmall(T))
      return;
    auto Vars = Variables.of(T);
    if (llvm::none_of(Vars, [&](Expr V) { return Changed.contains(V); }) &&
        AreLive(T))
      Result.insert(Known);
    if (!T.isVar() && Names.mayName(Vars))
      if (Expr Renamed = Names(T); !Renamed.isVar() && AreLive(Renamed))
        Result.insert({Renamed, Known.second});
  };
  for (const auto &Known : Eval.learnt())
    Keep(Known);
  for (const auto &Known : *Before)
    Keep(Known);
  // What was written last is there.
  for (const Update &U : E.Updates)
    if (U.Val.is(Kind::Store) && isLive(U.Var, E.Target) &&
        IntervalEvaluator::hasRange(U.Val.operand(2).sort()) &&
        isSmall(U.Val.operand(1)))
      if (Expr Read = Ctx.mkSelect(U.Var, Names(U.Val.operand(1)));
          isSmall(Read) && AreLive(Read))
        if (Range R = Eval(U.Val.operand(2)); !R.isFull())
          Result.insert({Read, R});
  return Result;
}

/// Makes \p Sum, what one of several ways leads to, what \p More does as well.
static void join(std::optional<ExprMap<Range>> &Sum,
                 std::optional<ExprMap<Range>> More) {
  if (!Sum || !More) {
    if (More)
      Sum = std::move(More);
    return;
  }
  ExprMap<Range> Joined;
  for (const auto &[Var, R] : *Sum)
    if (auto It = More->find(Var); It != More->end())
      if (Range Both = R.join(It->second); !Both.isFull())
        Joined.insert({Var, Both});
  Sum = std::move(Joined);
}

std::optional<ExprMap<Range>> IntervalAnalysis::arriving(LocationId L) {
  std::optional<Ranges> Sum;
  if (L == C.entry())
    Sum = atEntry();
  for (EdgeId Id : C.incoming(L))
    join(Sum, along(C.edge(Id)));
  return Sum;
}

/// To where edges from \p L lead. So an edge is looked at when its source
/// changes, and not for each of many others with the same target.
void IntervalAnalysis::passOn(LocationId L) {
  for (EdgeId Id : C.outgoing(L)) {
    const LocationId Target = C.edge(Id).Target;
    if (isEnd(Target))
      continue;
    if (std::optional<Ranges> More = along(C.edge(Id))) {
      join(Arrived[Target], std::move(More));
      Work.add(Target);
    }
  }
}

/// The variables that change on cycles through the targets of edges that lead
/// back. What does not change there comes from before, where it is widened if
/// it has to be: to widen it again would lose what is known there.
void IntervalAnalysis::findChanging() {
  llvm::DenseMap<LocationId, std::vector<LocationId>> Sources;
  for (const Edge &E : C.edges())
    if (Work.leadsBack(E))
      Sources[E.Target].push_back(E.Source);
  for (auto &[Head, Work] : Sources) {
    ExprSet &Here = Changing[Head];
    std::vector<bool> Seen(C.locations().size());
    Seen[Head] = true;
    auto Visit = [&](LocationId L, std::vector<LocationId> &To) {
      if (!Seen[L])
        To.push_back(L);
      Seen[L] = true;
    };
    std::vector<LocationId> Open{Head};
    for (LocationId L : Work)
      Visit(L, Open);
    for (size_t I = 1; I < Open.size(); ++I)
      for (EdgeId Id : C.incoming(Open[I]))
        Visit(C.edge(Id).Source, Open);
    for (LocationId L : Open)
      for (EdgeId Id : C.outgoing(L))
        if (Seen[C.edge(Id).Target])
          for (const Update &U : C.edge(Id).Updates)
            Here.insert(U.Var);
  }
}

/// Adds to \p Now, which came to \p L since that was looked at, what was found
/// there.
void IntervalAnalysis::widen(LocationId L, Ranges &Now) {
  static constexpr unsigned Exactly = 2, ToBounds = 8, Most = 16;
  if (!Found[L])
    return;
  auto Changes = Changing.find(L);
  auto IsChanged = [&](Expr T) {
    return Changes != Changing.end() &&
           llvm::any_of(Variables.of(T),
                        [&](Expr V) { return Changes->second.contains(V); });
  };
  Ranges Wide;
  for (const auto &[T, R] : Now) {
    auto Old = Found[L]->find(T);
    if (Old == Found[L]->end())
      continue;
    Range Both = R.join(Old->second);
    if (!(Both == Old->second) && IsChanged(T)) {
      const unsigned Times = ++Growths[{L, T}];
      if (Times > Most)
        continue;
      if (Times > Exactly) {
        IsWidened = true;
        llvm::ArrayRef<llvm::APInt> To;
        if (auto It = Bounds.find(Both.width());
            Times <= ToBounds && It != Bounds.end())
          To = It->second;
        Both = Both.widenedFrom(Old->second, To);
      }
    }
    if (!Both.isFull())
      Wide.insert({T, Both});
  }
  Now = std::move(Wide);
}

std::optional<RangesAt> IntervalAnalysis::run() {
  Arrived[C.entry()] = atEntry();
  if (Arrived[C.entry()])
    Work.add(C.entry());
  while (!Work.isEmpty()) {
    if (B.exhausted())
      return std::nullopt;
    const LocationId L = Work.takeFirst();
    std::optional<Ranges> Now = std::exchange(Arrived[L], std::nullopt);
    widen(L, *Now);
    if (Found[L] == Now)
      continue;
    Found[L] = std::move(Now);
    passOn(L);
  }
  for (LocationId L : Work.inOrder())
    if (isEnd(L) || (IsWidened && Found[L]))
      Found[L] = arriving(L);
  return std::move(Found);
}

std::optional<RangesAt> sooth::analyzeIntervals(const Cfa &C, const Budget &B) {
  return IntervalAnalysis(C, B).run();
}
