//===- EdgeNames.cpp - What terms are called behind an edge ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/EdgeNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

Expr OldNames::of(Expr Var) {
  Expr &Name = Names[Var];
  if (!Name)
    Name = Ctx.freshVar("old", Var.sort());
  return Name;
}

EdgeNames::EdgeNames(ExprContext &Ctx, OldNames &Before, const ExprSet &Changed,
                     llvm::ArrayRef<Update> Updates)
    : Ctx(Ctx), Old(Ctx), New(Ctx) {
  // A variable that is changed has another name until the values are named.
  for (Expr V : Changed)
    Old.set(V, Before.of(V));
  ExprSet Values;
  for (const Update &U : Updates) {
    if (U.Val.isConst() || !Values.insert(U.Val).second)
      continue;
    Names.push_back(U);
    New.set(Old(U.Val), U.Var);
    for (Expr V : variables({U.Val}))
      Named.insert(V);
  }
}

bool EdgeNames::mayName(llvm::ArrayRef<Expr> Vars) const {
  return llvm::any_of(Vars, [&](Expr V) { return Named.contains(V); });
}

Expr EdgeNames::ofParts(Expr T) {
  Substitution Others(Ctx);
  for (const Update &N : Names)
    if (N.Val != T)
      Others.set(Old(N.Val), N.Var);
  return Others(Old(T));
}
