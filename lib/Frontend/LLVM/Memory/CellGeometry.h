//===- CellGeometry.h - Where in objects the cells of regions are -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_CELLGEOMETRY_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_CELLGEOMETRY_H

#include "Regions.h"

#include <string>

namespace sooth {

/// Offsets and sizes are in bytes; objects are indices into
/// PointsTo::objects().
class CellGeometry {
public:
  /// \p Points must outlive this.
  explicit CellGeometry(const PointsTo &Points) : Points(Points) {}

  int64_t firstIn(const Region &R, unsigned Object) const;
  /// Of the outermost subobject that the cells of \p R are in.
  int64_t subobjectBegin(const Region &R, unsigned Object) const {
    return subobjectBegin(R.Subobject->Begin, R.Subobject->Size, R.Node,
                          Object);
  }
  int64_t subobjectBegin(const Subobject &In, PointsTo::NodeId N,
                         unsigned Object) const {
    return subobjectBegin(In.Begin - Points.start(N), In.Size, N, Object);
  }
  /// Whether all of the subobject certainly is in the object.
  bool isSubobjectInside(const Subobject &In, PointsTo::NodeId N,
                         unsigned Object) const;
  uint64_t cellsOf(const Region &R, unsigned Object) const;
  uint64_t firstCount(const Region &R, unsigned Object) const;
  /// The indices of the cell with this number: one for each dimension, and
  /// which it is of those side by side.
  llvm::SmallVector<uint64_t, 3> indicesOf(const Region &R,
                                           uint64_t Index) const;
  std::optional<uint64_t> offsetOf(const Region &R, unsigned Object,
                                   uint64_t Index) const;
  std::string indexText(const Region &R, unsigned Object, uint64_t Index) const;
  /// Whether the region has so few cells that each is a variable.
  bool isSmall(const Region &R) const;
  bool isConstantRegion(const Region &R) const;
  static ByteRange partOf(const Region &R, int64_t Delta, uint64_t Bytes);

private:
  int64_t subobjectOffset(const Region &R) const;
  int64_t subobjectBegin(int64_t Begin, uint64_t Size, PointsTo::NodeId N,
                         unsigned Object) const;

  const PointsTo &Points;
};

} // namespace sooth

#endif
