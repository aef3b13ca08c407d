//===- VerdictTest.cpp - What several checks come to ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Suppress/Suppressions.h"

#include "gtest/gtest.h"

using namespace sooth;
using Status = AssertionReport::Status;
using Outcome = Report::Status;
using ReasonKind = UnknownReason::Kind;

static const UnknownReason Contradiction = {
    ReasonKind::Internal, {Cause::Kind::Contradiction, "one", "another"}};
static const UnknownReason Ended = {ReasonKind::Internal,
                                    {Cause::Kind::VerifierEnded, "crashed"}};
static const UnknownReason Timeout = {ReasonKind::Timeout};

static AssertionReport check(unsigned Line, Status S,
                             UnknownReason Why = Timeout) {
  AssertionReport A;
  A.Where = {"f.c", Line, 1};
  A.Outcome = S;
  A.Reason = std::move(Why);
  return A;
}

static AssertionReport heldIf(unsigned Line, const std::string &Name) {
  AssertionReport A = check(Line, Status::Safe);
  Need N;
  N.Given.Name = Name;
  A.Needs.push_back(N);
  return A;
}

static Report reportOf(std::vector<AssertionReport> Checks) {
  Report R;
  R.Assertions = std::move(Checks);
  return R;
}

TEST(Verdict, IsByTheWorstCheck) {
  Report R = reportOf({check(1, Status::Safe)});
  conclude(R);
  EXPECT_EQ(R.Outcome, Outcome::Safe);
  R.Assertions.push_back(check(2, Status::Unknown));
  conclude(R);
  EXPECT_EQ(R.Outcome, Outcome::Unknown);
  EXPECT_EQ(R.Reason, Timeout);
  const UnknownReason Missing = {ReasonKind::Memory};
  conclude(R, Missing);
  EXPECT_EQ(R.Reason, Missing);
  R.Assertions.push_back(check(3, Status::Unsafe));
  conclude(R, Missing);
  EXPECT_EQ(R.Outcome, Outcome::Unsafe);
  conclude(R, Contradiction);
  EXPECT_EQ(R.exitCode(), 4);
  EXPECT_EQ(R.Reason, Contradiction);
}

TEST(Verdict, DoesNotCountWhatIsSuppressed) {
  Report R = reportOf({check(1, Status::Unsafe), check(2, Status::Unknown)});
  for (AssertionReport &A : R.Assertions)
    A.Suppressed = {A.Where, "known"};
  conclude(R);
  EXPECT_EQ(R.Outcome, Outcome::Safe);
}

TEST(Verdict, OfAContradictionLeavesNoAnswer) {
  Report R = reportOf({heldIf(1, "p"), check(2, Status::Unsafe)});
  R.Assertions[1].Trace.push_back({});
  R.Functions.emplace_back().Proved = 1;
  R.Proof = "an inductive invariant";
  R.Certificates.emplace_back();
  conclude(R, Contradiction);
  for (const AssertionReport &A : R.Assertions) {
    EXPECT_EQ(A.Outcome, Status::Unknown);
    EXPECT_EQ(A.Reason, Contradiction);
    EXPECT_TRUE(A.Needs.empty() && A.Trace.empty());
  }
  EXPECT_EQ(R.Functions[0].Proved, 0u);
  EXPECT_EQ(R.Functions[0].NotVerified, Contradiction);
  EXPECT_TRUE(R.Proof.empty() && R.Certificates.empty());
}

TEST(Verdict, OfAProcessThatEndedLeavesWhatIsKnown) {
  Report R = reportOf({heldIf(1, "p"), check(2, Status::Unsafe)});
  conclude(R, Ended);
  EXPECT_EQ(R.exitCode(), 4);
  EXPECT_EQ(R.Assertions[0].Outcome, Status::Safe);
  EXPECT_EQ(R.Assertions[1].Outcome, Status::Unsafe);
}

/// Of several engines, one may have ended and another be wrong.
TEST(Verdict, DoubtIsCastByOneOfSeveralReasons) {
  UnknownReason Joint = {ReasonKind::Internal};
  Joint.Each = {Timeout, Ended};
  EXPECT_FALSE(castsDoubt(Joint));
  Joint.Each.push_back(Contradiction);
  EXPECT_TRUE(castsDoubt(Joint));
  EXPECT_FALSE(castsDoubt(Timeout));
}

TEST(Verdict, OfOneRunLeavesTheChecksOfOthers) {
  Report R = reportOf({check(1, Status::Safe), check(2, Status::Unsafe)});
  concludeRuns(R, Contradiction);
  EXPECT_EQ(R.exitCode(), 4);
  EXPECT_EQ(R.Assertions[1].Outcome, Status::Unsafe);
}

TEST(Verdict, IsNoOtherOneAfterAnError) {
  Report R = reportOf({check(1, Status::Unsafe)});
  conclude(R, Ended);
  concludeAgain(R);
  EXPECT_EQ(R.Reason, Ended);
  conclude(R, Contradiction);
  R.Assertions[0] = check(1, Status::Unsafe);
  concludeAgain(R);
  EXPECT_EQ(R.exitCode(), 4);
}

TEST(Verdict, SuppressionsHideNoError) {
  Report R = reportOf({check(1, Status::Unknown, Contradiction)});
  R.Outcome = Outcome::Unknown;
  R.Reason = Contradiction;
  Suppressions([](const std::string &) {
    return "int a; // sooth-ignore: a\n";
  }).apply(R);
  EXPECT_TRUE(R.Assertions[0].Suppressed);
  EXPECT_EQ(R.exitCode(), 4);
}

TEST(JoinedChecks, HoldUnderTheConditionsOfAll) {
  JoinedChecks All;
  EXPECT_EQ(All.add(heldIf(1, "p")), 0u);
  EXPECT_EQ(All.add(check(2, Status::Safe)), 1u);
  EXPECT_EQ(All.add(heldIf(1, "q")), std::nullopt);
  auto Checks = All.take();
  ASSERT_EQ(Checks.size(), 2u);
  EXPECT_EQ(Checks[0].Needs.size(), 2u);
}

/// However they come.
TEST(JoinedChecks, AreWhatIsWorst) {
  const AssertionReport Worse[] = {
      check(1, Status::Safe), check(1, Status::Unknown),
      check(1, Status::Unsafe), check(1, Status::Unknown, Contradiction)};
  for (size_t I = 0; I < std::size(Worse); ++I)
    for (size_t J = 0; J < std::size(Worse); ++J) {
      JoinedChecks All;
      All.add(Worse[I]);
      All.add(Worse[J]);
      const AssertionReport Is = All.take().front();
      EXPECT_EQ(Is.Outcome, Worse[std::max(I, J)].Outcome) << I << ' ' << J;
      EXPECT_EQ(Is.Reason, Worse[std::max(I, J)].Reason) << I << ' ' << J;
    }
}

/// A timeout that comes later hides no internal error.
TEST(JoinedChecks, ErrorsStayTheReason) {
  JoinedChecks All;
  All.miss(Timeout);
  All.miss(Ended);
  All.miss(Timeout);
  EXPECT_EQ(All.missing(), Ended);
  All.miss(Contradiction);
  All.miss(Ended);
  EXPECT_EQ(All.missing(), Contradiction);
}
