//===- DeepTest.cpp - Expressions of great depth --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Nothing may recurse over depth or cost more than linear time: these build
// chains that would overflow the stack or take minutes if something did.
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include <gtest/gtest.h>

using namespace sooth;
using llvm::APInt;

namespace {

constexpr unsigned Depth = 100000;

class DeepTest : public testing::Test {
protected:
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(32);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S);

  /// y + 2 * (y + 2 * (… x)), every level used once.
  Expr chain() {
    Expr E = X;
    for (unsigned I = 0; I < Depth; ++I)
      E = Ctx.make(Kind::BvAdd, {Y, Ctx.make(Kind::BvMul, {E, Ctx.bv(2, 32)})});
    return E;
  }
  /// Every level used twice.
  Expr diamond() {
    Expr E = X;
    for (unsigned I = 0; I < Depth; ++I)
      E = Ctx.make(Kind::BvAdd, {Ctx.make(Kind::BvMul, {E, Y}), E});
    return E;
  }
};

TEST_F(DeepTest, Evaluation) {
  Valuation Vals{{X, Value(APInt(32, 1))}, {Y, Value(APInt(32, 0))}};
  EXPECT_EQ(Evaluator(Vals)(chain()), Value(APInt(32, 0)));
  EXPECT_EQ(Evaluator(Vals)(diamond()), Value(APInt(32, 1)));
}

TEST_F(DeepTest, Substitution) {
  Substitution Subst(Ctx);
  Subst.set(Y, Ctx.bv(0, 32));
  EXPECT_EQ(Subst(diamond()), X);
  Subst.set(Y, X);
  EXPECT_EQ(variables({Subst(diamond())}), std::vector<Expr>{X});
}

TEST_F(DeepTest, Printing) {
  std::string Flat = toSmt(chain());
  EXPECT_EQ(Flat.substr(0, 19), "(bvadd y (bvmul (bv") << Flat.substr(0, 40);
  std::string Shared = toSmt(diamond());
  EXPECT_EQ(Shared.substr(0, 15), "(let ((?0 (bvad");
  EXPECT_LT(Shared.size(), size_t(Depth) * 60);
}

TEST_F(DeepTest, Importing) {
  ExprContext To;
  Importer Import(To);
  Expr E = diamond();
  EXPECT_EQ(dagSize({Import(E)}), dagSize({E}));
}

TEST_F(DeepTest, Stores) {
  Expr A = Ctx.var("a", Ctx.arraySort(S, S));
  for (unsigned I = 0; I < Depth; ++I)
    A = Ctx.mkStore(A, Ctx.bv(I % 64, 32),
                    Ctx.make(Kind::BvAdd, {Ctx.mkSelect(A, Y), X}));
  Valuation Vals{{X, Value(APInt(32, 1))}, {Y, Value(APInt(32, 63))}};
  Expr Read = Ctx.mkSelect(A, X);
  EXPECT_EQ(variables({Read}).size(), 3u);
  // Index 63 was stored once in 64 rounds and counts them.
  EXPECT_EQ(Evaluator(Vals)(Read), Value(APInt(32, Depth / 64 + 1)));
}

/// Rules that hand an equality or an extraction on to their operand stop early.
TEST_F(DeepTest, InvertibleOperators) {
  Expr E = X;
  for (unsigned I = 0; I < Depth; ++I)
    E = I % 2 ? Ctx.make(Kind::BvNot, {E})
              : Ctx.make(Kind::BvAdd, {E, Ctx.bv(1, 32)});
  Expr Equal = Ctx.mkEq(E, Ctx.bv(7, 32));
  for (uint32_t V : {0u, 7u, 8u, ~7u}) {
    Valuation Vals{{X, Value(APInt(32, V))}};
    EXPECT_EQ(Evaluator(Vals).isTrue(Equal),
              Evaluator(Vals)(E) == Value(APInt(32, 7)));
  }
}

TEST_F(DeepTest, ConcatenationChains) {
  Expr Bit = Ctx.var("b", Ctx.bitVecSort(1)), E = X;
  for (unsigned I = 0; I < 5000; ++I)
    E = Ctx.make(Kind::Concat, {E, Bit});
  Expr High = Ctx.mkExtract(E.sort().width() - 1, E.sort().width() - 1, E);
  Valuation Vals{{X, Value(APInt(32, 1u << 31))}};
  EXPECT_EQ(Evaluator(Vals)(High), Value(APInt(1, 1)));
}

TEST_F(DeepTest, Choices) {
  Expr E = Ctx.bv(0, 32), C = Ctx.trueExpr();
  for (unsigned I = 1; I < Depth; ++I) {
    Expr Is = Ctx.mkEq(X, Ctx.bv(I, 32));
    E = Ctx.mkIte(Is, Ctx.bv(I % 7, 32), E);
    C = Ctx.mkAnd(Ctx.mkOr(C, Is), Ctx.mkNot(Ctx.mkEq(E, Ctx.bv(9, 32))));
  }
  Valuation Vals{{X, Value(APInt(32, 50000))}};
  EXPECT_EQ(Evaluator(Vals)(E), Value(APInt(32, 50000 % 7)));
  EXPECT_TRUE(Evaluator(Vals).isTrue(C));
}

TEST_F(DeepTest, WideConjunction) {
  std::vector<Expr> Parts;
  for (unsigned I = 0; I < Depth; ++I)
    Parts.push_back(Ctx.mkUlt(Ctx.bv(I, 32), X));
  Expr E = Ctx.mkAnd(Parts);
  Valuation Vals{{X, Value(APInt(32, Depth))}};
  EXPECT_TRUE(Evaluator(Vals).isTrue(E));
  llvm::SmallVector<Expr> Found;
  conjuncts(E, Found);
  EXPECT_EQ(Found.size(), Parts.size());
}

TEST_F(DeepTest, SumsAreShallow) {
  EXPECT_EQ(Ctx.mkSum({}), Ctx.integer(0));
  std::vector<Expr> Terms;
  for (unsigned I = 0; I < Depth; ++I)
    Terms.push_back(Ctx.var("i" + std::to_string(I), Ctx.intSort()));
  EXPECT_EQ(Ctx.mkSum(Terms[0]), Terms[0]);
  Expr Sum = Ctx.mkSum(Terms);
  EXPECT_EQ(variables({Sum}).size(), Depth);
  unsigned Levels = 0;
  for (Expr E = Sum; E.is(Kind::Add); E = E.operand(0))
    ++Levels;
  EXPECT_LE(Levels, 17u); // of 2^17 leaves
}

} // namespace
