//===- Links.cpp - Facts about a cell and the one that it leads to --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Links.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cells;

/// What is left out is of no use in large numbers.
static constexpr size_t MaxProperties = 8, MaxHeads = 12, MaxLinks = 6;

static bool holdsObjects(const Vocabulary &V, Expr Array) {
  return V.Objects.contains(Array) &&
         Array.sort().element() == V.Counter->Next.sort();
}

static bool isOfObjects(const Vocabulary &V, Expr Array) {
  return Array.sort().index() == V.Counter->Next.sort();
}

bool LinkGuesser::mayHelp(const Vocabulary &V) {
  return V.Counter &&
         llvm::any_of(V.Arrays, [&](Expr A) { return holdsObjects(V, A); }) &&
         llvm::any_of(V.Arrays, [&](Expr A) { return isOfObjects(V, A); });
}

/// Such cells are all the same, as offsets of pointers to beginnings are.
static bool isConstant(const Vocabulary &V, Expr Array) {
  auto It = V.Constants.find(Array);
  return It != V.Constants.end() && It->second.size() == 1 &&
         !V.Objects.contains(Array);
}

LinkGuesser::LinkGuesser(const Vocabulary &V) : V(V), Ctx(V.Ctx) {
  for (Expr X : V.Scalars)
    if (V.Objects.contains(X) && X.sort() == V.Counter->Next.sort() &&
        Heads.size() < MaxHeads)
      Heads.push_back(X);
  for (Expr A : V.Arrays) {
    if (holdsObjects(V, A) && Links.size() < MaxLinks)
      Links.push_back(A);
    if (isOfObjects(V, A) && !isConstant(V, A))
      Members.push_back(A);
  }
}

Expr LinkGuesser::isNull(Expr Pointer) const {
  return Ctx.mkEq(Pointer, Ctx.bv(0, Pointer.sort().width()));
}

Expr LinkGuesser::isAllocated(Expr Number) const {
  return V.isObject(Number,
                    Ctx.mkAnd(Ctx.mkUle(V.Counter->First, Number),
                              Ctx.mkNot(Ctx.mkUle(V.Counter->Next, Number))));
}

void LinkGuesser::addOrders(Expr Guard, Expr A, Expr B) {
  Facts.insert(Ctx.mkImplies(Guard, Ctx.mkEq(A, B)));
  for (Kind K : {Kind::BvSle, Kind::BvUle})
    for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
      Facts.insert(Ctx.mkImplies(Guard, Ctx.make(K, {X, Y})));
}

/// What variables lead to.
void LinkGuesser::addHeads(Expr Object) {
  for (Expr X : Heads) {
    Substitution There(Ctx);
    There.set(Object, X);
    for (Expr C : OfOne) {
      Facts.insert(Ctx.mkOr(isNull(X), There(C)));
      // The largest so far is no less than the first one.
      Expr Atom = C.is(Kind::Not) ? C.operand(0) : C;
      const Kind K = Atom.kind();
      if (K == Kind::BvSlt || K == Kind::BvUlt)
        for (auto [A, B] : {std::pair(0, 1), std::pair(1, 0)})
          Facts.insert(Ctx.mkOr(
              isNull(X),
              There(Ctx.make(K == Kind::BvSlt ? Kind::BvSle : Kind::BvUle,
                             {Atom.operand(A), Atom.operand(B)}))));
    }
    for (Expr A : Links)
      if (isOfObjects(V, A))
        Facts.insert(Ctx.mkOr(isNull(X), isNull(Ctx.mkSelect(A, X))));
  }
}

/// What is so of older or of younger objects than that of a variable.
void LinkGuesser::addAges(Expr Object) {
  for (Expr X : Heads)
    for (Expr Guard : {Ctx.mkUle(Object, X), Ctx.mkUle(X, Object),
                       Ctx.mkUlt(Object, X), Ctx.mkUlt(X, Object)})
      for (Expr P : Properties)
        Facts.insert(Ctx.mkImplies(Ctx.mkAnd(isAllocated(Object), Guard), P));
}

/// Of lists of all objects in the order in which they were allocated, each
/// before or behind those that are older: how many there are, and how many are
/// left when those are freed that a variable does not lead to any more.
void LinkGuesser::addOrderOfAllocation(Expr Object) {
  static constexpr size_t MaxCounts = 4;
  const auto &[Next, First] = *V.Counter;
  const unsigned Width = Next.sort().width();
  const Expr One = Ctx.bv(1, Width), Zero = Ctx.bv(0, Width);
  auto Minus = [&](Expr A, Expr B) { return Ctx.make(Kind::BvSub, {A, B}); };
  auto Plus = [&](Expr A, Expr B) { return Ctx.make(Kind::BvAdd, {A, B}); };
  const Expr Last = Minus(Next, One), IsNone = Ctx.mkEq(Next, First);
  for (Expr A : Links) {
    if (!isOfObjects(V, A))
      continue;
    const Expr Target = Ctx.mkSelect(A, Object);
    for (auto [End, Neighbour] : {std::pair(First, Minus(Object, One)),
                                  std::pair(Last, Plus(Object, One))})
      Facts.insert(Ctx.mkImplies(
          isAllocated(Object), Ctx.mkIte(Ctx.mkEq(Object, End), isNull(Target),
                                         Ctx.mkEq(Target, Neighbour))));
  }
  ExprList Counts;
  for (const auto &[Var, How] : V.Counted)
    if (Var.sort() == Next.sort() && Var != Next && !V.Objects.contains(Var) &&
        llvm::all_of(How.Steps, [](int64_t N) { return N == 1 || N == -1; }) &&
        Counts.size() < MaxCounts)
      Counts.insert(Var);
  for (Expr X : Heads)
    for (Expr End : {First, Last})
      Facts.insert(Ctx.mkIte(IsNone, isNull(X), Ctx.mkEq(X, End)));
  for (Expr Count : Counts) {
    Facts.insert(Ctx.mkEq(Count, Minus(Next, First)));
    for (Expr X : Heads)
      for (Expr Left : {Plus(Minus(X, First), One), Minus(Next, X)})
        Facts.insert(Ctx.mkEq(Count, Ctx.mkIte(isNull(X), Zero, Left)));
  }
}

/// What the pointer in \p Cell of \p Pointers leads to.
void LinkGuesser::addLink(Expr Cell, Expr Pointers, Expr Object) {
  const Expr Target = Ctx.mkSelect(Pointers, Cell);
  const bool IsMember = isOfObjects(V, Pointers);
  Expr Leads = Ctx.mkNot(isNull(Target));
  if (IsMember)
    Leads = Ctx.mkAnd(isAllocated(Cell), Leads);
  // The number of an object says when it was made.
  if (IsMember) {
    Facts.insert(Ctx.mkImplies(Leads, Ctx.mkUlt(Target, Cell)));
    Facts.insert(Ctx.mkImplies(Leads, Ctx.mkUlt(Cell, Target)));
  }
  for (Expr X : Heads)
    Facts.insert(Ctx.mkImplies(Leads, Ctx.mkNot(Ctx.mkEq(Target, X))));
  for (Expr A : Members) {
    const Expr There = Ctx.mkSelect(A, Target);
    if (!There.sort().isBitVec())
      continue;
    // Back again.
    if (There.sort() == Cell.sort())
      Facts.insert(Ctx.mkImplies(Leads, Ctx.mkEq(There, Cell)));
    else if (!IsMember && There.sort().width() > Cell.sort().width())
      Facts.insert(Ctx.mkImplies(
          Leads, Ctx.mkEq(There, Ctx.mkZeroExt(There.sort().width() -
                                                   Cell.sort().width(),
                                               Cell))));
    if (IsMember && !holdsObjects(V, A))
      addOrders(Leads, Ctx.mkSelect(A, Cell), There);
  }
  std::vector<Expr> Before, Behind;
  Substitution ToCell(Ctx), ToTarget(Ctx);
  if (IsMember)
    ToCell.set(Object, Cell);
  ToTarget.set(Object, Target);
  for (Expr P : Properties) {
    Before.push_back(IsMember ? ToCell(P) : Ctx.trueExpr());
    Behind.push_back(ToTarget(P));
  }
  for (Expr P : Behind)
    Facts.insert(Ctx.mkImplies(Leads, P));
  if (!IsMember)
    return;
  for (auto [P, Q] : llvm::zip(Before, Behind))
    Facts.insert(Ctx.mkImplies(Ctx.mkAnd(Leads, P), Q));
  for (Expr P : Before)
    for (Expr Q : Behind)
      Facts.insert(Ctx.mkImplies(Ctx.mkAnd(Leads, P), Q));
}

ExprList LinkGuesser::guess(llvm::ArrayRef<Expr> ForAll, Expr Object,
                            llvm::ArrayRef<Expr> Contents) {
  for (Expr C : Contents) {
    // The other facts about cells make use of these.
    Facts.insert(Ctx.mkImplies(isAllocated(Object), C));
    ExprList Arrays;
    bool HasVariable = false;
    for (Expr X : variables({C})) {
      if (X.sort().isArray())
        Arrays.insert(X);
      else
        HasVariable |= X != Object;
    }
    if (Arrays.size() != 1 || isConstant(V, Arrays[0]) ||
        holdsObjects(V, Arrays[0]))
      continue;
    OfOne.push_back(C);
    if (!HasVariable && Properties.size() < MaxProperties)
      Properties.push_back(C);
  }
  addHeads(Object);
  addAges(Object);
  addOrderOfAllocation(Object);
  for (Expr Cell : ForAll)
    for (Expr A : Links)
      if (A.sort().index() == Cell.sort())
        addLink(Cell, A, Object);
  return std::move(Facts);
}
