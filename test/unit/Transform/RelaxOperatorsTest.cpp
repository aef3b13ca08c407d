//===- RelaxOperatorsTest.cpp - Results of costly operators ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Cfa/RelaxOperators.h"

#include "CfaMaker.h"

#include "sooth/Check/InvariantChecker.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

TEST(RelaxOperators, AreInputsWithWhatIsKnownOfThem) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 3);
  Expr X = M.bitVec("x", 32), Y = M.bitVec("y", 32);
  Expr Product = Ctx.make(Kind::BvMul, {X, X});
  Expr Rest = Ctx.make(Kind::BvUrem, {Product, Ctx.bv(10, 32)});
  M.edge(0, 1, Expr(), {{Y, Rest}});
  M.edge(1, 2, Ctx.mkUlt(Ctx.bv(9, 32), Y));
  M.error(2);
  std::optional<Cfa> Relaxed = relaxOperators(M.C);
  ASSERT_TRUE(Relaxed);
  EXPECT_EQ(Relaxed->edge(0).Inputs.size(), 2u);
  EXPECT_EQ(Relaxed->edge(1).Inputs.size(), 0u);
  // The remainder is less than 10, and so it is in the original.
  CfaInvariant I;
  I.Formulas[0] = Ctx.trueExpr();
  I.Formulas[1] = Ctx.mkUlt(Y, Ctx.bv(10, 32));
  I.Formulas[2] = Ctx.falseExpr();
  EXPECT_TRUE(checkInvariant(*Relaxed, I, Budget()).isConfirmed());
  EXPECT_TRUE(checkInvariant(M.C, I, Budget()).isConfirmed());
  // That a square is no 2 is not known any more.
  I.Formulas[1] = Ctx.mkNot(Ctx.mkEq(Y, Ctx.bv(2, 32)));
  I.Formulas[2] = Ctx.trueExpr();
  Relaxed->setErrors({});
  EXPECT_FALSE(checkInvariant(*Relaxed, I, Budget()).isConfirmed());
}

TEST(RelaxOperators, NothingToDo) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  Expr X = M.bitVec("x", 32);
  M.edge(0, 1, Expr(), {{X, M.plus(X, 1)}});
  EXPECT_FALSE(relaxOperators(M.C));
}
