//===- FloatingPointTest.cpp - Ours, and z3's theory ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SOOTH_FP_ROUNDS=1000 makes a long run of it, and SOOTH_FP_SEED another one.
//
//===----------------------------------------------------------------------===//

#include "FpOperands.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Solver/Solver.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <z3.h>

using namespace sooth;
using namespace sooth::test;
using llvm::APInt;

namespace {
/// An application to constants, in z3's words.
class Z3Words {
public:
  Z3Words() {
    Z3_config Cfg = Z3_mk_config();
    C = Z3_mk_context(Cfg);
    Z3_del_config(Cfg);
  }
  ~Z3Words() { Z3_del_context(C); }

  bool agrees(const FpApplication &A, llvm::ArrayRef<Value> Ops,
              const Value &Expected);

private:
  Z3_sort sort(FpFormat F) {
    FpShape S = fpShape(F);
    return Z3_mk_fpa_sort(C, S.ExponentBits, S.Precision);
  }
  Z3_ast bits(const APInt &V) {
    llvm::SmallString<40> Text;
    V.toStringUnsigned(Text);
    return Z3_mk_numeral(C, Text.c_str(), Z3_mk_bv_sort(C, V.getBitWidth()));
  }
  Z3_ast number(FpFormat F, const APInt &V) {
    if (F != FpFormat::Extended)
      return Z3_mk_fpa_to_fp_bv(C, bits(V), sort(F));
    return Z3_mk_fpa_to_fp_bv(
        C, bits(V.extractBits(16, 64).concat(V.extractBits(63, 0))), sort(F));
  }
  Z3_ast rounding(FpRounding R) {
    switch (R) {
    case FpRounding::ToEven:
      return Z3_mk_fpa_rne(C);
    case FpRounding::ToZero:
      return Z3_mk_fpa_rtz(C);
    case FpRounding::Down:
      return Z3_mk_fpa_rtn(C);
    case FpRounding::Up:
      return Z3_mk_fpa_rtp(C);
    case FpRounding::Away:
      return Z3_mk_fpa_rna(C);
    }
    return nullptr;
  }
  Z3_context C;
};
} // namespace

bool Z3Words::agrees(const FpApplication &A, llvm::ArrayRef<Value> Ops,
                     const Value &Expected) {
  const auto F = FpFormat(A.P0);
  Z3_ast R = rounding(fpRounding(A.K, A.P1)), Result;
  llvm::SmallVector<Z3_ast, 3> X;
  for (const Value &V : Ops)
    X.push_back(
        A.IntegerWidth
            ? bits(V.bits())
            : number(A.K == Kind::FpConvert ? fpSource(A.P1) : F, V.bits()));
  switch (A.K) {
  case Kind::FpAdd:
    Result = Z3_mk_fpa_add(C, R, X[0], X[1]);
    break;
  case Kind::FpSub:
    Result = Z3_mk_fpa_sub(C, R, X[0], X[1]);
    break;
  case Kind::FpMul:
    Result = Z3_mk_fpa_mul(C, R, X[0], X[1]);
    break;
  case Kind::FpDiv:
    Result = Z3_mk_fpa_div(C, R, X[0], X[1]);
    break;
  case Kind::FpFma:
    Result = Z3_mk_fpa_fma(C, R, X[0], X[1], X[2]);
    break;
  case Kind::FpSqrt:
    Result = Z3_mk_fpa_sqrt(C, R, X[0]);
    break;
  case Kind::FpRoundToIntegral:
    Result = Z3_mk_fpa_round_to_integral(C, R, X[0]);
    break;
  case Kind::FpConvert:
    Result = Z3_mk_fpa_to_fp_float(C, R, X[0], sort(F));
    break;
  case Kind::FpFromSigned:
    Result = Z3_mk_fpa_to_fp_signed(C, R, X[0], sort(F));
    break;
  case Kind::FpFromUnsigned:
    Result = Z3_mk_fpa_to_fp_unsigned(C, R, X[0], sort(F));
    break;
  case Kind::FpToSigned:
  case Kind::FpToUnsigned:
    // What is out of range z3 leaves open.
    if (Expected.bits().isMinSignedValue())
      return true;
    Result = A.K == Kind::FpToSigned
                 ? Z3_mk_fpa_to_sbv(C, Z3_mk_fpa_rtz(C), X[0], A.P1)
                 : Z3_mk_fpa_to_ubv(C, Z3_mk_fpa_rtz(C), X[0], A.P1);
    return Z3_simplify(C, Z3_mk_eq(C, Result, bits(Expected.bits()))) ==
           Z3_mk_true(C);
  case Kind::FpEq:
    Result = Z3_mk_fpa_eq(C, X[0], X[1]);
    break;
  case Kind::FpLt:
    Result = Z3_mk_fpa_lt(C, X[0], X[1]);
    break;
  default:
    Result = Z3_mk_fpa_leq(C, X[0], X[1]);
    break;
  }
  if (Expected.isBool())
    return Z3_simplify(C, Result) ==
           (Expected.boolean() ? Z3_mk_true(C) : Z3_mk_false(C));
  // The same datum: all NaNs are one.
  return Z3_simplify(C, Z3_mk_eq(C, Result, number(F, Expected.bits()))) ==
         Z3_mk_true(C);
}

/// Whether z3's numbers have this: a first bit where it belongs.
static bool isOrdinary(FpFormat F, const APInt &V) {
  return F != FpFormat::Extended || V[63] == !V.extractBits(15, 64).isZero();
}

TEST(FloatingPoint, Z3Agrees) {
  const unsigned Rounds = setting("SOOTH_FP_ROUNDS", 20);
  FpOperands Random(setting("SOOTH_FP_SEED", 3));
  for (const FpApplication &A : fpApplications()) {
    Z3Words Words;
    auto From = A.K == Kind::FpConvert ? fpSource(A.P1) : FpFormat(A.P0);
    for (unsigned I = 0; I < Rounds; ++I) {
      auto Ops = Random(A);
      if (!A.IntegerWidth && !llvm::all_of(Ops, [&](const Value &V) {
            return isOrdinary(From, V.bits());
          }))
        continue;
      Value Ours = applyKind(A.K, Ops, A.P0, A.P1, Sort());
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      OS << kindName(A.K) << ' ' << A.P0 << ' ' << A.P1;
      for (const Value &V : Ops) {
        OS << ' ';
        V.print(OS);
      }
      OS << " = ";
      Ours.print(OS);
      EXPECT_TRUE(Words.agrees(A, Ops, Ours)) << Text;
    }
  }
}

/// What solvers are told, with unknown operands.
TEST(FloatingPoint, SolverFindsValues) {
  FpOperands Random(5);
  Budget B;
  for (const FpApplication &A : fpApplications()) {
    const bool IsToInteger =
        A.K == Kind::FpToSigned || A.K == Kind::FpToUnsigned;
    if (fpWidth(FpFormat(A.P0)) > 32 || A.IntegerWidth > 32 ||
        (IsToInteger && A.P1 > 32) ||
        (A.K == Kind::FpConvert && fpWidth(fpSource(A.P1)) > 32))
      continue;
    ExprContext Ctx;
    auto Ops = Random(A);
    llvm::SmallVector<Expr, 3> Vars;
    SolverOptions O;
    O.Over = SolverOptions::Theories::BitVectors;
    auto S = createZ3Solver(Ctx, O);
    for (const Value &V : Ops) {
      Vars.push_back(Ctx.freshVar("x", Ctx.bitVecSort(V.bits().getBitWidth())));
      S->add(Ctx.mkEq(Vars.back(), Ctx.bv(V.bits())));
    }
    Expr E = Ctx.make(A.K, Vars, A.P0, A.P1);
    Value Expected = applyKind(A.K, Ops, A.P0, A.P1, E.sort());
    ASSERT_EQ(S->check({}, B), Answer::Sat);
    EXPECT_EQ(S->value(E), Expected) << toSmt(E);
    S->add(Ctx.mkNot(Ctx.mkEq(E, Ctx.constant(Expected, E.sort()))));
    EXPECT_EQ(S->check({}, B), Answer::Unsat);
  }
}
