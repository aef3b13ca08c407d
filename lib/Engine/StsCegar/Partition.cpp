//===- Partition.cpp - Abstract states that are split ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "sooth/Expr/Evaluator.h"

using namespace sooth;
using namespace sooth::stscegar;

Partition::Part Partition::find(const Valuation &State) {
  Evaluator Eval(State);
  std::vector<Value> Key;
  for (Expr P : Predicates)
    Key.push_back(Eval(P));
  for (Expr Var : Tracked)
    Key.push_back(Eval(Var));
  auto [It, IsNew] = Roots.try_emplace(Key, Nodes.size());
  if (IsNew) {
    std::vector<Expr> Labels;
    for (size_t I = 0; I < Predicates.size(); ++I)
      Labels.push_back(Key[I].boolean() ? Predicates[I]
                                        : Ctx.mkNot(Predicates[I]));
    for (size_t I = 0; I < Tracked.size(); ++I)
      Labels.push_back(
          Ctx.mkEq(Tracked[I], Ctx.constant(Key[Predicates.size() + I],
                                            Tracked[I].sort())));
    Nodes.push_back({Ctx.mkAnd(Labels), Expr()});
  }
  Part P = It->second;
  while (Nodes[P].Predicate)
    P = Eval.isTrue(Nodes[P].Predicate) ? Nodes[P].IfTrue : Nodes[P].IfFalse;
  return P;
}

unsigned Partition::partsOf(Part P) const {
  unsigned Count = 0;
  std::vector<Part> Todo{P};
  while (!Todo.empty()) {
    const Node &N = Nodes[Todo.back()];
    Todo.pop_back();
    if (!N.Predicate)
      ++Count;
    else
      Todo.insert(Todo.end(), {N.IfTrue, N.IfFalse});
  }
  return Count;
}

void Partition::split(Part P, Expr By) {
  const Expr Whole = Nodes[P].Formula;
  const Part New = Nodes.size();
  Nodes.push_back({Ctx.mkAnd(Whole, By), Expr()});
  Nodes.push_back({Ctx.mkAnd(Whole, Ctx.mkNot(By)), Expr()});
  Nodes[P].Predicate = By;
  Nodes[P].IfTrue = New;
  Nodes[P].IfFalse = New + 1;
}
