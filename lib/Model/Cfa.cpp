//===- Cfa.cpp - Control-flow automata of guarded commands ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Cfa.h"

#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

LocationId Cfa::addLocation(Location L) {
  Locs.push_back(std::move(L));
  Out.emplace_back();
  In.emplace_back();
  return Locs.size() - 1;
}

EdgeId Cfa::addEdge(Edge E) {
  assert(E.Source < Locs.size() && E.Target < Locs.size());
  assert(E.Guard && E.Guard.isBool());
  EdgeId Id = Edges.size();
  Out[E.Source].push_back(Id);
  In[E.Target].push_back(Id);
  Edges.push_back(std::move(E));
  return Id;
}

void Cfa::changeEdges(llvm::function_ref<void(Edge &)> Change) {
  for (Edge &E : Edges) {
    [[maybe_unused]] const LocationId Source = E.Source, Target = E.Target;
    Change(E);
    assert(E.Source == Source && E.Target == Target && E.Guard.isBool());
  }
}

const SourceTable &Cfa::source() const {
  static const SourceTable None;
  return Source ? *Source : None;
}

bool Cfa::isError(LocationId L) const {
  for (const ErrorLocation &E : Errors)
    if (E.Loc == L)
      return true;
  return false;
}

std::vector<Expr> sooth::formulasOf(const Edge &E) {
  std::vector<Expr> Formulas{E.Guard};
  for (const Update &U : E.Updates)
    Formulas.push_back(U.Val);
  return Formulas;
}

std::vector<Expr> sooth::formulasOf(const Cfa &C) {
  std::vector<Expr> Formulas;
  for (const Edge &E : C.edges())
    llvm::append_range(Formulas, formulasOf(E));
  return Formulas;
}
