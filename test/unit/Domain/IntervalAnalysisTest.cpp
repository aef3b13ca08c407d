//===- IntervalAnalysisTest.cpp - Ranges of variables at locations --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Domain/IntervalAnalysis.h"

#include "CfaMaker.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;

namespace {
/// i := 0; while (i < 10) i := i + 1; then an error if i != 10.
struct CountTo10 {
  CountTo10() : M(Ctx, 4), I(M.bitVec("i")) {
    M.edge(0, 1, Expr(), {{I, Ctx.bv(0, 8)}});
    M.edge(1, 1, Ctx.mkUlt(I, Ctx.bv(10, 8)), {{I, M.plus(I, 1)}});
    M.edge(1, 2, Ctx.mkNot(Ctx.mkUlt(I, Ctx.bv(10, 8))));
    M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(I, Ctx.bv(10, 8))));
    M.error(3);
  }
  ExprContext Ctx;
  CfaMaker M;
  Expr I;
};
} // namespace

TEST(IntervalAnalysis, WidensToBoundsOfTheProgram) {
  CountTo10 P;
  auto Found = analyzeIntervals(P.M.C, Budget());
  ASSERT_TRUE(Found && (*Found)[1] && (*Found)[2]);
  const Range &InLoop = (*Found)[1]->find(P.I)->second;
  EXPECT_EQ(InLoop.UnsignedLow, APInt(8, 0));
  EXPECT_EQ(InLoop.UnsignedHigh, APInt(8, 10));
  const Range &After = (*Found)[2]->find(P.I)->second;
  ASSERT_TRUE(After.single());
  EXPECT_EQ(*After.single(), APInt(8, 10));
  // So the error is not reached.
  EXPECT_FALSE((*Found)[3]);
}

TEST(IntervalAnalysis, EndsWithTheBudget) {
  CountTo10 P;
  EXPECT_FALSE(analyzeIntervals(P.M.C, Budget::seconds(0)));
}

TEST(IntervalAnalysis, IsInductiveAndHoldsOnAllRuns) {
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, {.Seed = Seed});
    auto Found = analyzeIntervals(C, Budget());
    ASSERT_TRUE(Found);
    CfaInvariant I;
    for (LocationId L = 0; L < C.locations().size(); ++L) {
      std::vector<Expr> Facts;
      if (!(*Found)[L])
        Facts.push_back(Ctx.falseExpr());
      else
        for (const auto &[Var, R] : *(*Found)[L])
          Facts.push_back(!Var.isBool()                ? R.formula(Ctx, Var)
                          : R.single()->getBoolValue() ? Var
                                                       : Ctx.mkNot(Var));
      I.Formulas[L] = Ctx.mkAnd(Facts);
    }
    C.setErrors({});
    CheckResult R = checkInvariant(C, I, Budget());
    EXPECT_TRUE(R.isConfirmed()) << "seed " << Seed << ": " << R.Why;
  }
}
