//===- FreshQuery.cpp - One question to a solver of its own ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;

CheckResult sooth::expectUnsat(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                               std::string Why, const Budget &B) {
  if (llvm::any_of(Parts, [](Expr E) { return E.isFalse(); }))
    return CheckResult::confirmed();
  if (B.exhausted())
    return CheckResult::unknown("the budget is used up");
  SolverOptions O;
  O.Over = theoriesOf(Parts);
  std::unique_ptr<Solver> Fresh = createZ3Solver(Ctx, O);
  for (Expr E : Parts)
    Fresh->add(E);
  switch (Fresh->check(B)) {
  case Answer::Unsat:
    return CheckResult::confirmed();
  case Answer::Sat:
    return CheckResult::refuted(std::move(Why));
  case Answer::Unknown:
    break;
  }
  return CheckResult::unknown(Fresh->reasonUnknown());
}

Expr sooth::undeclared(Expr E, const ExprSet &Declared) {
  for (Expr V : variables({E}))
    if (!Declared.contains(V))
      return V;
  return Expr();
}
