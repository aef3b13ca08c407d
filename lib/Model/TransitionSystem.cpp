//===- TransitionSystem.cpp - Symbolic transition systems -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/TransitionSystem.h"

#include "sooth/Expr/Traversal.h"

#include <optional>

using namespace sooth;

Expr TransitionSystem::trans() const {
  llvm::SmallVector<Expr, 32> Parts{ConstraintE};
  for (const TsVariable &V : Vars)
    if (V.Update)
      Parts.push_back(Ctx->mkEq(V.Next, V.Update));
  return Ctx->mkAnd(Parts);
}

bool TransitionSystem::isFunctional() const {
  ExprSet Nexts;
  for (const TsVariable &V : Vars) {
    if (!V.Update)
      return false;
    Nexts.insert(V.Next);
  }
  return !anyVariable(ConstraintE, [&](Expr E) { return Nexts.contains(E); });
}

/// The variable and the term, if \p Fact says that it equals a closed one.
static std::optional<std::pair<Expr, Expr>> closedEquation(ExprContext &Ctx,
                                                           Expr Fact) {
  if (Fact.isVar())
    return std::pair(Fact, Ctx.trueExpr());
  if (Fact.is(Kind::Not) && Fact.operand(0).isVar())
    return std::pair(Fact.operand(0), Ctx.falseExpr());
  if (!Fact.is(Kind::Eq))
    return std::nullopt;
  for (unsigned Side : {0, 1}) {
    Expr Var = Fact.operand(Side), Val = Fact.operand(1 - Side);
    if (Var.isVar() && !anyVariable(Val, [](Expr) { return true; }))
      return std::pair(Var, Val);
  }
  return std::nullopt;
}

std::vector<std::pair<Expr, Expr>>
sooth::initialValues(const TransitionSystem &M) {
  std::vector<std::pair<Expr, Expr>> Values;
  llvm::SmallVector<Expr, 32> Facts;
  conjuncts(M.init(), Facts);
  ExprSet Known;
  for (Expr Fact : Facts)
    if (auto Equation = closedEquation(M.context(), Fact))
      if (Known.insert(Equation->first).second)
        Values.push_back(*Equation);
  return Values;
}
