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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace sooth;

namespace {
class Propagation {
public:
  explicit Propagation(const Cfa &C);

  bool isReached(LocationId L) const { return Reached.test(L); }
  /// What \p E does where its source's constants hold.
  Edge folded(EdgeId E) const;
  /// Which variables that edges read have which values at \p L.
  Expr fact(LocationId L) const;

private:
  using State = std::vector<Expr>; // by variable; null if it is not known
  Substitution known(EdgeId E) const;
  void follow(EdgeId E);
  void assumeGuard(Expr Guard, State &S) const;
  void join(LocationId L, const State &S);

  const Cfa &C;
  ExprContext &Ctx;
  ExprMap<unsigned> IndexOf;
  std::vector<std::vector<unsigned>> Reads; // of each edge
  llvm::BitVector IsRead;                   // by variable
  std::vector<State> Values;                // at locations that are reached
  llvm::BitVector Reached;
  llvm::SetVector<LocationId> Work;
};
} // namespace

Propagation::Propagation(const Cfa &C)
    : C(C), Ctx(C.context()), IsRead(C.variables().size()),
      Values(C.locations().size()), Reached(C.locations().size()) {
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
  join(C.entry(), Initial);
  while (!Work.empty())
    for (EdgeId E : C.outgoing(Work.pop_back_val()))
      follow(E);
}

Substitution Propagation::known(EdgeId E) const {
  Substitution S(Ctx);
  const State &Here = Values[C.edge(E).Source];
  for (unsigned V : Reads[E])
    if (Here[V])
      S.set(C.variables()[V].Var, Here[V]);
  return S;
}

/// x = 1 holds behind the guard x = 1.
void Propagation::assumeGuard(Expr Guard, State &S) const {
  for (auto [Var, Val] : constantsIn(Ctx, Guard))
    if (auto It = IndexOf.find(Var); It != IndexOf.end())
      S[It->second] = Val;
}

void Propagation::follow(EdgeId Id) {
  const Edge &E = C.edge(Id);
  Substitution S = known(Id);
  Expr Guard = S(E.Guard);
  if (Guard.isFalse())
    return;
  State Next = Values[E.Source];
  assumeGuard(Guard, Next);
  State Before = Next;
  for (const Update &U : E.Updates) {
    // The guard's constants are known to the updates, too.
    auto It = IndexOf.find(U.Val);
    Expr New = It == IndexOf.end() ? S(U.Val) : Before[It->second];
    Next[IndexOf.lookup(U.Var)] = New && New.isConst() ? New : Expr();
  }
  join(E.Target, Next);
}

void Propagation::join(LocationId L, const State &S) {
  State &Here = Values[L];
  bool Changed = !Reached.test(L);
  if (Changed)
    Here = S;
  Reached.set(L);
  for (unsigned V = 0; V < S.size(); ++V)
    if (Here[V] && Here[V] != S[V]) {
      Here[V] = Expr();
      Changed = true;
    }
  if (Changed)
    Work.insert(L);
}

Edge Propagation::folded(EdgeId Id) const {
  Edge New = copyEdge(C.edge(Id));
  if (!isReached(New.Source)) {
    New.Guard = Ctx.falseExpr();
    return New;
  }
  Substitution S = known(Id);
  New.Guard = S(New.Guard);
  for (Update &U : New.Updates)
    U.Val = S(U.Val);
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
