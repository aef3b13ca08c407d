//===- ProgramVerifierTest.cpp - Many assertions, by what costs little ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"

#include "sooth/Driver/Verify/Verifier.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using Means = VerifierOptions::Means;

namespace {
/// n < 9; then an error if n > 9.
struct ProgramVerifierTest : testing::Test {
  ExprContext Ctx;
  CfaMaker M{Ctx, 3};
  Expr N = M.bitVec("n");
  Expr Small = Ctx.mkUlt(N, Ctx.bv(9, 8));
  LocalProgress Progress;

  ProgramVerifierTest() {
    M.edge(0, 1, Small);
    M.edge(1, 2, Ctx.mkUlt(Ctx.bv(9, 8), N));
    M.error(2);
  }
  AssertionReport::Status ask(Means From, Means UpTo) {
    VerifierOptions O;
    O.Until = VerifierOptions::Goal::EveryAssertion;
    O.Engines.Engines.push_back({"cells"});
    O.From = From;
    O.UpTo = UpTo;
    O.Progress = &Progress;
    Report R = verifyProgram(M.C, Budget(), O).Answer;
    EXPECT_EQ(R.Assertions.size(), 1u);
    return R.Assertions.front().Outcome;
  }
  void leave(Expr Fact) {
    UnconfirmedProof &Left = Progress.Unconfirmed.emplace();
    Left.Errors = {2};
    Left.Why.Formulas[0] = Ctx.trueExpr();
    Left.Why.Formulas[1] = Fact;
    Left.Why.Formulas[2] = Ctx.falseExpr();
  }
};
} // namespace

using Status = AssertionReport::Status;

TEST_F(ProgramVerifierTest, WhatIsLocalIsProved) {
  EXPECT_EQ(ask(Means::Local, Means::Local), Status::Safe);
  EXPECT_FALSE(Progress.IsOpen);
}

TEST_F(ProgramVerifierTest, WhatCouldNotBeCheckedIsChecked) {
  // (By no means that would be asked, it would not be proved.)
  leave(Small);
  EXPECT_EQ(ask(Means::Engines, Means::Guesses), Status::Safe);
  EXPECT_FALSE(Progress.Unconfirmed);
}

TEST_F(ProgramVerifierTest, WhatIsWrongProvesNothing) {
  leave(Ctx.trueExpr());
  EXPECT_EQ(ask(Means::Engines, Means::Guesses), Status::Unknown);
  leave(Ctx.mkUlt(N, Ctx.bv(8, 8)));
  EXPECT_EQ(ask(Means::Engines, Means::Guesses), Status::Unknown);
  EXPECT_FALSE(Progress.Unconfirmed);
}

TEST_F(ProgramVerifierTest, WhatWasNotFinishedGoesOn) {
  EXPECT_EQ(ask(Means::Engines, Means::Guesses), Status::Unknown);
  Progress.IsOpen = true;
  EXPECT_EQ(ask(Means::Engines, Means::Guesses), Status::Safe);
  EXPECT_FALSE(Progress.IsOpen);
}
