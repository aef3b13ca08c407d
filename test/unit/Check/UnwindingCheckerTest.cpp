//===- UnwindingCheckerTest.cpp - Right and wrong graphs of all runs ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"

#include "sooth/Check/InvariantChecker.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct Unwinding : testing::Test {
  ExprContext Ctx;
  CfaMaker M{Ctx, 5};
  CfaUnwinding U;

  void node(LocationId At, std::vector<CfaUnwinding::Way> Ways) {
    U.Nodes.push_back({At, std::move(Ways)});
  }
  CheckResult check() {
    return checkInvariant(M.C, CfaInvariant::ofUnwinding(U), Budget());
  }
};

/// i := 0; while (i < 2) ++i; if (i ≠ Last) error
struct UnwindingOfLoop : Unwinding {
  Expr I = M.bitVec("i");
  EdgeId Set = M.edge(0, 1, {}, {{I, Ctx.bv(0, 8)}}),
         Next = M.edge(1, 1, Ctx.mkUlt(I, Ctx.bv(2, 8)), {{I, M.plus(I, 1)}}),
         Leave = M.edge(1, 2, Ctx.mkNot(Ctx.mkUlt(I, Ctx.bv(2, 8)))),
         Fail = M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(I, Ctx.bv(2, 8))));
  UnwindingOfLoop() { M.error(3); }
};

/// x := input; y := x < 9 ? 1 : Else; if (y = 3) error
struct UnwindingOfBranch : Unwinding {
  Expr X = M.bitVec("x"), Y = M.bitVec("y"),
       In = Ctx.var("in", Ctx.bitVecSort(8));
  Expr Less = Ctx.mkUlt(X, Ctx.bv(9, 8)), Bad = Ctx.mkEq(Y, Ctx.bv(3, 8));
  EdgeId Set = M.edge(0, 1, {}, {{X, In}}, {In});
  EdgeId Yes = M.edge(1, 2, Less, {{Y, Ctx.bv(1, 8)}});
  EdgeId No = 0, Fail = 0, Else = 0;

  void finish(Expr Otherwise, Expr ElseGuard) {
    No = M.edge(1, 2, ElseGuard, {{Y, Otherwise}});
    Fail = M.edge(2, 3, Bad);
    M.error(3);
    node(0, {{{Set}, 1}});
    node(1, {{{Yes}, 2}, {{No}, 2}});
    node(2, {});
  }
};
} // namespace

TEST_F(UnwindingOfLoop, OneRunToItsEnd) {
  node(0, {{{Set, Next, Next, Leave}, std::nullopt}});
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfLoop, InSeveralNodes) {
  node(0, {{{Set, Next}, 1}});
  node(1, {{{Next}, 2}});
  node(1, {{{Leave}, std::nullopt}});
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfLoop, ARunThatGoesOnIsNoEnd) {
  node(0, {{{Set, Next}, std::nullopt}});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, AnEdgeThatTheRunDoesNotTake) {
  node(0, {{{Set, Next, Leave}, std::nullopt}});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, ANodeThatIsLeftOut) {
  node(0, {{{Set, Next}, 1}});
  node(1, {});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, WaysLeadToLaterNodesOnly) {
  node(0, {{{Set}, 1}});
  node(1, {{{Next}, 1}});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, WaysLeadWhereTheirEdgesDo) {
  node(0, {{{Set}, 1}});
  node(2, {});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, PathsArePaths) {
  node(0, {{{Set, Fail}, std::nullopt}});
  EXPECT_TRUE(check().isRefuted());
  U.Nodes[0].Ways[0].Path = {EdgeId(99)};
  EXPECT_TRUE(check().isRefuted());
  U.Nodes[0].Ways[0] = {{}, 1};
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, TheOnlyRunIsFoundAgain) {
  node(0, {{{}, std::nullopt}});
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfLoop, TheOnlyRunThatFailsIsNoProof) {
  M.edge(2, 3, Ctx.mkEq(I, Ctx.bv(2, 8)));
  node(0, {{{}, std::nullopt}});
  EXPECT_FALSE(check().isConfirmed());
}

TEST_F(UnwindingOfLoop, FoundAgainFromAnyNode) {
  node(0, {{{Set, Next}, 1}});
  node(1, {{{}, std::nullopt}});
  EXPECT_TRUE(check().isConfirmed());
}

/// Whether the input leads to the error is a solver's question, and no
/// contradiction either.
TEST_F(UnwindingOfBranch, RunsThatDifferAreNotFoundAgain) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  U.Nodes.clear();
  node(0, {{{}, std::nullopt}});
  EXPECT_FALSE(check().isConfirmed());
  EXPECT_FALSE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, StartsAtTheEntry) {
  node(2, {});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, ErrorsAreNoEnds) {
  M.edge(1, 4);
  M.error(4);
  node(0, {{{Set, Next, Next, Leave}, std::nullopt}});
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfLoop, WhereNoErrorIsReachedNothingMatters) {
  M.edge(1, 4);
  M.edge(4, 4);
  node(0, {{{Set, Next, Next, Leave}, std::nullopt}});
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfBranch, BothWaysAreMerged) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfBranch, NeitherWayIsForgotten) {
  finish(Ctx.bv(3, 8), Ctx.mkNot(Less));
  EXPECT_TRUE(check().isRefuted());
}

/// Both edges can be taken with the same values.
TEST_F(UnwindingOfBranch, ConditionsThatOverlap) {
  finish(Ctx.bv(3, 8), Ctx.trueExpr());
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfBranch, ConditionsThatOverlapAndDoNotMatter) {
  finish(Ctx.bv(2, 8), Ctx.trueExpr());
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfBranch, AWayThatIsLeftOutIsImpossible) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  U.Nodes[1].Ways.pop_back();
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfBranch, InitCounts) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  // The variable is set after that: the way is possible still.
  M.C.setInit(Less);
  U.Nodes[1].Ways.pop_back();
  EXPECT_TRUE(check().isRefuted());
  M.C.setInit(Ctx.mkNot(Ctx.mkUle(Ctx.bv(0, 8), X)));
  EXPECT_TRUE(check().isConfirmed());
}

TEST_F(UnwindingOfBranch, EdgesAreTakenOnce) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  U.Nodes[1].Ways[1].Path = {Yes};
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UnwindingOfBranch, NothingUndeclaredIsRead) {
  finish(Ctx.bv(2, 8), Ctx.mkNot(Less));
  M.edge(2, 4, {}, {{Y, Ctx.var("stranger", Ctx.bitVecSort(8))}});
  EXPECT_TRUE(check().isRefuted());
}

/// An input is chosen anew each time.
TEST_F(Unwinding, InputsOfTwoRoundsDiffer) {
  Expr X = M.bitVec("x"), Y = M.bitVec("y"),
       In = Ctx.var("in", Ctx.bitVecSort(8));
  EdgeId First = M.edge(0, 1, {}, {{X, In}}, {In}),
         Second = M.edge(1, 2, {}, {{Y, In}}, {In});
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(X, Y)));
  M.error(3);
  node(0, {{{First, Second}, std::nullopt}});
  EXPECT_TRUE(check().isRefuted());
}

/// From location 4 an error is reached unless i is 1 there.
TEST_F(UnwindingOfLoop, RunsMayLeaveToWhereAFormulaHolds) {
  Expr One = Ctx.mkEq(I, Ctx.bv(1, 8));
  M.edge(1, 4, One);
  M.edge(4, 4);
  M.edge(4, 3, Ctx.mkNot(One));
  node(0, {{{Set, Next, Next, Leave}, std::nullopt}});
  auto CheckWith = [&](Expr Formula) {
    CfaInvariant Inv = CfaInvariant::ofUnwinding(U);
    if (Formula)
      Inv.Formulas[4] = Formula;
    return checkInvariant(M.C, Inv, Budget());
  };
  EXPECT_TRUE(CheckWith(One).isConfirmed());
  EXPECT_TRUE(CheckWith(Expr()).isRefuted());
  EXPECT_TRUE(CheckWith(Ctx.trueExpr()).isRefuted()); // then there are errors
  EXPECT_TRUE(CheckWith(Ctx.mkEq(I, Ctx.bv(7, 8))).isRefuted()); // it is not so
}
