//===- PdrTest.cpp - IC3 on bits ------------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Pdr/Pdr.h"

#include "sooth/Check/AigerSimulator.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Engines.h"

#include "Engine/Pdr/Ic3.h"

#include "gtest/gtest.h"

using namespace sooth;
using pdr::Ic3;

static AigerModel modelOf(const std::string &Text) {
  return llvm::cantFail(readAiger(llvm::MemoryBufferRef(Text, "f")));
}

static Ic3::Outcome run(Ic3 &Search) {
  return Search.run([](unsigned, size_t) {});
}

// Three latches pass on a bit that comes from the input.
TEST(PdrTest, Run) {
  AigerModel M = modelOf("aag 4 1 3 0 0 1\n2\n4 2\n6 4\n8 6\n8\n");
  Budget B = Budget::seconds(10);
  Ic3 Search(M, B);
  ASSERT_EQ(run(Search), Ic3::Outcome::Unsafe);
  EXPECT_EQ(Search.trace().Inputs.size(), 4u);
  EXPECT_TRUE(simulate(M, 0, Search.trace()).isConfirmed());
}

// A latch that may start as anything and stays so.
TEST(PdrTest, AnyStart) {
  AigerModel M = modelOf("aag 1 0 1 0 0 1\n2 2 2\n2\n");
  Budget B = Budget::seconds(10);
  Ic3 Search(M, B);
  ASSERT_EQ(run(Search), Ic3::Outcome::Unsafe);
  EXPECT_TRUE(simulate(M, 0, Search.trace()).isConfirmed());
}

// Two latches that are always equal.
TEST(PdrTest, Invariant) {
  AigerModel M = modelOf("aag 4 1 2 0 1 1\n2\n4 2\n6 2\n8\n8 4 7\n");
  Budget B = Budget::seconds(10);
  Ic3 Search(M, B);
  ASSERT_EQ(run(Search), Ic3::Outcome::Safe);
  EXPECT_FALSE(Search.invariant().empty());
}

TEST(PdrTest, NoLatches) {
  Budget B = Budget::seconds(10);
  AigerModel Bad = modelOf("aag 1 1 0 0 0 1\n2\n2\n");
  Ic3 Unsafe(Bad, B);
  EXPECT_EQ(run(Unsafe), Ic3::Outcome::Unsafe);
  AigerModel Good = modelOf("aag 1 1 0 0 0 1\n2\n0\n");
  Ic3 Safe(Good, B);
  EXPECT_EQ(run(Safe), Ic3::Outcome::Safe);
}

TEST(PdrTest, StopsInTime) {
  AigerModel M = modelOf("aag 1 0 1 0 0 1\n2 2\n2\n");
  Budget B = Budget::seconds(0);
  Ic3 Search(M, B);
  EXPECT_EQ(run(Search), Ic3::Outcome::Stopped);
}

namespace {
/// Words, and a relation that steps have to satisfy.
struct PdrOnWords : testing::Test {
  ExprContext Ctx;
  TransitionSystem M{Ctx};
  Budget B = Budget::seconds(20);
  Sort Word = Ctx.bitVecSort(8);
  Expr X = Ctx.var("x", Word), XNext = Ctx.var("x'", Word);

  TsResult check(Expr Bad) {
    Property P{"p", Bad, {}};
    TsResult R = createPdr()->check(M, P, B);
    if (R.isSafe())
      EXPECT_TRUE(checkInvariant(M, P, R.invariant(), B).isConfirmed());
    if (R.isUnsafe())
      EXPECT_TRUE(checkTrace(M, P, R.trace(), B).isConfirmed());
    return R;
  }
};
} // namespace

// The next value is any that is larger, up to 100; first values are odd.
TEST_F(PdrOnWords, Relation) {
  M.addVariable({X, XNext, Expr()});
  M.setInit(Ctx.mkAnd(Ctx.mkUlt(X, Ctx.bv(10, 8)),
                      Ctx.bvToBool(Ctx.mkExtract(0, 0, X))));
  M.setConstraint(
      Ctx.mkAnd(Ctx.mkUlt(X, XNext), Ctx.mkUle(XNext, Ctx.bv(100, 8))));
  EXPECT_TRUE(check(Ctx.mkUlt(Ctx.bv(100, 8), X)).isSafe());
  TsResult R = check(Ctx.mkEq(X, Ctx.bv(100, 8)));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_TRUE(check(Ctx.mkEq(X, Ctx.bv(0, 8))).isSafe());
}

TEST_F(PdrOnWords, NumbersWithoutBounds) {
  Expr N = Ctx.var("n", Ctx.intSort());
  M.addVariable({N, Ctx.var("n'", Ctx.intSort()), N});
  TsResult R = check(Ctx.mkEq(N, Ctx.integer(1)));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Unsupported);
}

// It works by default on circuits, and on programs that are one cycle.
TEST_F(PdrOnWords, IsForHardware) {
  auto *Info = llvm::find_if(
      allEngines(), [](const EngineInfo &E) { return E.Name == "pdr"; });
  ASSERT_NE(Info, allEngines().end());
  EXPECT_EQ(Info->When, EngineInfo::Use::ByDefault);
  Property P{"p", Ctx.falseExpr(), {}};
  M.addVariable({X, XNext, X});
  EXPECT_TRUE(Info->Suits({M, P}));

  Cfa Program(Ctx);
  const LocationId Head = Program.addLocation({"head"}),
                   Other = Program.addLocation({"other"});
  Program.setEntry(Head);
  Program.addEdge({Head, Head, Ctx.trueExpr()});
  Program.addEdge({Head, Other, Ctx.trueExpr()});
  EXPECT_TRUE(Info->Suits({M, P, &Program}));
  Program.addEdge({Other, Head, Ctx.trueExpr()});
  EXPECT_FALSE(Info->Suits({M, P, &Program}));

  M.addInput(Ctx.var("n", Ctx.intSort()));
  EXPECT_FALSE(Info->Suits({M, P}));
}
