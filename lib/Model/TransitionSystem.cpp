//===- TransitionSystem.cpp - Symbolic transition systems -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/TransitionSystem.h"

#include "sooth/Expr/Traversal.h"

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
