//===- TermBoundsTest.cpp - Contradictions seen without a solver ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/TermBounds.h"

#include "../Expr/RandomExpr.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
class TermBoundsTest : public testing::Test {
protected:
  Expr bits(const char *Name, unsigned Width = 64) {
    return Ctx.var(Name, Ctx.bitVecSort(Width));
  }
  Expr truth(const char *Name) { return Ctx.var(Name, Ctx.boolSort()); }
  Expr number(uint64_t N, unsigned Width = 64) { return Ctx.bv(N, Width); }
  /// All of \p Facts contradict each other, and not without one of them.
  void expectNeeded(const std::vector<Expr> &Facts) {
    EXPECT_TRUE(Bounds.contradict(Facts));
    for (size_t Left = 0; Left < Facts.size(); ++Left) {
      std::vector<Expr> Others = Facts;
      Others.erase(Others.begin() + Left);
      EXPECT_FALSE(Bounds.contradict(Others)) << "without " << Left;
    }
  }

  ExprContext Ctx;
  TermBounds Bounds;
};
} // namespace

TEST_F(TermBoundsTest, OperandsDoNotYieldTheValueThatIsAsked) {
  Expr Byte = bits("byte", 8);
  Expr Bits =
      Ctx.make(Kind::BvAnd, {Ctx.mkZeroExt(24, Byte), number(0xe0, 32)});
  expectNeeded(
      {Ctx.mkEq(Bits, number(0xc0, 32)), Ctx.mkUlt(Byte, number(33, 8))});
}

TEST_F(TermBoundsTest, AnAccessIsInAnObject) {
  Expr Object = bits("p.object", 32);
  Expr Sizes =
      Ctx.var("sizes", Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(64)));
  Expr Size = Ctx.mkSelect(Sizes, Object);
  Expr End = Ctx.make(Kind::BvSub, {Size, number(4)});
  Expr Allowed = Ctx.mkAnd({Ctx.mkUlt(Ctx.bv(23, 32), Object),
                            Ctx.mkNot(Ctx.mkUlt(Size, number(4))),
                            Ctx.mkNot(Ctx.mkUlt(End, number(32)))});
  expectNeeded({Ctx.mkNot(Allowed), Ctx.mkNot(Ctx.mkUlt(Size, number(70))),
                Ctx.mkEq(Ctx.mkExtract(31, 20, Object), Ctx.bv(0x805, 12))});
}

TEST_F(TermBoundsTest, EqualArraysAndIndicesHaveEqualContents) {
  Sort Array = Ctx.arraySort(Ctx.bitVecSort(32), Ctx.bitVecSort(64));
  Expr A = Ctx.var("a", Array), B = Ctx.var("b", Array);
  Expr I = bits("i", 32), J = bits("j", 32), K = bits("k", 32);
  Expr C = truth("c");
  Expr OfA = Ctx.mkSelect(A, Ctx.mkIte(C, I, K)), OfB = Ctx.mkSelect(B, J);
  expectNeeded({Ctx.mkEq(A, B), Ctx.mkEq(I, J), C, Ctx.mkEq(OfA, number(5)),
                Ctx.mkUlt(OfB, number(5))});
}

TEST_F(TermBoundsTest, EqualTermsAreNotDifferent) {
  Expr X = bits("x"), Y = bits("y"), Z = bits("z");
  expectNeeded({Ctx.mkEq(X, Y), Ctx.mkEq(Y, Z), Ctx.mkNot(Ctx.mkEq(X, Z))});
}

TEST_F(TermBoundsTest, PartsOfConnectives) {
  Expr A = truth("a"), B = truth("b");
  expectNeeded({A, B, Ctx.mkNot(Ctx.mkAnd(A, B))});
  expectNeeded({Ctx.mkNot(A), Ctx.mkNot(B), Ctx.mkOr(A, B)});
}

TEST_F(TermBoundsTest, ComparisonsWithSigns) {
  Expr X = bits("x", 32), Y = bits("y", 32);
  expectNeeded({Ctx.mkSlt(X, number(5, 32)), Ctx.mkSlt(number(9, 32), Y),
                Ctx.mkSlt(Y, X)});
}

TEST_F(TermBoundsTest, FactsOfOneValuationAreNoContradiction) {
  EXPECT_GT(countContradictions([](ExprContext &, llvm::ArrayRef<Expr> Facts) {
              return TermBounds().contradict(Facts);
            }),
            100u);
}
