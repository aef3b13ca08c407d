//===- CellGeometry.cpp - Where in objects the cells of regions are -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CellGeometry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GlobalVariable.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Regions of so many cells are variables rather than arrays, if the program
/// computes which cell it means.
static constexpr uint64_t MaxCells = 32;
/// The same if it says so with constants.
static constexpr uint64_t MaxFixedCells = 1024;

/// How many bytes of a cell of \p R have to be inside of an object. Of a mixed
/// one a part may be.
static uint64_t leastInside(const Region &R) {
  return R.isMixed() ? 1 : R.Unit;
}

/// Where in \p Object the first cell of \p R is. Without dimensions, or in a
/// subobject, it may be before the beginning.
int64_t CellGeometry::firstIn(const Region &R, unsigned Object) const {
  if (R.Subobject)
    return subobjectBegin(R, Object) + subobjectOffset(R);
  int64_t First =
      int64_t(R.First) - int64_t(Points.displacement(R.Node, Object));
  return R.isUnbounded() ? reduced(First, R.Dimensions.front().Pitch) : First;
}

/// How far the first cell is from the beginning of its subobject.
int64_t CellGeometry::subobjectOffset(const Region &R) const {
  return reduced(int64_t(R.First) - R.Subobject->Begin,
                 Points.node(R.Node).Offsets.Period);
}

/// Where in \p Object a subobject begins, which may be before it; with a
/// period, the first one that is not altogether before it.
int64_t CellGeometry::subobjectBegin(int64_t Begin, uint64_t Size,
                                     PointsTo::NodeId N,
                                     unsigned Object) const {
  const uint64_t Period = Points.node(N).Offsets.Period;
  int64_t Here =
      reduced(Begin - int64_t(Points.displacement(N, Object)), Period);
  return Period && Here + Size > Period ? Here - int64_t(Period) : Here;
}

SmallVector<uint64_t, 3> CellGeometry::indicesOf(const Region &R,
                                                 uint64_t Index) const {
  SmallVector<uint64_t, 3> Indices{Index % R.Count};
  Index /= R.Count;
  for (const Region::Dimension &D : reverse(R.Dimensions)) {
    Indices.push_back(D.Count ? Index % *D.Count : Index);
    Index = D.Count ? Index / *D.Count : 0;
  }
  std::reverse(Indices.begin(), Indices.end());
  return Indices;
}

/// Where in \p Object a cell is; nothing if it is outside.
std::optional<uint64_t> CellGeometry::offsetOf(const Region &R, unsigned Object,
                                               uint64_t Index) const {
  const MemoryObject &O = Points.objects()[Object];
  SmallVector<uint64_t, 3> Indices = indicesOf(R, Index);
  int64_t Offset =
      firstIn(R, Object) + int64_t(Indices.pop_back_val() * R.Unit);
  for (auto [D, I] : zip_equal(R.Dimensions, Indices))
    Offset += int64_t(I * D.Pitch);
  if (Offset < 0 || !O.Size || uint64_t(Offset) + leastInside(R) > *O.Size)
    return std::nullopt;
  return Offset;
}

/// How many indices of its first dimension a region has in an object, including
/// those that lie outside; it must have a dimension.
uint64_t CellGeometry::firstCount(const Region &R, unsigned Object) const {
  const Region::Dimension &D = R.Dimensions.front();
  const MemoryObject &O = Points.objects()[Object];
  int64_t First = R.Subobject ? subobjectBegin(R, Object) : firstIn(R, Object);
  if (D.Count) {
    // What has no end of its own ends with the object.
    const int64_t Rest =
        O.Size ? std::max<int64_t>(int64_t(*O.Size) - First, 0) : INT64_MAX;
    return std::min(*D.Count, llvm::divideCeil(uint64_t(Rest), D.Pitch));
  }
  int64_t Least = First + int64_t(R.Subobject ? 1 : leastInside(R));
  if (!O.Size || int64_t(*O.Size) < Least)
    return 0;
  return (int64_t(*O.Size) - Least) / D.Pitch + 1;
}

/// How many cells of \p R an object has, including those that lie outside.
uint64_t CellGeometry::cellsOf(const Region &R, unsigned Object) const {
  uint64_t Count = R.Count;
  if (!R.Dimensions.empty())
    Count *= firstCount(R, Object);
  for (const Region::Dimension &D :
       drop_begin(R.Dimensions, !R.Dimensions.empty()))
    Count *= *D.Count;
  return Count;
}

bool CellGeometry::isSmall(const Region &R) const {
  uint64_t Total = 0;
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (Object.How == Instances::Many || !Object.Size)
      return false;
    Total += cellsOf(R, O);
    if (Total > MaxFixedCells)
      return false;
  }
  return Total <= (R.Dimensions.empty() ? MaxFixedCells : MaxCells);
}

/// Whether the program can only read what is there from the beginning.
bool CellGeometry::isConstantRegion(const Region &R) const {
  const PointsTo::Node &Node = Points.node(R.Node);
  return all_of(Node.Objects, [&](auto &Entry) {
    auto *G = dyn_cast<GlobalVariable>(Points.objects()[Entry.first].Site);
    return G && G->isConstant() && G->hasDefinitiveInitializer();
  });
}

/// "[1][2]+4": the cell in the names of variables.
std::string CellGeometry::indexText(const Region &R, unsigned Object,
                                    uint64_t Index) const {
  std::string Text;
  SmallVector<uint64_t, 3> Indices = indicesOf(R, Index);
  const uint64_t Side = Indices.pop_back_val() * R.Unit;
  for (uint64_t I : Indices)
    if (cellsOf(R, Object) > 1)
      Text += "[" + std::to_string(I) + "]";
  const int64_t Member = firstIn(R, Object) + int64_t(Side);
  return Member ? Text + "+" + std::to_string(Member) : Text;
}

bool CellGeometry::isSubobjectInside(const Subobject &In, PointsTo::NodeId N,
                                     unsigned Object) const {
  const std::optional<uint64_t> Size = Points.objects()[Object].Size;
  int64_t Begin = subobjectBegin(In, N, Object);
  return Size && Begin >= 0 && Begin + In.Size <= *Size;
}

/// What is written by \p Bytes bytes of a cell that is \p Delta after the
/// first.
ByteRange CellGeometry::partOf(const Region &R, int64_t Delta, uint64_t Bytes) {
  int64_t Begin = std::max<int64_t>(0, -Delta);
  int64_t End = std::min<int64_t>(R.Unit, int64_t(Bytes) - Delta);
  return {Begin, uint64_t(End - Begin)};
}
