//===- FileFindingsTest.cpp - What is shown of a report -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFindings.h"

#include "gtest/gtest.h"

using namespace sooth;
using Status = AssertionReport::Status;

namespace {
/// f is in lines 1 to 3, g from line 4 on.
struct FileFindingsTest : testing::Test {
  FileAnswer A;
  SourceText Text{"int f(int x) {\n  return 1 / x;\n}\n"
                  "int g(int x) {\n  return 2 / x;\n}\n"};

  FileFindingsTest() {
    A.Functions = {{"g", {"/t.c", 4}}, {"f", {"/t.c", 1}}, {"h", {"/t.h", 1}}};
    A.Outcome.Outcome = Report::Status::Safe;
  }
  AssertionReport &add(unsigned Line, Status S, const char *File = "/t.c") {
    AssertionReport Check;
    Check.Where = {File, Line, 12};
    Check.Outcome = S;
    A.Outcome.Assertions.push_back(Check);
    return A.Outcome.Assertions.back();
  }
  void addEntry(const char *Name, std::optional<UnknownReason> Why = {}) {
    FunctionReport F;
    F.Name = Name;
    F.NotVerified = std::move(Why);
    A.Outcome.Functions.push_back(F);
  }
  FileFindings findings() {
    return findingsOf(
        A, "/t.c", [this](const std::string &) { return &Text; },
        ColumnUnit::Utf16);
  }
};
} // namespace

TEST_F(FileFindingsTest, ChecksBelongToTheirFunctions) {
  add(2, Status::Safe);
  add(5, Status::Safe).Needs = {{.Given = {"x"}}};
  add(5, Status::Unknown);
  add(1, Status::Safe, "/t.h");
  FileFindings F = findings();
  ASSERT_EQ(F.Functions.size(), 2u);
  EXPECT_EQ(F.Functions[0].Name, "f");
  EXPECT_EQ(F.Functions[0].State, FunctionState::Proved);
  EXPECT_EQ(F.Functions[0].text(), "1 check: 1 proved");
  EXPECT_EQ(F.Functions[1].State, FunctionState::Unknown);
  EXPECT_EQ(F.Functions[1].text(), "2 checks: 1 proved if, 1 unknown");
  EXPECT_EQ(F.functionAt({4, 0})->Name, "g");
  EXPECT_EQ(F.Hints.size(), 1u);
}

TEST_F(FileFindingsTest, WhatIsSuppressedIsAHint) {
  Text = SourceText("int f(int x) {\n  return 1 / x; // sooth-ignore: tested\n"
                    "}\nint g(int x) {\n  return 2 / x;\n}\n");
  add(2, Status::Unsafe);
  add(2, Status::Safe);
  A.Outcome.Outcome = Report::Status::Unsafe;
  FileFindings F = findings();
  EXPECT_TRUE(F.Violations.empty());
  EXPECT_EQ(F.Functions[0].State, FunctionState::Proved);
  EXPECT_EQ(F.Functions[0].text(), "2 checks: 1 proved, 1 suppressed");
  ASSERT_EQ(F.Hints.size(), 1u);
  EXPECT_TRUE(
      llvm::StringRef(F.Hints[0].Text).ends_with(": suppressed: tested"));
}

TEST_F(FileFindingsTest, ViolationsHaveTheirRuns) {
  AssertionReport &Check = add(5, Status::Unsafe);
  Check.Check = "div";
  StoryStep S;
  S.Where = {"/t.c", 4, 11};
  S.Values = {{{"x"}, "0"}};
  Check.Trace = {S};
  A.Outcome.Outcome = Report::Status::Unsafe;
  FileFindings F = findings();
  EXPECT_EQ(F.Functions[0].State, FunctionState::NoChecks);
  EXPECT_EQ(F.Functions[1].State, FunctionState::Violated);
  auto Related = diagnosticsOf(F, RunAs::RelatedInformation, false);
  ASSERT_EQ(Related.size(), 1u);
  const auto &D = *Related[0].getAsObject();
  EXPECT_EQ(D.getInteger("severity"), 2);
  EXPECT_EQ(D.getString("code"), "div");
  EXPECT_EQ(*D.get("range"), toJson(TextRange{{4, 11}, {4, 12}}));
  ASSERT_EQ(D.getArray("relatedInformation")->size(), 1u);
  auto Told = diagnosticsOf(F, RunAs::Message, false);
  EXPECT_NE(Told[0].getAsObject()->getString("message")->find("line 4: x = 0"),
            llvm::StringRef::npos);
  EXPECT_EQ(Told[0].getAsObject()->get("relatedInformation"), nullptr);
}

TEST_F(FileFindingsTest, WhatIsElsewhereIsToldAtTheBeginning) {
  add(1, Status::Unsafe, "/t.h");
  FileFindings F = findings();
  ASSERT_EQ(F.Violations.size(), 1u);
  EXPECT_EQ(F.Violations[0].Where, TextRange());
  EXPECT_EQ(F.Violations[0].Message.find("in /t.h:1:12: "), 0u);
}

/// g calls f, and was not verified: a check in a function that others call, f
/// perhaps, holds for all callers only if it was verified by itself.
TEST_F(FileFindingsTest, NothingIsProvedForCallersThatWereNotVerified) {
  addEntry("g", UnknownReason{UnknownReason::Kind::Timeout});
  add(2, Status::Safe);
  FileFindings F = findings();
  EXPECT_EQ(F.Functions[0].State, FunctionState::Unknown);
  EXPECT_EQ(F.Functions[0].text(), "1 check: 1 unknown");
  EXPECT_EQ(F.Functions[1].State, FunctionState::Unknown);
  EXPECT_EQ(F.Functions[1].text(), "not verified: timeout");
  addEntry("f");
  EXPECT_EQ(findings().Functions[0].State, FunctionState::Proved);
}

TEST_F(FileFindingsTest, NothingIsProvedIfSomethingWentWrong) {
  add(2, Status::Safe);
  add(5, Status::Unsafe);
  A.Outcome.Outcome = Report::Status::Unknown;
  A.Outcome.Reason = {UnknownReason::Kind::Internal};
  FileFindings F = findings();
  EXPECT_EQ(F.Functions[0].State, FunctionState::Unknown);
  EXPECT_EQ(F.Functions[1].State, FunctionState::Unknown);
  EXPECT_TRUE(F.Violations.empty());
}

TEST_F(FileFindingsTest, WithoutAnAnswerNothingIsKnown) {
  A.Outcome = Report::unknown({UnknownReason::Kind::Timeout});
  FileFindings F = findings();
  EXPECT_EQ(F.Obstacle, "timeout");
  EXPECT_EQ(F.Functions[0].State, FunctionState::Unknown);
  A.Outcome = Report::badInput("x.c:1:1: error: no\n");
  F = findings();
  EXPECT_EQ(F.Obstacle, "the file does not compile");
  EXPECT_TRUE(F.Functions.empty());
}
