//===- AvailableFactsTest.cpp - What every run to a location has seen -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine/Cells/AvailableFacts.h"

#include "CfaMaker.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using sooth::cells::availableFacts;

TEST(AvailableFacts, AreKeptByLoopsThatDoNotChangeThem) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr I = M.bitVec("i"), N = M.bitVec("n"), X = M.bitVec("x");
  Expr Small = Ctx.mkUlt(N, Ctx.bv(9, 8)), More = Ctx.mkUlt(I, N);
  M.edge(0, 1, Small, {{X, N}});
  M.edge(1, 2, Expr(), {{I, Ctx.bv(0, 8)}});
  M.edge(2, 2, More, {{I, M.plus(I, 1)}});
  M.edge(2, 3, Ctx.mkNot(More));
  M.edge(3, 4, Ctx.mkAnd({Ctx.mkEq(X, I), Ctx.mkEq(N, I), More}));
  M.error(4);
  auto Facts = availableFacts(M.C, Budget());
  auto Has = [&](LocationId L, Expr F) {
    return llvm::is_contained(Facts[L], F);
  };
  EXPECT_TRUE(Has(2, Small));
  EXPECT_TRUE(Has(2, Ctx.mkEq(X, N)));
  // What is known of a value is known of what got it.
  EXPECT_TRUE(Has(2, Ctx.mkUlt(X, Ctx.bv(9, 8))));
  EXPECT_FALSE(Has(2, Ctx.mkEq(I, Ctx.bv(0, 8))));
  EXPECT_FALSE(Has(2, More));
  EXPECT_TRUE(Has(3, Ctx.mkNot(More)));
  EXPECT_TRUE(Has(3, Small));
}

TEST(AvailableFacts, OfInputsAreThoseOfTheVariablesThatGetThem) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x"), Y = Ctx.var("y", Ctx.bitVecSort(8));
  M.edge(0, 1, Ctx.mkUlt(Y, Ctx.bv(7, 8)), {{X, Y}}, {Y});
  M.edge(1, 2, Ctx.mkEq(X, Ctx.bv(7, 8)));
  M.error(2);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_EQ(Facts[1], std::vector<Expr>{Ctx.mkUlt(X, Ctx.bv(7, 8))});
}

TEST(AvailableFacts, WhatGotOneInputIsEqual) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr X = M.bitVec("x"), Z = M.bitVec("z"),
       Y = Ctx.var("y", Ctx.bitVecSort(8));
  M.edge(0, 1, Expr(), {{X, Y}, {Z, Y}}, {Y});
  M.edge(1, 1, Ctx.mkUlt(X, Z));
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_EQ(Facts[1], std::vector<Expr>{Ctx.mkEq(X, Z)});
}

TEST(AvailableFacts, OfLongTablesLeaveRoomForOthers) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr N = M.bitVec("n"), I = M.bitVec("i");
  Sort Bytes = Ctx.bitVecSort(8);
  auto Element = [&](Expr Array, unsigned I) {
    return Ctx.mkEq(Ctx.mkSelect(Array, Ctx.bv(I, 16)), Ctx.bv(I % 7, 8));
  };
  auto AddArray = [&](const char *Name) {
    Expr A = Ctx.var(Name, Ctx.arraySort(Ctx.bitVecSort(16), Bytes));
    M.C.addVariable({A});
    return A;
  };
  Expr Table = AddArray("table"), Short = AddArray("short");
  std::vector<Expr> Init;
  for (unsigned I = 0; I < 1000; ++I)
    Init.push_back(Element(Table, I));
  for (unsigned I = 0; I < 4; ++I)
    Init.push_back(Element(Short, I));
  M.C.setInit(Ctx.mkAnd(Init));
  Expr Small = Ctx.mkUlt(N, Ctx.bv(9, 8));
  M.edge(0, 1, Small);
  Expr Read = Ctx.mkSelect(Table, Ctx.mkZeroExt(8, I));
  M.edge(1, 2,
         Ctx.mkAnd({Ctx.mkNot(Small), Ctx.mkEq(Read, N),
                    Ctx.mkNot(Element(Short, 3))}));
  M.error(2);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_TRUE(llvm::is_contained(Facts[1], Small));
  EXPECT_TRUE(llvm::is_contained(Facts[1], Element(Short, 3)));
}

/// What is said already takes no room; where ways come together of which one
/// says more, it is what the other one says.
TEST(AvailableFacts, AreNotImpliedByOthers) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr Small = Ctx.mkUlt(X, Ctx.bv(9, 8)), Zero = Ctx.mkEq(Y, Ctx.bv(0, 8)),
       One = Ctx.mkEq(Ctx.bv(1, 8), Y);
  Expr Both = Ctx.mkAnd(Small, Zero);
  Expr Either = Ctx.mkOr(Both, One);
  M.edge(0, 1, Both);
  M.edge(1, 2, Either);
  M.edge(0, 3, Both);
  M.edge(0, 3, Either);
  for (LocationId L : {1, 2, 3})
    M.edge(L, 4, Ctx.mkAnd(One, Ctx.mkEq(X, Ctx.bv(9, 8))));
  M.error(4);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_EQ(Facts[2], Facts[1]);
  EXPECT_EQ(Facts[2].size(), 2u);
  EXPECT_EQ(Facts[3], std::vector<Expr>{Either});
}

TEST(AvailableFacts, AreTheOldestAndTheNewestOfMany) {
  constexpr unsigned Count = 500;
  ExprContext Ctx;
  CfaMaker M(Ctx, Count + 2);
  Expr A = Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(16), Ctx.bitVecSort(8)));
  M.C.addVariable({A});
  auto Passed = [&](unsigned I) {
    return Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(I, 16)), Ctx.bv(1, 8));
  };
  for (unsigned I = 0; I < Count; ++I)
    M.edge(I, I + 1, Passed(I));
  M.edge(Count, Count + 1, Ctx.mkNot(Passed(0)));
  M.error(Count + 1);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_LT(Facts[Count].size(), Count);
  EXPECT_TRUE(llvm::is_contained(Facts[Count], Passed(0)));
  EXPECT_TRUE(llvm::is_contained(Facts[Count], Passed(Count - 1)));
}

TEST(AvailableFacts, AreInductive) {
  unsigned Seen = 0;
  for (uint64_t Seed = 0; Seed < 100; ++Seed) {
    ExprContext Ctx;
    Cfa C = randomCfa(Ctx, {.Seed = Seed});
    auto Facts = availableFacts(C, Budget());
    CfaInvariant I;
    for (LocationId L = 0; L < C.locations().size(); ++L) {
      I.Formulas[L] = Ctx.mkAnd(Facts[L]);
      Seen += Facts[L].size();
    }
    C.setErrors({});
    CheckResult R = checkInvariant(C, I, Budget());
    EXPECT_TRUE(R.isConfirmed()) << "seed " << Seed << ": " << R.Why;
  }
  EXPECT_GT(Seen, 100u);
}

/// if (v = c && p < 9) … where v is decided on the way: what c's side knows.
TEST(AvailableFacts, DependOnWhatIsBranchedOn) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 5);
  Expr P = M.bitVec("p"), C = M.boolean("c"), V = M.boolean("v");
  Expr Small = Ctx.mkUlt(P, Ctx.bv(9, 8));
  M.edge(0, 1, Small, {{V, C}});
  M.edge(0, 1, Ctx.mkNot(Small), {{V, Ctx.falseExpr()}});
  M.edge(1, 2, V);
  M.edge(1, 3, Ctx.mkNot(V));
  M.edge(2, 4, Ctx.mkEq(P, Ctx.bv(9, 8)));
  M.edge(3, 4, Ctx.mkEq(P, Ctx.bv(9, 8)));
  M.error(4);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_TRUE(llvm::is_contained(Facts[1], Ctx.mkOr(Ctx.mkNot(V), Small)));
  EXPECT_TRUE(llvm::is_contained(Facts[2], Small));
  EXPECT_FALSE(llvm::is_contained(Facts[3], Small));
}

/// What is left of a disjunction, and of a choice, when a part is excluded.
TEST(AvailableFacts, AreResolved) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr P = M.bitVec("p"), X = M.bitVec("x"), C = M.boolean("c");
  Expr Y = Ctx.var("y", Ctx.bitVecSort(8));
  Expr Small = Ctx.mkUlt(P, Ctx.bv(9, 8));
  M.edge(0, 1, Ctx.mkOr(Ctx.mkNot(C), Small));
  M.edge(1, 2, C, {{X, Ctx.mkIte(C, P, Y)}}, {Y});
  M.edge(2, 3, Ctx.mkAnd(C, Ctx.mkEq(X, P)));
  M.error(3);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_FALSE(llvm::is_contained(Facts[1], Small));
  EXPECT_TRUE(llvm::is_contained(Facts[2], Small));
  EXPECT_TRUE(llvm::is_contained(Facts[2], Ctx.mkUlt(X, Ctx.bv(9, 8))));
}

/// What is known of memory at first is so of what is read where it is the same.
TEST(AvailableFacts, AreOfEqualArrays) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 4);
  Expr I = M.bitVec("i"), X = M.bitVec("x");
  Sort Memory = Ctx.arraySort(I.sort(), X.sort());
  Expr First = M.declare(Ctx.var("first", Memory)),
       Now = M.declare(Ctx.var("now", Memory));
  Expr Small = Ctx.mkUlt(Ctx.mkSelect(First, I), Ctx.bv(9, 8));
  M.edge(0, 1, Ctx.mkAnd(Ctx.mkEq(Now, First), Small));
  M.edge(1, 2, Expr(), {{X, Ctx.mkSelect(Now, I)}});
  M.edge(2, 3, Ctx.mkAnd(Ctx.mkEq(X, Ctx.bv(9, 8)), Small));
  M.edge(1, 3, Small, {{Now, Ctx.mkStore(Now, I, X)}});
  M.error(3);
  auto Facts = availableFacts(M.C, Budget());
  EXPECT_TRUE(llvm::is_contained(Facts[2], Ctx.mkUlt(X, Ctx.bv(9, 8))));
}
