//===- KnownValues.cpp - Variables that are constants ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownValues.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::explicitly;

/// The cells that \p Array is known to have, the last store first.
static llvm::MapVector<Expr, Expr> knownCells(Expr Array) {
  llvm::MapVector<Expr, Expr> Cells;
  // After a store at an index that is not known, nothing is.
  for (; Array.is(Kind::Store) && Array.operand(1).isConst();
       Array = Array.operand(0))
    Cells.insert({Array.operand(1), Array.operand(2)});
  return Cells;
}

void KnownValues::set(Expr Var, Expr New) {
  if (!Var.sort().isArray()) {
    if (New.isConst())
      Values[Var.id()] = {Var, New};
    else
      Values.erase(Var.id());
    return;
  }
  auto Cells = knownCells(New);
  Expr Base = New;
  while (Base.is(Kind::Store) && Base.operand(1).isConst())
    Base = Base.operand(0);
  bool IsWhole = Base.is(Kind::ConstArray) && Base.operand(0).isConst();
  Expr Known = IsWhole ? Base : Var;
  for (auto &[Index, Element] : llvm::reverse(Cells))
    if (Element.isConst())
      Known = Ctx->mkStore(Known, Index, Element);
    else if (IsWhole) { // The base would tell of this cell, too.
      IsWhole = false;
      Known = Var;
      for (auto &[Other, Content] : llvm::reverse(Cells))
        if (Content.isConst())
          Known = Ctx->mkStore(Known, Other, Content);
      break;
    }
  if (Known == Var)
    Values.erase(Var.id());
  else
    Values[Var.id()] = {Var, Known};
}

void KnownValues::learn(Expr Condition) {
  llvm::SmallVector<Expr> Parts;
  conjuncts(Condition, Parts);
  for (Expr Part : Parts) {
    if (Part.isVar())
      set(Part, Ctx->trueExpr());
    else if (Part.is(Kind::Not) && Part.operand(0).isVar())
      set(Part.operand(0), Ctx->falseExpr());
    if (!Part.is(Kind::Eq))
      continue;
    Expr A = Part.operand(0), B = Part.operand(1);
    if (A.isConst() || A.is(Kind::ConstArray))
      std::swap(A, B);
    if (A.isVar())
      set(A, B);
    else if (A.is(Kind::Select) && A.operand(0).isVar() &&
             A.operand(1).isConst() && B.isConst())
      set(A.operand(0), Ctx->mkStore((*this)(A.operand(0)), A.operand(1), B));
  }
}

Expr KnownValues::operator()(Expr E) const {
  Substitution Known(*Ctx);
  for (auto &[Id, Entry] : Values)
    Known.set(Entry.first, Entry.second);
  return Known(E);
}

KnownValues KnownValues::after(const Edge &E,
                               llvm::function_ref<bool(Expr)> IsLive) const {
  Substitution Known(*Ctx);
  for (auto &[Id, Entry] : Values)
    Known.set(Entry.first, Entry.second);
  KnownValues Next(*Ctx);
  for (auto &[Id, Entry] : Values)
    if (IsLive(Entry.first))
      Next.Values.insert({Id, Entry});
  for (const Update &U : E.Updates)
    if (IsLive(U.Var)) {
      Expr New = Known(U.Val);
      Next.Values.erase(U.Var.id());
      Next.set(U.Var, New);
    }
  return Next;
}

Expr KnownValues::formula() const {
  llvm::SmallVector<Expr> Facts;
  for (auto &[Id, Entry] : Values) {
    auto [Var, Known] = Entry;
    Expr Base = Known;
    while (Base.is(Kind::Store))
      Base = Base.operand(0);
    if (!Var.sort().isArray() || Base != Var) {
      Facts.push_back(Ctx->mkEq(Var, Known));
      continue;
    }
    for (auto &[Index, Element] : knownCells(Known))
      Facts.push_back(Ctx->mkEq(Ctx->mkSelect(Var, Index), Element));
  }
  return Ctx->mkAnd(Facts);
}

std::vector<ExprSet> sooth::explicitly::liveVariables(const Cfa &C) {
  std::vector<ExprSet> Live(C.locations().size());
  ExprSet State;
  for (const StateVariable &V : C.variables())
    State.insert(V.Var);
  auto AddVariables = [&](ExprSet &To, Expr Of) {
    bool Changed = false;
    for (Expr V : variables({Of}))
      Changed |= State.contains(V) && To.insert(V).second;
    return Changed;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Edge &E : llvm::reverse(C.edges())) {
      ExprSet &Here = Live[E.Source];
      const ExprSet There = Live[E.Target];
      Changed |= AddVariables(Here, E.Guard);
      ExprSet Defined;
      for (const Update &U : E.Updates) {
        Defined.insert(U.Var);
        if (There.contains(U.Var))
          Changed |= AddVariables(Here, U.Val);
      }
      for (Expr V : There)
        Changed |= !Defined.contains(V) && Here.insert(V).second;
    }
  }
  return Live;
}
