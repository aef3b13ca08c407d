//===- AbstractTest.cpp - Abstract interpretation -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine/Abstract/LocationFacts.h"
#include "Engine/Abstract/PolynomialFacts.h"

#include "CfaMaker.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Engine/Abstract/Abstract.h"
#include "sooth/Engine/StrengthenedQuestion.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace sooth;
using namespace sooth::abstraction;
using namespace sooth::test;
using llvm::APInt;

namespace {
constexpr unsigned Width = 3, Dimensions = 3;
using Numbers = std::array<unsigned, Dimensions>;

AffineHull::Point pointOf(const Numbers &N) {
  AffineHull::Point P;
  for (unsigned X : N)
    P.push_back(APInt(Width, X));
  return P;
}

Numbers combine(const Numbers &A, const Numbers &B, const Numbers &C,
                unsigned Factor) {
  Numbers Result;
  for (unsigned I = 0; I < Dimensions; ++I)
    Result[I] = (A[I] + Factor * (B[I] + 8 - C[I])) % 8;
  return Result;
}

/// By definition: closed under a + k * (b - c).
std::set<Numbers> closure(const std::vector<Numbers> &Points) {
  std::set<Numbers> Result(Points.begin(), Points.end());
  const Numbers &Base = Points.front();
  for (const Numbers &P : Points)
    for (size_t Before = 0; Before != Result.size();) {
      Before = Result.size();
      for (const Numbers &A : std::set<Numbers>(Result))
        for (unsigned K = 1; K < 8; ++K)
          Result.insert(combine(A, P, Base, K));
    }
  return Result;
}
} // namespace

TEST(AffineHull, IsTheClosureOfItsPoints) {
  std::mt19937 R(1);
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<Numbers> Points(1 + R() % 4);
    // Steps that are multiples of two or four are the interesting ones.
    const unsigned Step = 1u << R() % 3;
    for (Numbers &P : Points)
      for (unsigned &X : P)
        X = (R() % 8 * Step + Round) % 8;
    AffineHull Hull(Width, Dimensions);
    std::set<Numbers> Before;
    for (size_t I = 0; I < Points.size(); ++I) {
      std::set<Numbers> Now = closure({Points.begin(), Points.begin() + I + 1});
      EXPECT_EQ(Hull.add(pointOf(Points[I])), Now != Before);
      Before = Now;
    }
    ExprContext Ctx;
    std::vector<Expr> Vars;
    for (const char *Name : {"x", "y", "z"})
      Vars.push_back(Ctx.var(Name, Ctx.bitVecSort(Width)));
    AffineHull::Description D = Hull.describe(Ctx, Vars);
    for (unsigned N = 0; N < 512; ++N) {
      const Numbers P{N % 8, N / 8 % 8, N / 64};
      Valuation At;
      for (unsigned I = 0; I < Dimensions; ++I)
        At[Vars[I]] = Value(APInt(Width, P[I]));
      Evaluator Value(At);
      bool Holds = llvm::all_of(D.Conditions,
                                [&](Expr E) { return Value.isTrue(E); });
      for (unsigned I = 0; I < Dimensions; ++I)
        Holds &= !D.Solved[I] || Value(D.Solved[I]) == At[Vars[I]];
      EXPECT_EQ(Holds, Before.count(P) > 0) << "round " << Round;
      EXPECT_EQ(Hull.contains(pointOf(P)), Before.count(P) > 0);
    }
  }
}

TEST(LocationFacts, SplitsByVariablesWithFewValues) {
  ExprContext Ctx;
  Expr State = Ctx.var("state", Ctx.bitVecSort(8)),
       Count = Ctx.var("count", Ctx.bitVecSort(8));
  LocationFacts Facts({State, Count}, llvm::BitVector(2, true), {4, 100});
  for (unsigned I = 0; I < 20; ++I)
    Facts.add({APInt(8, I % 2), APInt(8, 2 * I)}, {});
  EXPECT_EQ(Facts.keyVariables(), std::vector<Expr>{State});
  ASSERT_EQ(Facts.parts().size(), 2u);
  // In each part the counter is known modulo 4.
  Expr F = Facts.formula(Ctx);
  auto Allows = [&](unsigned S, unsigned C) {
    Valuation At;
    At[State] = Value(APInt(8, S));
    At[Count] = Value(APInt(8, C));
    return Evaluator(At).isTrue(F);
  };
  EXPECT_TRUE(Allows(0, 4));
  EXPECT_TRUE(Allows(1, 6));
  EXPECT_FALSE(Allows(0, 6));
  EXPECT_FALSE(Allows(1, 5));
  EXPECT_FALSE(Allows(2, 4));
}

TEST(LocationFacts, LimitsTheParts) {
  ExprContext Ctx;
  Expr X = Ctx.var("x", Ctx.bitVecSort(8)), Y = Ctx.var("y", Ctx.bitVecSort(8));
  LocationFacts Facts({X, Y}, llvm::BitVector(2, true), {8, 10});
  for (unsigned I = 0; I < 24; ++I)
    Facts.add({APInt(8, I % 8), APInt(8, I / 8)}, {});
  EXPECT_EQ(Facts.keyVariables(), std::vector<Expr>{Y});
  EXPECT_EQ(Facts.parts().size(), 3u);
}

namespace {
/// x and y grow together, and the error is y != Factor * x + 5.
CfaResult growTogether(ExprContext &Ctx, CfaMaker &M, uint64_t Factor) {
  Expr X = M.bitVec("x"), Y = M.bitVec("y");
  Expr In = Ctx.var("in", Ctx.bitVecSort(8));
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(X, Ctx.bv(0, 8)), Ctx.mkEq(Y, Ctx.bv(5, 8))));
  auto Times = [&](Expr E, uint64_t N) {
    return Ctx.make(Kind::BvMul, {E, Ctx.bv(N, 8)});
  };
  auto Sum = [&](Expr A, Expr B) { return Ctx.make(Kind::BvAdd, {A, B}); };
  M.edge(0, 0, {}, {{X, Sum(X, In)}, {Y, Sum(Y, Times(In, 2))}}, {In});
  M.edge(0, 1, Ctx.mkNot(Ctx.mkEq(Y, M.plus(Times(X, Factor), 5))));
  M.error(1);
  return createAbstract()->check(M.C, Budget::seconds(20));
}
} // namespace

TEST(Abstract, ProvesLinearEqualitiesThatWrapAround) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  CfaResult R = growTogether(Ctx, M, 2);
  ASSERT_TRUE(R.isSafe()) << R.reason().str();
  EXPECT_TRUE(checkInvariant(M.C, R.invariant(), Budget::seconds(20))
                  .isConfirmed());
}

TEST(Abstract, GivesUpWhereAnErrorIsPossible) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  EXPECT_TRUE(growTogether(Ctx, M, 3).isUnknown());
}

namespace {
/// x goes 0, 2, ..., 100, 0, ...; the error is x = 101.
void countByTwo(ExprContext &Ctx, CfaMaker &M) {
  Expr X = M.bitVec("x"), IsLess = Ctx.mkUlt(X, Ctx.bv(100, 8));
  M.C.setInit(Ctx.mkEq(X, Ctx.bv(0, 8)));
  M.edge(0, 0, IsLess, {{X, M.plus(X, 2)}});
  M.edge(0, 0, Ctx.mkNot(IsLess), {{X, Ctx.bv(0, 8)}});
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(101, 8)));
  M.error(1);
}
} // namespace

TEST(Facts, AreFoundBesideErrors) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  countByTwo(Ctx, M);
  Expr X = M.C.variables()[0].Var;
  M.edge(0, 1, Ctx.mkEq(X, Ctx.bv(4, 8))); // is reached
  std::optional<CfaInvariant> Facts = findFacts(M.C, Budget::seconds(20));
  ASSERT_TRUE(Facts);
  EXPECT_TRUE(Facts->Formulas.lookup(1).isTrue());
  auto Holds = [&](uint64_t At) {
    Valuation State;
    State[X] = Value(APInt(8, At));
    return Evaluator(State).isTrue(Facts->Formulas.lookup(0));
  };
  for (unsigned At = 0; At <= 100; At += 2)
    EXPECT_TRUE(Holds(At)) << At;
  EXPECT_FALSE(Holds(101));
  EXPECT_FALSE(Holds(200));
}

namespace {
/// The question whether that happens, and the facts about it.
struct Question101 {
  Question101() : M(Ctx, 2), System(Ctx), Bad{"bad", Ctx.falseExpr(), {}} {
    countByTwo(Ctx, M);
    Blocks = encodeBlocks(M.C, Encoding::Large);
    Facts = *findFacts(Blocks.Model, Budget::seconds(20));
  }
  StrengthenedQuestion strengthened() {
    return StrengthenedQuestion({System, Bad, &M.C},
                                {Blocks, Facts, Ctx.trueExpr()});
  }
  ExprContext Ctx;
  CfaMaker M;
  TransitionSystem System;
  Property Bad;
  TransformedCfa Blocks{Cfa(Ctx), nullptr};
  CfaInvariant Facts;
};
} // namespace

TEST(Facts, ArePartOfTheInvariant) {
  Question101 Q;
  const StrengthenedQuestion Stronger = Q.strengthened();
  CfaInvariant Weak;
  Weak.Formulas = {{0, Q.Ctx.trueExpr()}, {1, Q.Ctx.falseExpr()}};
  EXPECT_TRUE(checkInvariant(Q.M.C, Weak, Budget::seconds(20)).isRefuted());
  EXPECT_TRUE(
      checkInvariant(*Stronger.question().Program, Weak, Budget::seconds(20))
          .isConfirmed());
  const AnyResult R = Stronger.back(AnyResult(CfaResult::safe(Weak)));
  ASSERT_TRUE(R.isSafe());
  EXPECT_TRUE(
      checkInvariant(Q.M.C, R.onAutomaton()->invariant(), Budget::seconds(20))
          .isConfirmed());
}

TEST(Facts, AreNoPartOfAnUnwinding) {
  Question101 Q;
  CfaUnwinding U;
  U.Nodes.emplace_back();
  EXPECT_TRUE(
      Q.strengthened()
          .back(AnyResult(CfaResult::safe(CfaInvariant::ofUnwinding(U))))
          .isUnknown());
}

namespace {
/// The square of a counter by sums of odd numbers; the error is
/// square != counter * counter + Wrong.
CfaResult sumUp(ExprContext &Ctx, CfaMaker &M, uint64_t Wrong) {
  Expr Counter = M.bitVec("counter"), Square = M.bitVec("square");
  M.C.setInit(Ctx.mkAnd(Ctx.mkEq(Counter, Ctx.bv(0, 8)),
                        Ctx.mkEq(Square, Ctx.bv(0, 8))));
  auto Times = [&](Expr A, Expr B) { return Ctx.make(Kind::BvMul, {A, B}); };
  auto Sum = [&](Expr A, Expr B) { return Ctx.make(Kind::BvAdd, {A, B}); };
  Expr Odd = M.plus(Times(Counter, Ctx.bv(2, 8)), 1);
  M.edge(0, 0, {}, {{Square, Sum(Square, Odd)}, {Counter, M.plus(Counter, 1)}});
  M.edge(0, 1,
         Ctx.mkNot(Ctx.mkEq(Square, M.plus(Times(Counter, Counter), Wrong))));
  M.error(1);
  return createAbstract()->check(M.C, Budget::seconds(20));
}
} // namespace

TEST(Abstract, ProvesEquationsBetweenProducts) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  CfaResult R = sumUp(Ctx, M, 0);
  ASSERT_TRUE(R.isSafe()) << R.reason().str();
  EXPECT_TRUE(
      checkInvariant(M.C, R.invariant(), Budget::seconds(20)).isConfirmed());
}

TEST(Abstract, ProvesNoWrongEquationsBetweenProducts) {
  ExprContext Ctx;
  CfaMaker M(Ctx, 2);
  EXPECT_TRUE(sumUp(Ctx, M, 2).isUnknown());
}

/// Random walks in a space, and whether the equations found hold for them.
TEST(LinearSpace, EquationsHoldForWhatWasAdded) {
  std::mt19937 R(2);
  for (unsigned Round = 0; Round < 100; ++Round) {
    ExprContext Ctx;
    std::vector<Expr> Vars;
    for (const char *Name : {"x", "y", "z", "u"})
      Vars.push_back(Ctx.var(Name, Ctx.bitVecSort(8)));
    auto Vector = [&] {
      LinearSpace::Vector V;
      const unsigned Step = 1u << R() % 3;
      for (unsigned I = 0; I < 4; ++I)
        V.push_back(APInt(LinearSpace::Precision, R() % 6 * Step));
      return V;
    };
    LinearSpace S(4);
    const LinearSpace::Vector Base = Vector();
    S.addPoint(Base);
    std::vector<LinearSpace::Vector> Directions(1 + R() % 3);
    for (LinearSpace::Vector &D : Directions) {
      D = Vector();
      S.addDirection(D);
      EXPECT_FALSE(S.addDirection(D));
    }
    const Equations Found = S.equations(Ctx, Vars, 8);
    EXPECT_GE(Found.size() + Directions.size(), 4u);
    for (unsigned Try = 0; Try < 20; ++Try) {
      LinearSpace::Vector P = Base;
      for (const LinearSpace::Vector &D : Directions) {
        const APInt Factor(LinearSpace::Precision, R());
        for (unsigned I = 0; I < 4; ++I)
          P[I] += Factor * D[I];
      }
      Valuation At;
      for (unsigned I = 0; I < 4; ++I)
        At[Vars[I]] = Value(P[I].trunc(8));
      for (const auto &[Var, Val] : Found)
        EXPECT_EQ(Evaluator(At)(Var), Evaluator(At)(Val)) << "round " << Round;
    }
  }
}
