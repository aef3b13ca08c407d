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

namespace {
enum class Signs { Unsigned, Signed };
} // namespace

static bool isLess(Signs S, const APInt &A, const APInt &B) {
  return S == Signs::Unsigned ? A.ult(B) : A.slt(B);
}

/// The next threshold at or above \p V, or the largest value.
static APInt above(Signs S, const APInt &V, llvm::ArrayRef<APInt> WidenTo) {
  const unsigned Width = V.getBitWidth();
  APInt Best = S == Signs::Unsigned ? APInt::getMaxValue(Width)
                                    : APInt::getSignedMaxValue(Width);
  for (const APInt &T : WidenTo)
    if (!isLess(S, T, V) && isLess(S, T, Best))
      Best = T;
  return Best;
}

static APInt below(Signs S, const APInt &V, llvm::ArrayRef<APInt> WidenTo) {
  const unsigned Width = V.getBitWidth();
  APInt Best = S == Signs::Unsigned ? APInt::getMinValue(Width)
                                    : APInt::getSignedMinValue(Width);
  for (const APInt &T : WidenTo)
    if (!isLess(S, V, T) && isLess(S, Best, T))
      Best = T;
  return Best;
}

bool Range::add(const APInt &V, llvm::ArrayRef<APInt> WidenTo) {
  const bool Exact = Growths < ExactGrowths;
  bool HasGrown = false;
  auto Extend = [&](Signs S, APInt &Low, APInt &High) {
    if (isLess(S, V, Low)) {
      Low = Exact ? V : below(S, V, WidenTo);
      HasGrown = true;
    }
    if (isLess(S, High, V)) {
      High = Exact ? V : above(S, V, WidenTo);
      HasGrown = true;
    }
  };
  Extend(Signs::Unsigned, UnsignedLow, UnsignedHigh);
  Extend(Signs::Signed, SignedLow, SignedHigh);
  Growths += HasGrown;
  return HasGrown;
}

void Range::cover(const Range &Other) {
  using namespace llvm::APIntOps;
  UnsignedLow = umin(UnsignedLow, Other.UnsignedLow);
  UnsignedHigh = umax(UnsignedHigh, Other.UnsignedHigh);
  SignedLow = smin(SignedLow, Other.SignedLow);
  SignedHigh = smax(SignedHigh, Other.SignedHigh);
  Growths = std::max(Growths, Other.Growths);
}

Expr Range::formula(ExprContext &Ctx, Expr Term) const {
  if (UnsignedLow == UnsignedHigh)
    return Ctx.mkEq(Term, Ctx.bv(UnsignedLow));
  std::vector<Expr> Parts;
  if (!UnsignedLow.isMinValue())
    Parts.push_back(Ctx.mkUle(Ctx.bv(UnsignedLow), Term));
  if (!UnsignedHigh.isMaxValue())
    Parts.push_back(Ctx.mkUle(Term, Ctx.bv(UnsignedHigh)));
  // Among numbers of one sign both orders say the same.
  if (UnsignedLow.isNegative() == UnsignedHigh.isNegative())
    return Ctx.mkAnd(Parts);
  if (!SignedLow.isMinSignedValue())
    Parts.push_back(Ctx.mkSle(Ctx.bv(SignedLow), Term));
  if (!SignedHigh.isMaxSignedValue())
    Parts.push_back(Ctx.mkSle(Term, Ctx.bv(SignedHigh)));
  return Ctx.mkAnd(Parts);
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
    Point P;
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
    AffineHull::Description D = G.Hull.describe(Ctx, Terms);
    for (auto [Term, Solved] : llvm::zip_equal(Terms, D.Solved))
      if (Solved)
        Result.push_back(Ctx.mkEq(Term, Solved));
    llvm::append_range(Result, D.Conditions);
  }
  for (unsigned I = 0; I < Vars.size(); ++I)
    if (!Vars[I].isBool())
      Result.push_back(Ranges[I].formula(Ctx, Vars[I]));
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
