//===- PathFormula.cpp - A path as formulas -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathFormula.h"

#include "llvm/ADT/Twine.h"

using namespace sooth;
using namespace sooth::cegar;

PathVersions::PathVersions(const Cfa &C) : C(C), Read(C.edges().size()) {
  for (const StateVariable &V : C.variables())
    State.insert(V.Var);
}

Expr PathVersions::version(Expr Var, unsigned N) {
  std::vector<Expr> &Known = Versions[Var];
  while (Known.size() <= N) {
    Known.push_back(C.context().freshVar(
        (Var.name() + llvm::Twine("@path")).str(), Var.sort()));
    if (State.contains(Var))
      Original[Known.back()] = Var;
  }
  return Known[N];
}

llvm::ArrayRef<Expr> PathVersions::readBy(EdgeId E) {
  if (!Read[E]) {
    std::vector<Expr> Roots{C.edge(E).Guard};
    for (const Update &U : C.edge(E).Updates)
      Roots.push_back(U.Val);
    Read[E] = variables(Roots);
  }
  return *Read[E];
}

PathFormula::PathFormula(PathVersions &Versions, llvm::ArrayRef<EdgeId> Edges)
    : Versions(Versions), Ctx(Versions.model().context()), Edges(Edges) {
  Current.emplace_back();
  Parts.push_back(at(0, Versions.model().init()));
  for (EdgeId E : Edges)
    addEdge(E);
}

Expr PathFormula::at(unsigned I, Expr StateFormula) {
  Substitution Rename(Ctx);
  for (Expr Var : variables({StateFormula}))
    Rename.set(Var, Versions.version(Var, Current[I].lookup(Var)));
  return Rename(StateFormula);
}

void PathFormula::addEdge(EdgeId Id) {
  const Edge &E = Versions.model().edge(Id);
  ExprSet IsInput;
  auto &OfEdge = Inputs.emplace_back();
  Substitution Rename(Ctx);
  for (const Input &In : E.Inputs)
    IsInput.insert(In.Var);
  ExprMap<unsigned> Next = Current.back();
  for (Expr Var : Versions.readBy(Id)) {
    unsigned N = IsInput.contains(Var) ? InputCount[Var]++ : Next.lookup(Var);
    Expr Version = Versions.version(Var, N);
    Rename.set(Var, Version);
    if (IsInput.contains(Var))
      OfEdge.push_back({Var, Version});
  }
  std::vector<Expr> Conjuncts{Rename(E.Guard)};
  for (const Update &U : E.Updates) {
    Expr New = Versions.version(U.Var, ++Next[U.Var]);
    Conjuncts.push_back(Ctx.mkEq(New, Rename(U.Val)));
  }
  Parts.push_back(Ctx.mkAnd(Conjuncts));
  Current.push_back(std::move(Next));
}

Expr PathFormula::overState(Expr Formula) {
  Substitution Rename(Ctx);
  for (Expr Version : variables({Formula})) {
    Expr Var = Versions.stateVariable(Version);
    if (!Var)
      return Expr();
    Rename.set(Version, Var);
  }
  return Rename(Formula);
}

CfaTrace PathFormula::trace(Solver &S) const {
  CfaTrace T;
  for (const StateVariable &V : Versions.model().variables())
    T.Initial[V.Var] = S.value(Versions.version(V.Var, 0));
  for (unsigned I = 0; I < Edges.size(); ++I) {
    CfaTrace::Step Step;
    Step.Taken = Edges[I];
    for (auto [Var, Version] : Inputs[I])
      Step.Inputs[Var] = S.value(Version);
    T.Steps.push_back(std::move(Step));
  }
  return T;
}
