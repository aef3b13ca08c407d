//===- Subobjects.cpp - Arrays in structures in arrays --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subobjects.h"

#include "Distance.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using List = std::vector<Subobject>;

int64_t sooth::reduced(int64_t Offset, uint64_t Period) {
  if (Period == 0)
    return Offset;
  int64_t Rest = Offset % int64_t(Period);
  return Rest < 0 ? Rest + int64_t(Period) : Rest;
}

/// How far after the beginning of \p Z the offset is, in the subobject or not.
static int64_t distance(const Subobject &Z, int64_t Offset, uint64_t Period) {
  return reduced(Offset - Z.Begin, Period);
}

static bool contains(const Subobject &Z, int64_t Offset, uint64_t Period) {
  int64_t Distance = distance(Z, Offset, Period);
  return Distance >= 0 && uint64_t(Distance) < Z.Size;
}

/// What divides all steps in \p Z.
static uint64_t finest(const Subobject &Z) {
  uint64_t Stride = Z.Stride;
  for (const Subobject &In : Z.Inner)
    Stride = std::gcd(Stride, finest(In));
  return Stride;
}

Subobjects::Position Subobjects::find(int64_t Offset,
                                      uint64_t LeastSize) const {
  Position P;
  int64_t Begin = 0, Rest = reduced(Offset, Period);
  uint64_t Now = Period;
  for (const List *In = &All; In;) {
    const List *Next = nullptr;
    for (const Subobject &Z : *In)
      if (Z.Size >= LeastSize && contains(Z, Rest, Now)) {
        P.Enclosing.push_back(&Z);
        Rest = distance(Z, Rest, Now) % int64_t(Z.Stride);
        Begin += Z.Begin;
        Now = Z.Stride;
        Next = &Z.Inner;
        break;
      }
    In = Next;
  }
  P.Offset = reduced(Begin + Rest, Period);
  P.InElement = Rest;
  return P;
}

//===----------------------------------------------------------------------===//
// Making it coarser
//===----------------------------------------------------------------------===//

/// The outermost period may begin anywhere.
enum class Level { Outermost, Inner };

static void insert(List &In, uint64_t &Period, Subobject New, Level Where);

static void coarsen(List &In, uint64_t &Period, uint64_t Step, Level Where) {
  uint64_t Coarser = std::gcd(Period, Step);
  if (Coarser == Period)
    return;
  Period = Coarser;
  List Old = std::move(In);
  In.clear();
  for (Subobject &Z : Old)
    insert(In, Period, std::move(Z), Where);
}

static void insertAll(List &In, uint64_t &Period, List New, int64_t Shift,
                      Level Where) {
  for (Subobject &Z : New) {
    Z.Begin += Shift;
    insert(In, Period, std::move(Z), Where);
  }
}

/// A subobject that is no subobject any more, but a finer period around it.
static void dissolve(List &In, uint64_t &Period, Subobject Old, Level Where) {
  coarsen(In, Period, Old.Stride, Where);
  insertAll(In, Period, std::move(Old.Inner), Old.Begin, Where);
}

/// \p Part lies in \p Whole.
static void insertInto(Subobject &Whole, Subobject Part, int64_t Distance) {
  Part.Begin = Distance % int64_t(Whole.Stride);
  bool IsAll = Part.Size == Whole.Size;
  if (!IsAll && Part.Begin + Part.Size <= Whole.Stride)
    return insert(Whole.Inner, Whole.Stride, std::move(Part), Level::Inner);
  coarsen(Whole.Inner, Whole.Stride, std::gcd(Part.Stride, uint64_t(Distance)),
          Level::Inner);
  insertAll(Whole.Inner, Whole.Stride, std::move(Part.Inner), Distance,
            Level::Inner);
}

/// One subobject that has both.
static Subobject hull(Subobject A, Subobject B) {
  Subobject Both;
  Both.Begin = std::min(A.Begin, B.Begin);
  Both.Size = std::max(A.Begin + int64_t(A.Size), B.Begin + int64_t(B.Size)) -
              Both.Begin;
  Both.Stride = std::gcd(std::gcd(A.Stride, B.Stride),
                         absoluteDifference(A.Begin, B.Begin));
  insertAll(Both.Inner, Both.Stride, std::move(A.Inner), A.Begin - Both.Begin,
            Level::Inner);
  insertAll(Both.Inner, Both.Stride, std::move(B.Inner), B.Begin - Both.Begin,
            Level::Inner);
  return Both;
}

/// Moves \p New by periods so that it overlaps \p Z, if it can.
static bool overlap(const Subobject &Z, Subobject &New, uint64_t Period) {
  const int64_t Before = New.Begin;
  const int64_t Shift = int64_t(Period);
  for (int64_t Begin : {Before, Before + Shift, Before - Shift}) {
    New.Begin = Begin;
    if (Z.Begin < Begin + int64_t(New.Size) &&
        Begin < Z.Begin + int64_t(Z.Size))
      return true;
  }
  New.Begin = Before;
  return false;
}

static bool isInside(const Subobject &Part, const Subobject &Whole) {
  return Whole.Begin <= Part.Begin &&
         Part.Begin + int64_t(Part.Size) <= Whole.Begin + int64_t(Whole.Size);
}

static void insert(List &In, uint64_t &Period, Subobject New, Level Where) {
  if (Period)
    New.Begin = reduced(New.Begin, Period);
  bool Fits = !Period ||
              (New.Size <= Period &&
               (Where == Level::Outermost || New.Begin + New.Size <= Period));
  if (!Fits)
    return dissolve(In, Period, std::move(New), Where);
  for (auto It = In.begin(); It != In.end(); ++It) {
    if (!overlap(*It, New, Period))
      continue;
    const int64_t Distance = New.Begin - It->Begin;
    if (isInside(New, *It))
      return insertInto(*It, std::move(New), Distance);
    Subobject Old = std::move(*It);
    In.erase(It);
    if (isInside(Old, New))
      insertInto(New, std::move(Old), -Distance);
    else
      New = hull(std::move(New), std::move(Old));
    return insert(In, Period, std::move(New), Where);
  }
  In.push_back(std::move(New));
  llvm::sort(In, [](const Subobject &A, const Subobject &B) {
    return A.Begin < B.Begin;
  });
}

void Subobjects::setPeriod(uint64_t Step) {
  coarsen(All, Period, Step, Level::Outermost);
}

void Subobjects::add(Subobject New) {
  insert(All, Period, std::move(New), Level::Outermost);
}

//===----------------------------------------------------------------------===//
// Two offsets
//===----------------------------------------------------------------------===//

static void identifyIn(List &In, uint64_t &Period, int64_t A, int64_t B,
                       uint64_t LeastSize, Level Where) {
  A = reduced(A, Period);
  B = reduced(B, Period);
  auto SubobjectAt = [&](int64_t Offset) {
    return find_if(In, [&](const Subobject &Z) {
      return Z.Size >= LeastSize && contains(Z, Offset, Period);
    });
  };
  auto InA = SubobjectAt(A), InB = SubobjectAt(B);
  if (InA == InB && InA != In.end())
    return identifyIn(InA->Inner, InA->Stride, distance(*InA, A, Period),
                      distance(*InA, B, Period), LeastSize, Level::Inner);
  if (InA == In.end() || InB == In.end())
    return coarsen(In, Period, absoluteDifference(A, B), Where);
  Subobject Both = hull(*InA, *InB);
  In.erase(std::max(InA, InB));
  In.erase(std::min(InA, InB));
  insert(In, Period, std::move(Both), Where);
}

void Subobjects::identify(int64_t A, int64_t B, uint64_t LeastSize) {
  identifyIn(All, Period, A, B, LeastSize, Level::Outermost);
}

/// The subobjects that \p Bytes touches, but does not lie in, become one with
/// it.
static void keepIn(List &In, uint64_t &Period, Subobject Bytes,
                   uint64_t LeastSize, Level Where) {
  Bytes.Begin = reduced(Bytes.Begin, Period);
  for (auto It = In.begin(); It != In.end(); ++It) {
    int64_t Distance = distance(*It, Bytes.Begin, Period);
    bool IsInside = Distance >= 0 && uint64_t(Distance) < It->Size &&
                    Distance + Bytes.Size <= It->Size;
    bool IsRangedOver =
        Distance >= 0 && uint64_t(Distance) < It->Size && It->Size >= LeastSize;
    if (IsRangedOver || IsInside) {
      Bytes.Begin = Distance;
      return keepIn(It->Inner, It->Stride, std::move(Bytes),
                    IsRangedOver ? LeastSize : UINT64_MAX, Level::Inner);
    }
  }
  if (In.empty())
    return;
  if (Period && (Bytes.Size > Period || (Where == Level::Inner &&
                                         Bytes.Begin + Bytes.Size > Period))) {
    // It reaches from one element into the next.
    uint64_t Step = Bytes.Size;
    for (const Subobject &Z : In)
      Step = std::gcd(Step, finest(Z));
    In.clear();
    return coarsen(In, Period, Step, Where);
  }
  for (auto It = In.begin(); It != In.end(); ++It) {
    if (!overlap(*It, Bytes, Period))
      continue;
    Subobject Old = std::move(*It);
    In.erase(It);
    Bytes.Stride = std::gcd(Bytes.Stride, finest(Old));
    Old.Inner.clear();
    insert(In, Period, hull(std::move(Old), std::move(Bytes)), Where);
    return;
  }
}

void Subobjects::keepTogether(int64_t Offset, uint64_t Size,
                              uint64_t LeastSize) {
  if (Size)
    keepIn(All, Period, {Offset, Size, Size, {}}, LeastSize, Level::Outermost);
}
