//===- Layout.cpp - Where compiled runs have their values -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using namespace sooth::run;

Layout::Layout(const Cfa &C)
    : AtLocation(C.locations().size()), OnEdge(C.edges().size()) {
  for (const StateVariable &V : C.variables())
    add(V.Var);
  for (const Edge &E : C.edges())
    for (const Input &In : E.Inputs)
      add(In.Var);
  for (LocationId L = 0; L < C.locations().size(); ++L)
    addInputs(C, L);
}

void Layout::add(Expr Var) {
  const bool IsArray = Var.sort().isArray();
  if (!Places.try_emplace(Var, IsArray ? NumArrays : NumWords).second)
    return;
  if (IsArray)
    NumArrays += arraysFor(Var.sort());
  else
    NumWords += wordsFor(bitsOf(Var.sort()));
}

void Layout::addInputs(const Cfa &C, LocationId L) {
  auto Add = [&](const Input &In, std::vector<ReadInput> &To) {
    To.push_back(
        {In.Var, In.What == Input::Kind::Havoc, Places.lookup(In.Var)});
  };
  ExprSet InGuards, Added;
  for (EdgeId Id : C.outgoing(L)) {
    const Edge &E = C.edge(Id);
    if (E.Inputs.empty())
      continue;
    for (Expr V : variables({E.Guard}))
      InGuards.insert(V);
    for (const Input &In : E.Inputs)
      if (InGuards.contains(In.Var) && Added.insert(In.Var).second)
        Add(In, AtLocation[L]);
  }
  for (EdgeId Id : C.outgoing(L))
    for (const Input &In : C.edge(Id).Inputs)
      if (!Added.contains(In.Var))
        Add(In, OnEdge[Id]);
}

//===- What can be compiled -----------------------------------------------===//

static bool isScalar(Sort S, unsigned MaxBits) {
  return S.isBool() || (S.isBitVec() && S.width() <= MaxBits);
}

static bool isSupported(Expr E) {
  constexpr unsigned MaxBits = 512, MaxDivisorBits = 128;
  const Sort S = E.sort();
  if (S.isArray())
    return S.index().isBitVec() && isScalar(S.index(), IndexNumbers::MaxBits) &&
           isScalar(S.element(), MaxBits) && !E.is(Kind::Select);
  if (!isScalar(S, MaxBits))
    return false;
  switch (E.kind()) {
  case Kind::Eq:
    return !E.operand(0).sort().isArray();
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return S.width() > 1 && S.width() <= MaxDivisorBits;
  default:
    return true;
  }
}

bool Layout::supports(llvm::ArrayRef<Expr> Expressions) {
  bool AreSupported = true;
  postOrder(Expressions, [&](Expr E) { AreSupported &= isSupported(E); });
  return AreSupported;
}

bool Layout::supports(const Cfa &C) {
  std::vector<Expr> Roots = formulasOf(C);
  for (const StateVariable &V : C.variables())
    Roots.push_back(V.Var);
  for (const Edge &E : C.edges())
    for (const Input &In : E.Inputs)
      Roots.push_back(In.Var);
  return supports(Roots);
}
