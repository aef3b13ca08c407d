//===- ReportTest.cpp - Reports as text
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Report.h"

#include "llvm/Support/FormatVariadic.h"
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

TEST(Report, WhatIsUnknownIsToldByFunction) {
  const UnknownReason Timeout{UnknownReason::Kind::Timeout};
  Report R = Report::unknown(Timeout);
  R.Functions.resize(1);
  R.Functions[0].Name = "f";
  for (unsigned Line = 1; Line <= 12; ++Line) {
    AssertionReport A;
    A.What = Failure(Failure::Kind::NullAccess);
    A.Where = {"f.c", Line, 3};
    A.Reason = Timeout;
    R.Functions[0].add(A);
  }
  std::vector<std::string> Told = details(R.Functions[0]);
  ASSERT_EQ(Told.size(), 11u);
  EXPECT_EQ(Told[0], "unknown: f.c:1:3: no read through a null pointer: "
                     "timeout");
  EXPECT_EQ(Told[10], "unknown: 2 more (--all lists them)");
}

TEST(Report, ATimeoutSaysWhatIsOpen) {
  Report R = Report::unknown({UnknownReason::Kind::Timeout});
  EXPECT_EQ(text(R),
            "Unknown: timeout\nno check has an answer yet: that was while "
            "the program was prepared or all checks were looked at "
            "together\n");
  R = Report::unknown(
      {UnknownReason::Kind::Unsupported, Cause::quote("goto *p")});
  R.Assertions.resize(2);
  for (AssertionReport &A : R.Assertions)
    A.What = Failure(Failure::Kind::NullAccess);
  R.Assertions[0].Reason = R.Reason;
  R.Assertions[1].Reason = {UnknownReason::Kind::Timeout};
  R.Assertions[1].Where = {"f.c", 7, 3};
  EXPECT_EQ(text(R), "Unknown: unsupported: goto *p\n"
                     "0 of 2 checks hold; open:\n"
                     "  no read through a null pointer\n"
                     "  f.c:7:3: no read through a null pointer: timeout\n");
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

TEST(Report, CertificatesComeBack) {
  Report R;
  R.Outcome = Report::Status::Safe;
  R.OpenLimits = {"f.c:3:5: recursion deeper than 3"};
  R.PreparedHash = "abc";
  Certificate C;
  C.What = Certificate::Kind::KInduction;
  C.K = 3;
  C.IsOnDifferentStates = true;
  C.Model = "(declare-fun x () Bool)";
  C.Evidence = "(define-fun Inv ((x Bool)) Bool x)";
  C.Origin = "a system";
  C.Claims = {"one", "two"};
  C.Violated = 1;
  R.Certificates = {C};
  auto Back = decodeReport(encodeReport(R));
  ASSERT_TRUE(bool(Back));
  EXPECT_EQ(Back->OpenLimits, R.OpenLimits);
  EXPECT_EQ(Back->PreparedHash, "abc");
  ASSERT_EQ(Back->Certificates.size(), 1u);
  const Certificate &D = Back->Certificates.front();
  EXPECT_EQ(D.What, C.What);
  EXPECT_EQ(D.K, 3u);
  EXPECT_TRUE(D.IsOnDifferentStates);
  EXPECT_EQ(D.Model, C.Model);
  EXPECT_EQ(D.Evidence, C.Evidence);
  EXPECT_EQ(D.Origin, C.Origin);
  EXPECT_EQ(D.Claims, C.Claims);
  EXPECT_EQ(D.Violated, 1u);
}

TEST(Report, NeedsAndFailuresInsideComeBack) {
  Report R;
  R.Outcome = Report::Status::Safe;
  AssertionReport A;
  A.Outcome = AssertionReport::Status::Safe;
  A.Needs = {{.What = Need::Kind::Counted,
              .Given = {"a", 0},
              .Other = {"n", 1},
              .Bytes = 4},
             {.What = Need::Kind::Calls,
              .Needy = {{"f.1", "f"}},
              .Changing = {{"g", "g"}},
              .After = Need::Left::ValidAndUsed},
             {.What = Need::Kind::ResultsApart, .Needy = {{"pool", "pool"}}}};
  R.Environment = A.Needs;
  FunctionReport F;
  F.Name = "h";
  F.Needs = A.Needs;
  R.Functions = {F};
  R.Assertions = {A};
  A.Outcome = AssertionReport::Status::Unsafe;
  A.Needs.clear();
  StoryStep Inside{StoryStep::Kind::Fails, {"f.c", 3, 1}};
  Inside.Failing = Failure(Failure::Kind::NullAccess);
  A.Trace = {Inside};
  R.Assertions.push_back(A);
  Report Back = llvm::cantFail(decodeReport(encodeReport(R)));
  EXPECT_EQ(Back.Assertions[0].Needs, R.Assertions[0].Needs);
  EXPECT_EQ(Back.Environment, R.Environment);
  EXPECT_EQ(Back.Functions[0].Needs, F.Needs);
  EXPECT_EQ(Back.Assertions[1].Trace, A.Trace);
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
  // Nor is what is proved under conditions that are not there.
  R = decodeReport(llvm::cantFail(llvm::json::parse(
      R"({"result":"Safe","assertions":[{"result":"Safe","needed":[0]}]})")));
  ASSERT_TRUE(bool(R));
  EXPECT_EQ(R->Assertions[0].Outcome, AssertionReport::Status::Unknown);
}

TEST(Report, LargeNumbersComeBack) {
  constexpr uint64_t Large = 0x9000000000000001;
  Report R;
  R.Outcome = Report::Status::Unsafe;
  AssertionReport A;
  A.Outcome = AssertionReport::Status::Safe;
  A.Needs = {{.What = Need::Kind::InRange,
              .Bytes = Large,
              .Before = Large,
              .Expressions = {"i"}}};
  R.Environment = A.Needs;
  R.Assertions = {A};
  A.Outcome = AssertionReport::Status::Unsafe;
  A.Needs.clear();
  AccessPath Far("a", {{AccessPath::Step::Kind::Element, "", Large}});
  A.Trace = {{StoryStep::Kind::Elements, {}, {{Far, "7"}}},
             {.What = StoryStep::Kind::Rounds, .Where = {}, .Number = Large}};
  R.Assertions.push_back(A);
  Report Back = llvm::cantFail(decodeReport(llvm::cantFail(
      llvm::json::parse(llvm::formatv("{0}", encodeReport(R)).str()))));
  EXPECT_EQ(Back.Environment, R.Environment);
  EXPECT_EQ(Back.Assertions[0].Needs, R.Assertions[0].Needs);
  EXPECT_EQ(Back.Assertions[1].Trace, A.Trace);
}

/// Whatever a file that is damaged says.
TEST(Report, WhatIsDamagedIsNotTold) {
  for (const char *Kind : {"input", "volatile", "initial", "case", "content",
                           "fact", "elements"}) {
    std::string Text =
        std::string(R"({"result":"Unsafe","assertions":[{"result":"Unsafe",)") +
        R"("preconditions":[],"trace":[{"kind":")" + Kind + R"("}]}]})";
    Report R =
        llvm::cantFail(decodeReport(llvm::cantFail(llvm::json::parse(Text))));
    text(R);
    EXPECT_TRUE(R.Assertions[0].Trace.empty()) << Kind;
  }
  auto R = decodeReport(llvm::cantFail(llvm::json::parse(
      R"({"result":"Done","outputs":[{"path":"-","bytes":"???"}]})")));
  EXPECT_FALSE(bool(R));
  llvm::consumeError(R.takeError());
  // No number of JSON is infinite.
  Report Fast = llvm::cantFail(decodeReport(llvm::cantFail(llvm::json::parse(
      R"({"result":"Safe","statistics":{"time.total.seconds":1e999}})"))));
  EXPECT_EQ(Fast.Figures.get("time.total.seconds"), 0);
}
