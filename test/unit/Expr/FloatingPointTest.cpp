//===- FloatingPointTest.cpp - Three accounts of IEEE 754 -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator is computed by applyFp(), by the circuits of fpAsBits(), and,
// for float, double and long double, by this machine. SOOTH_FP_ROUNDS=10000
// makes a long run of it, and SOOTH_FP_SEED another one.
//
//===----------------------------------------------------------------------===//

#include "FpOperands.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cfenv>
#include <cmath>
#include <cstring>

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;

namespace {
std::string text(const FpApplication &A, llvm::ArrayRef<Value> Ops) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << kindName(A.K) << ' ' << A.P0 << ' ' << A.P1;
  for (const Value &V : Ops) {
    OS << ' ';
    V.print(OS);
  }
  return Text;
}

template <class T> T native(const Value &V) {
  T X = 0;
  const llvm::APInt Bits = V.bits().zextOrTrunc(128);
  std::memcpy(&X, Bits.getRawData(), std::min<size_t>(sizeof(T), 16));
  return X;
}

template <class T> Value bits(FpFormat F, T X) {
  if (X != X)
    return Value(fpNaN(F));
  uint64_t Words[2] = {0, 0};
  std::memcpy(Words, &X, sizeof(T));
  return Value(APInt(128, Words).trunc(fpWidth(F)));
}

/// The machine's name for a direction; nothing if it does not have it.
std::optional<int> machineMode(FpRounding How) {
  switch (How) {
  case FpRounding::ToEven:
    return FE_TONEAREST;
  case FpRounding::ToZero:
    return FE_TOWARDZERO;
  case FpRounding::Down:
    return FE_DOWNWARD;
  case FpRounding::Up:
    return FE_UPWARD;
  case FpRounding::Away:
    return std::nullopt;
  }
  return std::nullopt;
}

/// What the machine says; nothing if it says nothing.
template <class T>
LLVM_ATTRIBUTE_NOINLINE std::optional<Value>
machineAsItRounds(FpFormat F, const FpApplication &App,
                  llvm::ArrayRef<Value> Ops) {
  volatile T A = 0, B = 0, C = 0;
  const bool IsFromInteger =
      App.K == Kind::FpFromSigned || App.K == Kind::FpFromUnsigned;
  if (!IsFromInteger && App.K != Kind::FpConvert) {
    A = native<T>(Ops[0]);
    B = Ops.size() > 1 ? native<T>(Ops[1]) : T(0);
    C = Ops.size() > 2 ? native<T>(Ops[2]) : T(0);
  }
  switch (App.K) {
  case Kind::FpAdd:
    return bits<T>(F, A + B);
  case Kind::FpSub:
    return bits<T>(F, A - B);
  case Kind::FpMul:
    return bits<T>(F, A * B);
  case Kind::FpDiv:
    return bits<T>(F, A / B);
  case Kind::FpFma:
    return bits<T>(F, std::fma(A, B, C));
  case Kind::FpSqrt:
    return bits<T>(F, std::sqrt(A));
  case Kind::FpRoundToIntegral:
    switch (FpRounding(App.P1)) {
    case FpRounding::ToEven:
      return bits<T>(F, std::nearbyint(A));
    case FpRounding::ToZero:
      return bits<T>(F, std::trunc(A));
    case FpRounding::Down:
      return bits<T>(F, std::floor(A));
    case FpRounding::Up:
      return bits<T>(F, std::ceil(A));
    case FpRounding::Away:
      return bits<T>(F, std::round(A));
    }
    return std::nullopt;
  case Kind::FpConvert:
    switch (fpSource(App.P1)) {
    case FpFormat::Single:
      return bits<T>(F, T(native<float>(Ops[0])));
    case FpFormat::Double:
      return bits<T>(F, T(native<double>(Ops[0])));
    case FpFormat::Extended:
      return bits<T>(F, T(native<long double>(Ops[0])));
    default:
      return std::nullopt;
    }
  case Kind::FpFromSigned:
    if (Ops[0].bits().getBitWidth() > 64)
      return std::nullopt;
    return bits<T>(F, T(Ops[0].bits().getSExtValue()));
  case Kind::FpFromUnsigned:
    if (Ops[0].bits().getBitWidth() > 64)
      return std::nullopt;
    return bits<T>(F, T(Ops[0].bits().getZExtValue()));
  case Kind::FpToSigned:
    if (App.P1 == 64) {
      // What does not fit, and NaN, are one number to the processor; to C++ they
      // are undefined.
      const bool Fits = A >= T(-0x1p63) && A < T(0x1p63);
      return Value(Fits ? APInt(64, uint64_t(int64_t(A)))
                        : APInt::getSignedMinValue(64));
    }
    return std::nullopt;
  case Kind::FpEq:
    return Value(bool(A == B));
  case Kind::FpLt:
    return Value(bool(A < B));
  case Kind::FpLe:
    return Value(bool(A <= B));
  default:
    return std::nullopt;
  }
}

template <class T>
std::optional<Value> machine(FpFormat F, const FpApplication &App,
                             llvm::ArrayRef<Value> Ops) {
  if (App.K == Kind::FpRoundToIntegral) // has functions of its own
    return machineAsItRounds<T>(F, App, Ops);
  // Made of other operations, after which zero may be negative.
  if (App.K == Kind::FpFromUnsigned && F == FpFormat::Double &&
      App.P1 != uint32_t(FpRounding::ToEven))
    return std::nullopt;
  std::optional<int> Mode = machineMode(fpRounding(App.K, App.P1));
  if (!Mode)
    return std::nullopt;
  std::fesetround(*Mode);
  std::optional<Value> Result = machineAsItRounds<T>(F, App, Ops);
  std::fesetround(FE_TONEAREST);
  return Result;
}

std::optional<Value> machine(const FpApplication &A,
                             llvm::ArrayRef<Value> Ops) {
#if defined(__x86_64__)
  switch (FpFormat(A.P0)) {
  case FpFormat::Single:
    return machine<float>(FpFormat::Single, A, Ops);
  case FpFormat::Double:
    return machine<double>(FpFormat::Double, A, Ops);
  case FpFormat::Extended:
    // The C library has its own opinion on what the machine calls invalid.
    return A.K == Kind::FpFma || A.K == Kind::FpRoundToIntegral
               ? std::nullopt
               : machine<long double>(FpFormat::Extended, A, Ops);
  default:
    break;
  }
#endif
  return std::nullopt;
}
} // namespace

TEST(FloatingPoint, ValuesCircuitsAndMachineAgree) {
  const unsigned Rounds = setting("SOOTH_FP_ROUNDS", 60);
  FpOperands Random(setting("SOOTH_FP_SEED", 1));
  for (const FpApplication &A : fpApplications()) {
    ExprContext Ctx;
    for (unsigned I = 0; I < Rounds; ++I) {
      llvm::SmallVector<Value, 3> Ops = Random(A);
      Value Computed = applyKind(A.K, Ops, A.P0, A.P1, Sort());
      llvm::SmallVector<Expr, 3> Terms;
      for (const Value &V : Ops)
        Terms.push_back(Ctx.bv(V.bits()));
      Expr Circuit = fpAsBits(Ctx, A.K, Terms, A.P0, A.P1);
      ASSERT_TRUE(Circuit.isConst());
      ASSERT_EQ(Ctx.constant(Computed, Circuit.sort()), Circuit)
          << text(A, Ops);
      if (auto Expected = machine(A, Ops))
        ASSERT_EQ(*Expected, Computed) << text(A, Ops);
      ASSERT_EQ(Ctx.make(A.K, Terms, A.P0, A.P1), Circuit);
    }
  }
}

/// Of numbers of each exponent, with and without bits after the point.
TEST(FloatingPoint, RoundToIntegral) {
  const unsigned Step = setting("SOOTH_FP_STEP", 7);
  for (FpRounding How : {FpRounding::ToEven, FpRounding::ToZero,
                         FpRounding::Down, FpRounding::Up, FpRounding::Away}) {
    ExprContext Ctx;
    for (unsigned I = 0; I < 1u << 16; I += Step) {
      const Value Operand(APInt(16, I));
      const unsigned P0 = unsigned(FpFormat::Half), P1 = unsigned(How);
      Value Computed =
          applyKind(Kind::FpRoundToIntegral, {Operand}, P0, P1, Sort());
      ASSERT_EQ(fpAsBits(Ctx, Kind::FpRoundToIntegral, {Ctx.bv(APInt(16, I))},
                         P0, P1),
                Ctx.bv(Computed.bits()))
          << I << " in direction " << P1;
    }
  }
}

/// With operands that are not known the circuits mean the same.
TEST(FloatingPoint, CircuitsOfVariables) {
  FpOperands Random(7);
  for (const FpApplication &A : fpApplications()) {
    if (FpFormat(A.P0) != FpFormat::Half && FpFormat(A.P0) != FpFormat::Single)
      continue;
    ExprContext Ctx;
    llvm::SmallVector<Value, 3> Ops = Random(A);
    llvm::SmallVector<Expr, 3> Vars;
    for (const Value &V : Ops)
      Vars.push_back(Ctx.freshVar("x", Ctx.bitVecSort(V.bits().getBitWidth())));
    Expr Circuit = fpAsBits(Ctx, A.K, Vars, A.P0, A.P1);
    Expr Operator = Ctx.make(A.K, Vars, A.P0, A.P1);
    for (unsigned I = 0; I < 10; ++I) {
      Valuation Values;
      for (auto [Var, V] : llvm::zip_equal(Vars, Ops))
        Values[Var] = V;
      ASSERT_EQ(Evaluator(Values)(Circuit), Evaluator(Values)(Operator))
          << text(A, Ops);
      Ops = Random(A);
    }
  }
}

TEST(FloatingPoint, Simplification) {
  ExprContext Ctx;
  Sort F32 = Ctx.bitVecSort(32);
  Expr X = Ctx.var("x", F32), Y = Ctx.var("y", F32);
  auto Single = uint32_t(FpFormat::Single), Double = uint32_t(FpFormat::Double);
  auto Widened = [&](Expr E) {
    return Ctx.make(Kind::FpConvert, {E}, Double, Single);
  };
  EXPECT_EQ(Ctx.make(Kind::FpAdd, {X, Y}, Single),
            Ctx.make(Kind::FpAdd, {Y, X}, Single));
  EXPECT_EQ(Ctx.make(Kind::FpLt, {Widened(X), Widened(Y)}, Double),
            Ctx.make(Kind::FpLt, {X, Y}, Single));
  EXPECT_TRUE(Ctx.make(Kind::FpLt, {X, X}, Single).isFalse());
  EXPECT_FALSE(Ctx.make(Kind::FpEq, {X, X}, Single).isConst());
  EXPECT_FALSE(Ctx.make(Kind::FpSub, {X, X}, Single).isConst());
  // Nothing to round, and something.
  auto Up = [&](FpFormat From) { return fpConversion(From, FpRounding::Up); };
  EXPECT_EQ(Ctx.make(Kind::FpConvert, {X}, Double, Up(FpFormat::Single)),
            Widened(X));
  Expr Narrowed = Ctx.make(
      Kind::FpConvert,
      {Ctx.make(Kind::FpConvert, {X}, uint32_t(FpFormat::Quad), Single)},
      uint32_t(FpFormat::Half), Up(FpFormat::Quad));
  EXPECT_EQ(Narrowed, Ctx.make(Kind::FpConvert, {X}, uint32_t(FpFormat::Half),
                               Up(FpFormat::Single)));
  EXPECT_EQ(fpOperatorName(Narrowed), "fp16.from.fp32.up");
  EXPECT_NE(Ctx.make(Kind::FpAdd, {X, Y}, Single, uint32_t(FpRounding::Up)),
            Ctx.make(Kind::FpAdd, {X, Y}, Single));
}

TEST(FloatingPoint, NamesAreReadAgain) {
  for (const FpApplication &A : fpApplications()) {
    ExprContext Ctx;
    const unsigned Width =
        A.IntegerWidth
            ? A.IntegerWidth
            : fpWidth(A.K == Kind::FpConvert ? fpSource(A.P1) : FpFormat(A.P0));
    const unsigned Count = A.K == Kind::FpFma ? 3 : isFpUnary(A.K) ? 1 : 2;
    llvm::SmallVector<Expr, 3> Vars;
    while (Vars.size() < Count)
      Vars.push_back(Ctx.freshVar("x", Ctx.bitVecSort(Width)));
    Expr E = Ctx.make(A.K, Vars, A.P0, A.P1);
    if (E.kind() == A.K)
      EXPECT_EQ(fpOperatorNamed(Ctx, fpOperatorName(E), Vars), E)
          << fpOperatorName(E);
  }
}

TEST(FloatingPoint, Text) {
  auto Text = [](FpFormat F, double X) {
    llvm::APFloat V(X);
    bool Loses;
    V.convert(fpSemantics(F), llvm::APFloat::rmNearestTiesToEven, &Loses);
    return fpText(F, V.bitcastToAPInt());
  };
  EXPECT_EQ(Text(FpFormat::Single, 0.1), "0.1");
  EXPECT_EQ(Text(FpFormat::Double, 0.1), "0.1");
  EXPECT_EQ(Text(FpFormat::Double, -3), "-3.0");
  EXPECT_EQ(Text(FpFormat::Single, 16777216), "16777216.0");
  EXPECT_EQ(Text(FpFormat::Double, 1e300), "1.0e+300");
  EXPECT_EQ(Text(FpFormat::Double, -0.0), "-0.0");
  EXPECT_EQ(Text(FpFormat::Double, -HUGE_VAL), "-inf");
  EXPECT_EQ(Text(FpFormat::Single, NAN), "nan");
}
