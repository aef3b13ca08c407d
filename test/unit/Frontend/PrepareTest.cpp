//===- PrepareTest.cpp - From clang's output to what is encoded -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
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

constexpr const char *Told = R"(
  declare void @reach_error()
  declare i32 @any()
  define i32 @start(i32 %n, i32 %k) {
    %negative = icmp slt i32 %n, 0
    br i1 %negative, label %done, label %more
  more:
    %zero = icmp eq i32 %n, 0
    br i1 %zero, label %done, label %most
  most:
    %m = call i32 @any()
    br label %done
  done:
    %told = phi i32 [ -1, %0 ], [ 0, %more ], [ %m, %most ]
    %next = add i32 %told, 1
    %wrong = icmp sle i32 %next, 0
    br i1 %wrong, label %error, label %loop
  loop:
    %i = phi i32 [ 0, %done ], [ %j, %loop ]
    %j = add i32 %i, %told
    %again = icmp slt i32 %j, %k
    br i1 %again, label %loop, label %fine
  error:
    call void @reach_error()
    unreachable
  fine:
    ret i32 %j
  }
)";

/// What is branched on.
std::string decisions(const Function &F) {
  std::string Text;
  for (const BasicBlock &B : F)
    if (auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
        Branch && Branch->isConditional())
      Text += (Text.empty() ? "" : " ") + Branch->getCondition()->getName().str();
  return Text;
}

TEST(PrepareTest, ThreadsBranches) {
  using Branches = enum PrepareOptions::Branches;
  for (Branches How : {Branches::AsWritten, Branches::Threaded}) {
    LLVMContext Context;
    auto M = parse(Context, Told);
    PrepareOptions Options;
    Options.Entry = "start";
    Options.Branches = How;
    Options.Slice = PrepareOptions::Slice::Off;
    ASSERT_FALSE(errorToBool(prepareModule(*M, Options)));
    const Function &Start = *M->getFunction("start");
    EXPECT_EQ(decisions(Start), "negative zero wrong again");
    unsigned Negative = 0;
    for (const Instruction &I : instructions(Start))
      if (auto *Phi = dyn_cast<PHINode>(&I))
        for (const llvm::Value *In : Phi->incoming_values())
          Negative += isa<ConstantInt>(In) && cast<ConstantInt>(In)->isMinusOne();
    // Whoever is told a constant need not ask: 0 goes to the loop, where it is
    // used, and -1 to the error.
    EXPECT_EQ(Negative, How == Branches::Threaded ? 0u : 1u);
    const BasicBlock *Error = nullptr;
    for (const BasicBlock &B : Start)
      if (!B.empty() && isa<UnreachableInst>(B.getTerminator()))
        Error = &B;
    ASSERT_NE(Error, nullptr);
    EXPECT_EQ(pred_size(Error), How == Branches::Threaded ? 2u : 1u);
  }
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
