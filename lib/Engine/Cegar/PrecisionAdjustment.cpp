//===- PrecisionAdjustment.cpp - From formulas to what is tracked ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionAdjustment.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::cegar;
using Change = TrackedSet::Change;
using DomainKind = CegarOptions::DomainKind;
using SplitKind = CegarOptions::SplitKind;

static void add(Change &Sum, Change One) {
  if (One == Change::Grown)
    Sum = Change::Grown;
}

//===----------------------------------------------------------------------===//
// Control variables
//===----------------------------------------------------------------------===//

/// Constants that \p E may be, and variables it may be a copy of; false if it
/// may be anything else.
static bool possibleValues(Expr E, ExprSet &Constants, ExprSet &Copied) {
  llvm::SmallVector<Expr, 8> Work{E};
  ExprSet Seen;
  while (!Work.empty()) {
    Expr Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next.isConst())
      Constants.insert(Next);
    else if (Next.isVar())
      Copied.insert(Next);
    else if (Next.is(Kind::Ite))
      Work.append({Next.operand(1), Next.operand(2)});
    else
      return false;
  }
  return true;
}

ExprSet sooth::cegar::controlVariables(const Cfa &C) {
  constexpr unsigned MaxValues = 64;
  ExprMap<ExprSet> Constants, Copied;
  ExprSet Good;
  for (const StateVariable &V : C.variables())
    if (!V.Var.sort().isArray())
      Good.insert(V.Var);
  llvm::SmallVector<Expr, 16> Init;
  conjuncts(C.init(), Init);
  ExprSet Fixed, Assigned;
  for (Expr Conjunct : Init) {
    if (Conjunct.isVar())
      Fixed.insert(Conjunct);
    else if (Conjunct.is(Kind::Not) && Conjunct.operand(0).isVar())
      Fixed.insert(Conjunct.operand(0));
    else if (Conjunct.is(Kind::Eq) && Conjunct.operand(0).isVar() &&
             Conjunct.operand(1).isConst()) {
      Fixed.insert(Conjunct.operand(0));
      Constants[Conjunct.operand(0)].insert(Conjunct.operand(1));
    }
  }
  for (const Edge &E : C.edges())
    for (const Update &U : E.Updates) {
      Assigned.insert(U.Var);
      if (!possibleValues(U.Val, Constants[U.Var], Copied[U.Var]))
        Good.erase(U.Var);
    }
  // An initial value that is not known does not matter to a variable that is
  // assigned before it is read, which is what a guarded start looks like; but
  // one that is never assigned has nothing but that.
  for (const StateVariable &V : C.variables())
    if (!Assigned.contains(V.Var) && !Fixed.contains(V.Var))
      Good.erase(V.Var);
  for (bool Again = true; Again;) {
    Again = false;
    for (const StateVariable &V : C.variables()) {
      if (!Good.contains(V.Var))
        continue;
      ExprSet &Of = Constants[V.Var];
      size_t Before = Of.size();
      bool StillGood = true;
      for (Expr Other : Copied[V.Var]) {
        StillGood &= Good.contains(Other);
        ExprSet More = Constants.lookup(Other); // no new entry: Of stays
        Of.insert(More.begin(), More.end());
      }
      Again |= Of.size() != Before;
      if (!StillGood || Of.size() > MaxValues) {
        Good.erase(V.Var);
        Again = true;
      }
    }
  }
  return Good;
}

//===----------------------------------------------------------------------===//
// Precision
//===----------------------------------------------------------------------===//

PrecisionAdjustment::PrecisionAdjustment(const Cfa &C, const CegarOptions &O)
    : C(C), O(O) {
  for (const StateVariable &V : C.variables())
    State.insert(V.Var);
  if (O.Domain == DomainKind::Product ||
      O.Control == CegarOptions::ControlVariables::Explicit)
    Control = controlVariables(C);
}

/// Whether all that is said is about control variables.
bool PrecisionAdjustment::isExplicit(Expr Part) const {
  return !anyVariable(Part, [&](Expr V) { return !Control.contains(V); });
}

Change PrecisionAdjustment::addVariables(TrackedSet &T, Expr Formula) const {
  Change Sum = Change::None;
  for (Expr V : variables({Formula}))
    if (State.contains(V))
      add(Sum, T.addVariable(V));
  return Sum;
}

/// Atoms below \p Formula's Boolean structure.
static std::vector<Expr> atoms(Expr Formula) {
  std::vector<Expr> Result;
  llvm::SmallVector<Expr, 16> Work{Formula};
  ExprSet Seen;
  while (!Work.empty()) {
    Expr E = Work.pop_back_val();
    if (!Seen.insert(E).second || E.isConst())
      continue;
    bool IsConnective = !E.isAtom() && llvm::all_of(E.operands(), [](Expr Op) {
      return Op.isBool();
    });
    if (IsConnective)
      Work.append(E.operands().begin(), E.operands().end());
    else
      Result.push_back(E);
  }
  return Result;
}

Change PrecisionAdjustment::addPredicates(TrackedSet &T, Expr Formula,
                                          SplitKind Split) const {
  llvm::SmallVector<Expr, 16> Parts;
  switch (Split) {
  case SplitKind::Whole:
    Parts.push_back(Formula);
    break;
  case SplitKind::Conjuncts:
    conjuncts(Formula, Parts);
    break;
  case SplitKind::Atoms:
    llvm::append_range(Parts, atoms(Formula));
    break;
  }
  Change Sum = Change::None;
  for (Expr Part : Parts)
    if (!Control.empty() && isExplicit(Part))
      add(Sum, addVariables(T, Part));
    else
      add(Sum, T.addPredicate(Part));
  return Sum;
}

Change PrecisionAdjustment::extend(Precision &P, LocationId L, Expr Formula,
                                   Effort E) const {
  if (Formula.isConst())
    return Change::None;
  if (O.Domain == DomainKind::Explicit)
    return addVariables(P.at(L), Formula);
  Change Sum = addPredicates(P.at(L), Formula, O.PredicateSplit);
  if (E != Effort::AsConfigured) {
    add(Sum, P.at(L).addPredicate(Formula));
    add(Sum, addPredicates(P.at(L), Formula, SplitKind::Atoms));
  }
  return Sum;
}

/// The conditions of \p E on the states before it.
Change PrecisionAdjustment::addConditions(TrackedSet &T, const Edge &E) const {
  Change Sum = Change::None;
  for (Expr Atom : atoms(E.Guard))
    if (!anyVariable(Atom, [&](Expr V) { return !State.contains(V); }))
      add(Sum, addPredicates(T, Atom, SplitKind::Whole));
  return Sum;
}

Change PrecisionAdjustment::extendByPath(Precision &P,
                                         llvm::ArrayRef<EdgeId> Path) const {
  Change Sum = Change::None;
  std::vector<Expr> Read;
  for (EdgeId Id : Path) {
    const Edge &E = C.edge(Id);
    if (O.Domain != DomainKind::Explicit) {
      add(Sum, addConditions(P.at(E.Source), E));
      continue;
    }
    Read.push_back(E.Guard);
    for (const Update &U : E.Updates)
      Read.push_back(U.Val);
  }
  for (Expr V : variables(Read))
    for (EdgeId Id : Path)
      if (State.contains(V))
        add(Sum, P.at(C.edge(Id).Source).addVariable(V));
  return Sum;
}

Precision PrecisionAdjustment::initial() const {
  bool HasValues =
      O.Domain == DomainKind::Explicit || O.Domain == DomainKind::Product;
  Precision P(O.PrecisionScope.value_or(HasValues ? Precision::Scope::Global
                                                  : Precision::Scope::Local),
              C.locations().size());
  auto Everywhere = [&](Expr Var) {
    for (LocationId L = 0; L < C.locations().size(); ++L)
      P.at(L).addVariable(Var);
  };
  if (O.Control == CegarOptions::ControlVariables::Explicit)
    for (const StateVariable &V : C.variables())
      if (Control.contains(V.Var))
        Everywhere(V.Var);
  using Initial = CegarOptions::InitialPrecision;
  for (const Edge &E : C.edges()) {
    if (O.Initial == Initial::Empty ||
        (O.Initial == Initial::Assertion && !C.isError(E.Target)))
      continue;
    if (O.Domain != DomainKind::Explicit)
      addConditions(P.at(E.Source), E);
    else
      for (Expr V : variables({E.Guard}))
        if (State.contains(V))
          Everywhere(V);
  }
  return P;
}
