//===- ValidatingSolver.cpp - A solver whose answers are checked ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/ValidatingSolver.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace sooth;

namespace {
class ValidatingSolver final : public Solver {
public:
  ValidatingSolver(std::unique_ptr<Solver> Inner, ExprContext &Ctx)
      : Inner(std::move(Inner)), Ctx(Ctx) {}

  void push() override {
    Inner->push();
    Scopes.push_back(Asserted.size());
  }
  void pop() override {
    Inner->pop();
    Asserted.resize(Scopes.back());
    Scopes.pop_back();
  }
  void add(Expr E) override {
    Inner->add(E);
    Asserted.push_back(E);
  }
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) override;
  Value value(Expr E) override { return Inner->value(E); }
  std::vector<Expr> core() override { return Inner->core(); }
  std::string reasonUnknown() const override { return Inner->reasonUnknown(); }

private:
  void validateModel(llvm::ArrayRef<Expr> Assumptions);
  void validateCore(llvm::ArrayRef<Expr> Assumptions, const Budget &B);

  std::unique_ptr<Solver> Inner;
  ExprContext &Ctx;
  std::vector<Expr> Asserted;
  std::vector<size_t> Scopes;
};
} // namespace

Answer ValidatingSolver::check(llvm::ArrayRef<Expr> Assumptions,
                               const Budget &B) {
  Answer A = Inner->check(Assumptions, B);
  if (A == Answer::Sat)
    validateModel(Assumptions);
  if (A == Answer::Unsat)
    validateCore(Assumptions, B);
  return A;
}

void ValidatingSolver::validateModel(llvm::ArrayRef<Expr> Assumptions) {
  std::vector<Expr> All = Asserted;
  All.insert(All.end(), Assumptions.begin(), Assumptions.end());
  Valuation Model;
  for (Expr V : variables(All))
    Model[V] = Inner->value(V);
  Evaluator Eval(Model, Evaluator::Missing::IsError);
  for (Expr E : All)
    if (!Eval.isTrue(E))
      llvm::report_fatal_error("solver: a model does not satisfy the query");
}

void ValidatingSolver::validateCore(llvm::ArrayRef<Expr> Assumptions,
                                    const Budget &B) {
  std::unique_ptr<Solver> Fresh = createZ3Solver(Ctx);
  for (Expr E : Asserted)
    Fresh->add(E);
  for (Expr E : Inner->core()) {
    if (!llvm::is_contained(Assumptions, E))
      llvm::report_fatal_error("solver: a core contains a stranger");
    Fresh->add(E);
  }
  if (Fresh->check(B) == Answer::Sat)
    llvm::report_fatal_error("solver: a core is satisfiable");
}

std::unique_ptr<Solver>
sooth::createValidatingSolver(std::unique_ptr<Solver> Inner, ExprContext &Ctx) {
  return std::make_unique<ValidatingSolver>(std::move(Inner), Ctx);
}
