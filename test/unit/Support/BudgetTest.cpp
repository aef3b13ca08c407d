//===- BudgetTest.cpp - Shares of time ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Budget.h"

#include "gtest/gtest.h"

using namespace sooth;

/// Whether \p B ends in \p Seconds, which are so many that the test takes no
/// time in comparison.
static testing::AssertionResult endsIn(const Budget &B, double Seconds) {
  constexpr double Slack = 10000;
  const std::optional<double> Left = B.remainingSeconds();
  if (!Left)
    return testing::AssertionFailure() << "it never ends";
  if (*Left > Seconds || *Left < Seconds - Slack)
    return testing::AssertionFailure() << "it ends in " << *Left;
  return testing::AssertionSuccess();
}

static constexpr double All = 1e6;

TEST(BudgetTest, APartOfTheTimeThatIsLeft) {
  const Budget B = Budget::seconds(All);
  EXPECT_TRUE(endsIn(B, All));
  EXPECT_TRUE(endsIn(B.share(0.3), 0.3 * All));
  EXPECT_TRUE(endsIn(B.share(0.5).share(0.5), 0.25 * All));
  EXPECT_TRUE(endsIn(B.share(2), All));
}

TEST(BudgetTest, NoMoreThanSomeSeconds) {
  const Budget B = Budget::seconds(All);
  EXPECT_TRUE(endsIn(B.share(0.3, 0.1 * All), 0.1 * All));
  EXPECT_TRUE(endsIn(B.share(0.3, 0.4 * All), 0.3 * All));
}

TEST(BudgetTest, SharesOfUnlimitedTime) {
  const Budget B;
  EXPECT_EQ(B.share(0.3).remainingSeconds(), std::nullopt);
  EXPECT_TRUE(endsIn(B.share(0.3, All), All));
  EXPECT_TRUE(endsIn(B.shareOr(0.3, All), All));
  EXPECT_TRUE(endsIn(Budget::seconds(All).shareOr(0.3, 2 * All), 0.3 * All));
  EXPECT_EQ(B.leaving(0.3, All).remainingSeconds(), std::nullopt);
}

TEST(BudgetTest, SomeTimeIsLeftForOthers) {
  const Budget B = Budget::seconds(All);
  EXPECT_TRUE(endsIn(B.leaving(0.3, All), 0.7 * All));
  EXPECT_TRUE(endsIn(B.leaving(0.3, 0.1 * All), 0.9 * All));
  EXPECT_EQ(B.leaving(1, 2 * All).exhausted(), Exhausted::Time);
}

TEST(BudgetTest, SharesHaveTheOtherLimits) {
  const std::atomic<bool> Stop = true;
  Budget B;
  B.cancelWith(&Stop);
  for (const Budget &Part : {B.share(0.3), B.share(0.3, All),
                             B.shareOr(0.3, All), B.leaving(0.3, All)})
    EXPECT_EQ(Part.exhausted(), Exhausted::Cancelled);
}
