//===- SimplifyTest.cpp - Simplification keeps the meaning ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomExpr.h"

#include "sooth/Expr/Evaluator.h"
#include "sooth/Expr/SmtPrinter.h"

#include <gtest/gtest.h>

using namespace sooth;
using namespace sooth::test;

namespace {

class SimplifyRandomTest : public testing::TestWithParam<unsigned> {};

/// What the context builds has the value that the operators give.
TEST_P(SimplifyRandomTest, AgreesWithTheOperators) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam(), 6);
  std::deque<Evaluator> Evaluators;
  for (const Valuation &Vals : Random.valuations())
    Evaluators.emplace_back(Vals, Evaluator::Missing::IsError);
  for (unsigned I = 0; I < 500; ++I) {
    const Sample &S = Random.next();
    for (size_t V = 0; V < Evaluators.size(); ++V)
      ASSERT_EQ(Evaluators[V](S.E), S.Expected[V])
          << toSmt(S.E) << " under valuation " << V;
  }
}

/// Building a node again from its own operands keeps its meaning too.
TEST_P(SimplifyRandomTest, RebuildingAgrees) {
  ExprContext Ctx;
  RandomExpr Random(Ctx, GetParam() + 100000, 3);
  for (unsigned I = 0; I < 200; ++I) {
    const Sample &S = Random.next();
    if (S.E.isConst() || S.E.isVar())
      continue;
    Expr Again = Ctx.make(S.E.kind(), S.E.operands(), S.E.param(0),
                          S.E.param(1), S.E.sort());
    for (size_t V = 0; V < Random.valuations().size(); ++V)
      ASSERT_EQ(Evaluator(Random.valuations()[V])(Again), S.Expected[V]);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SimplifyRandomTest, testing::Range(0u, 200u));

/// Every binary operator on every pair of small terms over two variables of two
/// bits, under all their values: the rules that look at two shapes at once.
class SimplifyPairsTest : public testing::Test {
protected:
  struct Term {
    Expr E;
    std::vector<Value> Values; // one per evaluator
  };

  SimplifyPairsTest() {
    Sort S = Ctx.bitVecSort(2);
    Expr X = Ctx.var("x", S), Y = Ctx.var("y", S);
    for (unsigned I = 0; I < 16; ++I)
      Valuations.push_back({{X, Value(llvm::APInt(2, I % 4))},
                            {Y, Value(llvm::APInt(2, I / 4))}});
    for (const Valuation &Vals : Valuations)
      Evaluators.emplace_back(Vals);
    for (Expr E :
         {X, Y, Ctx.bv(0, 2), Ctx.bv(1, 2), Ctx.bv(2, 2), Ctx.bv(3, 2)})
      Terms.push_back({E, evaluate(E)});
  }

  std::vector<Value> evaluate(Expr E) {
    std::vector<Value> Values;
    for (Evaluator &Eval : Evaluators)
      Values.push_back(Eval(E));
    return Values;
  }

  /// What K makes of these terms; checked against the operator.
  Term apply(Kind K, llvm::ArrayRef<const Term *> Ops, uint32_t P0 = 0,
             uint32_t P1 = 0) {
    llvm::SmallVector<Expr> Exprs;
    for (const Term *Op : Ops)
      Exprs.push_back(Op->E);
    Term Result{Ctx.make(K, Exprs, P0, P1), {}};
    std::vector<Value> Found = evaluate(Result.E);
    for (size_t V = 0; V < Valuations.size(); ++V) {
      llvm::SmallVector<Value> Values;
      for (const Term *Op : Ops)
        Values.push_back(Op->Values[V]);
      Result.Values.push_back(applyKind(K, Values, P0, P1, Result.E.sort()));
    }
    EXPECT_EQ(Found, Result.Values)
        << kindName(K).str() << " of " << toSmt(Exprs[0]) << " gave "
        << toSmt(Result.E);
    return Result;
  }

  void addUnary() {
    std::vector<Term> Old = Terms;
    for (const Term &T : Old) {
      Terms.push_back(apply(Kind::BvNot, {&T}));
      Terms.push_back(apply(Kind::BvNeg, {&T}));
      for (unsigned Added : {1, 2}) {
        Terms.push_back(apply(Kind::ZeroExt, {&T}, Added));
        Terms.push_back(apply(Kind::SignExt, {&T}, Added));
      }
      for (unsigned Hi = 0; Hi < T.E.sort().width(); ++Hi)
        for (unsigned Lo = 0; Lo <= Hi; ++Lo)
          Terms.push_back(apply(Kind::Extract, {&T}, Hi, Lo));
    }
    removeDuplicates();
  }

  void removeDuplicates() {
    ExprSet Seen;
    llvm::erase_if(Terms, [&](Term &T) { return !Seen.insert(T.E).second; });
  }

  void checkPairs() {
    static const Kind Kinds[] = {
        Kind::Eq,     Kind::BvAnd, Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,
        Kind::BvSub,  Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv,
        Kind::BvSrem, Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvUlt,
        Kind::BvUle,  Kind::BvSlt, Kind::BvSle,  Kind::Concat};
    for (const Term &A : Terms)
      for (const Term &B : Terms)
        for (Kind K : Kinds)
          if (Ctx.resultSort(K, {A.E, B.E})) {
            apply(K, {&A, &B});
            if (HasFailure())
              return;
          }
  }

  ExprContext Ctx;
  std::vector<Valuation> Valuations;
  std::deque<Evaluator> Evaluators;
  std::vector<Term> Terms;
};

TEST_F(SimplifyPairsTest, OfUnaryTerms) {
  addUnary();
  addUnary();
  llvm::erase_if(Terms, [](Term &T) { return T.E.sort().width() > 4; });
  checkPairs();
}

TEST_F(SimplifyPairsTest, OfBinaryTerms) {
  std::vector<Term> Old = Terms;
  for (const Term &A : Old)
    for (const Term &B : Old)
      for (Kind K :
           {Kind::BvAdd, Kind::BvSub, Kind::BvXor, Kind::Concat, Kind::BvAnd})
        Terms.push_back(apply(K, {&A, &B}));
  removeDuplicates();
  checkPairs();
}

/// Every field of words put together from shifted and masked parts.
TEST_F(SimplifyPairsTest, FieldsOfPackedWords) {
  std::vector<Term> Words, Parts, Constants;
  for (unsigned V : {0, 1, 2, 3, 4, 12, 15})
    Constants.push_back({Ctx.bv(V, 4), evaluate(Ctx.bv(V, 4))});
  for (unsigned I : {0, 1})
    for (Kind K : {Kind::ZeroExt, Kind::SignExt})
      Words.push_back(apply(K, {&Terms[I]}, 2));
  for (const Term &Word : Words)
    for (const Term &C : Constants)
      for (Kind K : {Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvAnd})
        Parts.push_back(apply(K, {&Word, &C}));
  std::swap(Terms, Parts);
  removeDuplicates();
  for (const Term &A : Terms)
    for (const Term &B : Terms)
      for (Kind K : {Kind::BvOr, Kind::BvAnd}) {
        Term Packed = apply(K, {&A, &B});
        for (unsigned Hi = 0; Hi < 4; ++Hi)
          for (unsigned Lo = 0; Lo <= Hi && !HasFailure(); ++Lo)
            apply(Kind::Extract, {&Packed}, Hi, Lo);
      }
}

class SimplifyTest : public testing::Test {
protected:
  ExprContext Ctx;
  Expr P = Ctx.var("p", Ctx.boolSort()), Q = Ctx.var("q", Ctx.boolSort());
  Expr X = Ctx.var("x", Ctx.bitVecSort(8)), Y = Ctx.var("y", Ctx.bitVecSort(8));
  Expr I = Ctx.var("i", Ctx.intSort()), J = Ctx.var("j", Ctx.intSort());
};

TEST_F(SimplifyTest, CommutativeOperatorsAreOneNode) {
  for (Kind K : {Kind::BvAdd, Kind::BvMul, Kind::BvAnd, Kind::BvOr, Kind::BvXor,
                 Kind::Eq})
    EXPECT_EQ(Ctx.make(K, {X, Y}), Ctx.make(K, {Y, X})) << kindName(K).str();
  EXPECT_EQ(Ctx.mkAnd(P, Q), Ctx.mkAnd(Q, P));
  EXPECT_EQ(Ctx.make(Kind::Add, {I, J}), Ctx.make(Kind::Add, {J, I}));
}

TEST_F(SimplifyTest, Resolution) {
  EXPECT_EQ(Ctx.mkOr(Ctx.mkAnd(P, Q), Ctx.mkAnd(P, Ctx.mkNot(Q))), P);
  EXPECT_EQ(Ctx.mkAnd(P, Ctx.mkOr(P, Q)), P);
  EXPECT_TRUE(Ctx.mkAnd(P, Ctx.mkNot(P)).isFalse());
}

TEST_F(SimplifyTest, EqualityMovesThroughInvertibleOperators) {
  Expr E = Ctx.make(Kind::BvAdd, {Ctx.make(Kind::BvNot, {X}), Ctx.bv(3, 8)});
  EXPECT_EQ(Ctx.mkEq(E, Ctx.bv(5, 8)), Ctx.mkEq(X, Ctx.bv(0xfd, 8)));
  EXPECT_TRUE(Ctx.mkEq(Ctx.mkZeroExt(4, X), Ctx.bv(0x100, 12)).isFalse());
}

TEST_F(SimplifyTest, LessOrEqualIsNotGreater) {
  EXPECT_EQ(Ctx.mkUle(X, Y), Ctx.mkNot(Ctx.mkUlt(Y, X)));
  EXPECT_EQ(Ctx.make(Kind::Le, {I, J}), Ctx.mkNot(Ctx.make(Kind::Lt, {J, I})));
}

/// The `ite` that printing puts around a division comes off again.
TEST_F(SimplifyTest, GuardedDivisionIsDivision) {
  Expr Zero = Ctx.integer(0);
  Expr Div = Ctx.make(Kind::IntDiv, {I, J}),
       Mod = Ctx.make(Kind::IntMod, {I, J});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(J, Zero), Zero, Div), Div);
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(J, Zero), I, Mod), Mod);
  EXPECT_EQ(Ctx.mkIte(Ctx.mkNot(Ctx.mkEq(J, Zero)), Mod, I), Mod);
  EXPECT_NE(Ctx.mkIte(Ctx.mkEq(J, Zero), I, Div), Div);
  EXPECT_NE(Ctx.mkIte(Ctx.mkEq(I, Zero), Zero, Div), Div);
  // A divisor whose comparison with zero is itself simplified.
  Expr D = Ctx.mkIte(P, Ctx.integer(0), J),
       ByD = Ctx.make(Kind::IntDiv, {I, D});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(D, Zero), Zero, ByD), ByD);
  Expr N = Ctx.mkIte(P, Ctx.integer(1), Zero),
       ByN = Ctx.make(Kind::IntDiv, {I, N});
  EXPECT_EQ(Ctx.mkIte(Ctx.mkEq(N, Zero), Zero, ByN), ByN);
}

TEST_F(SimplifyTest, DivisionByZeroIsTotal) {
  Expr Zero = Ctx.integer(0);
  EXPECT_EQ(Ctx.make(Kind::IntDiv, {I, Zero}), Zero);
  EXPECT_EQ(Ctx.make(Kind::IntMod, {I, Zero}), I);
}

TEST_F(SimplifyTest, ExtractFindsItsSource) {
  Expr C = Ctx.make(Kind::Concat, {X, Y});
  EXPECT_EQ(Ctx.mkExtract(15, 8, C), X);
  EXPECT_EQ(Ctx.mkExtract(7, 0, C), Y);
  EXPECT_EQ(Ctx.mkExtract(3, 1, C), Ctx.mkExtract(3, 1, Y));
  EXPECT_EQ(
      Ctx.make(Kind::Concat, {Ctx.mkExtract(7, 4, X), Ctx.mkExtract(3, 0, X)}),
      X);
  EXPECT_TRUE(
      Ctx.mkExtract(11, 9, Ctx.mkZeroExt(8, X)).value().bits().isZero());
}

TEST_F(SimplifyTest, LowBitsOfSumsAreOfLowBits) {
  auto Low = [&](Expr E, unsigned Bits) {
    return Ctx.make(
        Kind::BvAnd,
        {E, Ctx.bv(llvm::APInt::getLowBitsSet(E.sort().width(), Bits))});
  };
  auto Plus = [&](uint64_t Added) {
    return Ctx.make(Kind::BvAdd, {X, Ctx.bv(Added, X.sort().width())});
  };
  EXPECT_EQ(Low(Plus(0xd0), 3), Low(X, 3));
  EXPECT_EQ(Low(Plus(0xd5), 3), Low(Plus(5), 3));
  EXPECT_NE(Low(Plus(5), 3), Low(X, 3));
}

/// A structure {x, y, 5} packed into a word as SROA does it, and read again.
TEST_F(SimplifyTest, ExtractFindsFieldsOfWords) {
  auto Field = [&](Expr E, unsigned At) {
    Expr Wide = Ctx.mkZeroExt(24, E);
    return At ? Ctx.make(Kind::BvShl, {Wide, Ctx.bv(At, 32)}) : Wide;
  };
  auto Insert = [&](Expr Word, Expr E, unsigned At) {
    Expr Mask = Ctx.bv(~llvm::APInt::getBitsSet(32, At, At + 8));
    return Ctx.make(Kind::BvOr,
                    {Ctx.make(Kind::BvAnd, {Word, Mask}), Field(E, At)});
  };
  Expr Old = Ctx.var("old", Ctx.bitVecSort(32));
  Expr Word = Insert(Insert(Insert(Old, X, 0), Y, 8), Ctx.bv(5, 8), 16);
  EXPECT_EQ(Ctx.mkExtract(7, 0, Word), X);
  EXPECT_EQ(Ctx.mkExtract(15, 8, Word), Y);
  EXPECT_EQ(Ctx.mkExtract(14, 9, Word), Ctx.mkExtract(6, 1, Y));
  EXPECT_EQ(Ctx.mkExtract(23, 16, Word), Ctx.bv(5, 8));
  EXPECT_EQ(Ctx.mkExtract(31, 24, Word), Ctx.mkExtract(31, 24, Old));
  auto Shifted = [&](unsigned By) {
    return Ctx.make(Kind::BvLshr, {Word, Ctx.bv(By, 32)});
  };
  EXPECT_EQ(Ctx.mkExtract(7, 0, Shifted(8)), Y);
  EXPECT_EQ(Ctx.mkExtract(31, 24, Shifted(8)), Ctx.bv(0, 8));
  // A field across the border of two others has no single source.
  EXPECT_TRUE(Ctx.mkExtract(11, 4, Word).is(Kind::Extract));
}

} // namespace
