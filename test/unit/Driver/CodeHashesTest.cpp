//===- CodeHashesTest.cpp - Which code has changed ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks/CodeHashes.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/CalleeStubs.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using namespace sooth;

/// What is told of @f in \p Code; "none" where hashes do not do. The code of
/// functions in \p LeftOut is left out.
static std::string textOf(const std::string &Code,
                          const std::vector<std::string> &List = {},
                          const std::vector<std::string> &LeftOut = {}) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Why;
  auto M = llvm::parseAssemblyString(Code, Why, Context);
  if (!M) {
    ADD_FAILURE() << Why.getMessage().str();
    return "";
  }
  const ProgramGlobals Globals(*M);
  const CalleeStubs Stubs(*M, LeftOut, /*CopiedCode=*/0);
  return CodeHashes(*M, Globals, Stubs)
      .textOf(*M->getFunction("f"), {llvm::ArrayRef(List)})
      .value_or("none");
}

static const std::string Calling = R"(
  define i32 @f(ptr %p) {
    %r = call i32 @g()
    ret i32 %r
  }
)";
static const std::string Called = "define i32 @g() { ret i32 1 }\n";

TEST(CodeHashesTest, WhatIsNotReachedDoesNotCount) {
  const std::string Text = textOf(Calling + Called);
  EXPECT_EQ(Text, textOf(Calling + Called));
  EXPECT_EQ(Text, textOf(Calling + Called + "define void @h() { ret void }"));
  EXPECT_EQ(Text, textOf(Calling + Called + "@c = internal constant i32 4"));
}

TEST(CodeHashesTest, WhatIsReachedCounts) {
  const std::string Text = textOf(Calling + Called);
  EXPECT_NE(Text, textOf(Calling + "define i32 @g() { ret i32 2 }"));
  EXPECT_NE(Text, textOf(Calling + "define internal i32 @g() { ret i32 1 }"));
  EXPECT_NE(Text, textOf(Calling + "declare i32 @g()"));
  EXPECT_NE(textOf(Calling + "declare i32 @g()"),
            textOf(Calling + "declare noundef i32 @g()"));
  EXPECT_NE(Text, textOf(Calling + "define i32 @g() noreturn { ret i32 1 }"));
}

TEST(CodeHashesTest, OnlyTheEffectsOfWhatIsLeftOutCount) {
  auto Of = [](const std::string &Body, const std::string &Used = "") {
    return textOf("@v = internal global i32 0\ndefine i32 @f(ptr %p) {\n" +
                      Used + "%r = call i32 @g(ptr %p)\nret i32 %r\n}\n" +
                      "define i32 @g(ptr %q) {\n" + Body + "ret i32 1\n}\n" +
                      "declare void @free(ptr)\ndeclare ptr @malloc(i64)\n",
                  {}, {"g"});
  };
  const std::string Text = Of("store i32 1, ptr %q\n");
  EXPECT_EQ(Text, Of("store i32 2, ptr %q\n"));
  EXPECT_NE(Text, Of("call void @free(ptr %q)\n"));
  EXPECT_NE(Text, Of("%m = call ptr @malloc(i64 4)\n"));
  // A variable counts if the code that is there uses it.
  EXPECT_EQ(Text, Of("store i32 2, ptr @v\n"));
  const std::string Uses = "store i32 1, ptr @v\n";
  EXPECT_NE(Of("store i32 1, ptr %q\n", Uses),
            Of("store i32 2, ptr @v\n", Uses));
}

TEST(CodeHashesTest, WhatBelongsToTheModuleCounts) {
  EXPECT_NE(textOf(Calling + Called),
            textOf(Calling + Called + "!some = !{!0}\n!0 = !{i32 1}"));
  EXPECT_NE(
      textOf(Calling + Called),
      textOf("target triple = \"x86_64-linux-gnu\"\n" + Calling + Called));
}

static const std::string ThroughPointer = R"(
  define void @f(ptr %p) {
    call void %p(i32 1)
    ret void
  }
  @table = internal constant ptr @h
)";

TEST(CodeHashesTest, FunctionsThatPointersMayLeadToCount) {
  const std::string Text =
      textOf(ThroughPointer + "define internal void @h(i32) { ret void }");
  EXPECT_NE(Text, textOf(ThroughPointer +
                         "define internal void @h(i32) { unreachable }"));
  // One of another type is not called.
  EXPECT_EQ(
      textOf(ThroughPointer + "define internal void @h() { ret void }"),
      textOf(ThroughPointer + "define internal void @h() { unreachable }"));
}

static const std::string Reading = R"(
  @v = internal global ptr null
  define ptr @f() {
    %p = load ptr, ptr @v
    ret ptr %p
  }
)";

// What other code does with a variable that is reached.
TEST(CodeHashesTest, StoresElsewhereCount) {
  const std::string Text = textOf(Reading);
  const std::string Stored = Reading + R"(
    define void @set() {
      store ptr @set, ptr @v
      ret void
    })";
  EXPECT_NE(Text, textOf(Stored));
  EXPECT_NE(textOf(Stored), textOf(Reading + R"(
    define void @set() {
      store ptr null, ptr @v
      ret void
    })"));
}

TEST(CodeHashesTest, VariablesCount) {
  EXPECT_NE(textOf(Reading), textOf(R"(
    @v = internal global ptr @v
    define ptr @f() {
      %p = load ptr, ptr @v
      ret ptr %p
    })"));
}

// That is told of code that nobody knows.
TEST(CodeHashesTest, TheFirstVariableKnownElsewhereCounts) {
  const std::string A = "@a = global i32 0\n", B = "@b = global i32 0\n";
  EXPECT_NE(textOf(A + Calling + Called), textOf(B + Calling + Called));
  EXPECT_EQ(textOf(A + Calling + Called), textOf(A + B + Calling + Called));
}

static std::string printing(const std::string &Name, const std::string &Text) {
  return "@" + Name + " = private unnamed_addr constant [2 x i8] c\"" + Text +
         "\\00\"\ndefine ptr @f() { ret ptr @" + Name + " }\n";
}

TEST(CodeHashesTest, NumbersOfStringsDoNotCount) {
  EXPECT_EQ(textOf(printing(".str", "a")), textOf(printing(".str.1", "a")));
  EXPECT_NE(textOf(printing(".str", "a")), textOf(printing(".str", "b")));
}

TEST(CodeHashesTest, WhichFunctionsOfListsAreReachedCounts) {
  const std::string Text = textOf(Calling + Called, {"g"});
  EXPECT_NE(Text, textOf(Calling + Called));
  EXPECT_EQ(Text, textOf(Calling + Called + "define void @h() { ret void }",
                         {"h", "g", "missing"}));
}

TEST(CodeHashesTest, WhereMoreCountsThereIsNoText) {
  EXPECT_EQ(textOf(Calling + R"(
    declare void @sooth_clause()
    define i32 @g() {
      call void @sooth_clause()
      ret i32 1
    })"),
            "none");
  EXPECT_EQ(textOf(R"(
    %struct.s = type { i32, i32 }
    @v = external global ptr
    define i32 @f() {
      %p = load ptr, ptr @v
      %q = getelementptr %struct.s, ptr %p, i32 0, i32 1
      %r = load i32, ptr %q
      ret i32 %r
    })"),
            "none");
  EXPECT_EQ(textOf(Calling + Called + "@h = alias i32 (), ptr @g"), "none");
}
