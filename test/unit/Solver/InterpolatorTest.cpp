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
enum class Method { Forward, Backward, Spacer };

struct InterpolatorTest : testing::TestWithParam<Method> {
  ExprContext Ctx;
  std::unique_ptr<Interpolator> Tested = make();

  std::unique_ptr<Interpolator> make() {
    return createValidatingInterpolator(makeInner(), Ctx,
                                        OnWrongInterpolants::StopProgram);
  }
  std::unique_ptr<Interpolator> makeInner() {
    switch (GetParam()) {
    case Method::Forward:
      return createCoreInterpolator(Ctx, CoreInterpolation::Forward);
    case Method::Backward:
      return createCoreInterpolator(Ctx, CoreInterpolation::Backward);
    case Method::Spacer:
      return createSpacerInterpolator(Ctx);
    }
    llvm_unreachable("unknown method");
  }
  /// Expects interpolants, which the decorator checks.
  std::vector<Expr> interpolate(llvm::ArrayRef<Expr> Parts,
                                double Seconds = 30) {
    Interpolation R = Tested->interpolate(Parts, Budget::seconds(Seconds));
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
  static const char *const Names[] = {"Forward", "Backward", "Spacer"};
  return Names[unsigned(I.param)];
}
} // namespace

INSTANTIATE_TEST_SUITE_P(All, InterpolatorTest,
                         testing::Values(Method::Forward, Method::Backward,
                                         Method::Spacer),
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
  Interpolation R = Tested->interpolate({P, Q}, Budget());
  EXPECT_EQ(R.What, Interpolation::Outcome::Satisfiable);
}

TEST_P(InterpolatorTest, BudgetEndsACall) {
  Sort S = Ctx.bitVecSort(128);
  Expr X = Ctx.var("x", S), Y = Ctx.var("y", S), Z = Ctx.var("z", S);
  // The product is the largest prime of 128 bits.
  Expr Prime = Ctx.bv(llvm::APInt::getAllOnes(128) - 158);
  Expr Product = eq(Ctx.make(Kind::BvMul, {X, Y}), Prime);
  Expr One = Ctx.bv(1, 128), Bound = Ctx.bv(llvm::APInt::getOneBitSet(128, 64));
  Expr Factors = Ctx.mkAnd({lt(One, X), lt(X, Bound), eq(Z, Y)});
  auto Start = Budget::Clock::now();
  Interpolation R =
      Tested->interpolate({Product, Factors, lt(Z, Bound)}, Budget::seconds(1));
  std::chrono::duration<double> Took = Budget::Clock::now() - Start;
  EXPECT_LT(Took.count(), 3);
  EXPECT_EQ(R.What, Interpolation::Outcome::Failed);
}

// s := 0, then n times s := s + i, i := i + 1: no variable is an input.
TEST_P(InterpolatorTest, RunningSum) {
  for (unsigned N : {3, 10}) {
    if (N > 3 && GetParam() == Method::Spacer)
      break; // does not end
    Sort S = Ctx.bitVecSort(16);
    std::vector<Expr> Parts;
    auto Sum = [&](unsigned I) { return at("s", I, S); };
    auto Index = [&](unsigned I) { return at("i", I, S); };
    Parts.push_back(
        Ctx.mkAnd(eq(Sum(0), Ctx.bv(0, 16)), eq(Index(0), Ctx.bv(0, 16))));
    for (unsigned I = 0; I < N; ++I)
      Parts.push_back(
          Ctx.mkAnd(eq(Sum(I + 1), plus(Sum(I), Index(I))),
                    eq(Index(I + 1), plus(Index(I), Ctx.bv(1, 16)))));
    Parts.push_back(
        Ctx.mkNot(eq(Sum(N), Ctx.bv(uint64_t(N) * (N - 1) / 2, 16))));
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

// n writes at other places than j; each may be anywhere else.
TEST_P(InterpolatorTest, ArrayWrites) {
  Sort S = Ctx.intSort(), Arr = Ctx.arraySort(S, S);
  Expr J = Ctx.var("j", S), Seven = Ctx.integer(7);
  unsigned N = 6;
  std::vector<Expr> Parts = {eq(Ctx.mkSelect(at("a", 0, Arr), J), Seven)};
  for (unsigned I = 0; I < N; ++I)
    Parts.push_back(Ctx.mkAnd(
        eq(at("a", I + 1, Arr),
           Ctx.mkStore(at("a", I, Arr), at("k", I, S), at("v", I, S))),
        Ctx.mkNot(eq(at("k", I, S), J))));
  Parts.push_back(Ctx.mkNot(eq(Ctx.mkSelect(at("a", N, Arr), J), Seven)));
  EXPECT_EQ(interpolate(Parts).size(), N + 1);
}

// Spacer does not end; the other method does.
TEST(FallbackTest, LongChainsGoToTheNextMethod) {
  ExprContext Ctx;
  Sort S = Ctx.bitVecSort(32);
  auto At = [&](const char *Name, unsigned I) {
    return Ctx.var(Name + std::to_string(I), S);
  };
  std::vector<Expr> Parts{Ctx.mkAnd(Ctx.mkEq(At("s", 0), Ctx.bv(0, 32)),
                                    Ctx.mkEq(At("i", 0), Ctx.bv(0, 32)))};
  for (unsigned I = 0; I < 12; ++I)
    Parts.push_back(Ctx.mkAnd(
        Ctx.mkEq(At("s", I + 1),
                 Ctx.make(Kind::BvAdd, {At("s", I), At("i", I)})),
        Ctx.mkEq(At("i", I + 1),
                 Ctx.make(Kind::BvAdd, {At("i", I), Ctx.bv(1, 32)}))));
  Parts.push_back(Ctx.mkNot(Ctx.mkEq(At("s", 12), Ctx.bv(66, 32))));
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(createSpacerInterpolator(Ctx));
  Members.push_back(createCoreInterpolator(Ctx));
  auto Tested = createValidatingInterpolator(
      createFallbackInterpolator(std::move(Members), 0.3), Ctx,
      OnWrongInterpolants::StopProgram);
  Interpolation R = Tested->interpolate(Parts, Budget::seconds(30));
  EXPECT_EQ(R.What, Interpolation::Outcome::Interpolants) << R.Why;
}

namespace {
/// Answers what it is told to.
class Scripted final : public Interpolator {
public:
  explicit Scripted(Interpolation R) : R(std::move(R)) {}
  Interpolation interpolate(llvm::ArrayRef<Expr>, const Budget &B) override {
    Limit = B.remainingMs();
    return R;
  }
  Interpolation R;
  std::optional<int64_t> Limit;
};

struct DecoratorTest : testing::Test {
  ExprContext Ctx;
  Sort Bool = Ctx.boolSort();
  Expr P = Ctx.var("p", Bool), Q = Ctx.var("q", Bool), R = Ctx.var("r", Bool);
  // p, p ⇒ q, ¬q ∧ r
  std::vector<Expr> Parts = {P, Ctx.mkImplies(P, Q),
                             Ctx.mkAnd(Ctx.mkNot(Q), R)};

  std::string complaint(std::vector<Expr> I) {
    Interpolation Claim{Interpolation::Outcome::Interpolants, std::move(I), {}};
    Interpolation Result =
        validated(Parts, std::move(Claim), Ctx, Budget::seconds(10));
    EXPECT_EQ(Result.IsWrong, Result.What == Interpolation::Outcome::Failed);
    return Result.Why;
  }
};
} // namespace

TEST_F(DecoratorTest, ValidationAcceptsInterpolants) {
  EXPECT_EQ(complaint({P, Q}), "");
}

TEST_F(DecoratorTest, ValidationRejectsEachWayToBeWrong) {
  EXPECT_EQ(complaint({P}),
            "wrong: not as many interpolants as there should be");
  EXPECT_EQ(complaint({Ctx.mkAnd(P, Q), Q}),
            "wrong: interpolant 1 has a variable that is not shared");
  EXPECT_EQ(complaint({P, Ctx.mkOr(Q, R)}),
            "wrong: interpolant 2 has a variable that is not shared");
  EXPECT_EQ(complaint({Ctx.mkNot(P), Q}),
            "wrong: interpolant 1 does not follow");
  EXPECT_EQ(complaint({Ctx.trueExpr(), Q}),
            "wrong: interpolant 2 does not follow");
  EXPECT_EQ(complaint({P, Ctx.trueExpr()}),
            "wrong: interpolant 3 does not follow");
  Interpolation Claim{Interpolation::Outcome::Satisfiable, {}, {}};
  EXPECT_EQ(validated(Parts, Claim, Ctx, Budget()).Why,
            "wrong: the parts are not satisfiable");
}

TEST_F(DecoratorTest, WrongInterpolantsStopTheProgramIfAskedTo) {
  Interpolation Claim{
      Interpolation::Outcome::Interpolants, {P, Ctx.trueExpr()}, {}};
  auto Lenient =
      createValidatingInterpolator(std::make_unique<Scripted>(Claim), Ctx);
  EXPECT_TRUE(Lenient->interpolate(Parts, Budget()).IsWrong);
  auto Strict = createValidatingInterpolator(
      std::make_unique<Scripted>(Claim), Ctx, OnWrongInterpolants::StopProgram);
  EXPECT_DEATH(Strict->interpolate(Parts, Budget()), "does not follow");
}

TEST_F(DecoratorTest, FallbackTriesOneAfterTheOther) {
  auto First = std::make_unique<Scripted>(Interpolation::failed("no idea"));
  auto Second = std::make_unique<Scripted>(Interpolation::failed("no, either"));
  Scripted *S1 = First.get(), *S2 = Second.get();
  std::vector<std::unique_ptr<Interpolator>> Members;
  Members.push_back(std::move(First));
  Members.push_back(std::move(Second));
  auto Both = createFallbackInterpolator(std::move(Members), 2);
  EXPECT_EQ(Both->interpolate(Parts, Budget()).Why, "no idea; no, either");
  EXPECT_LE(S1->Limit.value_or(9999), 2000);
  EXPECT_FALSE(S2->Limit);
  S2->R = {Interpolation::Outcome::Satisfiable, {}, {}};
  EXPECT_EQ(Both->interpolate(Parts, Budget()).What,
            Interpolation::Outcome::Satisfiable);
  S1->R = {Interpolation::Outcome::Interpolants, {P, Q}, {}};
  EXPECT_EQ(Both->interpolate(Parts, Budget()).What,
            Interpolation::Outcome::Interpolants);
}
