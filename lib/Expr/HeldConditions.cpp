//===- HeldConditions.cpp - Conditions that hold together -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/HeldConditions.h"

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

llvm::SmallVector<Expr, 4> sooth::alternatives(ExprContext &Ctx, Expr E) {
  llvm::SmallVector<Expr, 4> Ways;
  if (E.is(Kind::Or))
    disjuncts(E, Ways);
  else if (E.is(Kind::Not) && E.operand(0).is(Kind::And))
    for (Expr Part : E.operand(0).operands())
      Ways.push_back(Ctx.mkNot(Part));
  return Ways;
}

void HeldConditions::add(Expr E) {
  llvm::SmallVector<Expr, 8> All;
  conjuncts(E, All);
  Parts.insert(All.begin(), All.end());
}

/// By so many nested connectives.
static bool holds(ExprContext &Ctx, Expr E,
                  llvm::function_ref<bool(Expr)> IsKnown, unsigned Levels) {
  if (E.isTrue() || IsKnown(E))
    return true;
  if (Levels == 0)
    return false;
  auto Holds = [&](Expr Part) { return holds(Ctx, Part, IsKnown, Levels - 1); };
  if (E.is(Kind::And))
    return llvm::all_of(E.operands(), Holds);
  return llvm::any_of(alternatives(Ctx, E), Holds);
}

bool sooth::holds(ExprContext &Ctx, Expr E,
                  llvm::function_ref<bool(Expr)> IsKnown) {
  return ::holds(Ctx, E, IsKnown, /*Levels=*/4);
}

bool HeldConditions::holds(Expr E) const {
  return sooth::holds(Ctx, E, [&](Expr Part) { return Parts.contains(Part); });
}

Expr HeldConditions::reduced(Expr E) const {
  llvm::SmallVector<Expr, 8> All, Left;
  conjuncts(E, All);
  for (Expr Part : All) {
    if (holds(Part))
      continue;
    llvm::SmallVector<Expr, 4> Ways = alternatives(Ctx, Part);
    const size_t Before = Ways.size();
    llvm::erase_if(Ways, [&](Expr W) { return holds(Ctx.mkNot(W)); });
    Left.push_back(Ways.size() == Before ? Part : Ctx.mkOr(Ways));
  }
  return Ctx.mkAnd(Left);
}
