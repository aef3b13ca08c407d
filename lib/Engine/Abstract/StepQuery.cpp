//===- StepQuery.cpp - Steps that facts do not follow ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepQuery.h"

using namespace sooth;
using namespace sooth::abstraction;

StepQuery::StepQuery(const Cfa &C, std::optional<EdgeId> Via,
                     llvm::ArrayRef<Expr> Behind, SolverFamily<Solver> &Solvers,
                     SolverOptions::Theories Over)
    : Ctx(C.context()), Solvers(Solvers), Theories(Over), ToNext(Ctx) {
  ExprMap<Expr> Updated;
  if (Via) {
    Step = {C.edge(*Via).Guard};
    for (const Update &U : C.edge(*Via).Updates)
      Updated[U.Var] = U.Val;
  } else {
    Step = {C.init()};
  }
  for (Expr Var : Behind) {
    Expr New = Var;
    if (auto It = Updated.find(Var); It != Updated.end()) {
      New = It->second;
      // A large term is told once, and not with each formula about it.
      if (!New.isVar() && !New.isConst()) {
        New = Ctx.freshVar("abstract.next", Var.sort());
        Step.push_back(Ctx.mkEq(New, It->second));
      }
      ToNext.set(Var, New);
    }
    Next.push_back({Var, New});
  }
}

void StepQuery::begin() {
  SolverOptions O;
  O.Over = Theories;
  S = Solvers.create(O);
  for (Expr E : Step)
    S->add(E);
  Assumed.clear();
  Excluded.clear();
}

/// A literal that implies \p Meaning.
Expr StepQuery::assumption(ExprMap<Expr> &Of, Expr Formula, Expr Meaning) {
  Expr &Literal = Of[Formula];
  if (!Literal) {
    Literal = Ctx.freshVar("abstract.if", Ctx.boolSort());
    S->add(Ctx.mkImplies(Literal, Meaning));
  }
  return Literal;
}

Answer StepQuery::check(Expr Before, llvm::ArrayRef<Expr> Known,
                        const Budget &B) {
  if (!S || Assumed.size() + Excluded.size() > MaxFormulas)
    begin();
  std::vector<Expr> Assumptions{assumption(Assumed, Before, Before)};
  for (Expr E : Known)
    Assumptions.push_back(assumption(Excluded, E, Ctx.mkNot(ToNext(E))));
  return S->check(Assumptions, B);
}

Valuation StepQuery::target() {
  Valuation Result;
  for (auto &[Var, New] : Next)
    Result[Var] = New.isConst() ? New.value() : S->value(New);
  return Result;
}
