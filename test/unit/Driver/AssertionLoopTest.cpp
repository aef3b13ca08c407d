//===- AssertionLoopTest.cpp - One assertion after the other
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify/AssertionLoop.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace sooth;
using Status = AssertionReport::Status;
using Goal = VerifierOptions::Goal;
using ReasonKind = UnknownReason::Kind;

namespace {
/// Knows the answer to each assertion; asks are recorded.
struct Oracle {
  std::vector<Status> Answers;
  ReasonKind Reason = ReasonKind::Timeout;
  std::vector<std::vector<unsigned>> Asked = {};

  GroupAnswer ask(llvm::ArrayRef<unsigned> Group) {
    Asked.push_back(Group.vec());
    GroupAnswer A;
    for (unsigned I : Group)
      if (Answers[I] == Status::Unsafe) {
        A.Outcome = Status::Unsafe;
        A.Assertion = I;
        return A;
      }
    A.Outcome = Status::Safe;
    for (unsigned I : Group)
      if (Answers[I] == Status::Unknown) {
        A.Outcome = Status::Unknown;
        A.Reason = {Reason};
      }
    return A;
  }
  Report decide(Goal Until) {
    Report R;
    R.Assertions.resize(Answers.size());
    decideAssertions(R, Budget(), Until,
                     [&](llvm::ArrayRef<unsigned> Group, const Budget &) {
                       return ask(Group);
                     });
    return R;
  }
};

std::vector<Status> outcomes(const Report &R) {
  std::vector<Status> Result;
  for (const AssertionReport &A : R.Assertions)
    Result.push_back(A.Outcome);
  return Result;
}

constexpr Status S = Status::Safe, U = Status::Unsafe, Q = Status::Unknown;
} // namespace

TEST(AssertionLoop, AllTogetherFirst) {
  Oracle O{{S, S, S}};
  Report R = O.decide(Goal::FirstViolation);
  EXPECT_EQ(R.Outcome, Report::Status::Safe);
  EXPECT_EQ(outcomes(R), (std::vector{S, S, S}));
  EXPECT_EQ(O.Asked.size(), 1u);
}

TEST(AssertionLoop, NothingIsSafe) {
  Oracle O{{}};
  EXPECT_EQ(O.decide(Goal::EveryAssertion).Outcome, Report::Status::Safe);
  EXPECT_TRUE(O.Asked.empty());
}

TEST(AssertionLoop, OneViolationIsEnough) {
  Oracle O{{S, U, U}};
  Report R = O.decide(Goal::FirstViolation);
  EXPECT_EQ(R.Outcome, Report::Status::Unsafe);
  EXPECT_EQ(outcomes(R), (std::vector{Q, U, Q}));
}

TEST(AssertionLoop, EveryAssertionOnDemand) {
  Oracle O{{S, U, Q, U, S}};
  Report R = O.decide(Goal::EveryAssertion);
  EXPECT_EQ(R.Outcome, Report::Status::Unsafe);
  EXPECT_EQ(outcomes(R), (std::vector{S, U, Q, U, S}));
}

TEST(AssertionLoop, WhatIsKnownIsNotAsked) {
  Oracle O{{Q, S, Q}};
  Report R;
  R.Assertions.resize(3);
  R.Assertions[0].Outcome = S;
  decideAssertions(R, Budget(), Goal::EveryAssertion,
                   [&](llvm::ArrayRef<unsigned> Group, const Budget &) {
                     return O.ask(Group);
                   });
  EXPECT_EQ(outcomes(R), (std::vector{S, S, Q}));
  for (const std::vector<unsigned> &Group : O.Asked)
    EXPECT_FALSE(llvm::is_contained(Group, 0u));
}

/// Of those that wait for a limit only violations are told.
TEST(AssertionLoop, LaterOnesHurry) {
  Oracle O{{U, S, S, U, Q}};
  Report R;
  R.Assertions.resize(5);
  R.Assertions[0].Type = ErrorLocation::Kind::Depth;
  const unsigned Later[] = {2, 3, 4};
  auto Ask = [&](llvm::ArrayRef<unsigned> Group, const Budget &) {
    return O.ask(Group);
  };
  decideAssertions(R, Budget(), Goal::EveryAssertion, Ask, Later);
  EXPECT_EQ(outcomes(R), (std::vector{U, S, Q, U, Q}));
  EXPECT_FALSE(llvm::is_contained(O.Asked.front(), 2u));
  // If it is not reached, they are asked about like others.
  O.Answers[0] = S;
  R.Assertions.clear();
  R.Assertions.resize(5);
  R.Assertions[0].Type = ErrorLocation::Kind::Depth;
  decideAssertions(R, Budget(), Goal::EveryAssertion, Ask, Later);
  EXPECT_EQ(outcomes(R), (std::vector{S, S, S, U, Q}));
}

/// Once, and what it finds besides is not asked about any more.
TEST(AssertionLoop, WhereOneFailsOthersAreLookedFor) {
  Oracle O{{S, U, U, U}};
  Report R;
  R.Assertions.resize(4);
  unsigned Searches = 0;
  decideAssertions(
      R, Budget(), Goal::EveryAssertion,
      [&](llvm::ArrayRef<unsigned> Group, const Budget &) {
        EXPECT_FALSE(Searches && llvm::is_contained(Group, 3u));
        return O.ask(Group);
      },
      {},
      [&](llvm::ArrayRef<unsigned> Group, const Budget &, auto Found) {
        ++Searches;
        EXPECT_FALSE(llvm::is_contained(Group, 1u));
        GroupAnswer A;
        A.Outcome = U;
        for (unsigned Twice = 0; Twice < 2; ++Twice) {
          A.Assertion = 3;
          Found(A);
        }
      });
  EXPECT_EQ(Searches, 1u);
  EXPECT_EQ(outcomes(R), (std::vector{S, U, U, U}));
}

TEST(AssertionLoop, OneUnknownIsUnknown) {
  Oracle O{{S, Q, S}};
  Report R = O.decide(Goal::FirstViolation);
  EXPECT_EQ(R.Outcome, Report::Status::Unknown);
  EXPECT_EQ(R.Reason.What, ReasonKind::Timeout);
  EXPECT_EQ(outcomes(R), (std::vector{Q, Q, Q}));
  R = O.decide(Goal::EveryAssertion);
  EXPECT_EQ(outcomes(R), (std::vector{S, Q, S}));
  EXPECT_EQ(R.Outcome, Report::Status::Unknown);
}

TEST(AssertionLoop, InternalErrorSpoilsEverything) {
  Oracle O{{U, Q, S}, ReasonKind::Internal};
  Report R = O.decide(Goal::EveryAssertion);
  EXPECT_EQ(R.exitCode(), 4);
}

/// Even if it is about one of them only.
TEST(AssertionLoop, ContradictionAboutOneSpoilsEverything) {
  Report R;
  R.Assertions.resize(3);
  bool IsFirst = true;
  decideAssertions(
      R, Budget(), Goal::EveryAssertion,
      [&](llvm::ArrayRef<unsigned>, const Budget &) {
        GroupAnswer A;
        A.Assertion = IsFirst ? 1 : 2;
        if (std::exchange(IsFirst, false))
          A.Outcome = Status::Unsafe;
        else
          A.Reason = {ReasonKind::Internal, Cause::Kind::Contradiction};
        return A;
      });
  EXPECT_EQ(R.exitCode(), 4);
  EXPECT_EQ(outcomes(R), (std::vector{Q, Q, Q}));
  EXPECT_EQ(R.Assertions[1].Reason, R.Reason);
}

TEST(AssertionLoop, UnrealRunOfOneLeavesTheOthers) {
  Report R;
  R.Assertions.resize(2);
  decideAssertions(
      R, Budget(), Goal::FirstViolation,
      [&](llvm::ArrayRef<unsigned> Group, const Budget &) {
        GroupAnswer A;
        if (llvm::is_contained(Group, 0u)) {
          A.Assertion = 0;
          A.Reason = {ReasonKind::Unsupported, Cause::Kind::Vector};
        } else {
          A.Outcome = Status::Safe;
        }
        return A;
      });
  EXPECT_EQ(outcomes(R), (std::vector{Q, S}));
  EXPECT_EQ(R.Reason.Why, Cause::Kind::Vector);
}
