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

// The same, where states with a bit in the last latch stand for nothing.
TEST(PdrTest, Fact) {
  AigerModel M = modelOf("aag 4 1 3 0 0 1\n2\n4 2\n6 4\n8 6\n8\n");
  Budget B = Budget::seconds(10);
  Ic3 Search(M, B);
  Search.addFact({-3});
  EXPECT_EQ(run(Search), Ic3::Outcome::Safe);
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

TEST_F(PdrOnWords, Arrays) {
  Sort Array = Ctx.arraySort(Word, Word);
  Expr A = Ctx.var("a", Array);
  M.addVariable({A, Ctx.var("a'", Array), A});
  TsResult R = check(Ctx.mkEq(Ctx.mkSelect(A, X), X));
  ASSERT_TRUE(R.isUnknown());
  EXPECT_EQ(R.reason().What, UnknownReason::Kind::Unsupported);
}

namespace {
/// Numbers, which are seen through predicates.
struct PdrOnNumbers : PdrOnWords {
  Expr input(const char *Name, Sort S) {
    M.addInput(Ctx.var(Name, S));
    return M.inputs().back();
  }
  void add(Expr Var, Expr First, Expr Update) {
    M.addVariable({Var, Ctx.var((Var.name() + "'").str(), Var.sort()), Update});
    M.setInit(Ctx.mkAnd(M.init(), Ctx.mkEq(Var, First)));
  }
  Expr plus(Expr A, Expr B) { return Ctx.make(Kind::Add, {A, B}); }
  Expr less(Expr A, Expr B) { return Ctx.make(Kind::Lt, {A, B}); }

  Sort Int = Ctx.intSort(), Real = Ctx.realSort();
  Expr I = Ctx.var("i", Int), J = Ctx.var("j", Int), K = Ctx.var("k", Int);
  Expr Zero = Ctx.integer(0), One = Ctx.integer(1), Five = Ctx.integer(5);
};
} // namespace

TEST_F(PdrOnNumbers, Counter) {
  add(I, Zero, Ctx.mkIte(less(I, Five), plus(I, One), I));
  EXPECT_TRUE(check(less(Five, I)).isSafe());
  TsResult R = check(Ctx.mkEq(I, Five));
  ASSERT_TRUE(R.isUnsafe());
  EXPECT_EQ(R.trace().States.size(), 6u);
}

// Numbers beside words and Booleans.
TEST_F(PdrOnNumbers, Mixed) {
  Expr B = Ctx.var("b", Ctx.boolSort());
  add(I, Zero, plus(I, One));
  add(X, Ctx.bv(0, 8),
      Ctx.mkIte(less(I, Five), Ctx.bv(1, 8), Ctx.make(Kind::BvAdd, {X, X})));
  add(B, Ctx.falseExpr(), less(Ctx.integer(2), I));
  EXPECT_TRUE(check(Ctx.mkEq(X, Ctx.bv(3, 8))).isSafe());
  EXPECT_TRUE(check(Ctx.mkAnd(B, less(I, Ctx.integer(3)))).isSafe());
  EXPECT_TRUE(check(Ctx.mkEq(X, Ctx.bv(4, 8))).isUnsafe());
}

// Two clocks that are read at times of their own.
TEST_F(PdrOnNumbers, Clocks) {
  Expr A = Ctx.var("a", Real), C = Ctx.var("c", Real);
  Expr Zero = Ctx.real(Rational());
  Expr Delay = input("delay", Real), Reset = input("reset", Ctx.boolSort());
  M.setConstraint(less(Zero, Delay));
  add(A, Zero, plus(A, Delay));
  add(C, Zero, Ctx.mkIte(Reset, Zero, plus(C, Delay)));
  EXPECT_TRUE(check(less(A, C)).isSafe());
  EXPECT_TRUE(check(less(C, A)).isUnsafe());
}

// What is passed on from number to number has to be found out.
TEST_F(PdrOnNumbers, Interpolants) {
  Expr Y = input("y", Int);
  add(I, Zero, J);
  add(J, Zero, K);
  add(K, Zero, Ctx.mkIte(less(Y, Five), Y, Zero));
  EXPECT_TRUE(check(less(Five, I)).isSafe());
  EXPECT_TRUE(check(Ctx.mkEq(I, Ctx.integer(4))).isUnsafe());
}

// What is no sum of variables counts as one.
TEST_F(PdrOnNumbers, OtherTerms) {
  add(I, One, Ctx.make(Kind::IntDiv, {plus(I, Five), Ctx.integer(2)}));
  add(J, One, Ctx.make(Kind::IntMod, {plus(J, I), Five}));
  EXPECT_TRUE(check(less(Five, J)).isSafe());
  EXPECT_TRUE(check(Ctx.mkEq(J, Zero)).isUnsafe());
}

// Choices between many, which two numbers make together.
TEST_F(PdrOnNumbers, ManyCases) {
  Expr Next[2];
  for (unsigned V : {0, 1}) {
    Next[V] = Zero;
    for (unsigned C = 0; C < 30; ++C) {
      Expr Y =
          input(("y" + std::to_string(V * 30 + C)).c_str(), Ctx.boolSort());
      Next[V] = Ctx.mkIte(Y, Ctx.integer(C), Next[V]);
    }
  }
  add(I, Zero, Next[0]);
  add(J, Zero, Next[1]);
  EXPECT_TRUE(check(less(Ctx.integer(29), I)).isSafe());
  EXPECT_FALSE(check(less(Ctx.integer(58), plus(I, J))).isUnsafe());
  EXPECT_FALSE(check(less(Ctx.integer(57), plus(I, J))).isSafe());
}

// It works by default on systems without arrays, and on programs that are one
// cycle.
TEST_F(PdrOnWords, IsForHardware) {
  auto *Info = llvm::find_if(
      allEngines(), [](const EngineInfo &E) { return E.Name == "pdr"; });
  ASSERT_NE(Info, allEngines().end());
  EXPECT_EQ(Info->When, EngineInfo::Use::ByDefault);
  Property P{"p", Ctx.falseExpr(), {}};
  M.addVariable({X, XNext, X});
  EXPECT_TRUE(Info->Suits({M, P}));
  EXPECT_TRUE(Info->IsMadeFor({M, P}));

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
  EXPECT_TRUE(Info->Suits({M, P}));
  EXPECT_FALSE(Info->IsMadeFor({M, P}));
  M.addInput(Ctx.var("a", Ctx.arraySort(Word, Word)));
  EXPECT_FALSE(Info->Suits({M, P}));
}
