//===- CostlyOperatorsTest.cpp - Terms with anything for costly operators -===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/CostlyOperators.h"

#include "sooth/Expr/Evaluator.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;
using llvm::APInt;

namespace {
constexpr unsigned Width = 16;
constexpr Kind Divisions[] = {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv,
                              Kind::BvSrem};

struct Operands {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.bitVecSort(Width));
  Expr Y = Ctx.var("y", Ctx.bitVecSort(Width));
};
} // namespace

TEST(CostlyOperators, TheSameTermIsTheSameVariable) {
  Operands O;
  CostlyOperators Costly(O.Ctx);
  Expr Product = O.Ctx.make(Kind::BvMul, {O.X, O.Y});
  Expr More = O.Ctx.make(Kind::BvAdd, {Product, O.X});
  Expr A = Costly.replaced(Product), B = Costly.replaced(More);
  ASSERT_EQ(Costly.variables().size(), 1u);
  EXPECT_EQ(A, Costly.variables()[0]);
  EXPECT_EQ(B, O.Ctx.make(Kind::BvAdd, {A, O.X}));
}

TEST(CostlyOperators, WhatCostsLittleStays) {
  Operands O;
  CostlyOperators Costly(O.Ctx);
  Expr Four = O.Ctx.bv(4, Width);
  for (Expr E : {O.Ctx.make(Kind::BvMul, {O.X, O.Ctx.bv(12, Width)}),
                 O.Ctx.make(Kind::BvUdiv, {O.X, Four}),
                 O.Ctx.make(Kind::BvAdd, {O.X, O.Y})})
    EXPECT_EQ(Costly.replaced(E), E);
  EXPECT_TRUE(Costly.variables().empty());
}

// With what the operator really yields, all that is said of it is true.
TEST(CostlyOperators, FactsAreTrue) {
  std::mt19937 Rng(1);
  auto Number = [&](unsigned Round) {
    const unsigned Special[] = {0,      1,      2,      0x7fff,
                                0x8000, 0x8001, 0xffff, 0xfffe};
    return APInt(Width, Round % 3 ? Rng() & 0xffff : Special[Rng() % 8]);
  };
  for (Kind K : Divisions) {
    Operands O;
    CostlyOperators Costly(O.Ctx);
    Expr Term = O.Ctx.make(K, {O.X, O.Y});
    Expr Result = Costly.replaced(Term);
    ASSERT_EQ(Costly.facts().size(), 1u);
    for (unsigned Round = 0; Round < 3000; ++Round) {
      Valuation V{{O.X, Value(Number(Round))}, {O.Y, Value(Number(Round / 3))}};
      const Value Quotient = Evaluator(V)(Term);
      V.insert({Result, Quotient});
      EXPECT_TRUE(Evaluator(V).isTrue(Costly.facts()[0]))
          << kindName(K).str() << " "
          << V.find(O.X)->second.bits().getZExtValue() << " "
          << V.find(O.Y)->second.bits().getZExtValue();
    }
  }
}

// And they say something: not every result is possible.
TEST(CostlyOperators, FactsExcludeOtherResults) {
  for (Kind K : Divisions) {
    Operands O;
    CostlyOperators Costly(O.Ctx);
    Expr Result = Costly.replaced(O.Ctx.make(K, {O.X, O.Y}));
    Valuation V{{O.X, Value(APInt(Width, 100))},
                {O.Y, Value(APInt(Width, 7))},
                {Result, Value(APInt(Width, 101))}};
    EXPECT_FALSE(Evaluator(V).isTrue(Costly.facts()[0]));
  }
}
