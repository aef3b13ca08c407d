//===- StateEquationTest.cpp - The thesis' examples, step by step -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThesisNets.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/StateEquation/StateEquation.h"

#include "gtest/gtest.h"

using namespace sooth;
using namespace sooth::thesis;

namespace {
/// What the loop does without the proof search beside it.
struct Told {
  PetriResult Result;
  std::string Log;

  /// Whether the log has these lines in this order, maybe others between.
  bool has(std::vector<std::string> Lines) const {
    size_t At = 0;
    for (const std::string &Line : Lines) {
      At = Log.find(Line + "\n", At);
      if (At == std::string::npos)
        return false;
      At += Line.size();
    }
    return true;
  }
};

Told loop(const Problem &P, StateEquationOptions O = {}) {
  std::string Log;
  llvm::raw_string_ostream OS(Log);
  O.Log = &OS;
  O.Proofs = Toggle::Off;
  PetriResult R =
      createStateEquation(P.Net, O)->check(P.Goal, Budget::seconds(20));
  if (R.isReachable())
    EXPECT_TRUE(replayFiring(P.Net, R.firing(), P.Goal).isConfirmed());
  return {std::move(R), std::move(Log)};
}

uint64_t lengthOf(const FiringRuns &Runs) {
  uint64_t Length = 0;
  for (const FiringRun &R : Runs)
    Length += R.Word.size() * R.Times;
  return Length;
}

std::vector<std::string> written(const PetriNet &N, const FiringRuns &Runs) {
  std::vector<std::string> Ids;
  for (const FiringRun &R : Runs)
    for (uint64_t I = 0; I < R.Times; ++I)
      for (TransitionId T : R.Word)
        Ids.push_back(N.transition(T).Id);
  return Ids;
}

TEST(StateEquation, Figure1_3) {
  // x₂ = (1,2,1,2,2) of Section 1.1.2.1 is realized.
  Told T = loop(figure1_3());
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0)", "solution (1,2,1,2,2)"}));
  EXPECT_EQ(lengthOf(T.Result.firing()), 8u);
}

TEST(StateEquation, Figure1_3Predicate) {
  // Section 1.2.1: at least one token in p0.
  Problem P = figure1_3();
  P.Goal = *PetriFormula::constraint({{0, 1}}, Relation::GreaterEqual, 1);
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0)", "partial remainder (1,0,0,0,0)",
                     "constraint |t1| >= 1", "solution (1,1,0,1,0)"}));
  EXPECT_EQ(lengthOf(T.Result.firing()), 3u);
}

TEST(StateEquation, Figure1_5aNeedsAJump) {
  Problem P = figure1_5a();
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0)", "solution (0,1,1)"}));
  EXPECT_EQ(written(P.Net, T.Result.firing()),
            (std::vector<std::string>{"t2", "t1"}));
}

TEST(StateEquation, Figure1_5bNeedsAnIncrement) {
  Problem P = figure1_5b();
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(
      T.has({"solution (1,0,0)", "constraint |t1| >= 1", "solution (1,1,1)"}));
  EXPECT_EQ(written(P.Net, T.Result.firing()),
            (std::vector<std::string>{"t1", "t0", "t2"}));
}

TEST(StateEquation, Figure1_8) {
  // Figure 1.9, node by node.
  Told T = loop(figure1_8());
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0)", "partial remainder (1,0,0,0,0)",
                     "constraint |t2| >= 1", "constraint |t1| + |t4| >= 1",
                     "solution (1,1,1,0,0)", "partial remainder (1,1,1,0,0)",
                     "constraint |t4| >= 1", "solution (1,1,1,1,1)",
                     "partial t4 t2 t1 t3 remainder (1,0,0,0,0)",
                     "partial t4 t3 remainder (1,1,1,0,0)",
                     "skip t4 t2 t1 t3 remainder (1,0,0,0,0)",
                     "better t4 t2 remainder (1,1,0,1,0)",
                     "constraint |t4| >= 2", "solution (1,1,1,2,2)"}));
  EXPECT_EQ(lengthOf(T.Result.firing()), 7u);
}

TEST(StateEquation, Figure1_10HasAnInhibitor) {
  Problem P = figure1_10();
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0)", "constraint |t1| >= 1",
                     "constraint |t3| >= 1", "solution (1,1,1,1,1)"}));
  EXPECT_EQ(written(P.Net, T.Result.firing()),
            (std::vector<std::string>{"t3", "t1", "t0", "t2", "t4"}));
}

TEST(StateEquation, InhibitorsHaveWeights) {
  // As Figure 1.10, but p3 has five tokens, and up to two do not matter: three
  // have to go.
  Problem P = problem(
      {0, 0, 0, 5},
      {"p1 -> p0 p1; !3*p3", "p2 -> p1", "p1 -> p2", "p3 -> p2", "p2 -> p3"},
      {1, 0, 0, 5});
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"constraint |t3| >= 3"}));
}

TEST(StateEquation, Figure1_11NeedsADistantInvariant) {
  Problem P = figure1_11();
  Told T = loop(P);
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0)", "constraint |t1| >= 1",
                     "solution (1,1,1,0,0)", "skip t2 t1 remainder (1,0,0,0,0)",
                     "distant |t3| >= 1", "solution (1,1,1,1,1)"}));
  // Without them it stays open (Section 1.2.3.1).
  StateEquationOptions Without;
  Without.DistantInvariants = Toggle::Off;
  EXPECT_TRUE(loop(P, Without).Result.isInconclusive());
}

TEST(StateEquation, Figure1_12NeedsAChain) {
  Told T = loop(figure1_12());
  ASSERT_TRUE(T.Result.isReachable());
  EXPECT_TRUE(T.has({"solution (1,0,0,0,0,0,0)", "constraint |t1| >= 2",
                     "solution (1,2,2,0,0,0,0)", "distant |t3| >= 1",
                     "solution (1,2,2,1,1,0,0)", "distant |t5| >= 1",
                     "solution (1,2,2,1,1,1,1)", "distant |t3| >= 2",
                     "distant |t5| >= 2", "solution (1,2,2,2,2,2,2)"}));
  EXPECT_EQ(lengthOf(T.Result.firing()), 13u);
}

TEST(StateEquation, Figure1_13ShowsTheLimits) {
  EXPECT_TRUE(loop(figure1_13a()).Result.isInconclusive());
  StateEquationOptions O;
  O.Markings = StateEquationOptions::Better::Generalized;
  EXPECT_TRUE(loop(figure1_13a(), O).Result.isReachable());
  // With its cuts, the proof search meets the sequence.
  Problem P = figure1_13a();
  EXPECT_TRUE(createStateEquation(P.Net)
                  ->check(P.Goal, Budget::seconds(20))
                  .isReachable());
  EXPECT_TRUE(loop(figure1_13b()).Result.isInconclusive());
}

TEST(StateEquation, Strategies) {
  using Strategy = StateEquationOptions::Strategy;
  StateEquationOptions O;
  for (Strategy S :
       {Strategy::DepthFirst, Strategy::BreadthFirst, Strategy::Hybrid}) {
    O.Search = S;
    for (const Problem &P : {figure1_3(), figure1_5a(), figure1_5b(),
                             figure1_8(), figure1_10(), figure1_11()})
      EXPECT_TRUE(loop(P, O).Result.isReachable()) << int(S);
  }
  // Depth first may follow one invariant for ever.
  for (Strategy S : {Strategy::BreadthFirst, Strategy::Hybrid}) {
    O.Search = S;
    EXPECT_TRUE(loop(chain(1, 2), O).Result.isReachable()) << int(S);
    EXPECT_TRUE(loop(chain(2, 2), O).Result.isReachable()) << int(S);
  }
}

//===----------------------------------------------------------------------===//
// Tables 1.2 and 1.3
//===----------------------------------------------------------------------===//

/// Solves \p P with everything switched on; returns the sequence's length.
uint64_t solve(const Problem &P, double Seconds = 20) {
  PetriResult R =
      createStateEquation(P.Net)->check(P.Goal, Budget::seconds(Seconds));
  EXPECT_TRUE(R.isReachable());
  if (!R.isReachable())
    return 0;
  EXPECT_TRUE(replayFiring(P.Net, R.firing(), P.Goal).isConfirmed());
  return lengthOf(R.firing());
}

TEST(StateEquation, Distant) {
  for (unsigned N = 1; N <= 7; ++N)
    EXPECT_GT(solve(distant(N)), 0u) << N;
}

TEST(StateEquation, ChainsCostTheLeast) {
  // The least costs of Table 1.3, which breadth-first search finds there.
  EXPECT_EQ(solve(chain(1, 2)), 7u);
  EXPECT_EQ(solve(chain(1, 3)), 13u);
  EXPECT_EQ(solve(chain(1, 4)), 21u);
  EXPECT_EQ(solve(chain(1, 5)), 31u);
  EXPECT_EQ(solve(chain(2, 2)), 11u);
  EXPECT_EQ(solve(chain(2, 3)), 19u);
}

TEST(StateEquation, CountersCountToTheEnd) {
  for (unsigned Bits : {1, 4, 10})
    EXPECT_EQ(solve(counter(Bits)), (1u << Bits) - 1);
}

/// How much is tried until there is an answer.
size_t steps(const Problem &P) {
  return llvm::StringRef(loop(P).Log).count('\n');
}

TEST(StateEquation, TokensCostNothing) {
  constexpr unsigned Billion = 1'000'000'000;
  EXPECT_EQ(solve(fms(10)), 100u);
  EXPECT_EQ(solve(fms(12800)), 128000u);
  EXPECT_EQ(solve(fms(Billion)), 10ull * Billion);
  EXPECT_EQ(solve(kanban(25)), 350u);
  EXPECT_EQ(solve(kanban(Billion)), 14ull * Billion);
  EXPECT_GT(steps(fms(10)), 0u);
  EXPECT_EQ(steps(fms(Billion)), steps(fms(10)));
  EXPECT_EQ(steps(kanban(Billion)), steps(kanban(25)));
}

TEST(StateEquation, LargeNets) {
  EXPECT_EQ(solve(philosophers(50)), 75u);
  EXPECT_EQ(solve(slottedRing(20)), 60u);
}

TEST(StateEquation, ManyQuestionsOfOneNet) {
  Problem P = philosophers(4);
  auto Engine = createStateEquation(P.Net);
  EXPECT_TRUE(Engine->check(P.Goal, Budget::seconds(20)).isReachable());
  EXPECT_TRUE(Engine->check(PetriFormula::deadlock(), Budget::seconds(20))
                  .isReachable());
  // Two neighbours do not eat at the same time.
  std::vector<PetriFormula> Eating;
  for (const char *Id : {"hasl0", "hasr0", "hasl1", "hasr1"})
    Eating.push_back(*PetriFormula::constraint({{*P.Net.findPlace(Id), 1}},
                                               Relation::GreaterEqual, 1));
  EXPECT_TRUE(
      Engine->check(PetriFormula::conjunction(Eating), Budget::seconds(20))
          .isNotReachable());
}
} // namespace
