//===- SymbolicTest.cpp - Forward symbolic execution ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaEngineTest.h"

#include "sooth/Engine/Symbolic/Symbolic.h"
#include "sooth/Model/SymbolicProgram.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
struct SymbolicTest : CfaEngineTest {
  SymbolicTest() : CfaEngineTest([] { return createSymbolic(); }, 6) {}
};
} // namespace

TEST_F(SymbolicTest, AProgramWithoutInputsIsOneNode) {
  Expr I = M.bitVec("i", 32);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 32)));
  loop(0, I, Ctx.bv(100000, 32));
  M.edge(1, 2, Ctx.mkNot(Ctx.mkEq(I, Ctx.bv(100000, 32))));
  M.error(2);
  expectSafe();
  EXPECT_EQ(Figures.get("symbolic.nodes"), 1);
  EXPECT_EQ(Figures.get("symbolic.questions"), 0);
}

TEST_F(SymbolicTest, ARunWithoutInputsToAnError) {
  Expr I = M.bitVec("i", 32);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 32)));
  loop(0, I, Ctx.bv(70000, 32));
  M.edge(1, 2, Ctx.mkEq(I, Ctx.bv(70000, 32)));
  M.error(2);
  expectUnsafe();
}

TEST_F(SymbolicTest, LoopsAreUnwoundAsFarAsTheirInputsAllow) {
  Expr I = M.bitVec("i"), N = M.bitVec("n");
  M.edge(0, 1, Ctx.mkUlt(In, Ctx.bv(7, 8)), {{I, Ctx.bv(0, 8)}, {N, In}}, {In});
  loop(1, I, N);
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(I, N)));
  M.error(3);
  expectSafe();
}

TEST_F(SymbolicTest, WaysOutOfALoopAreMerged) {
  Expr I = M.bitVec("i"), N = M.bitVec("n"), S = M.bitVec("s");
  M.edge(0, 1, Ctx.mkUlt(In, Ctx.bv(7, 8)), {{I, Ctx.bv(0, 8)}, {N, In}}, {In});
  loop(1, I, N);
  M.edge(2, 3, {}, {{S, Ctx.make(Kind::BvAdd, {I, N})}});
  M.edge(3, 4, Ctx.mkEq(S, Ctx.bv(10, 8)));
  M.error(4);
  expectUnsafe();
  EXPECT_GT(Figures.get("symbolic.merges"), 3);
}

/// Two edges that can be taken in the same state lead to different values.
TEST_F(SymbolicTest, ChoicesAreBothTaken) {
  Expr X = M.bitVec("x");
  M.edge(0, 1, {}, {{X, Ctx.bv(1, 8)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(2, 8)}});
  M.edge(0, 1, {}, {{X, Ctx.bv(3, 8)}});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(2, 8)));
  M.edge(1, 3, Ctx.mkEq(X, Ctx.bv(4, 8)));
  M.error(3);
  expectSafe();
  M.error(2);
  expectUnsafe();
}

/// No run gets to the end of the loop, but some leave it.
TEST_F(SymbolicTest, WhatComesAfterAnEndlessLoopIsSeen) {
  Expr I = M.bitVec("i", 64), Go = Ctx.var("go", Ctx.boolSort());
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 64)));
  M.edge(0, 0, Go, {{I, M.plus(I, 1)}}, {Go});
  M.edge(0, 1, Ctx.mkNot(Go), {}, {Go});
  M.edge(1, 2, Ctx.mkEq(I, Ctx.bv(5, 64)));
  M.error(2);
  expectUnsafe();
}

TEST_F(SymbolicTest, InitIsACondition) {
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  M.C.setInit(Ctx.mkAnd(Ctx.mkUlt(X, Y), Ctx.mkEq(Y, Ctx.bv(3, 8))));
  M.edge(0, 1, Ctx.mkUlt(Ctx.bv(2, 8), X));
  M.error(1);
  expectSafe();
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(2, 8)));
  expectUnsafe();
}

/// A table is read at an index that is an input, and written to.
TEST_F(SymbolicTest, ArraysAreCells) {
  Expr A = M.declare(
      Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(8), Ctx.bitVecSort(8))));
  Expr I = M.bitVec("i"), X = M.bitVec("x");
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 8)));
  Expr More = Ctx.mkUlt(I, Ctx.bv(10, 8));
  M.edge(0, 0, More, {{A, Ctx.mkStore(A, I, M.plus(I, 3))}, {I, M.plus(I, 1)}});
  M.edge(0, 1, Ctx.mkNot(More));
  M.edge(1, 2, Ctx.mkUlt(In, Ctx.bv(10, 8)),
         {{A, Ctx.mkStore(A, In, Ctx.bv(99, 8))},
          {X, Ctx.mkSelect(A, In)},
          {I, In}},
         {In});
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(X, M.plus(I, 3))));
  M.edge(2, 3, Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(A, I), Ctx.bv(99, 8))));
  M.error(3);
  expectSafe();
  M.edge(2, 3, Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(4, 8)), Ctx.bv(99, 8)));
  expectUnsafe();
}

TEST_F(SymbolicTest, EndlessProgramsEndWithTheBudget) {
  Expr I = M.bitVec("i", 64);
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 64)));
  M.edge(0, 0, {}, {{I, M.plus(I, 1)}});
  M.edge(0, 1, Ctx.mkEq(I, Ctx.bv(~uint64_t(0), 64)));
  M.error(1);
  EXPECT_TRUE(check(0.2).isUnknown());
}

/// In each of 20 rounds there are two ways, which are merged before the next.
TEST_F(SymbolicTest, WaysThroughARoundAreMergedBeforeTheNext) {
  Expr I = M.bitVec("i"), S = M.bitVec("s");
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(I, Ctx.bv(0, 8)), Ctx.mkEq(S, Ctx.bv(0, 8))));
  Expr More = Ctx.mkUlt(I, Ctx.bv(20, 8)), Odd = Ctx.mkUlt(In, Ctx.bv(9, 8));
  M.edge(0, 1, More, {{I, M.plus(I, 1)}});
  M.edge(1, 2, Odd, {}, {In});
  M.edge(1, 0, Ctx.mkNot(Odd), {}, {In});
  M.edge(2, 0, {}, {{S, M.plus(S, 1)}});
  M.edge(0, 3, Ctx.mkNot(More));
  M.edge(3, 4, Ctx.mkUlt(I, S));
  M.error(4);
  expectSafe();
  EXPECT_LE(Figures.get("symbolic.nodes"), 100);
}

TEST_F(SymbolicTest, AProgramWithoutInputsIsClosed) {
  Expr X = M.bitVec("x");
  Edge E;
  E.Target = 1;
  E.Guard = Ctx.trueExpr();
  E.Updates = {{X, In}};
  E.Inputs = {{In, Input::Kind::Havoc, "unknown", {}}};
  M.C.addEdge(E);
  EXPECT_TRUE(isClosed(M.C));
  M.edge(1, 2, {}, {{X, In}}, {In});
  EXPECT_FALSE(isClosed(M.C));
}

/// A symbol that nothing was made of is as good as a new one.
TEST_F(SymbolicTest, SymbolsAreMadeForInputsThatAreLookedAt) {
  Expr I = M.bitVec("i"), X = M.bitVec("x");
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(I, Ctx.bv(0, 8)), Ctx.mkEq(X, I)));
  const Expr IsThird = Ctx.mkEq(I, Ctx.bv(3, 8));
  M.edge(0, 0, {}, {{I, M.plus(I, 1)}, {X, Ctx.mkIte(IsThird, In, X)}}, {In});
  SymbolicProgram Program(M.C);
  SymbolicState S = Program.start().State;
  std::vector<Expr> Symbols;
  for (unsigned Step = 0; Step < 6; ++Step) {
    auto Chosen = Program.chooseInputs(0, S);
    ASSERT_EQ(Chosen.size(), 1u);
    Symbols.push_back(Chosen.front().second);
    Program.take(0, S);
    EXPECT_EQ(Program.used(Chosen).size(), Step == 3 ? 1u : 0u);
  }
  EXPECT_EQ(Symbols[0], Symbols[3]);
  EXPECT_NE(Symbols[3], Symbols[4]);
  EXPECT_EQ(Symbols[4], Symbols[5]);
  Program.keepSymbols(0);
  EXPECT_NE(Program.chooseInputs(0, S).front().second, Symbols[5]);
}

/// Of several visits of a location each that looks at its input has its own.
TEST_F(SymbolicTest, InputsOfDifferentStepsAreIndependent) {
  Expr I = M.bitVec("i"), X = M.bitVec("x"), Y = M.bitVec("y");
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 8)));
  auto At = [&](unsigned N) { return Ctx.mkEq(I, Ctx.bv(N, 8)); };
  M.edge(0, 0, Ctx.mkUlt(I, Ctx.bv(9, 8)),
         {{I, M.plus(I, 1)},
          {X, Ctx.mkIte(At(2), In, X)},
          {Y, Ctx.mkIte(At(5), In, Y)}},
         {In});
  M.edge(0, 1, At(9), {}, {In});
  M.edge(1, 2, Ctx.mkNot(Ctx.mkEq(X, Y)));
  M.error(2);
  expectUnsafe();
}

/// The ways out of a node look at its input after others have gone on.
TEST_F(SymbolicTest, InputsOfSeveralWaysAreKept) {
  Expr I = M.bitVec("i"), X = M.bitVec("x"), Y = M.bitVec("y");
  M.C.setInit(Ctx.mkEq(I, Ctx.bv(0, 8)));
  Expr Go = Ctx.var("go", Ctx.boolSort());
  M.edge(0, 1, Go, {{I, M.plus(I, 1)}, {X, In}}, {Go, In});
  M.edge(0, 1, Ctx.mkNot(Go), {{I, M.plus(I, 1)}, {Y, In}}, {Go, In});
  M.edge(1, 0, Ctx.mkUlt(I, Ctx.bv(2, 8)));
  M.edge(1, 2, Ctx.mkAnd(Ctx.mkEq(I, Ctx.bv(2, 8)), Ctx.mkNot(Ctx.mkEq(X, Y))));
  M.error(2);
  expectUnsafe();
}
