//===- PartFacts.cpp - Facts about the states of one part -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartFacts.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::abstraction;
using llvm::APInt;

/// How often a range grows to the value met, before it is widened.
static constexpr unsigned ExactGrowths = 4;
/// Of how many variables of one width each two are compared.
static constexpr unsigned MaxCompared = 12;

APInt abstraction::bitsOf(const Value &V) {
  return V.isBool() ? APInt(1, V.boolean()) : V.bits();
}

Expr abstraction::termOf(ExprContext &Ctx, Expr Var) {
  return Var.isBool() ? Ctx.boolToBv(Var) : Var;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

bool SeenRange::add(const APInt &V, llvm::ArrayRef<APInt> WidenTo) {
  const Range Grown = Values.join(Range(V));
  if (Grown == Values)
    return false;
  if (Growths++ < ExactGrowths) {
    Values = Grown;
    return true;
  }
  // Only the bounds that have to give way.
  const Range Wide = Grown.roundedTo(WidenTo);
  if (V.ult(Values.UnsignedLow))
    Values.UnsignedLow = Wide.UnsignedLow;
  if (Values.UnsignedHigh.ult(V))
    Values.UnsignedHigh = Wide.UnsignedHigh;
  if (V.slt(Values.SignedLow))
    Values.SignedLow = Wide.SignedLow;
  if (Values.SignedHigh.slt(V))
    Values.SignedHigh = Wide.SignedHigh;
  return true;
}

void SeenRange::cover(const SeenRange &Other) {
  Values = Values.join(Other.Values);
  Growths = std::max(Growths, Other.Growths);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

PartFacts::PartFacts(std::vector<Expr> Variables) : Vars(std::move(Variables)) {
  std::map<unsigned, std::vector<unsigned>> ByWidth;
  for (unsigned I = 0; I < Vars.size(); ++I)
    ByWidth[Vars[I].isBool() ? 1 : Vars[I].sort().width()].push_back(I);
  for (auto &[Width, Members] : ByWidth) {
    Groups.push_back({Width, Members, AffineHull(Width, Members.size())});
    addOrders(Groups.back());
  }
}

void PartFacts::addOrders(const Group &G) {
  if (G.Width == 1 || G.Members.size() > MaxCompared)
    return;
  for (unsigned A : G.Members)
    for (unsigned B : G.Members)
      if (A != B)
        Orders.push_back({A, B});
}

bool PartFacts::weaken(Order &O, llvm::ArrayRef<APInt> State) {
  const APInt &A = State[O.A], &B = State[O.B];
  const Order Old = O;
  O.Ule &= A.ule(B);
  O.Ult &= A.ult(B);
  O.Sle &= A.sle(B);
  O.Slt &= A.slt(B);
  return Old.Ule != O.Ule || Old.Ult != O.Ult || Old.Sle != O.Sle ||
         Old.Slt != O.Slt;
}

bool PartFacts::add(llvm::ArrayRef<APInt> State, const Thresholds &WidenTo) {
  bool IsWeaker = std::exchange(IsEmpty, false);
  for (unsigned I = 0; I < Vars.size(); ++I) {
    if (I == Ranges.size()) {
      Ranges.emplace_back(State[I]);
      continue;
    }
    llvm::ArrayRef<APInt> Next;
    if (auto It = WidenTo.find(State[I].getBitWidth()); It != WidenTo.end())
      Next = It->second;
    IsWeaker |= Ranges[I].add(State[I], Next);
  }
  for (Group &G : Groups) {
    AffineHull::Point P;
    for (unsigned I : G.Members)
      P.push_back(State[I]);
    IsWeaker |= G.Hull.add(P);
  }
  for (Order &O : Orders)
    IsWeaker |= weaken(O, State);
  if (IsWeaker)
    Formula = Expr();
  return IsWeaker;
}

void PartFacts::coverRanges(const PartFacts &Other) {
  for (auto [Var, R] : llvm::zip_equal(Other.Vars, Other.Ranges))
    if (auto It = llvm::find(Vars, Var); It != Vars.end())
      Ranges[It - Vars.begin()].cover(R);
  Formula = Expr();
}

std::vector<Expr> PartFacts::facts(ExprContext &Ctx) const {
  std::vector<Expr> Result;
  for (const Group &G : Groups) {
    std::vector<Expr> Terms;
    for (unsigned I : G.Members)
      Terms.push_back(termOf(Ctx, Vars[I]));
    llvm::append_range(Result, G.Hull.formulas(Ctx, Terms));
  }
  for (unsigned I = 0; I < Vars.size(); ++I)
    if (!Vars[I].isBool())
      Result.push_back(Ranges[I].values().formula(Ctx, Vars[I]));
  for (const Order &O : Orders) {
    Expr A = Vars[O.A], B = Vars[O.B];
    if (O.Ult || O.Ule)
      Result.push_back(O.Ult ? Ctx.mkUlt(A, B) : Ctx.mkUle(A, B));
    if (O.Slt || O.Sle)
      Result.push_back(O.Slt ? Ctx.mkSlt(A, B) : Ctx.mkSle(A, B));
  }
  return Result;
}

Expr PartFacts::formula(ExprContext &Ctx) const {
  if (!Formula)
    Formula = Ctx.mkAnd(facts(Ctx));
  return Formula;
}
