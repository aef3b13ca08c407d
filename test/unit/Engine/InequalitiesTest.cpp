//===- InequalitiesTest.cpp - Linear inequalities that contradict ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine/Cells/Inequalities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include "gtest/gtest.h"

#include <random>

using namespace sooth::cells;

namespace {
struct Row {
  int Factors[3];
  int Bound;
  bool IsEquation;
};

struct System {
  std::vector<Row> Rows;

  bool hasSolution(llvm::function_ref<bool(unsigned)> Counts) const {
    for (int X = -4; X <= 4; ++X)
      for (int Y = -4; Y <= 4; ++Y)
        for (int Z = -4; Z <= 4; ++Z)
          if (llvm::all_of(
                  llvm::seq<unsigned>(0, Rows.size()), [&](unsigned I) {
                    const Row &R = Rows[I];
                    const int Sum =
                        R.Factors[0] * X + R.Factors[1] * Y + R.Factors[2] * Z;
                    return !Counts(I) ||
                           (R.IsEquation ? Sum == R.Bound : Sum <= R.Bound);
                  }))
            return true;
    return false;
  }

  std::optional<Premises> contradiction() const {
    Inequalities I;
    for (auto [Number, R] : llvm::enumerate(Rows)) {
      Premises Why;
      Why.add(Number);
      Inequalities::Sum S;
      for (unsigned Unknown = 0; Unknown < 3; ++Unknown)
        if (R.Factors[Unknown])
          S.push_back({Unknown, R.Factors[Unknown]});
      if (R.IsEquation)
        I.equal(S, R.Bound, Why);
      else
        I.atMost(S, R.Bound, Why);
    }
    return I.contradiction();
  }
};
} // namespace

TEST(Inequalities, ChainsOfThreeUnknowns) {
  // x < y, y < z, z < x
  System S{{{{1, -1, 0}, -1, false},
            {{0, 1, -1}, -1, false},
            {{-1, 0, 1}, -1, false}}};
  auto Why = S.contradiction();
  ASSERT_TRUE(Why);
  for (unsigned I : {0, 1, 2})
    EXPECT_TRUE(Why->contains(I));
  S.Rows[2].Bound = 2;
  EXPECT_FALSE(S.contradiction());
}

TEST(Inequalities, WhatIsWholeIsNoFraction) {
  EXPECT_TRUE((System{{{{2, 0, 0}, 1, false}, {{-2, 0, 0}, -1, false}}})
                  .contradiction());
  EXPECT_TRUE((System{{{{2, 4, 0}, 3, true}}}).contradiction());
}

/// Those of which something is said have no solution, and are enough.
TEST(Inequalities, AreAsBruteForceSays) {
  std::mt19937 Rng(1);
  unsigned Found = 0, Missed = 0;
  for (unsigned Round = 0; Round < 3000; ++Round) {
    System S;
    // The bounds that brute force takes.
    for (unsigned Unknown = 0; Unknown < 3; ++Unknown)
      for (int Sign : {1, -1}) {
        Row R{{0, 0, 0}, 4, false};
        R.Factors[Unknown] = Sign;
        S.Rows.push_back(R);
      }
    for (unsigned I = 0, E = 2 + Rng() % 5; I < E; ++I) {
      Row R{{}, int(Rng() % 13) - 8, Rng() % 5 == 0};
      for (int &F : R.Factors)
        F = int(Rng() % 5) - 2;
      S.Rows.push_back(R);
    }
    auto Why = S.contradiction();
    const bool IsPossible = S.hasSolution([](unsigned) { return true; });
    Found += Why.has_value();
    Missed += !Why && !IsPossible;
    if (Why) {
      EXPECT_FALSE(IsPossible) << "round " << Round;
      EXPECT_FALSE(S.hasSolution([&](unsigned I) {
        return I < 6 || Why->contains(I);
      })) << "round "
          << Round;
    }
  }
  EXPECT_GT(Found, 1000u);
  // Rationals satisfy some that no integers do.
  EXPECT_LT(Missed, Found / 10);
}
