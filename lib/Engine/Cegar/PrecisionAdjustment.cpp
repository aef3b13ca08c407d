//===- PrecisionAdjustment.cpp - From formulas to what is tracked ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecisionAdjustment.h"

#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/ControlVariables.h"

using namespace sooth;
using namespace sooth::cegar;
using Change = TrackedSet::Change;

static void add(Change &Sum, Change One) {
  if (One == Change::Grown)
    Sum = Change::Grown;
}

PrecisionAdjustment::PrecisionAdjustment(const Cfa &C, const CegarOptions &O,
                                         const Domain &D)
    : C(C), O(O), D(D) {
  for (const StateVariable &V : C.variables())
    State.insert(V.Var);
}

Change PrecisionAdjustment::extend(Precision &P, LocationId L, Expr Formula,
                                   Effort E) const {
  if (Formula.isConst())
    return Change::None;
  return D.refineWith(P.at(L), Formula,
                      E == Effort::AsConfigured
                          ? Domain::Effort::AsConfigured
                          : Domain::Effort::WholeFormulas);
}

/// The conditions of \p E on the states before it.
Change PrecisionAdjustment::addConditions(TrackedSet &T, const Edge &E) const {
  Change Sum = Change::None;
  for (Expr Atom : atoms(E.Guard))
    if (!anyVariable(Atom, [&](Expr V) { return !State.contains(V); }))
      add(Sum, D.refineWith(T, Atom, Domain::Effort::AsConfigured));
  return Sum;
}

Change PrecisionAdjustment::extendByPath(Precision &P,
                                         llvm::ArrayRef<EdgeId> Path) const {
  Change Sum = Change::None;
  std::vector<Expr> Read;
  for (EdgeId Id : Path) {
    const Edge &E = C.edge(Id);
    if (!tracksVariables()) {
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
  // A value is lost where its variable is not tracked on the way. In a product
  // these are control variables, which may be tracked everywhere anyway.
  bool IsControlEverywhere =
      O.Control == CegarOptions::ControlVariables::Explicit;
  bool HasValues = tracksVariables() ||
                   (D.tracks() == Domain::Tracks::Both && !IsControlEverywhere);
  Precision P(O.PrecisionScope.value_or(HasValues ? Precision::Scope::Global
                                                  : Precision::Scope::Local),
              C.locations().size());
  auto Everywhere = [&](Expr Var) {
    for (LocationId L = 0; L < C.locations().size(); ++L)
      P.at(L).addVariable(Var);
  };
  if (IsControlEverywhere) {
    ExprSet Control = controlVariables(C);
    for (const StateVariable &V : C.variables())
      if (Control.contains(V.Var))
        Everywhere(V.Var);
  }
  using Initial = CegarOptions::InitialPrecision;
  for (const Edge &E : C.edges()) {
    if (O.Initial == Initial::Empty ||
        (O.Initial == Initial::Assertion && !C.isError(E.Target)))
      continue;
    if (!tracksVariables())
      addConditions(P.at(E.Source), E);
    else
      for (Expr V : variables({E.Guard}))
        if (State.contains(V))
          Everywhere(V);
  }
  return P;
}
