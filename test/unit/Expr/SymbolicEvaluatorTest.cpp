//===- SymbolicEvaluatorTest.cpp - Numbers and terms say the same ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SymbolicEvaluator.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

/// A state in which each variable is its value in \p Known, or itself.
static SymbolicState stateOf(ExprContext &Ctx, SymbolicEvaluator &Eval,
                             const Valuation &Known) {
  SymbolicState S;
  for (unsigned I = 0; I < Eval.count(); ++I) {
    Expr Var = Eval.variable(I);
    auto It = Known.find(Var);
    Eval.set(S, I,
             It == Known.end() ? Var : Ctx.constant(It->second, Var.sort()));
  }
  return S;
}

/// \p E evaluated where only every \p KeptOf-th variable (0: none) is not known.
static Expr evaluate(ExprContext &Ctx, Expr E, const RandomExpr &R,
                     const Valuation &Values, unsigned KeptOf) {
  SymbolicEvaluator Eval(Ctx);
  Valuation Known;
  for (size_t I = 0; I < R.variables().size(); ++I) {
    Eval.number(R.variables()[I]);
    if (!KeptOf || I % KeptOf)
      Known[R.variables()[I]] = Values.find(R.variables()[I])->second;
  }
  unsigned Result = Eval.number(Ctx.var("result", E.sort()));
  auto Code = Eval.compile(E);
  SymbolicState S = stateOf(Ctx, Eval, Known);
  Eval.run(Code, S);
  Eval.update(Code, 0, {Result}, S);
  return Eval.get(S, Result);
}

class SymbolicEvaluatorTest : public testing::TestWithParam<unsigned> {};

TEST_P(SymbolicEvaluatorTest, AgreesWithEvaluator) {
  for (unsigned Round = 0; Round < 120; ++Round) {
    ExprContext Ctx;
    RandomExpr R(Ctx, GetParam() * 1000 + Round, 2);
    Sample S = R.next();
    for (unsigned I = 0; I < 30; ++I)
      S = R.next();
    Ctx.var("result", S.E.sort());
    for (size_t V = 0; V < R.valuations().size(); ++V)
      for (unsigned KeptOf : {0, 1, 2, 3}) {
        Expr E = evaluate(Ctx, S.E, R, R.valuations()[V], KeptOf);
        ASSERT_EQ(E.sort(), S.E.sort());
        ASSERT_TRUE(Evaluator(R.valuations()[V])(E) == S.Expected[V])
            << "seed " << GetParam() * 1000 + Round << ", " << KeptOf;
      }
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, SymbolicEvaluatorTest, testing::Range(0u, 8u));

/// Indices and conditions, and nothing else.
TEST(SymbolicEvaluator, DecidingTermsAreSettled) {
  ExprContext Ctx;
  const Sort Byte = Ctx.bitVecSort(8);
  for (unsigned IndexBits : {8, 96}) {
    const Sort IndexS = Ctx.bitVecSort(IndexBits);
    Expr A = Ctx.var("a" + std::to_string(IndexBits),
                     Ctx.arraySort(IndexS, Byte));
    Expr X = Ctx.var("x" + std::to_string(IndexBits), IndexS);
    Expr One = Ctx.bv(1, IndexBits), Two = Ctx.bv(2, IndexBits);
    Expr Stored = Ctx.mkStore(Ctx.mkStore(A, X, Ctx.bv(7, 8)), Two,
                              Ctx.bv(9, 8));
    SymbolicEvaluator Eval(Ctx);
    Eval.settleWith([&](Expr E) { return E == X ? One : E; });
    for (Expr Var : {A, X})
      Eval.number(Var);
    auto Code = Eval.compile({Ctx.mkSelect(Stored, One), X});
    SymbolicState S = stateOf(Ctx, Eval, Valuation());
    Eval.run(Code, S);
    EXPECT_EQ(Eval.value(Code, 0).term(Ctx, Byte), Ctx.bv(7, 8));
  }
}

/// Words are up to 64 bits wide.
TEST(SymbolicEvaluator, OperatorsOfAllWidths) {
  const Kind Kinds[] = {
      Kind::BvAnd,  Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,  Kind::BvSub,
      Kind::BvMul,  Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
      Kind::BvShl,  Kind::BvLshr, Kind::BvAshr, Kind::BvUlt,  Kind::BvUle,
      Kind::BvSlt,  Kind::BvSle,  Kind::Concat, Kind::Eq};
  for (unsigned Width : {1u, 7u, 8u, 31u, 32u, 33u, 63u, 64u, 65u}) {
    ExprContext Ctx;
    Expr A = Ctx.var("a", Ctx.bitVecSort(Width)),
         B = Ctx.var("b", Ctx.bitVecSort(Width));
    std::vector<llvm::APInt> Numbers;
    for (uint64_t N : {0ull, 1ull, 2ull, 5ull, 31ull, 0x123456789abcdefull})
      for (const llvm::APInt &Bits : {llvm::APInt(64, N).zextOrTrunc(Width)}) {
        Numbers.push_back(Bits);
        Numbers.push_back(~Bits);
        Numbers.push_back(Bits + llvm::APInt::getSignedMinValue(Width));
      }
    std::vector<Expr> Terms;
    for (Kind K : Kinds)
      Terms.push_back(Ctx.make(K, {A, B}));
    Terms.push_back(Ctx.make(Kind::BvNot, {A}));
    Terms.push_back(Ctx.make(Kind::BvNeg, {A}));
    Terms.push_back(Ctx.mkSignExt(3, A));
    Terms.push_back(Ctx.mkZeroExt(3, A));
    Terms.push_back(Ctx.mkExtract(Width - 1, Width / 2, A));
    SymbolicEvaluator Eval(Ctx);
    Eval.number(A);
    Eval.number(B);
    auto Code = Eval.compile(Terms);
    for (const llvm::APInt &X : Numbers)
      for (const llvm::APInt &Y : Numbers) {
        Valuation Values;
        Values[A] = Value(X);
        Values[B] = Value(Y);
        SymbolicState S = stateOf(Ctx, Eval, Values);
        Eval.run(Code, S);
        for (size_t I = 0; I < Terms.size(); ++I) {
          Expr E = Eval.value(Code, I).term(Ctx, Terms[I].sort());
          ASSERT_TRUE(E.isConst());
          ASSERT_TRUE(E.value() == Evaluator(Values)(Terms[I]))
              << kindName(Terms[I].kind()).str() << " of width " << Width;
        }
      }
  }
}

namespace {
struct SymbolicArrayTest : testing::Test {
  ExprContext Ctx;
  Sort Bv = Ctx.bitVecSort(8), S = Ctx.arraySort(Ctx.bitVecSort(64), Bv);
  Expr I = Ctx.var("i", Ctx.bitVecSort(64)), C = Ctx.var("c", Ctx.boolSort());
  SymbolicArray::Ptr A = SymbolicArray::filled(S, SymbolicValue(0));

  void write(SymbolicArray::Ptr &To, SymbolicValue At, uint64_t V) {
    SymbolicArray::write(Ctx, To, At, SymbolicValue(V));
  }
};
} // namespace

TEST_F(SymbolicArrayTest, AnyIndexIsACell) {
  for (uint64_t At : {uint64_t(0), ~uint64_t(0), ~uint64_t(0) - 1})
    write(A, SymbolicValue(At), At & 15);
  EXPECT_EQ(A->read(Ctx, ~uint64_t(0)).bits(), 15u);
  EXPECT_EQ(A->read(Ctx, ~uint64_t(0) - 1).bits(), 14u);
  EXPECT_EQ(A->read(Ctx, 7).bits(), 0u);
}

TEST_F(SymbolicArrayTest, CopiesAreCopies) {
  SymbolicArray::Ptr Copy = A;
  write(Copy, SymbolicValue(3), 9);
  EXPECT_EQ(A->read(Ctx, 3).bits(), 0u);
  EXPECT_EQ(Copy->read(Ctx, 3).bits(), 9u);
}

TEST_F(SymbolicArrayTest, UnknownIndicesMayBeAnyCell) {
  write(A, SymbolicValue::of(I), 5);
  Expr Cell = A->read(Ctx, 4).term(Ctx, Bv);
  for (uint64_t N : {4, 6}) {
    Valuation Values;
    Values[I] = Value(llvm::APInt(64, N));
    EXPECT_EQ(Evaluator(Values)(Cell).bits(), N == 4 ? 5 : 0);
  }
  EXPECT_EQ(A->read(Ctx, SymbolicValue::of(I)), SymbolicValue(5));
}

/// No other cell is touched, and the condition is that of the index.
TEST_F(SymbolicArrayTest, AnIndexOfTwoConstantsIsTwoCells) {
  Expr At = Ctx.mkIte(C, Ctx.bv(1, 64), Ctx.bv(2, 64));
  write(A, SymbolicValue::of(At), 5);
  EXPECT_EQ(A->read(Ctx, 3), SymbolicValue(0));
  EXPECT_EQ(A->read(Ctx, 1).term(Ctx, Bv),
            Ctx.mkIte(C, Ctx.bv(5, 8), Ctx.bv(0, 8)));
  EXPECT_EQ(A->read(Ctx, SymbolicValue::of(At)), SymbolicValue(5));
}

TEST_F(SymbolicArrayTest, ChoiceKeepsWhatIsTheSame) {
  SymbolicArray::Ptr B = A;
  write(A, SymbolicValue(1), 5);
  write(B, SymbolicValue(2), 6);
  SymbolicArray::Ptr Both = SymbolicArray::choice(Ctx, C, A, B);
  EXPECT_EQ(Both->read(Ctx, 0), SymbolicValue(0));
  EXPECT_EQ(Both->read(Ctx, 1).term(Ctx, Bv),
            Ctx.mkIte(C, Ctx.bv(5, 8), Ctx.bv(0, 8)));
  EXPECT_EQ(Both->read(Ctx, 2).term(Ctx, Bv),
            Ctx.mkIte(C, Ctx.bv(0, 8), Ctx.bv(6, 8)));
}

/// Choices between arrays that were made of the same ones: each layer is looked
/// at once.
TEST(SymbolicArray, SharedLayersAreReadOnce) {
  ExprContext Ctx;
  const Sort Word = Ctx.bitVecSort(8), S = Ctx.arraySort(Word, Word);
  SymbolicArray::Ptr A = SymbolicArray::filled(S, SymbolicValue(0));
  for (unsigned I = 0; I < 60; ++I) {
    SymbolicArray::Ptr Written = A;
    SymbolicArray::write(Ctx, Written,
                         SymbolicValue::of(Ctx.freshVar("at", Word)),
                         SymbolicValue(I));
    A = SymbolicArray::choice(Ctx, Ctx.freshVar("c", Ctx.boolSort()), Written,
                              A);
  }
  Expr At = Ctx.var("i", Word);
  EXPECT_FALSE(A->read(Ctx, SymbolicValue::of(At)).isKnown());
  EXPECT_EQ(A->term(Ctx).sort(), S);
}
