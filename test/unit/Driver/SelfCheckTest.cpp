//===- SelfCheckTest.cpp - The program against its model ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfCheck/SelfCheck.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
class SelfCheckTest : public testing::Test {
protected:
  /// What comes of comparing 100 runs of @main in \p Code.
  SelfCheckResult compare(const std::string &Code, PrepareOptions How = {},
                          SelfCheckOptions O = {}) {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Why;
    auto M = llvm::parseAssemblyString(Header + Code, Why, Context);
    if (!M) {
      ADD_FAILURE() << Why.getMessage().str();
      return {};
    }
    O.Runs = 100;
    return selfCheck(*M, How, {}, O, Budget());
  }

  const std::string Header = R"(
    target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
    target triple = "x86_64-pc-linux-gnu"
    declare i32 @__VERIFIER_nondet_int()
    declare void @reach_error()
  )";
  /// The end of main: an error unless %c.
  const std::string IfNot = R"(
      br i1 %c, label %good, label %bad
    bad:
      call void @reach_error()
      unreachable
    good:
      ret i32 0
    }
  )";
  const std::string Compared = R"(
    define i32 @main() {
      %x = alloca i32
      %v = call i32 @__VERIFIER_nondet_int()
      store i32 %v, ptr %x
      %w = load i32, ptr %x
      %c = icmp slt i32 %w, 5
  )" + IfNot;
};
} // namespace

/// A fault as a wrong pass might make one.
static void weakenComparisons(llvm::Module &M) {
  for (llvm::Function &F : M)
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I))
        Compare->setPredicate(Compare->getNonStrictPredicate());
}

TEST_F(SelfCheckTest, RunsAgree) {
  const SelfCheckResult R = compare(Compared);
  EXPECT_EQ(R.NotRun, "");
  EXPECT_EQ(R.Difference, "");
  EXPECT_EQ(R.Ended, 100u);
}

TEST_F(SelfCheckTest, AFaultOfTheEncoderIsSeen) {
  SelfCheckOptions O;
  O.BeforeEncoding = weakenComparisons;
  const SelfCheckResult R = compare(Compared, {}, O);
  EXPECT_NE(R.Difference.find("after preparing"), std::string::npos)
      << describe(R);
}

TEST_F(SelfCheckTest, AFaultOfAPassIsSeenAndNamed) {
  PrepareOptions How;
  How.OnStep = [](llvm::StringRef Step, const llvm::Module &M) {
    if (Step == "hardware-meaning")
      weakenComparisons(const_cast<llvm::Module &>(M));
  };
  const SelfCheckResult R = compare(Compared, How);
  EXPECT_NE(R.Difference.find("after hardware-meaning"), std::string::npos)
      << describe(R);
}

TEST_F(SelfCheckTest, AFaultThatALaterStepMendsIsSeen) {
  auto Change = [](const llvm::Module &M) {
    for (llvm::Function &F : const_cast<llvm::Module &>(M))
      for (llvm::Instruction &I : llvm::instructions(F))
        if (auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I))
          Compare->setPredicate(Compare->getInversePredicate());
  };
  PrepareOptions How;
  How.OnStep = [&](llvm::StringRef Step, const llvm::Module &M) {
    if (Step == "hardware-meaning" || Step == "provide-arguments")
      Change(M);
  };
  SelfCheckOptions O;
  EXPECT_EQ(compare(Compared, How, O).Difference, "");
  O.Of = SelfCheckOptions::Steps::Always;
  const SelfCheckResult R = compare(Compared, How, O);
  EXPECT_NE(R.Difference.find("after hardware-meaning"), std::string::npos)
      << describe(R);
}

TEST_F(SelfCheckTest, WhatIsNotInitializedIsNotCompared) {
  const SelfCheckResult R = compare(R"(
    define i32 @main() {
      %x = alloca i32
      %w = load i32, ptr %x
      %c = icmp eq i32 %w, 0
  )" + IfNot);
  EXPECT_EQ(R.Difference, "");
  EXPECT_EQ(R.Ended, 0u);
  ASSERT_EQ(R.Cut.size(), 1u);
  EXPECT_EQ(R.Cut.begin()->second, 100u);
}

TEST_F(SelfCheckTest, CrashesAndLoopsEndRuns) {
  const SelfCheckResult R = compare(R"(
    define i32 @main() {
      %v = call i32 @__VERIFIER_nondet_int()
      %c = icmp slt i32 %v, 5
      br i1 %c, label %loop, label %crash
    loop:
      br label %loop
    crash:
      store i32 1, ptr null
      call void @reach_error()
      unreachable
    }
  )");
  EXPECT_EQ(R.Difference, "");
  EXPECT_EQ(R.Ended, 0u);
  EXPECT_EQ(R.Cut.size(), 2u) << describe(R);
}

TEST_F(SelfCheckTest, WhatTheWorldDoesIsNotTried) {
  const SelfCheckResult R = compare(R"(
    declare i32 @unlink(ptr)
    define i32 @main() {
      %r = call i32 @unlink(ptr null)
      %c = icmp eq i32 %r, 0
  )" + IfNot);
  EXPECT_EQ(R.Difference, "");
  EXPECT_EQ(R.Cut.count("it calls unlink"), 1u) << describe(R);
}
