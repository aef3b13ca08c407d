//===- KnownAnswersTest.cpp - Which answers count later -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks/KnownAnswers.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace sooth;
using Counted = KnownAnswers::Counted;
using MoreTime = KnownAnswers::MoreTime;
using ReasonKind = UnknownReason::Kind;

namespace {
class KnownAnswersTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("known-answers", Folder));
    setenv("XDG_STATE_HOME", Folder.c_str(), /*replace=*/1);
    auto Opened = CacheStore::open((Folder + "/cache").str(), "");
    ASSERT_TRUE(bool(Opened));
    T.Verifier.Cache = std::move(*Opened);
    ASSERT_TRUE(T.Verifier.Cache->seals());
  }
  void TearDown() override {
    T.Verifier.Cache.reset();
    llvm::sys::fs::remove_directories(Folder);
  }

  KnownAnswers within(double Seconds) const { return {T, Seconds}; }
  bool isFound(double Seconds) const {
    return within(Seconds).find("key", Counted::No).has_value();
  }
  std::string keyOf(const char *Code) const {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Why;
    auto M = llvm::parseAssemblyString(Code, Why, Context);
    if (!M)
      return Why.getMessage().str();
    M->setModuleIdentifier("");
    M->setSourceFileName("");
    return within(1).keyOfAll(*M);
  }

  llvm::SmallString<128> Folder;
  VerificationTask T;
};
} // namespace

static Report safe() {
  Report R;
  R.Outcome = Report::Status::Safe;
  R.Functions.push_back({"f"});
  return R;
}

TEST_F(KnownAnswersTest, AnswersThatAreFinalNeedNoTime) {
  within(5).keep("key", safe());
  EXPECT_TRUE(isFound(5));
  EXPECT_TRUE(isFound(50));
  EXPECT_TRUE(KnownAnswers(T, std::nullopt).find("key", Counted::No));
}

TEST_F(KnownAnswersTest, MoreTimeMayTellMore) {
  within(5).keep("key", Report::unknown({ReasonKind::Timeout}));
  EXPECT_TRUE(isFound(5));
  EXPECT_TRUE(isFound(4));
  EXPECT_FALSE(isFound(6));
  EXPECT_FALSE(KnownAnswers(T, std::nullopt).find("key", Counted::No));
}

// Calls that there was no time to ask about are no checks that are open.
TEST_F(KnownAnswersTest, MoreTimeMayTellMoreThanIsSaidToBeOpen) {
  within(5).keep("key", safe(), MoreTime::MayTell);
  EXPECT_TRUE(isFound(5));
  EXPECT_FALSE(isFound(6));
}

TEST_F(KnownAnswersTest, AFunctionThatWasNotVerifiedIsOpen) {
  Report R = safe();
  R.Functions.front().NotVerified = UnknownReason{ReasonKind::Timeout};
  within(5).keep("key", R);
  EXPECT_TRUE(isFound(5));
  EXPECT_FALSE(isFound(6));
}

TEST_F(KnownAnswersTest, WhatWentWrongIsNotKept) {
  for (ReasonKind Why : {ReasonKind::Internal, ReasonKind::Cancelled}) {
    within(5).keep("key", Report::unknown({Why}));
    EXPECT_FALSE(isFound(5));
    Report R = safe();
    R.Functions.front().NotVerified = UnknownReason{Why};
    within(5).keep("key", R);
    EXPECT_FALSE(isFound(5));
    R = safe();
    R.Assertions.emplace_back();
    R.Assertions.back().Reason = UnknownReason{Why};
    within(5).keep("key", R);
    EXPECT_FALSE(isFound(5));
  }
}

TEST_F(KnownAnswersTest, AllFunctionsOfAFileAreCounted) {
  Report R = safe();
  R.Functions.push_back({"g"});
  within(5).keep("key", R);
  EXPECT_TRUE(within(5).findAll("key"));
  EXPECT_FALSE(within(5).findAll("other"));
  EXPECT_EQ(T.Verifier.Cache->count(CacheStore::Event::AnswerFound), 2u);
  EXPECT_EQ(T.Verifier.Cache->count(CacheStore::Event::AnswerMissing), 0u);
}

// Also code that leads to nothing else may change what functions may meet.
TEST_F(KnownAnswersTest, TheKeyOfAFileHasAllOfIt) {
  const std::string Key =
      keyOf("define void @f() { ret void }\n@a = global i32 0");
  EXPECT_EQ(Key, keyOf("define void @f() { ret void }\n@a = global i32 0"));
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 1"));
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@b = global i32 0"));
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 0\n"
                       "declare void @g()"));
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 0\n"
                       "!named = !{!0}\n!0 = !{i32 1}"));
  EXPECT_NE(keyOf("target triple = \"x86_64-linux-gnu\""),
            keyOf("target triple = \"i686-linux-gnu\""));
  T.Entries = {"f"};
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 0"));
  T.Entries.clear();
  T.SecondsEach = 2;
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 0"));
  T.SecondsEach = 0;
  T.CountingOptions = {"--check=memory"};
  EXPECT_NE(Key, keyOf("define void @f() { ret void }\n@a = global i32 0"));
}
