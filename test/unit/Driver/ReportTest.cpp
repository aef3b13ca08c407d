//===- ReportTest.cpp - Reports as text
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Report.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace sooth;

static std::string text(const Report &R, ReportStyle S = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printText(OS, R, S);
  return Text;
}

TEST(Report, FirstLineIsTheAnswer) {
  Report R;
  R.Outcome = Report::Status::Safe;
  R.Written = 2;
  EXPECT_EQ(text(R),
            "Safe\nno assertion can fail: simplifying the program shows it\n");
  R.Assertions.resize(2);
  R.Proof = "magic";
  EXPECT_EQ(text(R), "Safe\nall 2 assertions hold: magic\n");
  R = Report::unknown(
      {UnknownReason::Kind::Unsupported, Cause::quote("two\nlines")});
  EXPECT_EQ(text(R), "Unknown: unsupported: two lines\n");
  R.Outcome = Report::Status::NothingToCheck;
  EXPECT_EQ(text(R).substr(0, 17), "nothing to check\n");
}

TEST(Report, ExitCodes) {
  Report R;
  R.Outcome = Report::Status::Safe;
  EXPECT_EQ(R.exitCode(), 0);
  R.Outcome = Report::Status::Unsafe;
  EXPECT_EQ(R.exitCode(), 1);
  EXPECT_EQ(Report::unknown({UnknownReason::Kind::Timeout}).exitCode(), 2);
  EXPECT_EQ(Report::badInput("").exitCode(), 3);
  EXPECT_EQ(Report::unknown({UnknownReason::Kind::Internal}).exitCode(), 4);
  R.Outcome = Report::Status::NothingToCheck;
  EXPECT_EQ(R.exitCode(), 5);
  // What nobody has filled in is no answer.
  EXPECT_EQ(Report().exitCode(), 4);
}

TEST(Report, WhatCannotBeReadIsNoAnswer) {
  for (const char *Text : {"{}", "[]", R"({"result":"Sound"})"}) {
    auto R = decodeReport(llvm::cantFail(llvm::json::parse(Text)));
    EXPECT_FALSE(bool(R)) << Text;
    llvm::consumeError(R.takeError());
  }
  auto R = decodeReport(llvm::cantFail(llvm::json::parse(
      R"({"result":"Unknown","assertions":[{"result":"Good"}]})")));
  ASSERT_TRUE(bool(R));
  EXPECT_EQ(R->Assertions[0].Outcome, AssertionReport::Status::Unknown);
}
