//===- MemberRegions.cpp - Regions that are one member of a structure -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberRegions.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace sooth;
using namespace llvm;

/// Where in each object the cells of \p Part begin, but for the period of its
/// node; nothing if these are too many to look at.
static std::optional<SmallVector<uint64_t>> cellsOf(const Region &Part,
                                                    uint64_t Period) {
  static constexpr uint64_t Most = 4096;
  SmallVector<uint64_t> Cells{Part.First};
  auto Repeat = [&](uint64_t Pitch, uint64_t Count) {
    if (Count > Most || Cells.size() * Count > Most)
      return false;
    const size_t Size = Cells.size();
    for (uint64_t I = 1; I < Count; ++I)
      for (size_t K = 0; K < Size; ++K)
        Cells.push_back(Cells[K] + I * Pitch);
    return true;
  };
  for (const Region::Dimension &D : Part.Dimensions)
    if (D.Pitch != Period && !Repeat(D.Pitch, D.Count.value_or(UINT64_MAX)))
      return std::nullopt;
  return Repeat(Part.Unit, Part.Count) ? std::optional(std::move(Cells))
                                       : std::nullopt;
}

/// Whether all objects from outside begin where they are declared to.
static bool beginTogether(const PointsTo &Points, PointsTo::NodeId N) {
  unsigned Places = 0;
  for (const PointsTo::ManyObjects &M : Points.manyObjects(N))
    Places += M.HasOutside;
  return Places <= 1;
}

bool sooth::isOneMember(const PointsTo &Points, const Regions &Parts,
                        unsigned Region) {
  const sooth::Region &Part = Parts.all()[Region];
  const PointsTo::Node &Node = Points.node(Part.Node);
  const DIType *Type = withoutQualifiers(Node.Type);
  const uint64_t Size = Type ? Type->getSizeInBits() / 8 : 0,
                 Period = Node.Offsets.Period;
  if (Size == 0 || Node.HasOtherTypes || Period % Size != 0 ||
      !beginTogether(Points, Part.Node))
    return false;
  auto PathAt = [&](uint64_t Offset) {
    return pathTo(Type, Period ? Offset % Size : Offset);
  };
  const auto Path = PathAt(Part.First);
  const auto Cells = cellsOf(Part, Period);
  return Path && Cells &&
         all_of(*Cells, [&](uint64_t At) { return PathAt(At) == Path; });
}
