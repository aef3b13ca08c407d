//===- PrepareTest.cpp - From clang's output to what is encoded -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sooth;

namespace {

std::unique_ptr<Module> parse(LLVMContext &Context, const char *Text) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  return M;
}

constexpr const char *Program = R"(
  @g = global i32 0
  declare void @reach_error()
  define void @set(i32 %v) {
    store i32 %v, ptr @g
    ret void
  }
  define i32 @start(i32 %n) {
    call void @set(i32 %n)
    %v = load i32, ptr @g
    %e = icmp eq i32 %v, 3
    br i1 %e, label %error, label %fine
  error:
    call void @reach_error()
    unreachable
  fine:
    ret i32 %v
  }
)";

TEST(PrepareTest, LeavesOneFunctionAndNoMemory) {
  LLVMContext Context;
  auto M = parse(Context, Program);
  PrepareOptions Options;
  Options.Entry = "start";
  ASSERT_FALSE(errorToBool(prepareModule(*M, Options)));
  EXPECT_TRUE(M->global_empty());
  EXPECT_EQ(M->getFunction("set"), nullptr);
  // icmp, br, the error and the ends.
  EXPECT_EQ(M->getFunction("start")->getInstructionCount(), 5u);
}

TEST(PrepareTest, KeepsCalls) {
  LLVMContext Context;
  // What is not just its argument, handed back.
  std::string Adding = Program;
  Adding.replace(Adding.find("store i32 %v"), 12,
                 "%w = add i32 %v, 1\n store i32 %w");
  auto M = parse(Context, Adding.c_str());
  PrepareOptions Options;
  Options.Entry = "start";
  Options.Calls = PrepareOptions::Calls::Keep;
  ASSERT_FALSE(errorToBool(prepareModule(*M, Options)));
  EXPECT_TRUE(M->global_empty());
  ASSERT_NE(M->getFunction("set"), nullptr);
  EXPECT_TRUE(M->getFunction("set")->getReturnType()->isIntegerTy(32));
}

/// What a call returns unchanged, or always, the caller knows.
TEST(PrepareTest, ForwardsConstantsThroughCalls) {
  LLVMContext Context;
  auto M = parse(Context, Program);
  PrepareOptions Options;
  Options.Entry = "start";
  Options.Calls = PrepareOptions::Calls::Keep;
  ASSERT_FALSE(errorToBool(prepareModule(*M, Options)));
  EXPECT_EQ(M->getFunction("set"), nullptr);
}

TEST(PrepareTest, SaysWhatIsUnsupported) {
  LLVMContext Context;
  auto M = parse(Context, Program);
  Error E = prepareModule(*M); // There is no main.
  ASSERT_TRUE(E.isA<UnsupportedError>());
  EXPECT_EQ(toString(std::move(E)), "unsupported: no function 'main' to start at");
}

} // namespace
