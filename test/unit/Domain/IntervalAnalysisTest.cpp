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

/// A loop in a loop, and one that is left when it is through.
TEST(IntervalAnalysis, WhatALoopDoesNotChangeIsNotWidenedThere) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr I = M.bitVec("i", 32), J = M.bitVec("j", 32);
  auto IsLess = [&](Expr E, uint64_t N) { return Ctx.mkSlt(E, Ctx.bv(N, 32)); };
  M.edge(0, 1, Expr(), {{I, Ctx.bv(0, 32)}});
  M.edge(1, 2, IsLess(I, 16), {{J, Ctx.bv(0, 32)}});
  M.edge(2, 2, IsLess(J, 100), {{J, M.plus(J, 1)}});
  M.edge(2, 1, Ctx.mkNot(IsLess(J, 100)), {{I, M.plus(I, 1)}});
  M.edge(1, 3, Ctx.mkNot(IsLess(I, 16)));
  M.edge(2, 4, Ctx.mkUlt(Ctx.bv(15, 32), I));
  M.error(4);
  auto Found = analyzeIntervals(M.C, Budget());
  ASSERT_TRUE(Found && (*Found)[2]);
  const Range &Inside = (*Found)[2]->find(I)->second;
  EXPECT_EQ(Inside.UnsignedLow, APInt(32, 0));
  EXPECT_EQ(Inside.UnsignedHigh, APInt(32, 15));
  EXPECT_FALSE((*Found)[4]);
}

/// What an array holds at i has a range until the array or i changes; then
/// under the name that i has got, and where both ways meet that of both.
TEST(IntervalAnalysis, WhatArraysHoldHasRanges) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Sort Array = Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8));
  Expr A = M.declare(Ctx.var("a", Array));
  Expr I = M.bitVec("i"), J = M.bitVec("j");
  Expr AtI = Ctx.mkSelect(A, I), AtJ = Ctx.mkSelect(A, J);
  auto IsLess = [&](Expr E, uint64_t N) { return Ctx.mkUlt(E, Ctx.bv(N, 8)); };
  M.edge(0, 1, IsLess(AtI, 5), {{J, I}, {I, Ctx.bv(9, 8)}});
  M.edge(0, 1, IsLess(AtJ, 7));
  M.edge(1, 2, Ctx.mkUlt(I, J));
  M.edge(2, 3, Ctx.mkUlt(Ctx.bv(6, 8), AtJ)); // never
  M.edge(2, 4, Expr(), {{A, Ctx.mkStore(A, I, J)}});
  M.edge(3, 4, IsLess(AtI, 1));
  M.edge(4, 0, Ctx.mkEq(AtI, AtJ));
  auto Found = analyzeIntervals(M.C, Budget());
  ASSERT_TRUE(Found && (*Found)[1] && (*Found)[4]);
  auto Of = (*Found)[1]->find(AtJ);
  ASSERT_NE(Of, (*Found)[1]->end());
  EXPECT_EQ(Of->second.UnsignedHigh, APInt(8, 6));
  EXPECT_FALSE((*Found)[1]->contains(AtI));
  EXPECT_FALSE((*Found)[3]);
  EXPECT_FALSE((*Found)[4]->contains(AtJ));
}

/// What a call leaves in memory, and what is written after that.
TEST(IntervalAnalysis, ArraysThatAreAssignedHoldWhatIsKnown) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Sort Array = Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8));
  Expr A = M.declare(Ctx.var("a", Array));
  Expr I = M.bitVec("i"), X = M.bitVec("x");
  Expr Left = Ctx.freshVar("left", Array);
  Expr AtI = Ctx.mkSelect(A, I);
  auto IsLess = [&](Expr E, uint64_t N) { return Ctx.mkUlt(E, Ctx.bv(N, 8)); };
  M.edge(0, 1, IsLess(Ctx.mkSelect(Left, I), 5), {{A, Left}}, {Left});
  M.edge(1, 2, IsLess(X, 9), {{A, Ctx.mkStore(A, I, X)}});
  M.edge(1, 2);
  M.edge(2, 3, Ctx.mkUlt(Ctx.bv(8, 8), AtI)); // never
  M.error(3);
  M.edge(2, 4, Ctx.mkUlt(I, X));
  auto Found = analyzeIntervals(M.C, Budget());
  ASSERT_TRUE(Found && (*Found)[1] && (*Found)[2]);
  auto Of = (*Found)[1]->find(AtI);
  ASSERT_NE(Of, (*Found)[1]->end());
  EXPECT_EQ(Of->second.UnsignedHigh, APInt(8, 4));
  Of = (*Found)[2]->find(AtI);
  ASSERT_NE(Of, (*Found)[2]->end());
  EXPECT_EQ(Of->second.UnsignedHigh, APInt(8, 8));
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
