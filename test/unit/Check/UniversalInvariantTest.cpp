//===- UniversalInvariantTest.cpp - Right and wrong ones about all cells --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CfaMaker.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::test;

namespace {
/// i := 0; while (i < n) { t := 7; a[i] := t; ++i }
/// j := 0; while (j < n) { if (a[j] ≠ 7) error; ++j }
struct UniversalInvariantTest : testing::Test {
  static constexpr unsigned Bits = 2;
  ExprContext Ctx;
  CfaMaker M{Ctx, 6};
  Expr A = M.declare(
      Ctx.var("a", Ctx.arraySort(Ctx.bitVecSort(Bits), Ctx.bitVecSort(3))));
  Expr I = M.bitVec("i", Bits), J = M.bitVec("j", Bits),
       N = M.bitVec("n", Bits), T = M.bitVec("t", 3);
  Expr K = Ctx.var("k", Ctx.bitVecSort(Bits)),
       K2 = Ctx.var("k2", Ctx.bitVecSort(Bits));
  Expr Seven = Ctx.bv(7, 3);
  CfaInvariant Inv;

  UniversalInvariantTest() {
    Expr Zero = Ctx.bv(0, Bits);
    Expr More = Ctx.mkUlt(I, N), MoreJ = Ctx.mkUlt(J, N);
    Expr Good = Ctx.mkEq(Ctx.mkSelect(A, J), Seven);
    M.edge(0, 1, {}, {{I, Zero}});
    M.edge(1, 2, More, {{T, Seven}});
    M.edge(2, 1, {}, {{A, Ctx.mkStore(A, I, T)}, {I, M.plus(I, 1)}});
    M.edge(1, 3, Ctx.mkNot(More), {{J, Zero}});
    M.edge(3, 4, MoreJ);
    M.edge(4, 3, Good, {{J, M.plus(J, 1)}});
    M.edge(4, 5, Ctx.mkNot(Good));
    M.error(5);
    Inv.ForAll = {K};
    Inv.Formulas[0] = Ctx.trueExpr();
    Inv.Formulas[1] = Ctx.mkAnd(filledUpTo(I), Ctx.mkUle(I, N));
    Inv.Formulas[3] = filledUpTo(N);
    Inv.Formulas[5] = Ctx.falseExpr();
  }
  Expr filledUpTo(Expr X) {
    return Ctx.mkImplies(Ctx.mkUlt(K, X), Ctx.mkEq(Ctx.mkSelect(A, K), Seven));
  }
  CheckResult check() { return check(Inv); }
  CheckResult check(const CfaInvariant &I) {
    return checkInvariant(M.C, I, Budget());
  }
  /// The same without universal variables: one formula for each value.
  CfaInvariant written() {
    CfaInvariant Result;
    for (auto &[L, F] : Inv.Formulas) {
      std::vector<Expr> All;
      for (unsigned V = 0; V < 1u << Bits; ++V) {
        Substitution S(Ctx);
        S.set(K, Ctx.bv(V, Bits));
        All.push_back(S(F));
      }
      Result.Formulas[L] = Ctx.mkAnd(All);
    }
    return Result;
  }
};
} // namespace

TEST_F(UniversalInvariantTest, Confirms) {
  EXPECT_TRUE(check().isConfirmed()) << check().Why;
  EXPECT_TRUE(check(written()).isConfirmed());
}

TEST_F(UniversalInvariantTest, RefutesWhatHoldsForSomeCellsOnly) {
  Expr Not1 = Ctx.mkNot(Ctx.mkEq(K, Ctx.bv(1, Bits)));
  Inv.Formulas[3] = Ctx.mkImplies(Not1, filledUpTo(N));
  EXPECT_EQ(check().Why, "a path from L3 does not preserve the invariant");
  Inv.Formulas[3] = filledUpTo(N);
  Inv.Formulas[1] =
      Ctx.mkAnd(Ctx.mkImplies(Not1, filledUpTo(I)), Ctx.mkUle(I, N));
  EXPECT_EQ(check().Why, "a path from L1 does not preserve the invariant");
  Inv.Formulas[1] = Ctx.mkAnd(filledUpTo(M.plus(I, 1)), Ctx.mkUle(I, N));
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UniversalInvariantTest, RefutesAWrongBeginning) {
  Inv.Formulas[0] = Ctx.mkEq(Ctx.mkSelect(A, K), Seven);
  EXPECT_EQ(check().Why, "init does not imply the formula at the entry");
  // Of one cell it is true.
  M.C.setInit(Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(2, Bits)), Seven));
  EXPECT_EQ(check().Why, "init does not imply the formula at the entry");
  M.C.setInit(Ctx.mkEq(A, Ctx.mkConstArray(A.sort(), Seven)));
  EXPECT_TRUE(check().isConfirmed()) << check().Why;
}

TEST_F(UniversalInvariantTest, RefutesAnErrorThatSomeCellExcludes) {
  Inv.Formulas[5] = Ctx.mkEq(K, Ctx.bv(0, Bits)); // false, if it is for all k
  EXPECT_EQ(check().Why, "the error L5 is not excluded");
}

/// That no k is below n is said by two formulas about cells, and only a way
/// that does not lead to the error reads one.
TEST_F(UniversalInvariantTest, UsesCellsThatOtherWaysRead) {
  CfaMaker Ways(Ctx, 4);
  Ways.declare(A);
  Ways.declare(N);
  Expr Zero = Ctx.bv(0, Bits);
  Ways.edge(0, 1, Ctx.mkEq(N, Zero));
  Ways.edge(1, 2, Ctx.mkEq(Ctx.mkSelect(A, Zero), Seven));
  Ways.edge(1, 3, Ctx.mkNot(Ctx.mkEq(N, Zero)));
  Ways.error(3);
  CfaInvariant None;
  None.ForAll = {K};
  None.Formulas[0] = None.Formulas[2] = Ctx.trueExpr();
  None.Formulas[1] =
      Ctx.mkAnd(filledUpTo(N),
                Ctx.mkImplies(Ctx.mkUlt(K, N),
                              Ctx.mkNot(Ctx.mkEq(Ctx.mkSelect(A, K), Seven))));
  None.Formulas[3] = Ctx.falseExpr();
  CheckResult Result = checkInvariant(Ways.C, None, Budget());
  EXPECT_TRUE(Result.isConfirmed()) << Result.Why;
}

/// "For all k: k < n" is false, but at no term of the program.
TEST_F(UniversalInvariantTest, DoesNotConfirmWithoutTheInstance) {
  CfaMaker Small(Ctx, 3);
  Small.declare(N);
  Small.edge(0, 1, Ctx.mkNot(Ctx.mkEq(N, N)));
  Small.edge(1, 2, Ctx.mkEq(N, Ctx.bv(3, Bits)));
  Small.error(2);
  CfaInvariant Few;
  Few.ForAll = {K};
  Few.Formulas[0] = Ctx.trueExpr();
  Few.Formulas[1] = Ctx.mkUlt(K, N);
  Few.Formulas[2] = Ctx.falseExpr();
  EXPECT_FALSE(checkInvariant(Small.C, Few, Budget()).isConfirmed());
  Few.Formulas[1] = Ctx.mkAnd(Few.Formulas[1], Ctx.mkUlt(N, N));
  EXPECT_TRUE(checkInvariant(Small.C, Few, Budget()).isConfirmed());
}

TEST_F(UniversalInvariantTest, VariablesAreNothingElse) {
  Inv.ForAll = {};
  EXPECT_NE(check().Why.find("reads k"), std::string::npos) << check().Why;
  Inv.ForAll = {K, K};
  EXPECT_TRUE(check().isRefuted());
  Inv.ForAll = {K, N};
  EXPECT_TRUE(check().isRefuted());
  Inv.ForAll = {K};
  EXPECT_TRUE(check().isConfirmed());
  M.edge(4, 4, {}, {}, {K});
  EXPECT_EQ(check().Why, "input k is a state variable or a universal one");
}

TEST_F(UniversalInvariantTest, TwoVariables) {
  Expr Same = Ctx.mkEq(Ctx.mkSelect(A, K), Ctx.mkSelect(A, K2));
  auto Both = [&](Expr X) {
    return Ctx.mkImplies(Ctx.mkAnd(Ctx.mkUlt(K, X), Ctx.mkUlt(K2, X)), Same);
  };
  Expr First = Ctx.mkEq(Ctx.mkSelect(A, Ctx.bv(0, Bits)), Seven);
  Inv.ForAll = {K, K2};
  Inv.Formulas[1] =
      Ctx.mkAnd({Both(I), Ctx.mkUle(I, N),
                 Ctx.mkImplies(Ctx.mkUlt(Ctx.bv(0, Bits), I), First)});
  Inv.Formulas[3] =
      Ctx.mkAnd(Both(N), Ctx.mkImplies(Ctx.mkUlt(Ctx.bv(0, Bits), N), First));
  EXPECT_TRUE(check().isConfirmed()) << check().Why;
  Inv.Formulas[3] = Both(N);
  EXPECT_TRUE(check().isRefuted());
}

TEST_F(UniversalInvariantTest, ComesBackFromBlocks) {
  auto Large = [](const Cfa &C) { return encodeBlocks(C, Encoding::Large); };
  TransformedCfa Blocks = applyAll(M.C, {slice, Large});
  CfaInvariant OfBlocks;
  OfBlocks.ForAll = {K};
  for (LocationId L = 0; L < Blocks.Model.locations().size(); ++L)
    for (auto &[Old, F] : Inv.Formulas)
      if (Blocks.Model.location(L).Name == "L" + std::to_string(Old))
        OfBlocks.Formulas[L] = F;
  ASSERT_EQ(OfBlocks.Formulas.size(), Inv.Formulas.size());
  CheckResult R = check(Blocks.Back->back(OfBlocks));
  EXPECT_TRUE(R.isConfirmed()) << R.Why;
}

/// What is confirmed is so without universal variables, too.
TEST_F(UniversalInvariantTest, RandomChanges) {
  Random R(1);
  const std::vector<Expr> Bounds{I, J, N, K, Ctx.bv(1, Bits), Ctx.bv(3, Bits)};
  auto Any = [&] { return Bounds[R.below(Bounds.size())]; };
  auto Fact = [&]() -> Expr {
    Expr Cell = Ctx.mkSelect(A, Any());
    switch (R.below(4)) {
    case 0:
      return Ctx.mkEq(Cell, Seven);
    case 1:
      return Ctx.mkUle(Any(), Any());
    case 2:
      return Ctx.mkImplies(Ctx.mkUlt(Any(), Any()), Ctx.mkEq(Cell, Seven));
    default:
      return Ctx.mkNot(Ctx.mkEq(Any(), Any()));
    }
  };
  const CfaInvariant Right = Inv;
  unsigned Confirmed = 0;
  for (unsigned Round = 0; Round < 150; ++Round) {
    Inv = Right;
    for (unsigned Changes = 1 + R.below(3); Changes; --Changes) {
      Expr &F = Inv.Formulas[R.below(2) ? 1 : 3];
      F = R.below(2) ? Ctx.mkAnd(F, Fact()) : Ctx.mkOr(F, Fact());
    }
    if (!check().isConfirmed())
      continue;
    ++Confirmed;
    CheckResult Plain = check(written());
    EXPECT_TRUE(Plain.isConfirmed()) << "round " << Round << ": " << Plain.Why;
  }
  EXPECT_GT(Confirmed, 5u);
  EXPECT_LT(Confirmed, 145u);
}
