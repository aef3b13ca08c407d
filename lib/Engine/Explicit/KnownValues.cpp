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

/// The cells that \p Array is known to have, the last store first; leaves what
/// the stores are to. After one at an index that is not known, nothing is.
static llvm::MapVector<Expr, Expr> takeCells(Expr &Array) {
  llvm::MapVector<Expr, Expr> Cells;
  for (; Array.is(Kind::Store) && Array.operand(1).isConst();
       Array = Array.operand(0))
    Cells.insert({Array.operand(1), Array.operand(2)});
  return Cells;
}

void KnownValues::set(Expr Var, Expr New) {
  Values.erase(Var.id());
  if (!Var.sort().isArray()) {
    if (New.isConst())
      Values[Var.id()] = {Var, New};
    return;
  }
  Expr Base = New;
  auto Cells = takeCells(Base);
  auto IsKnown = [](const auto &Cell) { return Cell.second.isConst(); };
  // A constant array would tell of cells that are not known, too.
  bool IsWhole = Base.is(Kind::ConstArray) && Base.operand(0).isConst() &&
                 llvm::all_of(Cells, IsKnown);
  Expr Known = IsWhole ? Base : Var;
  for (const auto &Cell : llvm::reverse(Cells))
    if (IsKnown(Cell))
      Known = Ctx->mkStore(Known, Cell.first, Cell.second);
  if (Known != Var)
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

Substitution KnownValues::substitution() const {
  Substitution Known(*Ctx);
  for (auto &[Id, Entry] : Values)
    Known.set(Entry.first, Entry.second);
  return Known;
}

Expr KnownValues::operator()(Expr E) const { return substitution()(E); }

KnownValues KnownValues::after(const Edge &E,
                               llvm::function_ref<bool(Expr)> IsLive) const {
  Substitution Known = substitution();
  KnownValues Next(*Ctx);
  for (auto &[Id, Entry] : Values)
    if (IsLive(Entry.first))
      Next.Values.insert({Id, Entry});
  for (const Update &U : E.Updates)
    if (IsLive(U.Var))
      Next.set(U.Var, Known(U.Val));
  return Next;
}

Expr KnownValues::formula() const {
  llvm::SmallVector<Expr> Facts;
  for (auto &[Id, Entry] : Values) {
    auto [Var, Known] = Entry;
    Expr Base = Known;
    auto Cells = takeCells(Base);
    if (Base != Var) {
      Facts.push_back(Ctx->mkEq(Var, Known));
      continue;
    }
    for (auto &[Index, Element] : Cells)
      Facts.push_back(Ctx->mkEq(Ctx->mkSelect(Var, Index), Element));
  }
  return Ctx->mkAnd(Facts);
}
