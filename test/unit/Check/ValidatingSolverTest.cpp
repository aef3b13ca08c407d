//===- ValidatingSolverTest.cpp - Wrong answers are noticed ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomCfa.h"

#include "sooth/Solver/ValidatingSolver.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
/// Says what it was told to say.
class Liar final : public Solver {
public:
  Liar(Answer A, std::vector<Expr> Core) : A(A), Core(std::move(Core)) {}
  void push() override {}
  void pop() override {}
  void add(Expr) override {}
  Answer check(llvm::ArrayRef<Expr>, const Budget &) override { return A; }
  Value value(Expr E) override { return Value::zero(E.sort()); }
  std::vector<Expr> core() override { return Core; }
  std::string reasonUnknown() const override { return ""; }

private:
  Answer A;
  std::vector<Expr> Core;
};

struct ValidatingSolverTest : testing::Test {
  ExprContext Ctx;
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort());
  Budget B;
  std::unique_ptr<Solver> liar(Answer A, std::vector<Expr> Core = {}) {
    return createValidatingSolver(std::make_unique<Liar>(A, std::move(Core)),
                                  Ctx);
  }
};
} // namespace

TEST_F(ValidatingSolverTest, WrongModel) {
  auto S = liar(Answer::Sat);
  S->push();
  S->add(P);
  EXPECT_DEATH(S->check(B), "a model does not satisfy the query");
  S->pop();
  EXPECT_EQ(S->check({Ctx.mkNot(P)}, B), Answer::Sat);
  EXPECT_DEATH(S->check({Q}, B), "a model does not satisfy the query");
}

TEST_F(ValidatingSolverTest, WrongCore) {
  EXPECT_DEATH(liar(Answer::Unsat)->check({P}, B), "a core is satisfiable");
  EXPECT_DEATH(liar(Answer::Unsat, {Q})->check({P}, B), "contains a stranger");
  auto S = liar(Answer::Unsat, {P});
  S->add(Ctx.mkNot(P));
  EXPECT_EQ(S->check({P, Q}, B), Answer::Unsat);
}

/// The backend agrees with the evaluator on all bit-vector operators.
TEST_F(ValidatingSolverTest, RandomQueries) {
  auto S = createValidatingSolver(createZ3Solver(Ctx), Ctx);
  std::vector<Expr> Leaves{P, Q, Ctx.var("a", Ctx.bitVecSort(3)),
                           Ctx.var("b", Ctx.bitVecSort(3)),
                           Ctx.var("c", Ctx.bitVecSort(2))};
  Random R(7);
  unsigned Count[3] = {};
  for (unsigned I = 0; I < 300; ++I) {
    S->push();
    S->add(randomExpr(Ctx, R, Leaves, Ctx.boolSort(), {.Depth = 4}));
    std::vector<Expr> Assumptions;
    for (unsigned J = 0; J < 3; ++J)
      Assumptions.push_back(
          randomExpr(Ctx, R, Leaves, Ctx.boolSort(), {.Depth = 4}));
    ++Count[unsigned(S->check(Assumptions, B))];
    S->pop();
  }
  EXPECT_GT(Count[unsigned(Answer::Sat)], 50u);
  EXPECT_GT(Count[unsigned(Answer::Unsat)], 50u);
}
