//===- HeldAddressesTest.cpp - What variables hold between calls ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs/HeldAddresses.h"
#include "Programs/KeptRanges.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace sooth;

static std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &Context,
                                           const std::string &Code) {
  llvm::SMDiagnostic Why;
  auto M = llvm::parseAssemblyString(Code, Why, Context);
  if (!M)
    ADD_FAILURE() << Why.getMessage().str();
  return M;
}

/// What the pointer at \p Offset in @p may be: "a+0 null other".
static std::string heldIn(const std::string &Code, int64_t Offset = 0) {
  llvm::LLVMContext Context;
  auto M = parse(Context, Code);
  if (!M)
    return "";
  const HeldAddresses Held(*M);
  const auto Found = Held.at(*M->getGlobalVariable("p", true), {Offset});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const HeldAddresses::Address &A : Found.Own) {
    OS << A.Of->getName() << '+' << A.At.First;
    if (A.At.Step)
      OS << (A.At.Anywhere ? " anywhere by " : " by ") << A.At.Step;
    OS << ' ';
  }
  OS << (Found.MayBeNull ? "null " : "") << (Found.MayBeOutside ? "other" : "");
  return llvm::StringRef(OS.str()).trim().str();
}

static const std::string Variables = R"(
  @a = internal global i32 0
  @b = internal global [4 x i32] zeroinitializer
)";

TEST(HeldAddressesTest, WhatTheInitializerSays) {
  EXPECT_EQ(heldIn(Variables + "@p = internal global ptr @a"), "a+0");
  EXPECT_EQ(heldIn(Variables + "@p = internal global ptr null"), "null");
  EXPECT_EQ(heldIn(Variables + "@p = internal global { i64, ptr } { i64 1, ptr "
                               "getelementptr (i32, ptr @b, i64 2) }",
                   8),
            "b+8");
  EXPECT_EQ(heldIn(Variables + "@p = global ptr @a"), "a+0 null other");
}

TEST(HeldAddressesTest, WhatIsStored) {
  const std::string P = Variables + "@p = internal global ptr null\n";
  EXPECT_EQ(heldIn(P + R"(
    define void @set() {
      store ptr @a, ptr @p
      ret void
    })"),
            "a+0 null");
  EXPECT_EQ(heldIn(P + R"(
    define void @set(ptr %q) {
      store ptr %q, ptr @p
      ret void
    })"),
            "null other");
  EXPECT_EQ(heldIn(P + R"(
    define internal void @put(ptr %to, ptr %what) {
      store ptr %what, ptr %to
      ret void
    }
    define void @set() {
      call void @put(ptr @p, ptr @a)
      ret void
    })"),
            "a+0 null");
}

TEST(HeldAddressesTest, WhatIsMovedOnStaysInItsArray) {
  EXPECT_EQ(heldIn(Variables + R"(
    @p = internal global ptr @b
    define void @next() {
      %1 = load ptr, ptr @p
      %2 = getelementptr inbounds i32, ptr %1, i32 1
      store ptr %2, ptr @p
      ret void
    })"),
            "b+0 by 4");
}

TEST(HeldAddressesTest, ZerosThatAreReadAsPointersAreNull) {
  const std::string P = Variables + "@p = internal global ptr @a\n";
  const std::string Set = R"(
    define void @set() {
      %1 = load ptr, ptr @zeros
      store ptr %1, ptr @p
      ret void
    })";
  EXPECT_EQ(heldIn(P + "@zeros = internal global { ptr } zeroinitializer" + Set),
            "a+0 null");
  EXPECT_EQ(heldIn(P + "@zeros = internal global { [1 x i64] } zeroinitializer" +
                   Set),
            "a+0 null");
  EXPECT_EQ(heldIn(P + "@zeros = internal constant [1 x ptr] [ptr @a]" + Set),
            "a+0");
}

TEST(HeldAddressesTest, NumbersThatAreReadAsPointersLeadAnywhere) {
  const std::string P = Variables + "@p = internal global ptr @a\n";
  const std::string Copy = R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @set() {
      call void @llvm.memcpy.p0.p0.i64(ptr @p, ptr @n, i64 8, i1 false)
      ret void
    })";
  EXPECT_EQ(heldIn(P + "@n = internal global i64 0" + Copy), "a+0 null");
  EXPECT_EQ(heldIn(P + "@n = internal global i64 7" + Copy), "a+0 null other");
  EXPECT_EQ(heldIn(P + "@n = internal global i64 0" + Copy + R"(
    define void @count() {
      store i64 7, ptr @n
      ret void
    })"),
            "a+0 null other");
  EXPECT_EQ(heldIn(P + R"(
    define void @set() {
      %1 = getelementptr i8, ptr @p, i64 3
      store i8 7, ptr %1
      ret void
    })"),
            "a+0 null other");
}

TEST(HeldAddressesTest, AddressesAreMovedInBytes) {
  EXPECT_EQ(heldIn(Variables + R"(
    @p = internal global ptr null
    @q = internal global ptr @a
    define void @set(i64 %i) {
      %1 = getelementptr i8, ptr @q, i64 %i
      %2 = load i8, ptr %1
      %3 = getelementptr i8, ptr @p, i64 %i
      store i8 %2, ptr %3
      ret void
    })"),
            "a+0 null other");
}

TEST(HeldAddressesTest, MembersOfNullAreAnywhere) {
  EXPECT_EQ(heldIn(Variables + R"(
    @p = internal global ptr @a
    @head = internal global ptr null
    define void @set() {
      %1 = load ptr, ptr @head
      %2 = getelementptr inbounds { i32, i32 }, ptr %1, i32 0, i32 1
      store ptr %2, ptr @p
      ret void
    })"),
            "a+0 null other");
}

TEST(HeldAddressesTest, NumbersBesideAPointerLeaveItAsItIs) {
  EXPECT_EQ(heldIn(Variables + R"(
    @p = internal global { ptr, i32, i32, [8 x i8] } { ptr @a, i32 0, i32 0,
                                                       [8 x i8] undef }
    define void @set(i64 %i) {
      %1 = getelementptr inbounds { ptr, i32, i32, [8 x i8] }, ptr @p, i32 0, i32 2
      store i32 7, ptr %1
      %2 = getelementptr inbounds { ptr, i32, i32, [8 x i8] }, ptr @p, i32 0, i32 3, i64 %i
      store i8 7, ptr %2
      ret void
    })"),
            "a+0");
}

TEST(HeldAddressesTest, WhatOthersKnow) {
  llvm::LLVMContext Context;
  auto M = parse(Context, Variables + R"(
    @c = internal global i32 0
    @d = internal global ptr @c
    @e = internal global i32 0
    define ptr @get() { ret ptr @a }
    define void @leave(ptr %to) {
      store ptr @d, ptr %to
      ret void
    }
    define i32 @read() {
      %1 = load i32, ptr @e
      ret i32 %1
    })");
  ASSERT_TRUE(M);
  const HeldAddresses Held(*M);
  auto IsKnown = [&](const char *Name) {
    return Held.isKnownOutside(*M->getGlobalVariable(Name, true));
  };
  EXPECT_TRUE(IsKnown("a") && IsKnown("c") && IsKnown("d"));
  EXPECT_FALSE(IsKnown("b") || IsKnown("e"));
}

/// The bounds of @s, as LLVM prints them; "any" if there are none.
static std::string boundsOf(const std::string &Code) {
  llvm::LLVMContext Context;
  auto M = parse(Context, "@s = internal global i32 0\n" + Code);
  if (!M)
    return "";
  const auto Bounds = KeptRanges(*M).at("s", 0, 32);
  if (!Bounds)
    return "any";
  std::string Text;
  llvm::raw_string_ostream(Text) << *Bounds;
  return Text;
}

static const std::string Tick = R"(
  define void @tick() {
    %1 = load i32, ptr @s
    %2 = icmp slt i32 %1, 10
    br i1 %2, label %3, label %6
  3:
    %4 = load i32, ptr @s
    %5 = add nsw i32 %4, 1
    store i32 %5, ptr @s
    br label %6
  6:
    ret void
  })";

TEST(KeptRangesTest, CountersThatAreTested) {
  EXPECT_EQ(boundsOf(Tick), "[0,11)");
}

TEST(KeptRangesTest, WhatOverflowsIsInNoBounds) {
  EXPECT_EQ(boundsOf(R"(
    define void @tick() {
      %1 = load i32, ptr @s
      %2 = add nsw i32 %1, 1
      store i32 %2, ptr @s
      ret void
    })"),
            "any");
}

TEST(KeptRangesTest, WhatIsWrittenOtherwiseIsInNoBounds) {
  EXPECT_EQ(boundsOf(Tick + R"(
    define ptr @get() { ret ptr @s })"),
            "any");
  EXPECT_EQ(boundsOf(Tick + R"(
    define void @set(i32 %n) {
      store i32 %n, ptr @s
      ret void
    })"),
            "any");
}

//===----------------------------------------------------------------------===//
// What functions are given
//===----------------------------------------------------------------------===//

/// Whether the address of @a may be the first argument of @f, and found there.
static std::string waysToF(const std::string &Code) {
  llvm::LLVMContext Context;
  auto M = parse(Context, Code);
  if (!M)
    return "";
  const HeldAddresses Held(*M);
  const llvm::GlobalVariable &A = *M->getGlobalVariable("a", true);
  const llvm::Function &F = *M->getFunction("f");
  std::string Ways;
  if (Held.mayBePassed(A, *F.getArg(0)))
    Ways += "passed ";
  if (Held.mayBeFound(A, F))
    Ways += "found";
  return llvm::StringRef(Ways).trim().str();
}

static const std::string OnlyCalledHere = R"(
  @a = internal global i32 0
  @b = internal global i32 0
  define internal void @f(ptr %p) {
    ret void
  }
)";

TEST(HeldAddressesTest, WhatOnlyTheFileCallsIsGivenWhatThatPasses) {
  EXPECT_EQ(waysToF(OnlyCalledHere + R"(
    define void @call() {
      call void @f(ptr @b)
      ret void
    })"),
            "");
  EXPECT_EQ(waysToF(OnlyCalledHere + R"(
    define void @call() {
      call void @f(ptr @b)
      call void @f(ptr @a)
      ret void
    })"),
            "passed");
}

TEST(HeldAddressesTest, WhatIsInLocalsOfCallersIsFound) {
  EXPECT_EQ(waysToF(OnlyCalledHere + R"(
    define void @call() {
      %own = alloca { i32, ptr }
      %at = getelementptr { i32, ptr }, ptr %own, i32 0, i32 1
      store ptr @a, ptr %at
      call void @f(ptr %own)
      ret void
    })"),
            "found");
  EXPECT_EQ(waysToF(OnlyCalledHere + R"(
    @known = internal global ptr null
    define void @call() {
      %own = alloca ptr
      store ptr @a, ptr %own
      store ptr %own, ptr @known
      call void @f(ptr null)
      ret void
    })"),
            "found");
}

TEST(HeldAddressesTest, WhatIsInVariablesThatArePassedIsFound) {
  EXPECT_EQ(waysToF(OnlyCalledHere + R"(
    @box = internal global { ptr } { ptr @a }
    define void @call() {
      call void @f(ptr @box)
      ret void
    })"),
            "found");
}

TEST(HeldAddressesTest, WhatIsInConstantsIsFoundHoweverManyLiteralsThereAre) {
  std::string Literals;
  for (int I = 0; I < 80; ++I)
    Literals += "@.str." + std::to_string(I) +
                " = private unnamed_addr constant [2 x i8] c\"a\\00\"\n";
  EXPECT_EQ(waysToF(Literals + OnlyCalledHere + R"(
    @first = private unnamed_addr constant { ptr, i32 } { ptr @a, i32 1 }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define void @call() {
      %own = alloca { ptr, i32 }
      call void @llvm.memcpy.p0.p0.i64(ptr %own, ptr @first, i64 16, i1 false)
      call void @f(ptr %own)
      ret void
    })"),
            "found");
}

TEST(HeldAddressesTest, FunctionsOfTheCLibraryKeepWhatLLVMSaysTheyDo) {
  const std::string Outside = R"(
    define void @call(ptr %other) {
      call void @f(ptr %other)
      ret void
    }
  )";
  EXPECT_EQ(waysToF(OnlyCalledHere + Outside + R"(
    declare void @keep(ptr)
    define void @give() {
      call void @keep(ptr @a)
      ret void
    })"),
            "passed found");
  const std::string Linux = "target triple = \"x86_64-pc-linux-gnu\"\n";
  EXPECT_EQ(waysToF(Linux + OnlyCalledHere + Outside + R"(
    declare i32 @chmod(ptr, i32)
    define void @give() {
      %1 = call i32 @chmod(ptr @a, i32 0)
      ret void
    })"),
            "");
}
