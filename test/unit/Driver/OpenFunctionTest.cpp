//===- OpenFunctionTest.cpp - What functions need of their callers -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks/OpenFunction.h"

#include "Programs/LoadedProgram.h"
#include "sooth/Engine/Engines.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace sooth;

/// May write one byte more than the array at the beginning of a structure has.
static const char PastTheArray[] = R"(
  target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
  target triple = "x86_64-pc-linux-gnu"
  %struct.message = type { [12 x i8], ptr }
  define void @member(ptr %m, i64 %i) {
    %few = icmp ule i64 %i, 12
    br i1 %few, label %write, label %end
  write:
    %at = getelementptr inbounds %struct.message, ptr %m, i64 0, i32 0, i64 %i
    store i8 0, ptr %at
    br label %end
  end:
    ret void
  })";

/// What checks in the code need may be found out in one round with the members
/// of structures apart, and in the next one with them joined.
TEST(OpenFunctionTest, NeedsAreOfTheRoundThatProves) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Why;
  auto M = llvm::parseAssemblyString(PastTheArray, Why, Context);
  ASSERT_TRUE(M) << Why.getMessage().str();
  VerificationTask T;
  T.Prepare.Entry = "member";
  T.Prepare.Memory = memoryProperties("access");
  auto Engines = chooseEngines("kind");
  ASSERT_TRUE(bool(Engines));
  T.Verifier.Engines.Engines = *Engines;
  auto Ask = [&](Report Earlier, VerifierOptions::Means By) {
    LoadedPrograms Known;
    return proveOpenChecks(
        std::move(Earlier), By, *M, T, Budget::seconds(60),
        [](const auto &, const auto &, auto &) {}, CalledFrom::Anywhere, Known);
  };
  auto IsAccess = [](const AssertionReport &A) {
    return A.What.What == Failure::Kind::OutsideAccess;
  };
  Report R = Ask(Report::unknown({UnknownReason::Kind::Timeout}),
                 VerifierOptions::Means::Local);
  for (AssertionReport &A : R.Assertions) {
    A.Outcome = AssertionReport::Status::Unknown;
    A.Reason = {UnknownReason::Kind::Timeout};
    A.Needs.clear();
  }
  T.HowMembers = Members::Joined;
  R = Ask(std::move(R), VerifierOptions::Means::Engines);
  const auto A = llvm::find_if(R.Assertions, IsAccess);
  ASSERT_NE(A, R.Assertions.end());
  ASSERT_EQ(A->Outcome, AssertionReport::Status::Safe);
  uint64_t Bytes = 0;
  for (const Need &N : A->Needs)
    if (N.What == Need::Kind::Memory)
      Bytes = std::max(Bytes, N.Bytes);
  EXPECT_EQ(Bytes, 13u);
}
