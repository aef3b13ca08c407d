//===- ReadVariables.cpp - Cells of arrays as variables -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/ReadVariables.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;

static bool isCell(Expr E) {
  return E.is(Kind::Select) && E.operand(0).isVar() && E.operand(1).isConst();
}

Expr ReadVariables::operator()(Expr Formula) {
  std::vector<Expr> Cells;
  ExprSet Seen, UsedOtherwise;
  postOrder({Formula}, Seen, [&](Expr E) {
    if (isCell(E))
      Cells.push_back(E);
    else
      for (Expr Op : E.operands())
        if (Op.isVar() && Op.sort().isArray())
          UsedOtherwise.insert(Op);
  });
  Substitution Replace(Ctx);
  for (Expr Cell : Cells) {
    if (UsedOtherwise.contains(Cell.operand(0)))
      continue;
    Expr &Var = VariableOf[Cell];
    if (!Var) {
      Var = Ctx.freshVar("cell", Cell.sort());
      Known.push_back({Cell, Var});
    }
    Replace.set(Cell, Var);
  }
  return Cells.empty() ? Formula : Replace(Formula);
}

void ReadVariables::complete(Valuation &M) const {
  for (const auto &[Cell, Var] : Known) {
    auto It = M.find(Var);
    if (It == M.end())
      continue;
    const Value Element = It->second;
    Expr Array = Cell.operand(0);
    Value Before = Value::zero(Array.sort());
    if (auto Given = M.find(Array); Given != M.end())
      Before = Given->second;
    M[Array] = std::move(Before).store(Cell.operand(1).value(), Element);
  }
}
