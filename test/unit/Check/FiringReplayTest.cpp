//===- FiringReplayTest.cpp - Firing sequences played again ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Check/FiringReplay.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
struct FiringReplayTest : testing::Test {
  PetriNet N;
  PetriFormula Anything = PetriFormula::constant(true);

  void SetUp() override {
    N.addPlace({"p", "", 10, 0, 0});
    N.addPlace({"q", "", 0, 0, 0});
    // Takes two, gives one back; moves one to q; q at 5 inhibits.
    N.addTransition({"t", "", {{0, 2}}, {{0, 1}, {1, 1}}, {{1, 5}}, 0, 0});
    N.addTransition({"u", "", {{1, 1}}, {}, {}, 0, 0});
  }
  std::string why(FiringRuns Runs) {
    return replayFiring(N, Runs, Anything).Why;
  }
};
} // namespace

TEST_F(FiringReplayTest, RepetitionsEndWhereAStepFails) {
  Marking Last;
  EXPECT_TRUE(replayFiring(N, {{{0}, 5}}, Anything, &Last).isConfirmed());
  EXPECT_EQ(Last, (Marking{5, 5}));
  EXPECT_NE(why({{{0}, 6}}).find("inhibited"), std::string::npos);
  EXPECT_EQ(why({{{0, 1}, 9}}), "") << "u makes room";
  EXPECT_NE(why({{{0, 1}, 10}}).find("lacks tokens"), std::string::npos);
  EXPECT_NE(why({{{1}, 1}}).find("lacks tokens"), std::string::npos);
  EXPECT_EQ(why({{{1}, 0}}), "") << "never fired";
}

TEST_F(FiringReplayTest, HugeNumbersOfRepetitionsAreNotWrittenOut) {
  PetriNet Many;
  Many.addPlace({"p", "", MaxTokens, 0, 0});
  Many.addPlace({"q", "", 0, 0, 0});
  Many.addTransition({"t", "", {{0, 1}}, {{1, 1}}, {}, 0, 0});
  Marking Last;
  EXPECT_TRUE(
      replayFiring(Many, {{{0}, MaxTokens}}, Anything, &Last).isConfirmed());
  EXPECT_EQ(Last, (Marking{0, MaxTokens}));
  EXPECT_TRUE(replayFiring(Many, {{{0}, MaxTokens + 1}}, Anything).isRefuted());
  EXPECT_TRUE(replayFiring(Many, {{{0}, UINT64_MAX}}, Anything).isRefuted());
}

TEST_F(FiringReplayTest, TheGoalMustHoldInTheEnd) {
  PetriFormula Goal = *PetriFormula::constraint({{1, 1}}, Relation::Equal, 2);
  EXPECT_TRUE(replayFiring(N, {{{0}, 2}}, Goal).isConfirmed());
  EXPECT_TRUE(replayFiring(N, {{{0}, 3}}, Goal).isRefuted());
  EXPECT_TRUE(replayFiring(N, {{{7}, 1}}, Goal).isRefuted());
}

TEST_F(FiringReplayTest, BeyondWhatIsCountedNothingIsSaid) {
  PetriNet Source;
  Source.addPlace({"p", "", MaxTokens - 2, 0, 0});
  Source.addTransition({"t", "", {}, {{0, 1}}, {}, 0, 0});
  EXPECT_TRUE(replayFiring(Source, {{{0}, 2}}, Anything).isConfirmed());
  EXPECT_TRUE(replayFiring(Source, {{{0}, 3}}, Anything).isUnknown());
  EXPECT_TRUE(replayFiring(Source, {{{0, 0, 0}, 1}}, Anything).isUnknown());
}
