//===- NumbersTest.cpp - Numbers of Solidity in the model -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::solidity;

namespace {
/// Integers with wraparound and bit-vectors, on constants.
class NumbersTest : public ::testing::Test {
protected:
  ExprContext Ctx;
  Types T;
  Numbers Integers{Ctx, Arithmetic::Modular};
  Numbers Bits{Ctx, Arithmetic::BitVectors};

  int64_t number(Expr E, const Type *Of) {
    EXPECT_TRUE(E && E.isConst());
    if (!E || !E.isConst())
      return -1;
    if (E.value().isInt())
      return int64_t(E.value().integer());
    return Of->IsSigned ? E.value().bits().getSExtValue()
                        : int64_t(E.value().bits().getZExtValue());
  }
};

TEST_F(NumbersTest, BothAgreeWithTheMachine) {
  for (const char *Name : {"t_uint8", "t_int8"}) {
    const Type *Of = T.get(Name);
    const int64_t Least = Of->IsSigned ? -128 : 0, Greatest = Least + 255;
    for (const char *Op : {"+", "-", "*", "/", "%"})
      for (int64_t A = Least; A <= Greatest; A += 3)
        for (int64_t B = Least; B <= Greatest; B += 5) {
          if (B == 0 && (*Op == '/' || *Op == '%'))
            continue;
          const int64_t Exact = *Op == '+'   ? A + B
                                : *Op == '-' ? A - B
                                : *Op == '*' ? A * B
                                : *Op == '/' ? A / B
                                             : A % B;
          const int64_t Wrapped =
              Of->IsSigned ? int64_t(int8_t(Exact)) : int64_t(uint8_t(Exact));
          for (Numbers *N : {&Integers, &Bits}) {
            Numbers::Result R =
                N->compute(Op, N->constant(A, Of), N->constant(B, Of), Of);
            ASSERT_EQ(number(R.Value, Of), Wrapped) << Name << A << Op << B;
            ASSERT_EQ(R.IsExact.isTrue(), Exact == Wrapped)
                << Name << A << Op << B;
          }
        }
  }
}

TEST_F(NumbersTest, ConversionsCutOff) {
  struct {
    const char *From, *To;
    int64_t Before, After;
  } Cases[] = {
      {"t_uint16", "t_uint8", 0x1ff, 0xff},
      {"t_uint8", "t_int8", 200, -56},
      {"t_int8", "t_uint16", -1, 0xffff},
      {"t_int16", "t_int8", -129, 127},
      {"t_bytes1", "t_bytes2", 0xab, 0xab00},
      {"t_bytes2", "t_bytes1", 0xabcd, 0xab},
      {"t_bytes2", "t_uint16", 0xabcd, 0xabcd},
  };
  for (auto &C : Cases)
    for (Numbers *N : {&Integers, &Bits})
      EXPECT_EQ(number(N->convert(N->constant(C.Before, T.get(C.From)),
                                  T.get(C.From), T.get(C.To)),
                       T.get(C.To)),
                C.After)
          << C.From << " " << C.To;
}

TEST_F(NumbersTest, ShiftsAndMasksByConstants) {
  const Type *Of = T.get("t_uint8");
  for (Numbers *N : {&Integers, &Bits})
    for (int64_t A = 0; A < 256; A += 7)
      for (int64_t B = 0; B <= 8; ++B) {
        auto Compute = [&](const char *Op, int64_t Right) {
          return number(
              N->compute(Op, N->constant(A, Of), N->constant(Right, Of), Of)
                  .Value,
              Of);
        };
        ASSERT_EQ(Compute("<<", B), int64_t(uint8_t(A << B)));
        ASSERT_EQ(Compute(">>", B), A >> B);
        ASSERT_EQ(Compute("&", (1 << B) - 1), A & ((1 << B) - 1));
      }
}

TEST(SolidityTypes, IdentifiersOfTheCompiler) {
  Types T;
  const Type *M = T.get("t_mapping$_t_address_$_t_mapping$_t_uint256_$_t_array$"
                        "_t_int8_$3_storage_$_$");
  ASSERT_TRUE(M->is(Type::Kind::Mapping));
  ASSERT_EQ(M->Parts.size(), 2u);
  ASSERT_TRUE(M->Parts[1]->is(Type::Kind::Mapping));
  const Type *A = M->Parts[1]->Parts[1];
  ASSERT_TRUE(A->is(Type::Kind::Array));
  EXPECT_EQ(A->Length, 3u);
  EXPECT_TRUE(A->Parts[0]->IsSigned);
  EXPECT_TRUE(A->isInStorage());

  const Type *Tuple = T.get("t_tuple$_t_bool_$__$_t_bytes_memory_ptr_$");
  ASSERT_EQ(Tuple->Parts.size(), 3u);
  EXPECT_EQ(Tuple->Parts[1], nullptr);
  EXPECT_TRUE(Tuple->Parts[2]->is(Type::Kind::Opaque));
  EXPECT_TRUE(T.get("t_tuple$__$")->Parts.empty());

  const Type *N = T.get("t_rational_minus_5_by_1");
  EXPECT_EQ(N->Number, llvm::DynamicAPInt(-5));
  EXPECT_TRUE(N->IsWhole);
  EXPECT_FALSE(T.get("t_rational_1_by_2")->IsWhole);
  EXPECT_EQ(T.get("t_struct$_Point_$17_memory_ptr")->Declaration, 17);
}
} // namespace
