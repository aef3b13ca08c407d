//===- InterpolatorTest.cpp - Every method on every theory ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/Interpolator.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
enum class Method { Forward, Backward };

struct InterpolatorTest : testing::TestWithParam<Method> {
  ExprContext Ctx;
  std::unique_ptr<Interpolator> Method = make();

  std::unique_ptr<Interpolator> make() {
    auto Inner = createCoreInterpolator(Ctx, GetParam() == ::Method::Forward
                                                 ? CoreInterpolation::Forward
                                                 : CoreInterpolation::Backward);
    return createValidatingInterpolator(std::move(Inner), Ctx,
                                        OnWrongInterpolants::StopProgram);
  }
  /// Expects interpolants, which the decorator checks.
  std::vector<Expr> interpolate(llvm::ArrayRef<Expr> Parts,
                                double Seconds = 30) {
    Interpolation R = Method->interpolate(Parts, Budget::seconds(Seconds));
    EXPECT_EQ(R.What, Interpolation::Outcome::Interpolants) << R.Why;
    return R.I;
  }
  Expr eq(Expr A, Expr B) { return Ctx.mkEq(A, B); }
  Expr plus(Expr A, Expr B) {
    return Ctx.make(A.sort().isBitVec() ? Kind::BvAdd : Kind::Add, {A, B});
  }
  Expr lt(Expr A, Expr B) {
    return Ctx.make(A.sort().isBitVec() ? Kind::BvUlt : Kind::Lt, {A, B});
  }
  /// The version of a variable after \p Step steps.
  Expr at(const char *Name, unsigned Step, Sort S) {
    return Ctx.var(Name + std::to_string(Step), S);
  }
};

std::string methodName(const testing::TestParamInfo<Method> &I) {
  return I.param == Method::Forward ? "Forward" : "Backward";
}
} // namespace

INSTANTIATE_TEST_SUITE_P(All, InterpolatorTest,
                         testing::Values(Method::Forward, Method::Backward),
                         methodName);

TEST_P(InterpolatorTest, Booleans) {
  Sort S = Ctx.boolSort();
  Expr P = Ctx.var("p", S), Q = Ctx.var("q", S), R = Ctx.var("r", S);
  auto I = interpolate({Ctx.mkAnd(P, Q), Ctx.mkImplies(Q, R), Ctx.mkNot(R)});
  EXPECT_EQ(I[0], Q);
  EXPECT_EQ(I[1], R);
}

TEST_P(InterpolatorTest, OnePartAndConstants) {
  Expr P = Ctx.var("p", Ctx.boolSort());
  Expr No = Ctx.falseExpr(), Yes = Ctx.trueExpr();
  EXPECT_TRUE(interpolate({No}).empty());
  EXPECT_EQ(interpolate({No, P}), std::vector<Expr>{No});
  EXPECT_EQ(interpolate({P, No}), std::vector<Expr>{Yes});
  EXPECT_EQ(interpolate({Yes, No, Yes}), (std::vector<Expr>{Yes, No}));
}

TEST_P(InterpolatorTest, SatisfiablePartsAreToldApart) {
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort());
  Interpolation R = Method->interpolate({P, Q}, Budget());
  EXPECT_EQ(R.What, Interpolation::Outcome::Satisfiable);
}

TEST_P(InterpolatorTest, BudgetEndsACall) {
  Sort S = Ctx.bitVecSort(64);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), Z = Ctx.var("z", S);
  // Needs the factors of a product of two large primes.
  Expr Product =
      eq(Ctx.make(Kind::BvMul, {X, Y}), Ctx.bv(0xfffffffffffffac5ull, 64));
  Expr Small = Ctx.mkAnd({lt(X, Y), lt(Y, Ctx.bv(1ull << 40, 64)), eq(Z, X)});
  auto Start = Budget::Clock::now();
  Interpolation R = Method->interpolate(
      {Product, Small, lt(Ctx.bv(1ull << 41, 64), Z)}, Budget::seconds(1));
  std::chrono::duration<double> Took = Budget::Clock::now() - Start;
  EXPECT_LT(Took.count(), 5);
  EXPECT_NE(R.What, Interpolation::Outcome::Satisfiable);
}

// s := 0, then n times s := s + i, i := i + 1: no variable is an input.
TEST_P(InterpolatorTest, RunningSum) {
  for (unsigned N : {3, 10}) {
    Sort S = Ctx.bitVecSort(32);
    std::vector<Expr> Parts;
    auto Sum = [&](unsigned I) { return at("s", I, S); };
    auto Index = [&](unsigned I) { return at("i", I, S); };
    Parts.push_back(
        Ctx.mkAnd(eq(Sum(0), Ctx.bv(0, 32)), eq(Index(0), Ctx.bv(0, 32))));
    for (unsigned I = 0; I < N; ++I)
      Parts.push_back(
          Ctx.mkAnd(eq(Sum(I + 1), plus(Sum(I), Index(I))),
                    eq(Index(I + 1), plus(Index(I), Ctx.bv(1, 32)))));
    Parts.push_back(
        Ctx.mkNot(eq(Sum(N), Ctx.bv(uint64_t(N) * (N - 1) / 2, 32))));
    EXPECT_EQ(interpolate(Parts).size(), N + 1);
  }
}

// The same with inputs: n times s := s + x for some x < 10.
TEST_P(InterpolatorTest, RunningSumOfInputs) {
  for (unsigned N : {3, 10}) {
    Sort S = Ctx.bitVecSort(32);
    std::vector<Expr> Parts = {eq(at("s", 0, S), Ctx.bv(0, 32))};
    for (unsigned I = 0; I < N; ++I)
      Parts.push_back(
          Ctx.mkAnd(eq(at("s", I + 1, S), plus(at("s", I, S), at("x", I, S))),
                    lt(at("x", I, S), Ctx.bv(10, 32))));
    Parts.push_back(lt(Ctx.bv(9 * N, 32), at("s", N, S)));
    EXPECT_EQ(interpolate(Parts).size(), N + 1);
  }
}

TEST_P(InterpolatorTest, Integers) {
  Sort S = Ctx.intSort();
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), Z = Ctx.var("z", S);
  // x = 2y, and x = 2z + 1.
  Expr Two = Ctx.integer(2);
  Expr Even = eq(X, Ctx.make(Kind::Mul, {Y, Two}));
  Expr Odd = eq(X, plus(Ctx.make(Kind::Mul, {Z, Two}), Ctx.integer(1)));
  interpolate({Even, Odd});
  // A chain of inequalities over locals.
  std::vector<Expr> Parts;
  for (unsigned I = 0; I < 12; ++I)
    Parts.push_back(Ctx.mkAnd(lt(at("a", I, S), at("b", I, S)),
                              lt(at("b", I, S), at("a", I + 1, S))));
  Parts.push_back(lt(at("a", 12, S), at("a", 0, S)));
  interpolate(Parts);
}

TEST_P(InterpolatorTest, Reals) {
  Sort S = Ctx.realSort();
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), Z = Ctx.var("z", S);
  interpolate({Ctx.mkAnd(lt(X, Y), lt(Y, Z)), lt(Z, X)});
}

TEST_P(InterpolatorTest, Arrays) {
  Sort Bv8 = Ctx.bitVecSort(8);
  for (Sort Index : {Bv8, Ctx.intSort()}) {
    Sort Arr = Ctx.arraySort(Index, Bv8);
    std::string Tag = Index.isInt() ? "int" : "bv";
    Expr A = Ctx.var("a" + Tag, Arr), B = Ctx.var("b" + Tag, Arr);
    Expr C = Ctx.var("c" + Tag, Arr);
    Expr I = Ctx.var("i" + Tag, Index), J = Ctx.var("j" + Tag, Index);
    Expr V = Ctx.var("v", Bv8), W = Ctx.var("w", Bv8);
    // Two writes and a read of the first one.
    Expr First = eq(B, Ctx.mkStore(A, I, V)),
         Second = eq(C, Ctx.mkStore(B, J, W));
    interpolate({Ctx.mkAnd(First, Ctx.mkNot(eq(I, J))), Second,
                 Ctx.mkNot(eq(Ctx.mkSelect(C, I), V))});
  }
}
