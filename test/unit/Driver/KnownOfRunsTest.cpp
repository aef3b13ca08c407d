//===- KnownOfRunsTest.cpp - What is said of a check by values ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks/KnownOfRuns.h"

#include "gtest/gtest.h"

using namespace sooth;

namespace {
AssertionReport check(const char *Kind, Failure What,
                      OperationsAt Operations = {}) {
  AssertionReport A;
  A.Where = {"a.c", 7, 3};
  A.Check = Kind;
  A.What = std::move(What);
  A.Operations = std::move(Operations);
  return A;
}

Failure argument(Failure::Kind What, uint64_t Number, const char *Other = "") {
  Failure F(What, "p", Number);
  F.Objects.push_back({NamedObject::Kind::Function, "f"});
  if (*Other)
    F.Objects.push_back({NamedObject::Kind::Variable, Other});
  return F;
}

constexpr auto Null = Failure::Kind::NullAccess,
               Freed = Failure::Kind::AccessAfterFree,
               Ended = Failure::Kind::AccessAfterEnd,
               Outside = Failure::Kind::OutsideAccess,
               Small = Failure::Kind::ArgumentTooSmall,
               Overlap = Failure::Kind::ArgumentsOverlap;

bool isAbout(const AssertionReport &ByValues, const AssertionReport &A) {
  return KnownOfRuns::isAbout(ByValues, A);
}
} // namespace

TEST(KnownOfRunsTest, OperationsAtOnePlace) {
  const auto Second = check("access", Failure::Kind::Other, {1});
  EXPECT_TRUE(isAbout(Second, check("access", Outside, {1})));
  EXPECT_TRUE(isAbout(Second, check("access", Outside, {0, 1})));
  EXPECT_TRUE(isAbout(Second, check("access", Outside)));
  EXPECT_FALSE(isAbout(Second, check("access", Outside, {0})));
  EXPECT_FALSE(isAbout(Second, check("alignment", Outside, {1})));
}

TEST(KnownOfRunsTest, WaysToFail) {
  EXPECT_TRUE(isAbout(check("access", Ended), check("access", Freed)));
  EXPECT_FALSE(isAbout(check("access", Ended), check("access", Null)));
  EXPECT_FALSE(isAbout(check("access", Null), check("access", Outside)));
  EXPECT_TRUE(isAbout(check("access", Outside),
                      check("access", Failure::Kind::ConstantWrite)));
}

TEST(KnownOfRunsTest, Arguments) {
  const auto EightBytes = check("call", argument(Small, 8));
  EXPECT_TRUE(isAbout(EightBytes, check("call", argument(Small, 8))));
  EXPECT_TRUE(isAbout(EightBytes, check("call", argument(Small, 0))));
  EXPECT_FALSE(isAbout(EightBytes, check("call", argument(Small, 9))));
  // That many bytes for each of n.
  EXPECT_FALSE(isAbout(EightBytes, check("call", argument(Small, 1, "n"))));
  // What is said of other checks of calls is said of no argument.
  EXPECT_FALSE(
      isAbout(check("call", Small), check("call", argument(Small, 0))));
  const auto WithQ = check("call", argument(Overlap, 0, "q"));
  EXPECT_TRUE(isAbout(WithQ, check("call", argument(Overlap, 0, "q"))));
  EXPECT_FALSE(isAbout(WithQ, check("call", argument(Overlap, 0, "r"))));
}
