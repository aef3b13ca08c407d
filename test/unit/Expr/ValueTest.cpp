//===- ValueTest.cpp - Concrete values ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/ExprContext.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <random>

using namespace sooth;
using llvm::APInt;
using llvm::DynamicAPInt;

namespace {

std::string text(const Value &V) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  V.print(OS);
  return Text;
}

Value integer(int64_t I) { return Value(DynamicAPInt(I)); }

/// An array that nobody else has is changed in place; others see nothing.
TEST(Value, StoreIntoTemporaries) {
  ExprContext Ctx;
  Sort S = Ctx.arraySort(Ctx.intSort(), Ctx.intSort());
  Value A = Value::constArray(S, integer(0)), Shared = A;
  const ArrayValue *Before = &A.array();
  A = std::move(A).store(integer(1), integer(2));
  EXPECT_NE(&A.array(), Before);
  EXPECT_EQ(Shared, Value::constArray(S, integer(0)));
  Before = &A.array();
  A = std::move(A).store(integer(3), integer(4));
  EXPECT_EQ(&A.array(), Before);
  EXPECT_EQ(A.select(integer(1)), integer(2));
  EXPECT_EQ(A.select(integer(3)), integer(4));
}

TEST(ValueTest, PrintsSmtLib) {
  EXPECT_EQ(text(Value(true)), "true");
  EXPECT_EQ(text(Value(APInt(8, 15))), "#x0f");
  EXPECT_EQ(text(Value(APInt(3, 5))), "#b101");
  EXPECT_EQ(text(integer(-3)), "(- 3)");
  EXPECT_EQ(text(Value(Rational(DynamicAPInt(-2), DynamicAPInt(6)))),
            "(/ (- 1.0) 3.0)");
  ExprContext Ctx;
  Value A = Value::zero(Ctx.arraySort(Ctx.intSort(), Ctx.intSort()));
  EXPECT_EQ(text(A.store(integer(1), integer(2))),
            "(store ((as const (Array Int Int)) 0) 1 2)");
}

TEST(ValueTest, ParsesIntegers) {
  EXPECT_EQ(toString(*parseInteger("-123456789012345678901234567890")),
            "-123456789012345678901234567890");
  EXPECT_EQ(*parseInteger("1000000000000000000"),
            DynamicAPInt(1000000000000000000));
  for (const char *Bad : {"", "-", "--1", "1-2", "+1", "12a"})
    EXPECT_FALSE(parseInteger(Bad)) << Bad;
}

/// SMT-LIB's definition: a = b * q + r with 0 <= r < |b|.
TEST(ValueTest, IntegerDivisionIsEuclidean) {
  for (int64_t A = -7; A <= 7; ++A)
    for (int64_t B = -3; B <= 3; ++B) {
      Value Q = applyKind(Kind::IntDiv, {integer(A), integer(B)}, 0, 0, Sort());
      Value R = applyKind(Kind::IntMod, {integer(A), integer(B)}, 0, 0, Sort());
      if (B == 0) {
        EXPECT_EQ(Q, integer(0));
        EXPECT_EQ(R, integer(A));
        continue;
      }
      EXPECT_EQ(DynamicAPInt(B) * Q.integer() + R.integer(), DynamicAPInt(A));
      EXPECT_TRUE(R.integer() >= 0 && R.integer() < std::abs(B))
          << A << ' ' << B;
    }
}

/// Equality of arrays over small index sorts is equality at every index.
TEST(ValueTest, ArraysAreExtensional) {
  ExprContext Ctx;
  std::mt19937 Rng(7);
  for (unsigned Width : {1, 2, 3}) {
    Sort S = Ctx.arraySort(Ctx.bitVecSort(Width), Ctx.bitVecSort(1));
    unsigned Size = 1u << Width;
    auto Random = [&] {
      Value A = Value::constArray(S, Value(APInt(1, Rng() % 2)));
      for (unsigned N = Rng() % (2 * Size); N; --N)
        A = A.store(Value(APInt(Width, Rng() % Size)),
                    Value(APInt(1, Rng() % 2)));
      return A;
    };
    for (unsigned Round = 0; Round < 500; ++Round) {
      Value A = Random(), B = Random();
      bool Same = true;
      for (unsigned I = 0; I < Size; ++I)
        Same &= A.select(Value(APInt(Width, I))) ==
                B.select(Value(APInt(Width, I)));
      ASSERT_EQ(A == B, Same) << text(A) << " and " << text(B);
      ASSERT_EQ(!(A < B) && !(B < A), Same) << text(A) << " and " << text(B);
      ASSERT_TRUE(!Same || hashValue(A) == hashValue(B));
    }
  }
}

TEST(ValueTest, ArraysIndexedByArrays) {
  ExprContext Ctx;
  Sort Inner = Ctx.arraySort(Ctx.boolSort(), Ctx.boolSort());
  Sort S = Ctx.arraySort(Inner, Ctx.boolSort());
  // All four indices set to true one by one is the constant array of true.
  Value A = Value::constArray(S, Value(false));
  for (bool F : {false, true})
    for (bool T : {false, true})
      A = A.store(
          Value::constArray(Inner, Value(F)).store(Value(true), Value(T)),
          Value(true));
  EXPECT_EQ(A, Value::constArray(S, Value(true)));
}

} // namespace
