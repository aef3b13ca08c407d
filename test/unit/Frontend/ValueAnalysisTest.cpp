//===- ValueAnalysisTest.cpp - Values of programs when time is short ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Values/ValueAnalysis.h"

#include "ParsedFunction.h"

using namespace sooth;

/// Many calls of a function with a long loop, and an error that is not ruled
/// out.
static std::string longLoops() {
  std::string Calls;
  for (int I = 0; I < 400; ++I)
    Calls += "    call void @work(i32 " + std::to_string(I + 1000) + ")\n";
  return R"(
  declare void @reach_error()
  define void @work(i32 %n) {
  entry:
    br label %loop
  loop:
    %i = phi i32 [ 0, %entry ], [ %next, %loop ]
    %next = add i32 %i, 1
    %more = icmp ult i32 %next, %n
    br i1 %more, label %loop, label %end
  end:
    ret void
  }
  define i32 @f(i32 %n) {
  entry:
)" + Calls +
         R"(
    %is.one = icmp eq i32 %n, 1
    br i1 %is.one, label %fails, label %done
  fails:
    call void @reach_error()
    unreachable
  done:
    ret i32 0
  }
)";
}

/// How often the analysis asks for the time, if that is up after \p Most times;
/// nothing if it fails then.
static std::optional<size_t> asksOf(const test::ParsedFunction &P,
                                    size_t Most) {
  size_t Asked = 0;
  ValueAnalysisOptions Options;
  Options.TimeLeft = [&] { return ++Asked > Most ? 0.0 : 1.0; };
  auto Values = analyzeValues(P.entry(), Options);
  if (!Values) {
    llvm::consumeError(Values.takeError());
    return std::nullopt;
  }
  if (Values->Checks.size() != 1 || Values->Checks.front().holds())
    ADD_FAILURE() << "the error is not told";
  return Asked;
}

TEST(ValueAnalysisTest, WhatIsKnownWhenTimeIsUpCounts) {
  const test::ParsedFunction P(longLoops());
  const std::optional<size_t> All = asksOf(P, SIZE_MAX);
  ASSERT_TRUE(All);
  ASSERT_GT(*All, 1u);
  EXPECT_TRUE(asksOf(P, *All - 1));
  // (The first look is over before it asks.)
  EXPECT_TRUE(asksOf(P, 0));
}
