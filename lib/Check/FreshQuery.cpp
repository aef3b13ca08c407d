//===- FreshQuery.cpp - One question to a solver of its own ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreshQuery.h"

#include "sooth/Expr/Traversal.h"

using namespace sooth;

/// The alternatives that some meaning of the operators may allow. What has no
/// model whatever operators mean has none (dissertation, Theorem 2.3), and that
/// is often much quicker to see: many invariants are about control.
static std::vector<Expr>
possibleWithoutMeaning(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                       llvm::ArrayRef<Expr> Alternatives, const Budget &B) {
  SolverOptions O;
  O.Relevant = SolverOptions::Relevancy::Off;
  std::unique_ptr<EufSolver> Fresh = createZ3EufSolver(Ctx, O);
  for (Expr E : Parts)
    Fresh->add(E);
  std::optional<int64_t> Left = B.remainingMs();
  Budget Some = B.child(Left ? std::min(5.0, *Left / 4000.0) : 5.0);
  std::vector<Expr> Possible;
  for (Expr E : Alternatives)
    if (Fresh->check({E}, Some) != Answer::Unsat)
      Possible.push_back(E);
  return Possible;
}

CheckResult sooth::expectUnsat(ExprContext &Ctx, llvm::ArrayRef<Expr> Parts,
                               llvm::ArrayRef<Expr> Alternatives,
                               std::string Why, const Budget &B) {
  if (B.exhausted())
    return CheckResult::unknown("the budget is used up");
  std::vector<Expr> Possible =
      possibleWithoutMeaning(Ctx, Parts, Alternatives, B);
  if (Possible.empty())
    return CheckResult::confirmed();
  std::vector<Expr> All(Parts.begin(), Parts.end());
  All.push_back(Ctx.mkOr(Possible));
  SolverOptions O;
  O.Over = theoriesOf(All);
  std::unique_ptr<Solver> Fresh = createZ3Solver(Ctx, O);
  for (Expr E : All)
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
