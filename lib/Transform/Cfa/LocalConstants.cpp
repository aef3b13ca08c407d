//===- LocalConstants.cpp - What variables hold at a location -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditional constant propagation (Wegman, Zadeck) on automata: what is known
// at a location decides which edges behind it can be taken, and only those
// carry values on. A program that sets up its tables, objects and pointers
// before a loop that never changes them knows them in the loop.
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/Slice.h"

#include "Remap.h"

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LocationOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace sooth;

namespace {
class Propagation {
public:
  explicit Propagation(const Cfa &C);

  bool isReached(LocationId L) const { return Reached.test(L); }
  /// What \p E does where its source's constants hold.
  Edge folded(EdgeId E);
  /// Which variables that edges read have which values at \p L.
  Expr fact(LocationId L) const;

private:
  using State = std::vector<Expr>; // by variable; null if it is not known
  /// An edge where what it reads has the values Read.
  struct Simplified {
    State Read;
    Expr Guard;
    std::vector<Expr> Values; // of the updates; none if the guard is false
  };
  const Simplified &simplified(EdgeId E);
  void follow(EdgeId E);
  /// What an edge leaves of some variables.
  using Changes = llvm::SmallVector<std::pair<unsigned, Expr>, 8>;
  Changes changesBy(const Edge &E, const Simplified &Here) const;
  void join(LocationId L, const State &Before, const Changes &Then);

  const Cfa &C;
  ExprContext &Ctx;
  ExprMap<unsigned> IndexOf;
  std::vector<std::vector<unsigned>> Reads; // of each edge
  std::vector<Simplified> Edges;            // the last of each
  llvm::BitVector IsRead;                   // by variable
  std::vector<State> Values;                // at locations that are reached
  llvm::BitVector Reached;
  LocationQueue Work;
};
} // namespace

Propagation::Propagation(const Cfa &C)
    : C(C), Ctx(C.context()), Edges(C.edges().size()),
      IsRead(C.variables().size()), Values(C.locations().size()),
      Reached(C.locations().size()), Work(C) {
  for (unsigned V = 0; V < C.variables().size(); ++V)
    IndexOf[C.variables()[V].Var] = V;
  for (const Edge &E : C.edges()) {
    Reads.emplace_back();
    for (Expr V : variables(formulasOf(E)))
      if (auto It = IndexOf.find(V); It != IndexOf.end()) {
        Reads.back().push_back(It->second);
        IsRead.set(It->second);
      }
  }
  State Initial(C.variables().size());
  for (const auto &[Var, Val] : initialConstants(C))
    if (auto It = IndexOf.find(Var); It != IndexOf.end() && Val.isConst())
      Initial[It->second] = Val;
  join(C.entry(), Initial, {});
  while (!Work.isEmpty()) {
    const LocationId Next = Work.takeFirst();
    for (EdgeId E : C.outgoing(Next))
      follow(E);
  }
}

const Propagation::Simplified &Propagation::simplified(EdgeId Id) {
  const Edge &E = C.edge(Id);
  Simplified &Last = Edges[Id];
  State Read;
  for (unsigned V : Reads[Id])
    Read.push_back(Values[E.Source][V]);
  if (Last.Guard && Last.Read == Read)
    return Last;
  Substitution S(Ctx);
  for (auto [V, Val] : llvm::zip_equal(Reads[Id], Read))
    if (Val)
      S.set(C.variables()[V].Var, Val);
  Last = {std::move(Read), S(E.Guard), {}};
  if (!Last.Guard.isFalse())
    for (const Update &U : E.Updates)
      Last.Values.push_back(S(U.Val));
  return Last;
}

/// x = 1 holds behind the guard x = 1.
Propagation::Changes Propagation::changesBy(const Edge &E,
                                            const Simplified &Here) const {
  Changes OfGuard;
  for (auto [Var, Val] : constantsIn(Ctx, Here.Guard))
    if (auto It = IndexOf.find(Var); It != IndexOf.end())
      OfGuard.push_back({It->second, Val});
  auto Find = [](Changes &In, unsigned V) {
    return llvm::find_if(In, [V](const auto &C) { return C.first == V; });
  };
  Changes Result = OfGuard;
  for (auto [U, Val] : llvm::zip_equal(E.Updates, Here.Values)) {
    Expr New = Val;
    // The guard's constants are known to the updates, too.
    if (auto It = IndexOf.find(U.Val); It != IndexOf.end()) {
      auto Known = Find(OfGuard, It->second);
      New =
          Known != OfGuard.end() ? Known->second : Values[E.Source][It->second];
    }
    if (New && !New.isConst())
      New = Expr();
    const unsigned V = IndexOf.lookup(U.Var);
    if (auto Old = Find(Result, V); Old != Result.end())
      Old->second = New;
    else
      Result.push_back({V, New});
  }
  return Result;
}

void Propagation::follow(EdgeId Id) {
  const Edge &E = C.edge(Id);
  const Simplified &Here = simplified(Id);
  if (!Here.Guard.isFalse())
    join(E.Target, Values[E.Source], changesBy(E, Here));
}

void Propagation::join(LocationId L, const State &Before, const Changes &Then) {
  State &Here = Values[L];
  if (!Reached.test(L)) {
    Here = Before;
    for (auto [V, Val] : Then)
      Here[V] = Val;
    Reached.set(L);
    Work.add(L);
    return;
  }
  bool Changed = false;
  auto Meet = [&](unsigned V, Expr With) {
    if (Here[V] && Here[V] != With) {
      Here[V] = Expr();
      Changed = true;
    }
  };
  // Those that are changed are not compared with what they were.
  Changes Known;
  for (auto [V, Val] : Then)
    Known.push_back({V, std::exchange(Here[V], Expr())});
  for (size_t V = 0; V < Before.size(); ++V)
    Meet(V, Before[V]);
  for (auto [Old, New] : llvm::zip_equal(Known, Then)) {
    Here[Old.first] = Old.second;
    Meet(Old.first, New.second);
  }
  if (Changed)
    Work.add(L);
}

Edge Propagation::folded(EdgeId Id) {
  Edge New = copyEdge(C.edge(Id));
  if (!isReached(New.Source)) {
    New.Guard = Ctx.falseExpr();
    return New;
  }
  const Simplified &Here = simplified(Id);
  New.Guard = Here.Guard;
  for (auto [U, Val] : llvm::zip(New.Updates, Here.Values))
    U.Val = Val;
  return New;
}

Expr Propagation::fact(LocationId L) const {
  llvm::SmallVector<Expr, 16> Facts;
  if (isReached(L))
    for (unsigned V : IsRead.set_bits())
      if (Values[L][V])
        Facts.push_back(Ctx.mkEq(C.variables()[V].Var, Values[L][V]));
  return Ctx.mkAnd(Facts);
}

TransformedCfa sooth::foldLocalConstants(const Cfa &C) {
  Propagation P(C);
  auto Back = Remap::identity(C);
  Cfa Result = copyVariables(C);
  copyLocations(C, Result);
  for (EdgeId E = 0; E < C.edges().size(); ++E)
    Result.addEdge(P.folded(E));
  for (LocationId L = 0; L < C.locations().size(); ++L)
    Back->FactAt.push_back(P.fact(L));
  return {std::move(Result), std::move(Back)};
}
