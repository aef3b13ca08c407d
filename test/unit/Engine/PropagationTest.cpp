//===- PropagationTest.cpp - Contradictions seen in single terms ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine/Cells/Propagation.h"

#include "../Expr/RandomExpr.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;
using sooth::cells::Propagation;

namespace {
class PropagationTest : public testing::Test {
protected:
  Expr bits(const char *Name, unsigned Width = 64) {
    return Ctx.var(Name, Ctx.bitVecSort(Width));
  }
  Expr number(uint64_t N, unsigned Width = 64) { return Ctx.bv(N, Width); }
  bool areContradictory(std::vector<Expr> Facts) {
    return !Seen.contradiction(Facts).empty();
  }

  ExprContext Ctx;
  Propagation Seen;
};
} // namespace

TEST_F(PropagationTest, SeesThatAnAccessIsInAnObject) {
  Expr Object = bits("p.object", 32);
  Expr Sizes =
      Ctx.var("sizes", Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(64)));
  Expr Size = Ctx.mkSelect(Sizes, Object);
  Expr IsLarge = Ctx.mkNot(Ctx.mkUlt(Size, number(70)));
  Expr IsPossible = Ctx.mkNot(Ctx.mkUlt(number(uint64_t(1) << 48), Size));
  Expr IsOutside = Ctx.mkEq(Ctx.mkExtract(31, 20, Object), Ctx.bv(0x805, 12));
  Expr End = Ctx.make(Kind::BvSub, {Size, number(4)});
  Expr Allowed = Ctx.mkAnd({Ctx.mkUlt(Ctx.bv(23, 32), Object),
                            Ctx.mkNot(Ctx.mkUlt(Size, number(4))),
                            Ctx.mkNot(Ctx.mkUlt(End, number(32)))});
  EXPECT_TRUE(
      areContradictory({Ctx.mkNot(Allowed), IsLarge, IsPossible, IsOutside}));
  // Each of these is needed.
  EXPECT_FALSE(areContradictory({Ctx.mkNot(Allowed), IsLarge, IsPossible}));
  EXPECT_FALSE(areContradictory({Ctx.mkNot(Allowed), IsPossible, IsOutside}));
}

/// Also where the one value that an operator has to have comes first.
TEST_F(PropagationTest, OperandsDoNotYieldTheValueThatIsAsked) {
  Expr Byte = bits("byte", 8);
  Expr Bits =
      Ctx.make(Kind::BvAnd, {Ctx.mkZeroExt(24, Byte), number(0xe0, 32)});
  Expr IsAsked = Ctx.mkEq(Bits, number(0xc0, 32));
  EXPECT_TRUE(areContradictory({IsAsked, Ctx.mkUlt(Byte, number(33, 8))}));
  EXPECT_FALSE(areContradictory({IsAsked, Ctx.mkUlt(Byte, number(200, 8))}));
}

TEST_F(PropagationTest, EqualArraysAndIndicesHaveEqualContents) {
  Sort Array = Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(64));
  Expr A = Ctx.var("a", Array), B = Ctx.var("b", Array);
  Expr I = bits("i", 32), J = bits("j", 32), K = bits("k", 32);
  Expr C = Ctx.var("c", Ctx.boolSort());
  Expr OfA = Ctx.mkSelect(A, Ctx.mkIte(C, I, K)), OfB = Ctx.mkSelect(B, J);
  Expr IsSame = Ctx.mkEq(A, B), IsHere = Ctx.mkEq(I, J);
  Expr IsFive = Ctx.mkEq(OfA, number(5)), IsLess = Ctx.mkUlt(OfB, number(5));
  EXPECT_TRUE(areContradictory({IsSame, IsHere, C, IsFive, IsLess}));
  for (unsigned Left : {0, 1, 2}) {
    std::vector<Expr> Facts{IsSame, IsHere, C, IsFive, IsLess};
    Facts.erase(Facts.begin() + Left);
    EXPECT_FALSE(areContradictory(Facts)) << Left;
  }
}

TEST_F(PropagationTest, SaysWhichFactsAreNeeded) {
  Expr X = bits("x"), Y = bits("y");
  Expr Small = Ctx.mkUlt(X, number(10)), Large = Ctx.mkUlt(number(20), X),
       Other = Ctx.mkUlt(Y, X), Smaller = Ctx.mkUlt(X, number(15));
  std::vector<Expr> Needed = Seen.contradiction({Other, Smaller, Small, Large});
  EXPECT_EQ(Needed.size(), 2u);
  EXPECT_TRUE(llvm::is_contained(Needed, Large));
  EXPECT_FALSE(llvm::is_contained(Needed, Other));
  EXPECT_TRUE(Seen.contradiction({Other, Smaller, Small}).empty());
}

TEST_F(PropagationTest, AllPartsOfAFalseConjunctionMayBeKnown) {
  Expr A = Ctx.var("a", Ctx.boolSort()), B = Ctx.var("b", Ctx.boolSort());
  EXPECT_TRUE(areContradictory({A, B, Ctx.mkNot(Ctx.mkAnd(A, B))}));
  EXPECT_TRUE(areContradictory({Ctx.mkNot(A), Ctx.mkNot(B), Ctx.mkOr(A, B)}));
}

/// A pointer below the end, which is as far behind the beginning as there are
/// elements, leads into the object.
TEST_F(PropagationTest, SumsThatDoNotWrapAreOrdered) {
  Expr Size = bits("size"), Begin = bits("begin"), Count = bits("count"),
       At = bits("at");
  const Expr Most = number(uint64_t(1) << 48);
  Expr Sum = Ctx.make(Kind::BvAdd, {Begin, Count}),
       Rest = Ctx.make(Kind::BvSub, {Size, Begin});
  std::vector<Expr> Facts{Ctx.mkUle(Size, At),    Ctx.mkSlt(At, Sum),
                          Ctx.mkUle(Count, Rest), Ctx.mkUle(At, Most),
                          Ctx.mkUle(Begin, Size), Ctx.mkUle(Size, Most),
                          Ctx.mkUle(Count, Most)};
  EXPECT_TRUE(areContradictory(Facts));
  // The last two follow from the others.
  for (unsigned Left = 0; Left + 2 < Facts.size(); ++Left) {
    std::vector<Expr> Others = Facts;
    Others.erase(Others.begin() + Left);
    EXPECT_FALSE(areContradictory(Others)) << Left;
  }
}

TEST_F(PropagationTest, EachAlternativeMayBeExcludedByItself) {
  Expr X = bits("x"), Y = bits("y"), Z = bits("z");
  std::vector<Expr> Facts{Ctx.mkOr(Ctx.mkUlt(X, Y), Ctx.mkUlt(X, Z)),
                          Ctx.mkUle(Y, X), Ctx.mkUle(Z, X)};
  EXPECT_TRUE(areContradictory(Facts));
  Facts.pop_back();
  EXPECT_FALSE(areContradictory(Facts));
}

/// What leads to one of five functions, which all begin at 0, leads to one.
TEST_F(PropagationTest, AlternativesWithMoreWaysMayBeTheOnes) {
  Propagation Sums(Propagation::Effort::Sums);
  Expr Object = bits("p.object", 32), Offset = bits("p.offset"), A = bits("a"),
       B = bits("b");
  std::vector<Expr> Ways, Functions;
  for (uint64_t F : {7, 9, 13, 14, 20}) {
    Functions.push_back(Ctx.mkEq(Object, number(F, 32)));
    Ways.push_back(Ctx.mkAnd(Functions.back(), Ctx.mkEq(Offset, number(0))));
  }
  Expr IsFunction = Ctx.mkAnd(Ctx.mkEq(Offset, number(0)), Ctx.mkOr(Functions));
  Expr IsOther = Ctx.mkAnd({Ctx.mkOr(Ways), Ctx.mkNot(IsFunction),
                            Ctx.mkOr(Ctx.mkEq(A, B), Ctx.mkUlt(A, B))});
  EXPECT_FALSE(Sums.contradiction({IsOther}).empty());
  Ways.push_back(Ctx.mkEq(Object, number(21, 32)));
  EXPECT_TRUE(
      Sums.contradiction({Ctx.mkAnd(Ctx.mkOr(Ways), Ctx.mkNot(IsFunction))})
          .empty());
}

TEST_F(PropagationTest, QuotientsSayHowLargeDividendsAre) {
  Expr X = bits("x", 32), Y = bits("y", 32);
  const Expr Small = Ctx.mkUlt(Y, number(1000, 32)),
             Less = Ctx.mkSlt(X, Ctx.make(Kind::BvAdd, {Y, number(8, 32)}));
  Expr Rest = Ctx.make(Kind::BvSub, {X, Y});
  for (Kind K : {Kind::BvSdiv, Kind::BvAshr}) {
    Expr Quotient = Ctx.make(K, {Rest, number(K == Kind::BvAshr ? 2 : 4, 32)});
    const Expr InRange =
        Ctx.mkAnd(Ctx.mkSlt(X, number(1000, 32)), Ctx.mkSlt(number(0, 32), X));
    EXPECT_TRUE(areContradictory(
        {Less, Ctx.mkSle(number(2, 32), Quotient), Small, InRange}));
    EXPECT_FALSE(areContradictory(
        {Less, Ctx.mkSle(number(1, 32), Quotient), Small, InRange}));
  }
}

TEST_F(PropagationTest, WhatIsAddedAndTakenAwayFallsOut) {
  Expr At = bits("at"), N = bits("n", 32);
  Expr End = Ctx.make(Kind::BvAdd, {At, Ctx.mkSignExt(32, N)}),
       Rest = Ctx.make(Kind::BvSub, {End, At});
  std::vector<Expr> Facts{Ctx.mkSlt(Rest, number(1)), Ctx.mkSle(number(0), At),
                          Ctx.mkSle(At, number(uint64_t(1) << 48)),
                          Ctx.mkSlt(number(0, 32), N)};
  EXPECT_TRUE(areContradictory(Facts));
  Facts.pop_back();
  EXPECT_FALSE(areContradictory(Facts));
}

TEST_F(PropagationTest, DifferentNumbersAreInOrder) {
  Expr At = bits("at"), End = bits("end");
  std::vector<Expr> Facts{
      Ctx.mkSle(Ctx.make(Kind::BvSub, {End, At}), number(0)),
      Ctx.mkUle(At, End), Ctx.mkUle(End, number(uint64_t(1) << 48)),
      Ctx.mkNot(Ctx.mkEq(At, End))};
  EXPECT_TRUE(areContradictory(Facts));
  for (unsigned Left : {0, 1, 3}) {
    std::vector<Expr> Others = Facts;
    Others.erase(Others.begin() + Left);
    EXPECT_FALSE(areContradictory(Others)) << Left;
  }
}

/// The order that excludes one way is not taken for granted in the next one.
TEST_F(PropagationTest, OrdersAreAssumedForOneWayOnly) {
  Expr A = bits("a"), B = bits("b"), C = bits("c");
  Expr Equal = Ctx.mkAnd(Ctx.mkUle(A, B), Ctx.mkUle(B, A)),
       Between = Ctx.mkAnd(Ctx.mkUle(A, C), Ctx.mkUle(C, B));
  Expr Different = Ctx.mkNot(Ctx.mkEq(A, B));
  EXPECT_TRUE(areContradictory({Equal, Different}));
  EXPECT_FALSE(areContradictory({Ctx.mkOr(Equal, Between), Different}));
}

TEST_F(PropagationTest, SumsThatMayWrapAreNotOrdered) {
  Expr X = bits("x", 8), Y = bits("y", 8);
  Expr Next = Ctx.make(Kind::BvAdd, {X, Ctx.bv(1, 8)});
  EXPECT_FALSE(areContradictory({Ctx.mkUlt(Next, X)}));
  EXPECT_TRUE(areContradictory({Ctx.mkUlt(Next, X), Ctx.mkUlt(X, Y)}));
}

TEST_F(PropagationTest, FactsOfOneValuationAreNoContradiction) {
  EXPECT_GT(countContradictions([](ExprContext &, llvm::ArrayRef<Expr> Facts) {
              Propagation P;
              const std::vector<Expr> Wrong = P.contradiction(Facts);
              for (size_t I = 0; I < Wrong.size() && Wrong.size() > 1; ++I) {
                std::vector<Expr> Others = Wrong;
                Others.erase(Others.begin() + I);
                EXPECT_TRUE(P.contradiction(Others).empty());
              }
              return !Wrong.empty();
            }),
            100u);
}
