//===- WalkTest.cpp - Walks and enumeration of markings -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/Walk/Walk.h"
#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/Walk/Explore.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
/// Tokens go round p0, p1, ..., one place at a time.
PetriNet ring(unsigned Places, uint64_t Tokens) {
  PetriNet N;
  for (unsigned P = 0; P < Places; ++P)
    N.addPlace({"p" + std::to_string(P), "", P == 0 ? Tokens : 0, 0, 0});
  for (unsigned P = 0; P < Places; ++P)
    N.addTransition({"t" + std::to_string(P),
                     "",
                     {{P, 1}},
                     {{(P + 1) % Places, 1}},
                     {},
                     0,
                     0});
  return N;
}

PetriFormula atLeast(PlaceId P, int64_t Tokens) {
  return *PetriFormula::constraint({{P, 1}}, Relation::GreaterEqual, Tokens);
}

bool replays(const PetriNet &N, const FiringRuns &R, const PetriFormula &Goal) {
  return replayFiring(N, R, Goal).isConfirmed();
}
} // namespace

TEST(WalkTest, FindsSeveralGoalsAndSaysHow) {
  PetriNet N = ring(5, 3);
  std::vector<PetriFormula> Goals{
      atLeast(3, 3), atLeast(4, 4),
      PetriFormula::conjunction({atLeast(1, 1), atLeast(2, 2)}), atLeast(0, 3)};
  Walker W(N, Goals);
  std::vector<bool> Found(4, false);
  for (Walker::Found &F : W.run(Budget::seconds(0.5))) {
    EXPECT_TRUE(replays(N, F.Runs, Goals[F.Goal]));
    Found[F.Goal] = true;
  }
  EXPECT_EQ(Found, (std::vector<bool>{true, false, true, true}))
      << "four tokens are never there";
}

TEST(WalkTest, ManyTokensAreMovedAtOnce) {
  uint64_t Many = 1'000'000'000'000;
  PetriNet N = ring(3, Many);
  PetriFormula Goal = atLeast(2, int64_t(Many));
  Walker W(N, {Goal});
  std::vector<Walker::Found> Found = W.run(Budget::seconds(5));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(replays(N, Found.front().Runs, Goal));
}

TEST(WalkTest, FindsDeadlocks) {
  PetriNet N;
  N.addPlace({"p", "", 5, 0, 0});
  N.addTransition({"t", "", {{0, 2}}, {{0, 1}}, {}, 0, 0});
  Walker W(N, {PetriFormula::deadlock()});
  std::vector<Walker::Found> Found = W.run(Budget::seconds(1));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(replays(N, Found.front().Runs, PetriFormula::deadlock()));
}

TEST(WalkTest, MaximaAreReached) {
  PetriNet N = ring(4, 7);
  Walker W(N, {}, {{{2, 1}, {3, 1}}});
  W.run(Budget::seconds(0.2));
  EXPECT_EQ(W.best(0).Value, 7);
  EXPECT_TRUE(
      replays(N, W.best(0).Runs,
              *PetriFormula::constraint({{2, 1}, {3, 1}}, Relation::Equal, 7)));
}

TEST(WalkTest, StopsWhereAPlaceWouldOverflow) {
  PetriNet N;
  N.addPlace({"p", "", MaxTokens - 2, 0, 0});
  N.addTransition({"t", "", {}, {{0, 1}}, {}, 0, 0});
  Walker W(N, {atLeast(0, INT64_MAX - 1)});
  EXPECT_EQ(W.run(Budget::seconds(0.1)).size(), 1u);
  Walker Never(N,
               {*PetriFormula::constraint({{0, 1}}, Relation::LessEqual, 3)});
  EXPECT_TRUE(Never.run(Budget::seconds(0.1)).empty());
}

//===----------------------------------------------------------------------===//
// Enumeration
//===----------------------------------------------------------------------===//

TEST(ExploreTest, EnumeratesAllMarkings) {
  PetriNet N = ring(4, 3); // 3 tokens on 4 places: 20 markings
  MarkingExploration E =
      explore(N, {atLeast(3, 3), atLeast(0, 4)}, {{{1, 2}}}, {}, Budget());
  EXPECT_EQ(E.How, MarkingExploration::Ending::Complete);
  EXPECT_EQ(E.Markings->size(), 20u);
  ASSERT_TRUE(E.Reached[0]);
  EXPECT_TRUE(replays(N, *E.Reached[0], atLeast(3, 3)));
  EXPECT_FALSE(E.Reached[1]);
  EXPECT_EQ(E.Maxima[0].Value, 6);
  EXPECT_TRUE(checkClosedSet(N, *E.Markings, Budget()).isConfirmed());
  EXPECT_TRUE(
      checkExcludes(N, *E.Markings, atLeast(0, 4), Budget()).isConfirmed());
  EXPECT_TRUE(
      checkExcludes(N, *E.Markings, atLeast(3, 3), Budget()).isRefuted());
}

TEST(ExploreTest, LimitsAreNotConclusive) {
  PetriNet N;
  N.addPlace({"p", "", 0, 0, 0});
  N.addTransition({"t", "", {}, {{0, 1}}, {}, 0, 0});
  PetriFormula Never =
      *PetriFormula::constraint({{0, 1}}, Relation::GreaterEqual, 1'000'000);
  MarkingExploration E =
      explore(N, {Never}, {}, {.MaxMarkings = 100}, Budget());
  EXPECT_EQ(E.How, MarkingExploration::Ending::Limit);
  EXPECT_TRUE(checkClosedSet(N, *E.Markings, Budget()).isRefuted());
}

TEST(ExploreTest, OverflowIsNotConclusive) {
  PetriNet N;
  N.addPlace({"p", "", MaxTokens, 0, 0});
  N.addPlace({"q", "", 0, 0, 0});
  N.addTransition({"t", "", {}, {{0, 1}, {1, 1}}, {}, 0, 0});
  MarkingExploration E = explore(N, {atLeast(1, 1)}, {}, {}, Budget());
  EXPECT_EQ(E.How, MarkingExploration::Ending::Overflow);
}

TEST(ExploreTest, CoefficientsBeyondTheTrackersAreEvaluated) {
  PetriNet N = ring(2, 1);
  PetriFormula Goal = *PetriFormula::constraint({{0, INT64_C(1) << 50}, {1, 1}},
                                                Relation::Equal, 1);
  MarkingExploration E = explore(N, {Goal}, {}, {}, Budget());
  ASSERT_TRUE(E.Reached[0]);
  EXPECT_TRUE(replays(N, *E.Reached[0], Goal));
}

TEST(MarkingSetTest, GrowsInNumberAndWidth) {
  MarkingSet S(2);
  std::vector<Marking> All;
  for (uint64_t I = 0; I < 5000; ++I)
    All.push_back({I, I * I * (I < 2500 ? 1 : 1'000'000'007)});
  for (const Marking &M : All)
    EXPECT_TRUE(S.insert(M).second);
  EXPECT_EQ(S.size(), All.size());
  for (size_t I = 0; I < All.size(); ++I) {
    EXPECT_EQ(S.insert(All[I]), std::make_pair(uint32_t(I), false));
    Marking M(2);
    S.get(uint32_t(I), M);
    EXPECT_EQ(M, All[I]);
  }
  EXPECT_FALSE(S.contains({1, 2}));
}
