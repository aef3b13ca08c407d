//===- HornStep.cpp - A Horn clause as a guarded command ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HornStep.h"

#include "sooth/Expr/EquationSolving.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;

HornStep sooth::solveClause(ExprContext &Ctx, const HornClause &C,
                            llvm::ArrayRef<Expr> Places,
                            llvm::ArrayRef<Expr> Fixed) {
  llvm::SmallVector<Expr, 16> Facts;
  for (size_t I = 0; I < Places.size(); ++I)
    Facts.push_back(Ctx.mkEq(Places[I], C.body()->Args[I]));
  conjuncts(C.Constraint, Facts);
  std::vector<Expr> Vars = variables(C);
  ExprSet Locals(Vars.begin(), Vars.end());
  for (Expr V : Fixed)
    Locals.erase(V);
  std::vector<Expr> Others = Vars;
  if (C.Head)
    llvm::append_range(Others, C.Head->Args);
  solveEquations(Ctx, Facts, Locals, Others);

  HornStep Step;
  Step.Guard = Ctx.mkAnd(Facts);
  for (size_t I = 0; I < Vars.size(); ++I)
    Step.Values.push_back({Vars[I], Others[I]});
  Step.HeadArgs.assign(Others.begin() + Vars.size(), Others.end());
  std::vector<Expr> Roots = Others;
  Roots.push_back(Step.Guard);
  for (Expr V : variables(Roots))
    if (Locals.contains(V) || llvm::is_contained(Fixed, V))
      Step.Inputs.push_back(V);
  return Step;
}
