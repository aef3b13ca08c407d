//===- PlaceBoundsTest.cpp - How many tokens places can have --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/PlaceBounds.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
struct PlaceBoundsTest : testing::Test {
  PetriNet N;
  using Bounds = std::vector<std::optional<uint64_t>>;

  void SetUp() override {
    N.addPlace({"p", "", 7, 0, 0});
    N.addPlace({"q", "", 0, 0, 0});
    // Two of p for one of q, and back with a loss.
    N.addTransition({"t", "", {{0, 2}}, {{1, 1}}, {}, 0, 0});
    N.addTransition({"u", "", {{1, 1}}, {{0, 1}}, {}, 0, 0});
  }
  Bounds of(std::vector<PlaceInvariant> Is) {
    return boundsByInvariants(N, Is);
  }
  const Bounds Nothing = {std::nullopt, std::nullopt};
};
} // namespace

TEST_F(PlaceBoundsTest, WeightsDivideTheTotal) {
  EXPECT_EQ(of({{{{0, 1}, {1, 2}}}}), (Bounds{7, 3}));
  EXPECT_EQ(of({}), Nothing);
}

TEST_F(PlaceBoundsTest, TheBestOfSeveralCounts) {
  // Without u, 2p + 3q would shrink too; as it is, it bounds less tightly.
  EXPECT_EQ(of({{{{0, 2}, {1, 3}}}, {{{0, 1}, {1, 2}}}}), (Bounds{7, 3}));
}

TEST_F(PlaceBoundsTest, WhatIsNoInvariantProvesNothing) {
  EXPECT_EQ(of({{{{0, 1}, {1, 3}}}}), Nothing) << "t makes it greater";
  EXPECT_EQ(of({{{{0, 1}}}}), Nothing) << "u makes it greater";
  EXPECT_EQ(of({{{{0, 1}, {1, 0}}}}), Nothing);
  EXPECT_EQ(of({{{{0, 1}, {1, 2}, {1, 2}}}}), Nothing);
  EXPECT_EQ(of({{{{0, 1}, {2, 1}}}}), Nothing);
  EXPECT_EQ(of({{{{0, 1}, {1, -2}}}}), Nothing);
}

TEST_F(PlaceBoundsTest, NumbersDoNotOverflow) {
  PetriNet Huge;
  Huge.addPlace({"p", "", MaxTokens, 0, 0});
  Huge.addPlace({"q", "", MaxTokens, 0, 0});
  Huge.addTransition({"t", "", {{0, MaxTokens}}, {{1, MaxTokens}}, {}, 0, 0});
  EXPECT_EQ(boundsByInvariants(Huge, PlaceInvariant{{{0, 1}, {1, 1}}}), Nothing)
      << "the bound is no number of tokens";
  EXPECT_EQ(boundsByInvariants(Huge, PlaceInvariant{{{0, INT64_MAX}}}),
            (Bounds{MaxTokens, std::nullopt}));
}

TEST_F(PlaceBoundsTest, FactsSayWhatIsConserved) {
  std::vector<PetriFormula> Facts =
      factsByInvariants(N, {{{{0, 1}, {1, 2}}}, {{{0, 1}, {1, 3}}}});
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(str(Facts[0], N), "p + 2*q <= 7") << "u loses a token";
  PetriNet Ring;
  Ring.addPlace({"a", "", 2, 0, 0});
  Ring.addPlace({"b", "", 0, 0, 0});
  Ring.addTransition({"t", "", {{0, 1}}, {{1, 1}}, {}, 0, 0});
  Facts = factsByInvariants(Ring, PlaceInvariant{{{0, 1}, {1, 1}}});
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(str(Facts[0], Ring), "a + b = 2");
}
