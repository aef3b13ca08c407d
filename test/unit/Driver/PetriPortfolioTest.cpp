//===- PetriPortfolioTest.cpp - Strategies for nets, side by side ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Petri/PetriPortfolio.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
struct PetriPortfolioTest : testing::Test {
  PetriNet N;
  MccProperty Question;
  PetriPortfolioOptions O;

  void SetUp() override {
    N.addPlace({"p", "", 1, 0, 0});
    N.addPlace({"q", "", 0, 0, 0});
    N.addTransition({"t", "", {{0, 1}}, {{1, 1}}, {}, 0, 0});
    Question.Id = "question";
    ask(2);
  }
  void ask(int64_t Tokens) {
    Question.Goal =
        *PetriFormula::constraint({{1, 1}}, Relation::GreaterEqual, Tokens);
  }
  PetriReport answer(llvm::StringRef Strategies, double Seconds = 60) {
    O.Strategies = llvm::cantFail(choosePetriStrategies(Strategies));
    return answerQuestions(N, Question, Budget::seconds(Seconds), O,
                           [](size_t, const PetriAnswer &) {});
  }
  static bool ran(const PetriReport &R, const std::string &Strategy) {
    return R.Figures.values().count("memory." + Strategy + ".mb") != 0;
  }
};
} // namespace

TEST_F(PetriPortfolioTest, WhatTheFirstAnswersAtOnceNeedsNoOther) {
  O.HeadStart = std::chrono::seconds(60);
  PetriReport R = answer("");
  EXPECT_EQ(R.Answers.front().Outcome, PetriAnswer::Status::NotReachable);
  EXPECT_EQ(R.Answers.front().Technique, "state equation");
  EXPECT_TRUE(ran(R, "state"));
  for (const char *Other : {"walk", "reduce", "explore", "ic3ia"})
    EXPECT_FALSE(ran(R, Other)) << Other;
}

TEST_F(PetriPortfolioTest, TheOthersComeWhenTheFirstDoesNotAnswer) {
  O.HeadStart = std::chrono::milliseconds(1);
  PetriReport R = answer("walk,explore");
  EXPECT_EQ(R.Answers.front().Technique, "exploration");
  EXPECT_TRUE(ran(R, "walk"));
}

TEST_F(PetriPortfolioTest, TheOthersComeAtOnceWhenTheFirstGivesUp) {
  // Enumeration ends without an answer: there are more tokens than it counts.
  N.addTransition({"more", "", {}, {{0, MaxTokens}}, {}, 0, 0});
  O.HeadStart = std::chrono::seconds(60);
  ask(1);
  PetriReport R = answer("explore,state");
  EXPECT_EQ(R.Answers.front().Outcome, PetriAnswer::Status::Reachable);
}

TEST_F(PetriPortfolioTest, WhatTheInitialMarkingAnswersNeedsNobody) {
  ask(0);
  PetriReport R = answer("");
  EXPECT_EQ(R.Answers.front().Technique, "initial marking");
  EXPECT_FALSE(ran(R, "state"));
}
