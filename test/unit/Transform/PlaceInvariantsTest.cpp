//===- PlaceInvariantsTest.cpp - Finding sums of tokens that never grow ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Transform/Petri/PlaceInvariants.h"
#include "sooth/Check/PlaceBounds.h"

#include <gtest/gtest.h>

using namespace sooth;
using Bounds = std::vector<std::optional<uint64_t>>;

namespace {
struct PlaceInvariantsTest : testing::Test {
  PetriNet N;
  PlaceId place(uint64_t Tokens) {
    return N.addPlace(
        {"p" + std::to_string(N.places().size()), "", Tokens, 0, 0});
  }
  void transition(std::vector<PetriArc> In, std::vector<PetriArc> Out) {
    N.addTransition({"t" + std::to_string(N.transitions().size()),
                     "",
                     std::move(In),
                     std::move(Out),
                     {},
                     0,
                     0});
  }
  Bounds bounds() {
    return boundsByInvariants(N, findPlaceInvariants(N, Budget()));
  }
};
} // namespace

TEST_F(PlaceInvariantsTest, ComponentsAreBoundedEachByItsOwn) {
  PlaceId A = place(1), B = place(0), C = place(5), D = place(0);
  transition({{A, 1}}, {{B, 1}});
  transition({{B, 1}}, {{A, 1}});
  transition({{B, 1}, {C, 1}}, {{B, 1}, {D, 1}});
  transition({{D, 1}}, {});
  EXPECT_EQ(bounds(), (Bounds{1, 1, 5, 5}));
}

TEST_F(PlaceInvariantsTest, WeightsAreFound) {
  PlaceId A = place(12), B = place(0), C = place(0);
  transition({{A, 3}}, {{B, 2}});
  transition({{B, 5}}, {{C, 1}});
  EXPECT_EQ(bounds(), (Bounds{12, 8, 1}));
}

TEST_F(PlaceInvariantsTest, UnboundedPlacesAreLeftOut) {
  PlaceId A = place(1), B = place(0);
  transition({{A, 1}}, {{A, 1}, {B, 1}});
  EXPECT_EQ(bounds(), (Bounds{1, std::nullopt}));
}

TEST_F(PlaceInvariantsTest, NothingWithoutTime) {
  place(1);
  EXPECT_TRUE(findPlaceInvariants(N, Budget::seconds(0)).empty());
}
