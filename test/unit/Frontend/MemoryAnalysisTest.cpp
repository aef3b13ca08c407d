//===- MemoryAnalysisTest.cpp - Points-to, subobjects, regions, extents ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small texts in LLVM IR, and what the analyses of memory say of their values.
//
//===----------------------------------------------------------------------===//

#include "Memory/CellGeometry.h"
#include "Memory/Extents.h"
#include "Memory/PointsTo.h"
#include "Memory/Regions.h"
#include "Memory/Subobjects.h"

#include "ParsedFunction.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace sooth;

using Content = MemoryAccess::Content;
using Instances = MemoryObject::Instances;
using AnalysedProgram = test::ParsedFunction;

//===----------------------------------------------------------------------===//
// Points-to
//===----------------------------------------------------------------------===//

TEST(PointsTo, ObjectsThatNoPointerSharesAreApart) {
  AnalysedProgram P(R"(
    define void @f() {
      %a = alloca i32
      %b = alloca i64
      store i32 1, ptr %a
      store i64 1, ptr %b
      ret void
    })");
  PointsTo Points(P.entry());
  ASSERT_TRUE(Points.pointee(P["a"]) && Points.pointee(P["b"]));
  EXPECT_NE(Points.pointee(P["a"])->Node, Points.pointee(P["b"])->Node);
  auto A = Points.objectOf(P["a"]), B = Points.objectOf(P["b"]);
  ASSERT_TRUE(A && B);
  EXPECT_EQ(Points.objects()[*A].Size, 4u);
  EXPECT_EQ(Points.objects()[*B].Size, 8u);
  EXPECT_EQ(Points.objects()[*A].How, Instances::One);
}

TEST(PointsTo, APointerToEitherOfTwoUnifiesThem) {
  AnalysedProgram P(R"(
    define i32 @f(i1 %c) {
      %a = alloca i32
      %b = alloca i32
      %p = select i1 %c, ptr %a, ptr %b
      %v = load i32, ptr %p
      ret i32 %v
    })");
  PointsTo Points(P.entry());
  auto At = Points.pointee(P["p"]);
  ASSERT_TRUE(At);
  EXPECT_EQ(At->Node, Points.pointee(P["a"])->Node);
  EXPECT_EQ(At->Node, Points.pointee(P["b"])->Node);
  EXPECT_EQ(Points.node(At->Node).Objects.size(), 2u);
  EXPECT_FALSE(Points.node(At->Node).IsWild);
}

TEST(PointsTo, MembersAreToldApartByTheirOffsets) {
  AnalysedProgram P(R"(
    %S = type { i32, i32, i64 }
    define void @f() {
      %s = alloca %S
      %m = getelementptr %S, ptr %s, i64 0, i32 1
      %n = getelementptr %S, ptr %s, i64 0, i32 2
      store i32 1, ptr %m
      store i64 1, ptr %n
      ret void
    })");
  PointsTo Points(P.entry());
  auto S = Points.pointee(P["s"]), M = Points.pointee(P["m"]),
       N = Points.pointee(P["n"]);
  ASSERT_TRUE(S && M && N);
  EXPECT_EQ(S->Node, M->Node);
  EXPECT_EQ(M->Offset - S->Offset, 4);
  EXPECT_EQ(N->Offset - S->Offset, 8);
  EXPECT_EQ(Points.node(S->Node).Offsets.Period, 0u);
}

TEST(PointsTo, AVariableIndexMakesANodePeriodic) {
  AnalysedProgram P(R"(
    %E = type { i32, i32 }
    define void @f(i64 %i) {
      %a = alloca [8 x %E]
      %x = getelementptr [8 x %E], ptr %a, i64 0, i64 %i, i32 0
      %y = getelementptr [8 x %E], ptr %a, i64 0, i64 %i, i32 1
      store i32 1, ptr %x
      store i32 2, ptr %y
      ret void
    })");
  PointsTo Points(P.entry());
  auto X = Points.pointee(P["x"]), Y = Points.pointee(P["y"]);
  ASSERT_TRUE(X && Y);
  EXPECT_EQ(X->Node, Y->Node);
  EXPECT_EQ(Points.node(X->Node).Offsets.Period, 8u);
  EXPECT_EQ(reduced(Y->Offset - X->Offset, 8), 4);
}

TEST(PointsTo, WhatIsAllocatedInALoopIsManyObjects) {
  AnalysedProgram P(R"(
    declare ptr @malloc(i64)
    define void @f() {
      %once = call ptr @malloc(i64 4)
      store i32 1, ptr %once
      br label %loop
    loop:
      %many = call ptr @malloc(i64 4)
      store i32 2, ptr %many
      br label %loop
    })");
  PointsTo Points(P.entry());
  auto Once = Points.objectOf(P["once"]), Many = Points.objectOf(P["many"]);
  ASSERT_TRUE(Once && Many);
  EXPECT_EQ(Points.objects()[*Once].How, Instances::One);
  EXPECT_EQ(Points.objects()[*Many].How, Instances::Many);
}

TEST(PointsTo, PointersInMemoryLeadOn) {
  AnalysedProgram P(R"(
    define i32 @f() {
      %x = alloca i32
      %p = alloca ptr
      store ptr %x, ptr %p
      %q = load ptr, ptr %p
      %v = load i32, ptr %q
      ret i32 %v
    })");
  PointsTo Points(P.entry());
  ASSERT_TRUE(Points.pointee(P["q"]));
  EXPECT_EQ(Points.pointee(P["q"])->Node, Points.pointee(P["x"])->Node);
  EXPECT_NE(Points.pointee(P["q"])->Node, Points.pointee(P["p"])->Node);
}

TEST(PointsTo, UnknownCodeExposesWhatItIsGiven) {
  AnalysedProgram P(R"(
    declare void @unknown(ptr)
    define void @f() {
      %seen = alloca i32
      %hidden = alloca i32
      store i32 1, ptr %hidden
      call void @unknown(ptr %seen)
      ret void
    })");
  PointsTo Points(P.entry());
  EXPECT_TRUE(Points.node(Points.pointee(P["seen"])->Node).IsExposed);
  EXPECT_FALSE(Points.node(Points.pointee(P["hidden"])->Node).IsExposed);
}

TEST(PointsTo, NumbersThatAreAddressesLeadToTheirObjects) {
  AnalysedProgram P(R"(
    define i32 @f() {
      %x = alloca i32, align 4
      %n = ptrtoint ptr %x to i64
      %t = or i64 %n, 1
      %u = and i64 %t, -2
      %p = inttoptr i64 %u to ptr
      %v = load i32, ptr %p
      ret i32 %v
    })");
  PointsTo Points(P.entry());
  auto At = Points.pointee(P["p"]);
  ASSERT_TRUE(At);
  EXPECT_EQ(At->Node, Points.pointee(P["x"])->Node);
  EXPECT_TRUE(Points.node(At->Node).IsNumbered);
}

//===----------------------------------------------------------------------===//
// Subobjects
//===----------------------------------------------------------------------===//

TEST(Subobjects, OffsetsCountModuloThePeriod) {
  Subobjects Offsets;
  EXPECT_EQ(Offsets.find(20, 0).Offset, 20);
  Offsets.setPeriod(16);
  EXPECT_EQ(Offsets.find(20, 0).Offset, Offsets.find(4, 0).Offset);
  EXPECT_NE(Offsets.find(20, 0).Offset, Offsets.find(8, 0).Offset);
  Offsets.setPeriod(24);
  EXPECT_EQ(Offsets.Period, 8u);
}

TEST(Subobjects, InAnArrayOffsetsCountModuloItsStride) {
  Subobjects Offsets;
  Offsets.add({4, 12, 4, {}}); // int[3] behind an int
  EXPECT_TRUE(Offsets.find(0, 0).Enclosing.empty());
  auto At = Offsets.find(14, 0);
  ASSERT_EQ(At.Enclosing.size(), 1u);
  EXPECT_EQ(At.subobjectBegin(), 4);
  EXPECT_EQ(At.InElement, 2);
  EXPECT_EQ(At.Offset, Offsets.find(6, 0).Offset);
  EXPECT_NE(At.Offset, Offsets.find(8, 0).Offset);
  // A pointer that ranges over larger ones only has the very offset.
  EXPECT_TRUE(Offsets.find(14, 13).Enclosing.empty());
  EXPECT_EQ(Offsets.find(14, 13).Offset, 14);
}

TEST(Subobjects, ArraysInElementsOfArrays) {
  Subobjects Offsets;
  Offsets.add({8, 32, 16, {}});
  Offsets.add({12, 8, 1, {}}); // in the first element
  auto At = Offsets.find(12 + 16 + 3, 0);
  ASSERT_EQ(At.Enclosing.size(), 2u);
  EXPECT_EQ(At.Enclosing[0]->Stride, 16u);
  EXPECT_EQ(At.Enclosing[1]->Stride, 1u);
  EXPECT_EQ(At.Offset, Offsets.find(12, 0).Offset);
}

TEST(Subobjects, WhatIsIdentifiedStaysSo) {
  Subobjects Offsets;
  Offsets.add({0, 32, 8, {}});
  for (unsigned Round = 0;
       Round < 8 && Offsets.find(2, 0).Offset != Offsets.find(12, 0).Offset;
       ++Round)
    Offsets.identify(2, 12, 0);
  EXPECT_EQ(Offsets.find(2, 0).Offset, Offsets.find(12, 0).Offset);
  // 2 and 4 are the same in elements of 8 bytes, so the stride is 2.
  EXPECT_EQ(Offsets.find(0, 0).Offset, Offsets.find(2, 0).Offset);
  EXPECT_NE(Offsets.find(0, 0).Offset, Offsets.find(1, 0).Offset);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

static constexpr const char *ArrayMember = R"(
  %S = type { i32, [8 x i8], i32 }
  define i32 @f(i64 %i) {
    %s = alloca %S
    store i32 0, ptr %s
    %at = getelementptr %S, ptr %s, i64 0, i32 1, i64 %i
    store i8 1, ptr %at
    %last = getelementptr %S, ptr %s, i64 0, i32 2
    store i32 0, ptr %last
    %v = load i32, ptr %last
    %c = load i8, ptr %at
    %w = load i32, ptr %s
    ret i32 %v
  })";

TEST(Extents, APointerIntoAnArrayMemberStaysThere) {
  AnalysedProgram P(ArrayMember);
  Extents Separate(P.module(), Members::Separate);
  auto In = Separate.of(P["at"]);
  ASSERT_TRUE(In);
  EXPECT_EQ(In->Size, 8u);
  EXPECT_FALSE(In->Position);
  EXPECT_FALSE(Separate.of(P["s"]));
  Extents Joined(P.module(), Members::Joined);
  EXPECT_FALSE(Joined.of(P["at"]));
}

TEST(Extents, StepsSayWhatArrayAnIndexStaysIn) {
  AnalysedProgram P(ArrayMember);
  Extents Separate(P.module(), Members::Separate);
  auto Steps = Separate.stepsOf(*cast<GEPOperator>(P["at"]));
  ASSERT_FALSE(Steps.empty());
  int64_t Fixed = 0;
  for (const PointerStep &Step : Steps)
    Fixed += Step.Fixed;
  EXPECT_EQ(Fixed, 4);
  EXPECT_EQ(Steps.back().Stride, 1u);
  ASSERT_TRUE(Steps.back().Array);
  EXPECT_EQ(Steps.back().Array->Size, 8u);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// By their first cells.
static std::vector<const Region *> sorted(const Regions &All) {
  std::vector<const Region *> List;
  for (const Region &R : All.all())
    List.push_back(&R);
  llvm::sort(List, [](const Region *A, const Region *B) {
    return A->First < B->First;
  });
  return List;
}

TEST(Regions, AnArrayMemberIsARegionOfItsOwn) {
  AnalysedProgram P(ArrayMember);
  PointsTo Points(P.entry(), Members::Separate);
  Regions All(Points);
  auto List = sorted(All);
  ASSERT_EQ(List.size(), 3u);
  EXPECT_EQ(List[0]->Unit, 4u);
  EXPECT_EQ(List[1]->First, 4u);
  EXPECT_EQ(List[1]->Unit, 1u);
  ASSERT_EQ(List[1]->Dimensions.size(), 1u);
  EXPECT_EQ(List[1]->Dimensions[0].Pitch, 1u);
  EXPECT_EQ(List[1]->Dimensions[0].Count, 8u);
  EXPECT_EQ(List[2]->First, 12u);
  for (const Region *R : List) {
    EXPECT_EQ(R->Holds, Content::Integer);
    EXPECT_TRUE(R->IsRead && R->IsWritten);
  }
}

TEST(Regions, JoinedMembersAreBytes) {
  AnalysedProgram P(ArrayMember);
  PointsTo Points(P.entry(), Members::Joined);
  Regions All(Points);
  ASSERT_EQ(All.all().size(), 1u);
  const Region &R = All.all().front();
  EXPECT_EQ(R.Unit, 1u);
  EXPECT_TRUE(R.isUnbounded());
  EXPECT_EQ(R.Dimensions.front().Pitch, 1u);
}

TEST(Regions, OverlappingAccessesMakeNarrowCells) {
  AnalysedProgram P(R"(
    define i8 @f() {
      %u = alloca i32
      store i32 7, ptr %u
      %second = getelementptr i8, ptr %u, i64 1
      %v = load i8, ptr %second
      ret i8 %v
    })");
  PointsTo Points(P.entry());
  Regions All(Points);
  ASSERT_EQ(All.all().size(), 1u);
  EXPECT_EQ(All.all().front().Unit, 1u);
  EXPECT_EQ(All.all().front().Count, 4u);
}

TEST(Regions, PointersAndNumbersInOnePlaceAreMixed) {
  AnalysedProgram P(R"(
    define i64 @f() {
      %x = alloca i32
      %u = alloca ptr
      store ptr %x, ptr %u
      store i64 5, ptr %u
      %v = load i64, ptr %u
      ret i64 %v
    })");
  PointsTo Points(P.entry());
  Regions All(Points);
  auto At = Points.pointee(P["u"]);
  ASSERT_TRUE(At && All.find(*At));
  const Region &R = All.all()[*All.find(*At)];
  EXPECT_TRUE(R.isMixed());
  EXPECT_EQ(R.Unit, 8u);
}

TEST(Regions, MembersInAnArrayOfStructures) {
  AnalysedProgram P(R"(
    %E = type { i32, i8, i64 }
    define i64 @f(i64 %i) {
      %a = alloca [5 x %E]
      %x = getelementptr [5 x %E], ptr %a, i64 0, i64 %i, i32 0
      %z = getelementptr [5 x %E], ptr %a, i64 0, i64 %i, i32 2
      store i32 1, ptr %x
      store i64 1, ptr %z
      %v = load i64, ptr %z
      ret i64 %v
    })");
  PointsTo Points(P.entry());
  Regions All(Points);
  auto List = sorted(All);
  ASSERT_EQ(List.size(), 2u);
  EXPECT_FALSE(List[0]->IsRead);
  EXPECT_EQ(List[1]->First, 8u);
  auto Indices = List[1]->indicesAt(8 + 3 * 16);
  ASSERT_TRUE(Indices);
  // Modulo the period, all elements are the first.
  EXPECT_EQ(Indices->front(), 0u);
  EXPECT_FALSE(List[1]->indicesAt(4));
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

TEST(CellGeometry, CellsOfAnArrayMember) {
  AnalysedProgram P(ArrayMember);
  PointsTo Points(P.entry(), Members::Separate);
  Regions All(Points);
  CellGeometry Geometry(Points);
  const Region &Array = *sorted(All)[1];
  const unsigned Object = *Points.objectOf(P["s"]);
  EXPECT_EQ(Geometry.cellsOf(Array, Object), 8u);
  EXPECT_EQ(Geometry.firstIn(Array, Object), 4);
  EXPECT_EQ(Geometry.offsetOf(Array, Object, 3), 7u);
  EXPECT_EQ(Geometry.indexText(Array, Object, 3), "[3]+4");
  EXPECT_TRUE(Geometry.isSmall(Array));
  EXPECT_FALSE(Geometry.isConstantRegion(Array));
}

TEST(CellGeometry, PartsOfCells) {
  Region Wide;
  Wide.Unit = 8;
  ByteRange First = CellGeometry::partOf(Wide, 0, 2),
            Last = CellGeometry::partOf(Wide, -6, 4);
  EXPECT_EQ(First.Begin, 0);
  EXPECT_EQ(First.Size, 2u);
  EXPECT_EQ(Last.Begin, 6);
  EXPECT_EQ(Last.Size, 2u);
}
