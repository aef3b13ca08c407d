//===- BlockPaths.cpp - The paths from one location to the next ones ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPaths.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

EdgeReads::EdgeReads(const Cfa &C) {
  for (unsigned V = 0; V < C.variables().size(); ++V)
    Index[C.variables()[V].Var] = V;
  for (const Edge &E : C.edges()) {
    std::vector<unsigned> Read;
    for (Expr V : variables(formulasOf(E)))
      if (auto It = Index.find(V); It != Index.end())
        Read.push_back(It->second);
    Reads.push_back(std::move(Read));
  }
}

BlockPaths::BlockPaths(const Cfa &C, const EdgeReads &Reads, LocationId Start,
                       llvm::function_ref<bool(LocationId)> Stops)
    : C(C), Ctx(C.context()), Reads(Reads), Start(Start), Try(Ctx) {
  Origin.Loc = Start;
  LoopFree = orderInterior(Stops);
  if (!LoopFree)
    return;
  auto AddEdges = [&](LocationId L) {
    for (EdgeId Id : C.outgoing(L)) {
      const Edge &E = C.edge(Id);
      if (E.Guard.isFalse())
        continue;
      Point &P = (Stops(E.Target) ? Ends : Interior)[E.Target];
      P.Loc = E.Target;
      P.Incoming.push_back(Id);
    }
  };
  AddEdges(Start);
  for (auto &[L, P] : Interior)
    AddEdges(L);
}

/// Fills Interior in topological order; false if there is none.
bool BlockPaths::orderInterior(llvm::function_ref<bool(LocationId)> Stops) {
  // Depth first, finished last is first in topological order.
  std::vector<LocationId> Finished;
  llvm::DenseMap<LocationId, bool> Open; // false: finished
  std::vector<std::pair<LocationId, unsigned>> Stack{{Start, 0}};
  while (!Stack.empty()) {
    auto &[L, Next] = Stack.back();
    if (Next == C.outgoing(L).size()) {
      Open[L] = false;
      if (Stack.size() > 1)
        Finished.push_back(L);
      Stack.pop_back();
      continue;
    }
    const Edge &E = C.edge(C.outgoing(L)[Next++]);
    if (E.Guard.isFalse() || Stops(E.Target))
      continue;
    auto [It, New] = Open.try_emplace(E.Target, true);
    if (New)
      Stack.push_back({E.Target, 0});
    else if (It->second)
      return false;
  }
  for (LocationId L : llvm::reverse(Finished))
    Interior[L].Loc = L;
  return true;
}

void BlockPaths::encode(const ExprMap<Expr> &Values) {
  Constraints.clear();
  Arrivals.clear();
  Renamings.clear();
  Origin.Condition = Ctx.trueExpr();
  Origin.Copies.clear();
  for (const StateVariable &V : C.variables()) {
    Expr Val = Values.lookup(V.Var);
    Origin.Copies.push_back(Val ? Val : V.Var);
  }
  for (auto &[L, P] : Interior)
    arrive(P);
  for (auto &[L, P] : Ends) {
    arrive(P);
    for (Expr &Copy : P.Copies)
      Copy = P.Values(Copy);
    if (!P.Condition.isFalse())
      Arrivals.push_back(
          {L, P.Condition, std::move(P.Copies), std::move(P.Passed)});
  }
}

std::vector<BlockPaths::Group> BlockPaths::groups() const {
  // The longest ways first; shorter ones join if they add little.
  std::vector<std::pair<unsigned, unsigned>> BySize;
  for (unsigned I = 0; I < Arrivals.size(); ++I)
    BySize.push_back({Arrivals[I].Passed.count(), I});
  llvm::sort(BySize, [](auto A, auto B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  std::vector<Group> Result;
  for (auto [Size, I] : BySize) {
    const llvm::BitVector &Passed = Arrivals[I].Passed;
    auto Joins = [&, Size = Size](const Group &G) {
      llvm::BitVector New = Passed;
      New.reset(G.Passed);
      return New.count() * 8 <= Size;
    };
    auto It = llvm::find_if(Result, Joins);
    if (It == Result.end())
      It = Result.insert(It, {{}, Passed});
    It->Arrivals.push_back(I);
    It->Passed |= Passed;
  }
  return Result;
}

std::vector<Expr> BlockPaths::constraints() const {
  std::vector<Expr> Result;
  for (const std::vector<Expr> &OfPlace : Constraints)
    llvm::append_range(Result, OfPlace);
  return Result;
}

std::vector<Expr> BlockPaths::constraints(const Group &G) const {
  std::vector<Expr> Result;
  for (unsigned Point : G.Passed.set_bits())
    llvm::append_range(Result, Constraints[Point]);
  return Result;
}

const BlockPaths::Point &BlockPaths::pointBefore(EdgeId E) const {
  LocationId L = C.edge(E).Source;
  return L == Start ? Origin : Interior.find(L)->second;
}

/// The edge's guard and the copies behind it, or nothing if it cannot be taken.
std::optional<BlockPaths::Way> BlockPaths::follow(EdgeId Id) {
  const Edge &E = C.edge(Id);
  const Point &From = pointBefore(Id);
  if (From.Condition.isFalse())
    return std::nullopt;
  Way W{Id, From.Condition, E.Guard, From.Copies, From.Values};
  Substitution &Rename = renaming(From);
  // Whenever an edge is taken, its inputs are chosen anew.
  for (const Input &In : E.Inputs)
    Rename.set(In.Var, Ctx.freshVar("check.in", In.Var.sort()));
  W.Guard = Rename(E.Guard);
  if (W.Guard.isFalse() || !W.Values.restrict(W.Guard, Try))
    return std::nullopt;
  Substitution Learned(Ctx);
  for (unsigned V : Reads.of(Id)) {
    Expr Before = From.Values(From.Copies[V]);
    if (Expr Now = W.Values(Before); Now != Before)
      Learned.set(Before, Now);
  }
  for (const Update &U : E.Updates)
    W.Copies[Reads.index(U.Var)] = Learned(Rename(U.Val));
  return W;
}

/// Replaces what edges out of \p From read by the copies there. They have much
/// in common, such as the function that a pointer is compared with.
Substitution &BlockPaths::renaming(const Point &From) {
  auto [It, IsNew] = Renamings.try_emplace(From.Loc, Ctx);
  if (IsNew)
    for (EdgeId E : C.outgoing(From.Loc))
      for (unsigned V : Reads.of(E))
        It->second.set(C.variables()[V].Var, From.Values(From.Copies[V]));
  return It->second;
}

/// The variables that need a copy where \p Ways meet.
std::vector<unsigned> BlockPaths::differing(llvm::ArrayRef<Way> Ways) const {
  std::vector<unsigned> Result;
  auto NeedsName = [](Expr E) { return !E.isConst() && !E.isVar(); };
  if (Ways.size() == 1) { // the common case, and there are many variables
    for (const Update &U : C.edge(Ways.front().Last).Updates)
      if (unsigned V = Reads.index(U.Var); NeedsName(Ways.front().Copies[V]))
        Result.push_back(V);
    return Result;
  }
  for (unsigned V = 0; V < C.variables().size(); ++V) {
    Expr First = Ways.front().Copies[V];
    if (NeedsName(First) ||
        llvm::any_of(Ways, [&](const Way &W) { return W.Copies[V] != First; }))
      Result.push_back(V);
  }
  return Result;
}

/// Makes copies of the variables for \p P and constrains them by the edges
/// into it.
void BlockPaths::arrive(Point &P) {
  std::vector<Way> Ways;
  for (EdgeId E : P.Incoming)
    if (std::optional<Way> W = follow(E))
      Ways.push_back(std::move(*W));
  P.Condition = Ctx.falseExpr();
  P.Copies.clear();
  if (Ways.empty())
    return;

  // Points are numbered as they are arrived at.
  std::vector<Expr> &Own = Constraints.emplace_back();
  P.Passed.clear();
  P.Passed.resize(Constraints.size());
  P.Passed.set(Constraints.size() - 1);
  for (const Way &W : Ways)
    P.Passed |= pointBefore(W.Last).Passed;

  std::vector<unsigned> Copied = differing(Ways);
  P.Copies = Ways.front().Copies;
  P.Values = Ways.front().Values;
  for (const Way &W : llvm::drop_begin(Ways))
    P.Values.join(W.Values);
  for (unsigned V : Copied) {
    P.Copies[V] = Ctx.freshVar("check", P.Copies[V].sort());
    llvm::SmallVector<ValueSets::Choice, 4> Choices;
    for (const Way &W : Ways)
      Choices.push_back({W.Copies[V], &W.Values});
    P.Values.define(P.Copies[V], Choices);
  }
  P.Values.keep(P.Copies);
  if (Ways.size() == 1 && Ways.front().Guard.isTrue() && Copied.empty()) {
    P.Condition = Ways.front().From;
    return;
  }
  P.Condition = Ctx.freshVar("check.at", Ctx.boolSort());
  std::vector<Expr> Taken{Ctx.mkNot(P.Condition)};
  for (const Way &W : Ways) {
    Expr Chosen = Ctx.freshVar("check.edge", Ctx.boolSort());
    Taken.push_back(Chosen);
    std::vector<Expr> Then{W.From, W.Guard};
    for (unsigned V : Copied)
      Then.push_back(Ctx.mkEq(P.Copies[V], W.Copies[V]));
    Own.push_back(Ctx.mkImplies(Chosen, Ctx.mkAnd(Then)));
  }
  Own.push_back(Ctx.mkOr(Taken));
}
