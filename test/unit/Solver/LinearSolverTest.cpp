//===- LinearSolverTest.cpp - Integer and linear programming --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/LinearSolver.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;
using Integer = IntegerAnswer::Status;
using Relaxed = RelaxedAnswer::Status;

namespace {
LinearProblem problem(unsigned Variables, std::vector<LinearRow> Rows) {
  LinearProblem P;
  P.Variables = Variables;
  for (LinearRow &R : Rows)
    P.add(std::move(R));
  return P;
}

TEST(LinearSolver, MinimizesTheSum) {
  // x0 + 2 x1 >= 7: three of x1 and one of x0.
  LinearSolver S;
  IntegerAnswer A =
      S.minimize(problem(2, {LinearRow::atLeast({{0, 1}, {1, 2}}, 7),
                             LinearRow::atMost({{1, 1}}, 3)}),
                 Budget());
  ASSERT_EQ(A.What, Integer::Feasible);
  EXPECT_EQ(A.Values, (std::vector<int64_t>{1, 3}));
}

TEST(LinearSolver, CertifiesInfeasibility) {
  // x0 - x1 >= 1, x1 - x2 >= 1, x2 - x0 >= -1: the sum is 0 >= 1.
  LinearProblem P = problem(3, {LinearRow::atLeast({{0, 1}, {1, -1}}, 1),
                                LinearRow::atLeast({{1, 1}, {2, -1}}, 1),
                                LinearRow::atLeast({{0, -1}, {2, 1}}, -1)});
  LinearSolver S;
  RelaxedAnswer A = S.relax(P, Budget());
  ASSERT_EQ(A.What, Relaxed::Infeasible);
  EXPECT_TRUE(refutes(A.Certificate, P));
  EXPECT_EQ(S.minimize(P, Budget()).What, Integer::Infeasible);
}

TEST(LinearSolver, CertificatesHaveFractions) {
  // 3 x0 - 7 x1 = 1, 5 x1 - 2 x0 >= 4 and 11 x0 <= 3 x1 need multipliers
  // other than 1.
  LinearProblem P = problem(2, {LinearRow::equal({{0, 3}, {1, -7}}, 1),
                                LinearRow::atLeast({{0, -2}, {1, 5}}, 4),
                                LinearRow::atMost({{0, 11}, {1, -3}}, 0)});
  LinearSolver S;
  RelaxedAnswer A = S.relax(P, Budget());
  ASSERT_EQ(A.What, Relaxed::Infeasible);
  EXPECT_TRUE(refutes(A.Certificate, P));
}

TEST(LinearSolver, WrongCertificatesAreRefused) {
  LinearProblem P = problem(
      1, {LinearRow::atLeast({{0, 1}}, 2), LinearRow::atMost({{0, 1}}, 1)});
  EXPECT_TRUE(refutes({{{0, 1}, {1, 1}}}, P));
  EXPECT_FALSE(refutes({{{0, 1}, {1, -1}}}, P)); // inequality turned around
  EXPECT_FALSE(refutes({{{0, 2}, {1, 1}}}, P));  // positive coefficient left
  EXPECT_FALSE(refutes({{{1, 1}}}, P));          // nothing contradicted
  EXPECT_FALSE(refutes({{{0, 1}, {2, 1}}}, P));  // no such row
  EXPECT_FALSE(refutes({}, P));
}

TEST(LinearSolver, IntegersOnly) {
  // 2 x0 - 2 x1 = 1 has solutions, but no integer ones.
  LinearProblem P = problem(2, {LinearRow::equal({{0, 2}, {1, -2}}, 1),
                                LinearRow::atMost({{0, 1}}, 50)});
  LinearSolver S;
  EXPECT_EQ(S.relax(P, Budget()).What, Relaxed::Feasible);
  EXPECT_FALSE(S.relax(P, Budget()).Values);
  EXPECT_EQ(S.exact(P, Budget()).What, Integer::Infeasible);
}

TEST(LinearSolver, LargeNumbersAreExact) {
  // Doubles cannot tell 2^60 from 2^60 + 1.
  constexpr int64_t Large = int64_t(1) << 60;
  LinearProblem P = problem(1, {LinearRow::atLeast({{0, 1}}, Large + 1),
                                LinearRow::atMost({{0, 1}}, Large)});
  LinearSolver S;
  EXPECT_EQ(S.minimize(P, Budget()).What, Integer::Infeasible);
  EXPECT_EQ(S.relax(P, Budget()).What, Relaxed::Unknown);
  LinearProblem Q = problem(1, {LinearRow::equal({{0, 1}}, Large + 1)});
  IntegerAnswer A = S.minimize(Q, Budget());
  ASSERT_EQ(A.What, Integer::Feasible);
  EXPECT_EQ(A.Values[0], Large + 1);
}

TEST(LinearSolver, ContradictionsWithoutVariables) {
  LinearProblem P = problem(1, {LinearRow::equal({}, -1)});
  LinearSolver S;
  RelaxedAnswer A = S.relax(P, Budget());
  ASSERT_EQ(A.What, Relaxed::Infeasible);
  EXPECT_TRUE(refutes(A.Certificate, P));
}

TEST(LinearSolver, EndsWithItsBudget) {
  LinearProblem P = problem(1, {LinearRow::atLeast({{0, 1}}, 1)});
  LinearSolver S;
  std::atomic<bool> Stop = true;
  Budget B;
  B.cancelWith(&Stop);
  LinearProblem Knapsack;
  Knapsack.Variables = 40;
  std::vector<RowTerm> Terms;
  for (unsigned V = 0; V < 40; ++V)
    Terms.push_back({V, int64_t(1000003 + 7919 * V * V)});
  Knapsack.add(LinearRow::equal(Terms, 123456789));
  EXPECT_NE(S.minimize(Knapsack, B).What, Integer::Infeasible);
}

/// Small random problems against enumeration.
TEST(LinearSolver, AgreesWithEnumeration) {
  std::mt19937 Random(7);
  auto Pick = [&](int Low, int High) {
    return int(Random() % unsigned(High - Low + 1)) + Low;
  };
  LinearSolver S;
  for (unsigned Round = 0; Round < 500; ++Round) {
    constexpr int Most = 6;
    LinearProblem P;
    P.Variables = 3;
    for (unsigned V = 0; V < 3; ++V)
      P.add(LinearRow::atMost({{V, 1}}, Most));
    for (unsigned I = 0; I < 4; ++I) {
      std::vector<RowTerm> Terms;
      for (unsigned V = 0; V < 3; ++V)
        if (int C = Pick(-3, 3))
          Terms.push_back({V, C});
      P.add(Pick(0, 2) ? LinearRow::atLeast(Terms, Pick(-4, 8))
                       : LinearRow::equal(Terms, Pick(-4, 8)));
    }
    int Least = -1;
    for (int64_t A = 0; A <= Most; ++A)
      for (int64_t B = 0; B <= Most; ++B)
        for (int64_t C = 0; C <= Most; ++C)
          if (llvm::all_of(
                  P.Rows,
                  [&](const LinearRowRef &R) { return R->holds({A, B, C}); }) &&
              (Least < 0 || A + B + C < Least))
            Least = A + B + C;
    IntegerAnswer A = S.minimize(P, Budget());
    ASSERT_EQ(A.What, Least < 0 ? Integer::Infeasible : Integer::Feasible);
    EXPECT_EQ(S.exact(P, Budget()).What, A.What);
    if (Least >= 0)
      EXPECT_EQ(A.Values[0] + A.Values[1] + A.Values[2], Least);
    RelaxedAnswer R = S.relax(P, Budget());
    EXPECT_NE(R.What, Relaxed::Unknown);
    if (R.What == Relaxed::Infeasible) {
      EXPECT_LT(Least, 0);
      EXPECT_TRUE(refutes(R.Certificate, P));
    }
  }
}
} // namespace
