//===- SuppressionsTest.cpp - Which lines comments are about --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Suppress/Suppressions.h"

#include "gtest/gtest.h"

using namespace sooth;
using Status = AssertionReport::Status;

/// The lines of \p Text, of which each has a check, that are suppressed.
static std::vector<unsigned> suppressedIn(const std::string &Text) {
  Report R;
  R.Outcome = Report::Status::Unsafe;
  for (unsigned Line = 1; Line <= 12; ++Line) {
    AssertionReport A;
    A.Outcome = Status::Unsafe;
    A.Where = {"/t.c", Line, 1};
    R.Assertions.push_back(A);
  }
  Suppressions([&](const std::string &) { return Text; }).apply(R);
  std::vector<unsigned> Lines;
  for (const AssertionReport &A : R.Assertions)
    if (A.Suppressed)
      Lines.push_back(A.Where.Line);
  return Lines;
}

using Lines = std::vector<unsigned>;

TEST(Suppressions, AreAboutTheirLineOrTheNextWithCode) {
  EXPECT_EQ(suppressedIn("int a;\nint b; // sooth-ignore: b\nint c;\n"),
            Lines({2}));
  EXPECT_EQ(suppressedIn("// sooth-ignore: a\n\n// more\nint a;\nint b;\n"),
            Lines({4}));
  EXPECT_EQ(suppressedIn("/* sooth-ignore: a\n   b */ int a;\nint b;\n"),
            Lines({2}));
  EXPECT_EQ(suppressedIn("int a = 1 + /* sooth-ignore: a */\n 2;\n"),
            Lines({1}));
  EXPECT_EQ(suppressedIn("// sooth-ignore: a \\\n b\nint a;\n"), Lines({3}));
  EXPECT_EQ(suppressedIn("int a;\n// sooth-ignore: the end\n"), Lines());
}

TEST(Suppressions, AreAboutWholeFunctions) {
  EXPECT_EQ(suppressedIn("// sooth-ignore: f\nint\nf(int a)\n{\n  if (a) {}\n"
                         "}\nint g(void) {\n}\n"),
            Lines({2, 3, 4, 5, 6}));
  EXPECT_EQ(suppressedIn("extern \"C\" {\nint f(void) { // sooth-ignore: f\n"
                         "  return 1;\n}\nint a[] = {\n 1};\n}\n"),
            Lines({2, 3, 4}));
  // No function, or not known to be one.
  EXPECT_EQ(suppressedIn("// sooth-ignore: s\nstruct s {\n int a;\n};\n"),
            Lines({2}));
  EXPECT_EQ(suppressedIn("// sooth-ignore: f\nint f(int a) {\n"
                         "#else\nint f(long a) {\n#endif\n  return a;\n}\n"),
            Lines({2}));
}

TEST(Suppressions, AreCommentsWithAReason) {
  EXPECT_EQ(suppressedIn("char *a = \"// sooth-ignore: a\";\n"), Lines());
  EXPECT_EQ(suppressedIn("char a = '\"'; // sooth-ignore: a\n"), Lines({1}));
  EXPECT_EQ(suppressedIn("int a; // sooth-ignore\n"), Lines());
  EXPECT_EQ(suppressedIn("int a; // sooth-ignore:\n"), Lines());
  EXPECT_EQ(suppressedIn("int a; // sooth-ignored: a\n"), Lines());
  EXPECT_EQ(suppressedIn("int a; // not sooth-ignore: a\n"), Lines());
  EXPECT_EQ(suppressedIn("int a; //sooth-ignore a\n"), Lines({1}));
}

namespace {
struct SuppressedReport : testing::Test {
  Report R;
  Suppressions All{[](const std::string &) {
    return std::string("int a; // sooth-ignore: a\nint b;\n");
  }};
  AssertionReport &add(unsigned Line, Status S) {
    AssertionReport A;
    A.Outcome = S;
    A.Where = {"/t.c", Line, 1};
    R.Assertions.push_back(A);
    return R.Assertions.back();
  }
  void addFunction() {
    FunctionReport F;
    for (const AssertionReport &A : R.Assertions)
      F.add(A);
    R.Functions.push_back(F);
  }
  Report::Status outcome() {
    All.apply(R);
    return R.Outcome;
  }
};
} // namespace

TEST_F(SuppressedReport, IsWhatTheOtherChecksSay) {
  R.Outcome = Report::Status::Unsafe;
  add(1, Status::Unsafe);
  add(2, Status::Safe);
  addFunction();
  EXPECT_EQ(outcome(), Report::Status::Safe);
  EXPECT_EQ(R.exitCode(), 0);
  EXPECT_EQ(countSuppressed(R), 1u);
  EXPECT_EQ(describeChecks(R.Functions[0]), "2 checks: 1 proved, 1 suppressed");
  EXPECT_TRUE(All.unused().empty());
}

TEST_F(SuppressedReport, IsUnsafeIfAnotherCheckFails) {
  R.Outcome = Report::Status::Unsafe;
  add(1, Status::Unsafe);
  add(2, Status::Unsafe);
  EXPECT_EQ(outcome(), Report::Status::Unsafe);
}

TEST_F(SuppressedReport, IsUnknownIfAnotherCheckIs) {
  R.Outcome = Report::Status::Unsafe;
  add(1, Status::Unsafe);
  add(2, Status::Unknown).Reason = {UnknownReason::Kind::Timeout};
  EXPECT_EQ(outcome(), Report::Status::Unknown);
  EXPECT_EQ(R.Reason.What, UnknownReason::Kind::Timeout);
}

TEST_F(SuppressedReport, IsUnknownIfAFunctionIs) {
  R.Outcome = Report::Status::Unsafe;
  add(1, Status::Unsafe);
  addFunction();
  R.Functions[0].NotVerified = {UnknownReason::Kind::Memory};
  EXPECT_EQ(outcome(), Report::Status::Unknown);
  EXPECT_EQ(R.Reason.What, UnknownReason::Kind::Memory);
}

TEST_F(SuppressedReport, IsUnknownForOtherReasonsStill) {
  R.Outcome = Report::Status::Unknown;
  R.Reason = {UnknownReason::Kind::Memory};
  add(1, Status::Unknown).Reason = {UnknownReason::Kind::Timeout};
  EXPECT_EQ(outcome(), Report::Status::Unknown);
}

TEST_F(SuppressedReport, LeavesWhatHoldsAlone) {
  R.Outcome = Report::Status::Safe;
  add(1, Status::Safe);
  EXPECT_EQ(outcome(), Report::Status::Safe);
  EXPECT_EQ(countSuppressed(R), 0u);
  EXPECT_EQ(All.unused().size(), 1u);
}

TEST_F(SuppressedReport, ComesBack) {
  R.Outcome = Report::Status::Unsafe;
  add(1, Status::Unsafe);
  add(2, Status::Unsafe);
  addFunction();
  Report Back = llvm::cantFail(decodeReport(encodeReport(R)));
  All.apply(Back);
  Back = llvm::cantFail(decodeReport(encodeReport(Back)));
  ASSERT_TRUE(Back.Assertions[0].Suppressed);
  EXPECT_EQ(Back.Assertions[0].Suppressed->Reason, "a");
  EXPECT_EQ(Back.Assertions[0].Suppressed->Where.Line, 1u);
  EXPECT_EQ(describeChecks(Back.Functions[0]),
            "2 checks: 1 violated, 1 suppressed");
}
