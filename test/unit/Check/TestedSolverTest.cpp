//===- TestedSolverTest.cpp - Wrong operators are noticed -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/TestedSolver.h"

#include "sooth/Expr/FloatingPoint.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <functional>

using namespace sooth;

namespace {
/// What is made of an expression whose operands are translated; null if nothing
/// else than usual.
using Translate = std::function<Expr(Expr E, llvm::ArrayRef<Expr> Ops)>;

/// z3's, but for how expressions are translated.
class WrongSolver final : public Solver {
public:
  WrongSolver(ExprContext &Ctx, std::unique_ptr<Solver> Inner, Translate How)
      : Ctx(Ctx), Inner(std::move(Inner)), How(std::move(How)) {}

  void push() override { Inner->push(); }
  void pop() override { Inner->pop(); }
  void add(Expr E) override { Inner->add(wrong(E)); }
  Answer check(llvm::ArrayRef<Expr> Assumptions, const Budget &B) override {
    std::vector<Expr> All;
    for (Expr E : Assumptions)
      All.push_back(wrong(E));
    return Inner->check(All, B);
  }
  Value value(Expr E) override { return Inner->value(wrong(E)); }
  std::vector<Expr> core() override { return Inner->core(); }
  std::string reasonUnknown() const override { return Inner->reasonUnknown(); }

private:
  Expr wrong(Expr E) {
    llvm::SmallVector<Expr, 4> Ops;
    for (Expr Op : E.operands())
      Ops.push_back(wrong(Op));
    if (Expr Other = How(E, Ops))
      return Other;
    return Ops.empty() ? E : Ctx.rebuildRaw(E, Ops);
  }

  ExprContext &Ctx;
  std::unique_ptr<Solver> Inner;
  const Translate How;
};

class WrongFamily final : public SolverFamily<Solver> {
public:
  WrongFamily(ExprContext &Ctx, Meaning Of, Translate How)
      : Ctx(Ctx), Of(Of), How(std::move(How)) {}
  std::unique_ptr<Solver> create(SolverOptions O) override {
    std::unique_ptr<Solver> Inner = createZ3EufSolver(Ctx, O);
    if (Of == Meaning::Concrete)
      Inner = createZ3Solver(Ctx, O);
    return std::make_unique<WrongSolver>(Ctx, std::move(Inner), How);
  }

private:
  ExprContext &Ctx;
  const Meaning Of;
  const Translate How;
};

struct TestedSolverTest : testing::Test {
  ExprContext Ctx;
  Budget B;

  Expr var(const char *Name, unsigned Width) {
    return Ctx.var(Name + std::to_string(Width), Ctx.bitVecSort(Width));
  }
  /// What a family that translates so says of these.
  Answer askOf(llvm::ArrayRef<Expr> Asserted, Translate How,
               Meaning Of = Meaning::Concrete) {
    llvm::StringSet<> Tested;
    auto S = createTestedFamily(
                 Ctx, std::make_unique<WrongFamily>(Ctx, Of, std::move(How)),
                 Of, Tested)
                 ->create({});
    for (Expr E : Asserted)
      S->add(E);
    Answer A = S->check(B);
    EXPECT_EQ(A == Answer::Unknown,
              S->reasonUnknown().find("is wrong") != std::string::npos);
    return A;
  }
  /// Of something that has these terms, and no model.
  Answer ask(llvm::ArrayRef<Expr> Terms, Translate How,
             Meaning Of = Meaning::Concrete) {
    // (Together they are simplified.)
    Expr P = Ctx.var("p", Ctx.boolSort());
    std::vector<Expr> Asserted{P, Ctx.mkNot(P)};
    for (Expr E : Terms)
      Asserted.push_back(Ctx.mkEq(E, Ctx.freshVar("result", E.sort())));
    return askOf(Asserted, std::move(How), Of);
  }
  /// With another operator in place of one.
  Answer confuse(llvm::ArrayRef<Expr> Terms, Kind Is, Kind Becomes,
                 Meaning Of = Meaning::Concrete) {
    return ask(
        Terms,
        [&](Expr E, llvm::ArrayRef<Expr> Ops) {
          return E.is(Is) && !Ops[0].isBool() ? Ctx.makeRaw(Becomes, Ops)
                                              : Expr();
        },
        Of);
  }

  Answer confuseTruth(llvm::ArrayRef<Expr> Terms, Kind Is, Kind Becomes) {
    return ask(Terms, [&](Expr E, llvm::ArrayRef<Expr> Ops) {
      return E.is(Is) ? Ctx.makeRaw(Becomes, Ops) : Expr();
    });
  }

  static constexpr Kind Binary[] = {
      Kind::BvAnd, Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,  Kind::BvSub,
      Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
      Kind::BvShl, Kind::BvLshr, Kind::BvAshr};
  static constexpr Kind Orders[] = {Kind::BvUlt, Kind::BvUle, Kind::BvSlt,
                                    Kind::BvSle, Kind::Eq};
};
} // namespace

TEST_F(TestedSolverTest, RightSolver) {
  auto Usual = [](Expr, llvm::ArrayRef<Expr>) { return Expr(); };
  std::vector<Expr> Terms;
  for (unsigned Width : {1, 8, 32, 65}) {
    Expr X = var("x", Width), Y = var("y", Width);
    for (Kind K : Binary)
      Terms.push_back(Ctx.makeRaw(K, {X, Y}));
    for (Kind K : Orders)
      Terms.push_back(Ctx.makeRaw(K, {X, Y}));
    for (Kind K : {Kind::BvNot, Kind::BvNeg})
      Terms.push_back(Ctx.makeRaw(K, {X}));
    Terms.push_back(Ctx.makeRaw(Kind::Concat, {X, Y}));
    Terms.push_back(Ctx.makeRaw(Kind::Extract, {X}, Width - 1, Width / 2));
    Terms.push_back(Ctx.makeRaw(Kind::SignExt, {X}, 3));
    Terms.push_back(Ctx.makeRaw(Kind::ZeroExt, {X}, 3));
    Sort Memory = Ctx.arraySort(X.sort(), Ctx.bitVecSort(8));
    Expr M = Ctx.var("m" + std::to_string(Width), Memory);
    Terms.push_back(Ctx.makeRaw(Kind::Select, {M, X}));
    Terms.push_back(Ctx.makeRaw(Kind::Store, {M, X, var("x", 8)}));
    Terms.push_back(Ctx.makeRaw(Kind::ConstArray, {var("x", 8)}, 0, 0, Memory));
  }
  for (Sort S : {Ctx.intSort(), Ctx.realSort()}) {
    Expr X = Ctx.freshVar("x", S), Y = Ctx.freshVar("y", S);
    for (Kind K : {Kind::Add, Kind::Sub, Kind::Mul, Kind::Lt, Kind::Le})
      Terms.push_back(Ctx.makeRaw(K, {X, Y}));
    Terms.push_back(Ctx.makeRaw(Kind::Neg, {X}));
    if (S.isInt())
      for (Kind K : {Kind::IntDiv, Kind::IntMod})
        Terms.push_back(Ctx.makeRaw(K, {X, Y}));
    Terms.push_back(Ctx.makeRaw(S.isInt() ? Kind::ToReal : Kind::ToInt, {X}));
  }
  Expr X = var("x", 32), Y = var("y", 32), D = var("d", 64);
  for (Kind K : {Kind::FpAdd, Kind::FpSub, Kind::FpMul, Kind::FpDiv})
    Terms.push_back(Ctx.makeRaw(K, {X, Y}, uint32_t(FpFormat::Single), 0));
  Terms.push_back(Ctx.makeRaw(Kind::FpLt, {X, Y}, uint32_t(FpFormat::Single)));
  Terms.push_back(
      Ctx.makeRaw(Kind::FpSqrt, {D}, uint32_t(FpFormat::Double), 0));
  EXPECT_EQ(ask(Terms, Usual), Answer::Unsat);
  EXPECT_EQ(ask(Terms, Usual, Meaning::Uninterpreted), Answer::Unsat);
}

TEST_F(TestedSolverTest, AnotherOperator) {
  for (unsigned Width : {2, 8, 64}) {
    Expr X = var("x", Width), Y = var("y", Width);
    for (llvm::ArrayRef<Kind> Kinds :
         {llvm::ArrayRef<Kind>(Binary), llvm::ArrayRef<Kind>(Orders)})
      for (Kind Is : Kinds)
        for (Kind Becomes : Kinds)
          if (Is != Becomes)
            EXPECT_EQ(confuse({Ctx.makeRaw(Is, {X, Y})}, Is, Becomes),
                      Answer::Unknown)
                << smtName(Is).str() << ' ' << smtName(Becomes).str() << ' '
                << Width;
  }
  Expr I = Ctx.var("i", Ctx.intSort()), J = Ctx.var("j", Ctx.intSort());
  EXPECT_EQ(confuse({Ctx.makeRaw(Kind::Le, {I, J})}, Kind::Le, Kind::Lt),
            Answer::Unknown);
  EXPECT_EQ(confuse({Ctx.makeRaw(Kind::Sub, {I, J})}, Kind::Sub, Kind::Add),
            Answer::Unknown);
}

TEST_F(TestedSolverTest, OtherOperands) {
  Expr X = var("x", 8), Y = var("y", 8);
  const Kind Commute[] = {Kind::BvAnd, Kind::BvOr,  Kind::BvXor,
                          Kind::BvAdd, Kind::BvMul, Kind::Eq};
  for (llvm::ArrayRef<Kind> Kinds :
       {llvm::ArrayRef<Kind>(Binary), llvm::ArrayRef<Kind>(Orders)})
    for (Kind K : Kinds) {
      auto With = [&](unsigned First, unsigned Second) {
        return ask({Ctx.makeRaw(K, {X, Y})},
                   [&](Expr E, llvm::ArrayRef<Expr> Ops) {
                     return E.is(K) && Ops[0].sort().isBitVec()
                                ? Ctx.makeRaw(K, {Ops[First], Ops[Second]})
                                : Expr();
                   });
      };
      EXPECT_EQ(With(0, 0), Answer::Unknown) << smtName(K).str();
      EXPECT_EQ(With(1, 1), Answer::Unknown) << smtName(K).str();
      EXPECT_EQ(With(1, 0), llvm::is_contained(Commute, K) ? Answer::Unsat
                                                           : Answer::Unknown)
          << smtName(K).str();
    }
}

TEST_F(TestedSolverTest, TruthValues) {
  Expr P = Ctx.var("q", Ctx.boolSort()), Q = Ctx.var("r", Ctx.boolSort()),
       R = Ctx.var("s", Ctx.boolSort());
  Expr X = var("x", 8), Y = var("y", 8);
  EXPECT_EQ(confuseTruth({Ctx.mkAnd({P, Q, R})}, Kind::And, Kind::Or),
            Answer::Unknown);
  EXPECT_EQ(confuseTruth({Ctx.mkOr(P, Q)}, Kind::Or, Kind::And),
            Answer::Unknown);
  for (Expr Ite : {Ctx.mkIte(P, X, Y), Ctx.mkIte(P, Q, R)})
    EXPECT_EQ(ask({Ite},
                  [&](Expr E, llvm::ArrayRef<Expr> Ops) {
                    return E.is(Kind::Ite) ? Ctx.mkIte(Ops[0], Ops[2], Ops[1])
                                           : Expr();
                  }),
              Answer::Unknown);
  EXPECT_EQ(ask({Ctx.mkAnd({P, Q, R})},
                [&](Expr E, llvm::ArrayRef<Expr> Ops) {
                  return E.is(Kind::And) ? Ctx.mkAnd(Ops.drop_back()) : Expr();
                }),
            Answer::Unknown);
  auto Inverted = [&](Expr E, llvm::ArrayRef<Expr>) {
    return E.isConst() && E.isBool() ? Ctx.boolean(!E.value().boolean())
                                     : Expr();
  };
  EXPECT_EQ(askOf({Ctx.trueExpr()}, Inverted), Answer::Unknown);
}

/// Where operators have no meaning they still are different ones.
TEST_F(TestedSolverTest, OneOperatorForTwo) {
  Expr X = var("x", 8), Y = var("y", 8);
  std::vector<Expr> Both{Ctx.makeRaw(Kind::BvAdd, {X, Y}),
                         Ctx.makeRaw(Kind::BvXor, {X, Y})};
  EXPECT_EQ(confuse(Both, Kind::BvAdd, Kind::BvXor, Meaning::Uninterpreted),
            Answer::Unknown);
}

TEST_F(TestedSolverTest, EveryOperatorOnce) {
  Expr X = var("x", 8), Y = var("y", 8);
  llvm::StringSet<> Tested;
  auto Usual = [](Expr, llvm::ArrayRef<Expr>) { return Expr(); };
  auto S =
      createTestedFamily(
          Ctx, std::make_unique<WrongFamily>(Ctx, Meaning::Concrete, Usual),
          Meaning::Concrete, Tested)
          ->create({});
  S->add(Ctx.mkUlt(X, Y));
  EXPECT_EQ(S->check(B), Answer::Sat);
  EXPECT_TRUE(Tested.empty());
  EXPECT_EQ(S->check({Ctx.mkUlt(Y, X)}, B), Answer::Unsat);
  const size_t Before = Tested.size();
  EXPECT_NE(Before, 0u);
  EXPECT_EQ(S->check({Ctx.mkUlt(Y, X)}, B), Answer::Unsat);
  EXPECT_EQ(Tested.size(), Before);
}
