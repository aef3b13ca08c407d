//===- VocabularyTest.cpp - What the names in a C program mean ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Model/Failure.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace sooth;

namespace {

class VocabularyTest : public testing::Test {
protected:
  /// The first call in @f, which \p Body is the body of.
  const CallBase &call(const std::string &Body) {
    std::string Text = Declarations + "define void @f(i32 %x, ptr %p) {\n" +
                       Body + "\nret void\n}\n";
    SMDiagnostic Problem;
    M = parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    for (Instruction &I : instructions(*M->getFunction("f")))
      if (auto *Call = dyn_cast<CallBase>(&I))
        return *Call;
    ADD_FAILURE() << "no call";
    std::abort();
  }
  CalleeKind kind(const std::string &Body) { return classify(call(Body)); }

  std::string Declarations = R"(
    @text = constant [6 x i8] c"x > 0\00"
    @file = constant [4 x i8] c"a.c\00"
    @func = constant [5 x i8] c"main\00"
    declare void @__assert_fail(ptr, ptr, i32, ptr)
    declare void @__assert_rtn(ptr, ptr, i32, ptr)
    declare void @llvm.ubsantrap(i8)
    declare void @llvm.trap()
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    declare i32 @llvm.ctpop.i32(i32)
    declare void @sooth_assert(...)
    declare void @__VERIFIER_assume(i32)
    declare i32 @__VERIFIER_nondet_int()
    declare i32 @__VERIFIER_nondet_memory(ptr, i64)
    declare void @abort()
    declare i32 @printf(ptr, ...)
    declare i32 @unknown()
    define void @reach_error() {
      ret void
    }
    define void @__VERIFIER_assert(i32 %c) {
      ret void
    }
  )";
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

TEST_F(VocabularyTest, ErrorsGoByName) {
  EXPECT_EQ(kind("call void @reach_error()"), CalleeKind::Error);
  EXPECT_EQ(kind("call void @llvm.ubsantrap(i8 0)"), CalleeKind::Error);
}

TEST_F(VocabularyTest, OtherNamesOnlyWhileTheyAreNotDefined) {
  EXPECT_EQ(kind("call void @__VERIFIER_assert(i32 1)"), CalleeKind::Defined);
  EXPECT_EQ(kind("call void @__VERIFIER_assume(i32 1)"), CalleeKind::Assume);
  EXPECT_EQ(kind("call void (...) @sooth_assert(i32 1)"), CalleeKind::Assert);
}

TEST_F(VocabularyTest, AnAssertionThatIsNotUnderstoodIsNotIgnored) {
  EXPECT_EQ(kind("call void (...) @sooth_assert()"), CalleeKind::Error);
  EXPECT_EQ(kind("call void (...) @sooth_assert(double 1.0)"),
            CalleeKind::Error);
}

TEST_F(VocabularyTest, EndsOfRuns) {
  EXPECT_EQ(kind("call void @abort()"), CalleeKind::Exit);
  EXPECT_EQ(kind("call void @llvm.trap()"), CalleeKind::Exit);
}

TEST_F(VocabularyTest, Inputs) {
  EXPECT_EQ(kind("call i32 @__VERIFIER_nondet_int()"), CalleeKind::Nondet);
  EXPECT_EQ(kind("call i32 @unknown()"), CalleeKind::External);
  // It writes.
  EXPECT_EQ(kind("call i32 @__VERIFIER_nondet_memory(ptr %p, i64 4)"),
            CalleeKind::External);
}

TEST_F(VocabularyTest, OtherCalls) {
  EXPECT_EQ(kind("call void %p()"), CalleeKind::Indirect);
  EXPECT_EQ(kind("call void asm \"nop\", \"\"()"), CalleeKind::InlineAsm);
  EXPECT_EQ(kind("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 0)"),
            CalleeKind::Memory);
  EXPECT_EQ(kind("call i32 @llvm.ctpop.i32(i32 %x)"), CalleeKind::Operation);
}

TEST_F(VocabularyTest, PrintingHasNoEffectUnlessItMayWrite) {
  EXPECT_EQ(effectOf(call("call i32 (ptr, ...) @printf(ptr @text, i32 %x)")),
            Effect::None);
  EXPECT_EQ(effectOf(call("call i32 (ptr, ...) @printf(ptr @text, ptr %p)")),
            Effect::Some);
  EXPECT_EQ(effectOf(call("call i32 @unknown()")), Effect::Some);
}

TEST_F(VocabularyTest, AssertionsSayWhatAndWhere) {
  for (const char *Call :
       {"call void @__assert_fail(ptr @text, ptr @file, i32 7, ptr @func)",
        "call void @__assert_rtn(ptr @func, ptr @file, i32 7, ptr @text)"}) {
    ErrorDescription D = describeError(call(Call));
    EXPECT_EQ(D.Kind, ErrorKind::Assertion);
    EXPECT_EQ(D.Text, "x > 0");
    EXPECT_EQ(D.File, "a.c");
    EXPECT_EQ(D.Line, 7u);
    EXPECT_EQ(D.Function, "main");
  }
}

TEST_F(VocabularyTest, AssertionsMayBeSilent) {
  ErrorDescription D = describeError(
      call("call void @__assert_fail(ptr %p, ptr null, i32 %x, ptr null)"));
  EXPECT_EQ(D.Text, "");
  EXPECT_EQ(D.Line, 0u);
}

TEST_F(VocabularyTest, SanitizerChecksHaveNumbers) {
  ErrorDescription D = describeError(call("call void @llvm.ubsantrap(i8 20)"));
  EXPECT_EQ(D.Kind, ErrorKind::Sanitizer);
  EXPECT_EQ(D.Number, ShiftCheck);
  EXPECT_EQ(clangCheckName(D.Number), "shift out of bounds");
  EXPECT_EQ(clangCheckName(AdditionCheck), "addition overflow");
  EXPECT_EQ(clangCheckName(22), "null or misaligned pointer");
  EXPECT_EQ(clangCheckName(255), "sanitizer check");
}

} // namespace
