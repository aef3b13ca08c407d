//===- EquationSolvingTest.cpp - Variables that equations define ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/EquationSolving.h"
#include "sooth/Expr/SmtPrinter.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
struct EquationSolvingTest : testing::Test {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(8), Int = Ctx.intSort();
  Expr X = Ctx.var("x", Bv), Y = Ctx.var("y", Bv), Z = Ctx.var("z", Bv);
  Expr I = Ctx.var("i", Int), J = Ctx.var("j", Int);
  llvm::SmallVector<Expr, 8> Facts;
  ExprSet Locals;

  Expr plus(Expr A, Expr B) {
    return Ctx.make(A.sort().isInt() ? Kind::Add : Kind::BvAdd, {A, B});
  }
  /// What remains of \p E without \p Gone.
  std::string without(llvm::ArrayRef<Expr> Gone, Expr E) {
    Facts.clear();
    conjuncts(E, Facts);
    Locals = ExprSet(Gone.begin(), Gone.end());
    solveEquations(Ctx, Facts, Locals);
    return toSmt(Ctx.mkAnd(Facts));
  }
};
} // namespace

TEST_F(EquationSolvingTest, DefinitionsAreSubstituted) {
  Expr Less = Ctx.mkUlt(X, Z);
  EXPECT_EQ(without({X}, Ctx.mkAnd(Ctx.mkEq(X, Y), Less)), "(bvult y z)");
  EXPECT_EQ(without({X, Y}, Ctx.mkAnd({Ctx.mkEq(X, Y),
                                       Ctx.mkEq(Y, Ctx.bv(3, 8)), Less})),
            "(bvult #x03 z)");
  EXPECT_EQ(without({X}, Ctx.mkEq(X, Y)), "true");
}

TEST_F(EquationSolvingTest, OperatorsAreInverted) {
  Expr Less = Ctx.mkUlt(X, Z);
  auto With = [&](Expr Equation) {
    return without({X}, Ctx.mkAnd(Equation, Less));
  };
  EXPECT_EQ(With(Ctx.mkEq(plus(X, Ctx.bv(1, 8)), Y)),
            "(bvult (bvadd y #xff) z)");
  EXPECT_EQ(With(Ctx.mkEq(Ctx.make(Kind::BvMul, {X, Ctx.bv(3, 8)}), Y)),
            "(bvult (bvmul y #xab) z)");
  // Not injective.
  Expr Twice = Ctx.mkEq(Ctx.make(Kind::BvMul, {X, Ctx.bv(2, 8)}), Y);
  EXPECT_EQ(With(Twice), toSmt(Ctx.mkAnd(Twice, Less)));
  EXPECT_TRUE(Locals.contains(X));
}

TEST_F(EquationSolvingTest, IntegersKeepDivisibility) {
  Expr Twice = Ctx.make(Kind::Mul, {I, Ctx.integer(2)});
  EXPECT_EQ(without({I}, Ctx.mkEq(Twice, J)), "(= j (* (div j 2) 2))");
}

TEST_F(EquationSolvingTest, VariablesThatDefineThemselvesStay) {
  Expr Odd = Ctx.mkEq(Ctx.make(Kind::BvMul, {X, Y}), plus(X, Z));
  EXPECT_EQ(without({X}, Odd), toSmt(Odd));
}

TEST_F(EquationSolvingTest, StoresOpenAnElement) {
  Sort Arr = Ctx.arraySort(Bv, Bv);
  Expr A = Ctx.var("a", Arr), B = Ctx.var("b", Arr);
  // ∃a. b = store(a, x, y) ∧ a[z] = x is b[x] = y and, unless z = x, b[z] = x.
  Expr E = Ctx.mkAnd(Ctx.mkEq(B, Ctx.mkStore(A, X, Y)),
                     Ctx.mkEq(Ctx.mkSelect(A, Z), X));
  without({A}, E);
  for (Expr F : Facts)
    EXPECT_FALSE(anyVariable(F, [&](Expr V) { return V == A; })) << toSmt(F);
  EXPECT_TRUE(llvm::is_contained(Facts, Ctx.mkEq(Ctx.mkSelect(B, X), Y)));
  EXPECT_EQ(Locals.size(), 2u);
}

TEST_F(EquationSolvingTest, OthersFollow) {
  llvm::SmallVector<Expr, 2> Equations{Ctx.mkEq(X, Ctx.bv(7, 8)),
                                       Ctx.mkEq(plus(Y, X), Z)};
  ExprSet Gone{X, Y};
  Expr Others[] = {X, Ctx.mkUlt(Y, X)};
  solveEquations(Ctx, Equations, Gone, Others);
  EXPECT_TRUE(Equations.empty());
  EXPECT_EQ(toSmt(Others[0]), "#x07");
  EXPECT_EQ(toSmt(Others[1]), "(bvult (bvadd z #xf9) #x07)");
}
