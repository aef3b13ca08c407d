//===- FreshQuery.cpp - One question to a solver of its own ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;

/// What has no model whatever the operators mean has none (dissertation,
/// Theorem 2.3), and that is often much quicker to see: many invariants are
/// about control.
static bool contradictWithoutMeaning(ExprContext &Ctx,
                                     llvm::ArrayRef<Expr> Parts,
                                     const Budget &B) {
  SolverOptions O;
  O.Relevant = SolverOptions::Relevancy::Off;
  std::unique_ptr<EufSolver> Fresh = createZ3EufSolver(Ctx, O);
  for (Expr E : Parts)
    Fresh->add(E);
  std::optional<int64_t> Left = B.remainingMs();
  return Fresh->check(B.child(Left ? std::min(2.0, *Left / 4000.0) : 2.0)) ==
         Answer::Unsat;
}

CheckResult sooth::expectUnsat(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                               std::string Why, const Budget &B) {
  if (llvm::any_of(Parts, [](Expr E) { return E.isFalse(); }))
    return CheckResult::confirmed();
  if (B.exhausted())
    return CheckResult::unknown("the budget is used up");
  if (contradictWithoutMeaning(Ctx, Parts, B))
    return CheckResult::confirmed();
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
