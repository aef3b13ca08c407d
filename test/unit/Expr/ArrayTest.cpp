//===- ArrayTest.cpp - Array expressions ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/ExprContext.h"

#include <gtest/gtest.h>

using namespace sooth;
using llvm::APInt;

namespace {

class ArrayTest : public testing::Test {
protected:
  ExprContext Ctx;
  Sort Index = Ctx.bitVecSort(8), S = Ctx.arraySort(Index, Ctx.bitVecSort(8));
  Expr A = Ctx.var("a", S), I = Ctx.var("i", Index), J = Ctx.var("j", Index);
  Expr bv(uint64_t V) { return Ctx.bv(V, 8); }
};

TEST_F(ArrayTest, ReadOverWrite) {
  EXPECT_EQ(Ctx.mkSelect(Ctx.mkStore(A, I, J), I), J);
  Expr Other = Ctx.mkSelect(Ctx.mkStore(A, I, bv(1)), J);
  EXPECT_FALSE(Other.isConst());
  EXPECT_EQ(Ctx.mkSelect(Ctx.mkStore(A, bv(1), J), bv(2)),
            Ctx.mkSelect(A, bv(2)));
  EXPECT_EQ(Ctx.mkSelect(Ctx.mkConstArray(S, J), I), J);
  EXPECT_EQ(Ctx.mkSelect(Ctx.mkStore(Ctx.mkConstArray(S, J), bv(1), I), bv(2)),
            J);
}

TEST_F(ArrayTest, WriteOverWrite) {
  EXPECT_EQ(Ctx.mkStore(Ctx.mkStore(A, I, bv(1)), I, bv(2)),
            Ctx.mkStore(A, I, bv(2)));
  EXPECT_EQ(Ctx.mkStore(A, I, Ctx.mkSelect(A, I)), A);
}

/// Through a symbolic index nothing is known.
TEST_F(ArrayTest, SymbolicStoreStopsTheSearch) {
  Expr Chain = Ctx.mkStore(Ctx.mkStore(A, bv(1), bv(7)), I, bv(8));
  Expr E = Ctx.mkSelect(Chain, bv(1));
  EXPECT_EQ(Evaluator({{I, Value(APInt(8, 1))}})(E), Value(APInt(8, 8)));
  EXPECT_EQ(Evaluator({{I, Value(APInt(8, 2))}})(E), Value(APInt(8, 7)));
}

TEST_F(ArrayTest, ConstantsGoThereAndBack) {
  Value V = Value::constArray(S, Value(APInt(8, 9)))
                .store(Value(APInt(8, 3)), Value(APInt(8, 4)))
                .store(Value(APInt(8, 5)), Value(APInt(8, 6)));
  Expr E = Ctx.constant(V, S);
  EXPECT_EQ(Evaluator(Valuation())(E), V);
  EXPECT_EQ(Ctx.mkSelect(E, bv(3)), bv(4));
  EXPECT_EQ(Ctx.mkSelect(E, bv(4)), bv(9));
}

/// The same array built in another order is equal when evaluated.
TEST_F(ArrayTest, OrderOfStoresDoesNotMatter) {
  Expr X = Ctx.mkStore(Ctx.mkStore(A, bv(1), I), bv(2), J);
  Expr Y = Ctx.mkStore(Ctx.mkStore(A, bv(2), J), bv(1), I);
  Valuation Vals{{I, Value(APInt(8, 10))}, {J, Value(APInt(8, 20))}};
  EXPECT_TRUE(Evaluator(Vals).isTrue(Ctx.mkEq(X, Y)));
  Expr Z = Ctx.mkStore(Y, bv(3), bv(1));
  EXPECT_FALSE(Evaluator(Vals).isTrue(Ctx.mkEq(X, Z)));
}

} // namespace
