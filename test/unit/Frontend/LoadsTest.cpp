//===- LoadsTest.cpp - What is known of loads before they are executed ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encode/LaterLoads.h"
#include "Encode/TableValues.h"

#include "ParsedFunction.h"

#include "llvm/IR/Instructions.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace sooth;
using namespace sooth::test;

static const LoadInst &load(const ParsedFunction &P, StringRef Name) {
  return *cast<LoadInst>(P[Name]);
}

//===----------------------------------------------------------------------===//
// Constant tables
//===----------------------------------------------------------------------===//

TEST(TableValues, AreThoseOfAllIndices) {
  ParsedFunction P(R"(
    @t = constant [4 x i8] c"\05\02\F0\07"
    define void @f(i64 %i) {
      %p = getelementptr [4 x i8], ptr @t, i64 0, i64 %i
      %v = load i8, ptr %p
      ret void
    })");
  auto Is = tableValues(load(P, "v"));
  ASSERT_TRUE(Is);
  EXPECT_EQ(Is->UnsignedLow, 2);
  EXPECT_EQ(Is->UnsignedHigh, 0xF0);
  EXPECT_EQ(Is->SignedLow.getSExtValue(), -16);
  EXPECT_EQ(Is->SignedHigh, 7);
}

/// Structures of 12 bytes: other members are 4 and 8 bytes apart, as an index
/// may wrap around.
TEST(TableValues, AreOfMembersThatAnIndexMayLeadTo) {
  ParsedFunction P(R"(
    %s = type { i32, i32, i32 }
    %pair = type { i8, i8 }
    @of.three = constant [2 x %s] [%s {i32 1, i32 9, i32 3},
                                   %s {i32 2, i32 4, i32 3}]
    @of.two = constant [2 x %pair] [%pair {i8 1, i8 9}, %pair {i8 2, i8 8}]
    define void @f(i64 %i) {
      %p = getelementptr [2 x %s], ptr @of.three, i64 0, i64 %i, i32 0
      %three = load i32, ptr %p
      %q = getelementptr [2 x %pair], ptr @of.two, i64 0, i64 %i, i32 1
      %two = load i8, ptr %q
      ret void
    })");
  auto Is = tableValues(load(P, "three"));
  ASSERT_TRUE(Is);
  EXPECT_EQ(Is->UnsignedHigh, 9);
  Is = tableValues(load(P, "two"));
  ASSERT_TRUE(Is);
  EXPECT_EQ(Is->UnsignedLow, 8);
  EXPECT_EQ(Is->UnsignedHigh, 9);
}

TEST(TableValues, AreNotOfWhatMayChangeOrIsNotShown) {
  ParsedFunction P(R"(
    @variable = global [2 x i8] c"ab"
    @elsewhere = external constant [2 x i8]
    @replaced = weak constant [2 x i8] c"ab"
    @t = constant [2 x i8] c"ab"
    define void @f(i64 %i, ptr %given) {
      %p = getelementptr i8, ptr @variable, i64 %i
      %a = load i8, ptr %p
      %q = getelementptr i8, ptr @elsewhere, i64 %i
      %b = load i8, ptr %q
      %r = getelementptr i8, ptr @replaced, i64 %i
      %c = load i8, ptr %r
      %s = getelementptr i8, ptr %given, i64 %i
      %d = load i8, ptr %s
      %e = load i8, ptr @t
      ret void
    })");
  for (StringRef Name : {"a", "b", "c", "d", "e"})
    EXPECT_FALSE(tableValues(load(P, Name))) << Name.str();
}

//===----------------------------------------------------------------------===//
// Pointers that are read later
//===----------------------------------------------------------------------===//

TEST(LaterLoads, AreOfPlacesThatAreKnownAtTheCall) {
  ParsedFunction P(R"(
    declare ptr @unseen(ptr)
    define void @f(ptr %s, i64 %n) {
      %next = getelementptr i8, ptr %s, i64 8
      br label %loop
    loop:
      %first = load ptr, ptr %s
      %second = load ptr, ptr %next
      %at = getelementptr i8, ptr %first, i64 %n
      %third = load ptr, ptr %at
      %number = load i64, ptr %s
      %again = load ptr, ptr %s
      %c = icmp eq ptr %third, null
      br i1 %c, label %call, label %done
    call:
      %r = call ptr @unseen(ptr %s)
      %now = load ptr, ptr %next
      br label %loop
    done:
      ret void
    })");
  const LaterLoads Later(P.entry());
  // Not what is read at once, and each place once.
  auto After = Later.after(*cast<CallBase>(P["r"]));
  ASSERT_EQ(After.size(), 2u);
  EXPECT_EQ(After[0], P["first"]);
  EXPECT_EQ(After[1], P["third"]);
  // Not what depends on what is read.
  auto First = Later.afterEntry();
  ASSERT_EQ(First.size(), 2u);
  EXPECT_EQ(First[0], P["first"]);
  EXPECT_EQ(First[1], P["second"]);
}
