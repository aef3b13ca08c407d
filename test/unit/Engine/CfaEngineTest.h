//===- CfaEngineTest.h - What tests of engines on automata share --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_UNIT_ENGINE_CFAENGINETEST_H
#define SOOTH_TEST_UNIT_ENGINE_CFAENGINETEST_H

#include "CfaMaker.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Engine.h"

#include "gtest/gtest.h"

namespace sooth::test {

/// Asks one engine about an automaton, and checks its evidence.
struct CfaEngineTest : testing::Test {
  using Maker = std::unique_ptr<CfaEngine> (*)();

  CfaEngineTest(Maker Make, unsigned Locations)
      : M{Ctx, Locations}, Make(Make) {}

  ExprContext Ctx;
  CfaMaker M;
  Expr In = Ctx.var("in", Ctx.bitVecSort(8));
  Statistics Figures;

  CfaResult check(double Seconds = 20) {
    std::unique_ptr<CfaEngine> E = Make();
    CfaResult R = E->check(M.C, Budget::seconds(Seconds));
    E->report(Figures);
    return R;
  }
  void expectSafe() {
    CfaResult R = check();
    ASSERT_TRUE(R.isSafe());
    CheckResult Checked = checkInvariant(M.C, R.invariant(), Budget());
    EXPECT_TRUE(Checked.isConfirmed()) << Checked.Why;
  }
  void expectUnsafe() {
    CfaResult R = check();
    ASSERT_TRUE(R.isUnsafe());
    CheckResult Checked = checkTrace(M.C, R.trace());
    EXPECT_TRUE(Checked.isConfirmed()) << Checked.Why;
  }
  void expectUnknown(double Seconds = 0.3) {
    EXPECT_TRUE(check(Seconds).isUnknown());
  }
  /// while (i < Bound) i += Step; from location \p Head to the next one.
  void loop(LocationId Head, Expr I, Expr Bound, unsigned Step = 1) {
    Expr More = Ctx.mkUlt(I, Bound);
    M.edge(Head, Head, More, {{I, M.plus(I, Step)}});
    M.edge(Head, Head + 1, Ctx.mkNot(More));
  }

private:
  Maker Make;
};

} // namespace sooth::test

#endif
