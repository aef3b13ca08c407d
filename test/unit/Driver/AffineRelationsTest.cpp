//===- AffineRelationsTest.cpp - Equations that numbers satisfy -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contracts/AffineRelations.h"

#include "sooth/Expr/Evaluator.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth;

namespace {
class AffineRelationsTest : public testing::Test {
protected:
  AffineRelations relations(unsigned Width, unsigned Count) {
    Vars.clear();
    for (unsigned I = 0; I < Count; ++I)
      Vars.push_back(
          Ctx.var("x" + std::to_string(I) + "." + std::to_string(Width),
                  Ctx.bitVecSort(Width)));
    return AffineRelations(Vars);
  }
  /// Whether all equations hold of these values.
  bool hold(const AffineRelations &R, llvm::ArrayRef<uint64_t> Values) {
    Valuation State;
    for (auto [Var, V] : llvm::zip_equal(Vars, Values))
      State[Var] = Value(llvm::APInt(Var.sort().width(), V));
    Evaluator Eval(State);
    return llvm::all_of(R.equations(Ctx),
                        [&](Expr E) { return Eval.isTrue(E); });
  }

  ExprContext Ctx;
  std::vector<Expr> Vars;
};
} // namespace

TEST_F(AffineRelationsTest, NothingHoldsOfNoValues) {
  AffineRelations R = relations(8, 1);
  EXPECT_FALSE(hold(R, {0}));
  EXPECT_FALSE(hold(R, {255}));
}

TEST_F(AffineRelationsTest, OneTupleIsAllThereIs) {
  AffineRelations R = relations(8, 2);
  EXPECT_TRUE(R.add({3, 200}));
  EXPECT_FALSE(R.add({3, 200}));
  EXPECT_TRUE(hold(R, {3, 200}));
  EXPECT_FALSE(hold(R, {3, 201}));
  EXPECT_FALSE(hold(R, {4, 200}));
}

TEST_F(AffineRelationsTest, LinesAreFoundModuloPowersOfTwo) {
  AffineRelations R = relations(8, 2);
  for (uint64_t X : {0, 1, 7})
    R.add({X, 3 * X + 250 & 255});
  EXPECT_TRUE(hold(R, {200, 3 * 200 + 250 & 255}));
  EXPECT_FALSE(hold(R, {200, 0}));
}

TEST_F(AffineRelationsTest, CongruencesAreEquations) {
  AffineRelations R = relations(64, 1);
  for (uint64_t X : {1, 5, 13})
    R.add({X});
  EXPECT_TRUE(hold(R, {17}));
  EXPECT_FALSE(hold(R, {15}));
  R.add({3});
  EXPECT_TRUE(hold(R, {15}));
  EXPECT_FALSE(hold(R, {16}));
  R.add({0});
  EXPECT_TRUE(R.equations(Ctx).empty());
}

/// With four bits, all tuples can be looked at: the equations say no more and
/// no less than all that hold of the ones added, which are combinations of
/// these whose factors have the sum 1.
TEST_F(AffineRelationsTest, TheyAreTheStrongest) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 50; ++Round) {
    AffineRelations R = relations(4, 2);
    std::vector<std::array<uint64_t, 2>> Added;
    for (unsigned I = 0; I < 3; ++I) {
      Added.push_back({Random() % 16, Random() % 16});
      R.add(Added.back());
    }
    std::set<std::pair<uint64_t, uint64_t>> Combined;
    for (uint64_t A = 0; A < 16; ++A)
      for (uint64_t B = 0; B < 16; ++B) {
        const uint64_t C = 1 - A - B;
        auto Of = [&](unsigned I) {
          return A * Added[0][I] + B * Added[1][I] + C * Added[2][I] & 15;
        };
        Combined.insert({Of(0), Of(1)});
      }
    for (uint64_t X = 0; X < 16; ++X)
      for (uint64_t Y = 0; Y < 16; ++Y)
        EXPECT_EQ(hold(R, {X, Y}), Combined.contains({X, Y}));
  }
}
