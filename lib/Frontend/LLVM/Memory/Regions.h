//===- Regions.h - Memory that no access straddles ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the nodes of the points-to analysis into regions. A region consists of
// cells of one width, and each access touches one cell or several neighbours:
//
//  * where all accesses agree on place and width, that is a cell of its own: a
//    member of a structure, an element of an array, the same member of all
//    structures in an array;
//  * where they overlap in other ways (a union, an int read byte by byte, an
//    structure under a variable index), the cells are as narrow as needed so
//    that each access is made of whole cells;
//  * where numbers and pointers overlap, and the pointers are at multiples of
//    their size, each cell is as wide as a pointer, and others are parts of it.
//
// The subobjects of a node are split one by one, and so is what is around them.
// Where subobjects are in others, the cells of a region have one index for
// each.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_REGIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_REGIONS_H

#include "PointsTo.h"

namespace sooth {

struct Region {
  PointsTo::NodeId Node = 0;
  /// Where in the node the first cell is, from the beginning of the node's
  /// first object.
  uint64_t First = 0;
  /// Bytes of a cell.
  unsigned Unit = 1;
  /// From one cell to the next in each period of the node, subobject in it, and
  /// subobject in that.
  struct Dimension {
    uint64_t Pitch;
    /// Nothing if there are as many as the object has room for.
    std::optional<uint64_t> Count;
  };
  llvm::SmallVector<Dimension, 2> Dimensions;
  /// At each of these places there are so many cells side by side, and the
  /// program says with constants which it means.
  uint64_t Count = 1;
  /// The outermost subobject that the cells are in, from the beginning of the
  /// node's first object.
  std::optional<ByteRange> Subobject;
  /// What all indices are for the cell at or around \p Offset, and, last, which
  /// of those side by side it is. Without subobjects, the first one is 0.
  std::optional<llvm::SmallVector<uint64_t, 3>>
  indicesAt(uint64_t Offset) const;
  bool isUnbounded() const {
    return !Dimensions.empty() && !Dimensions.front().Count;
  }
  MemoryAccess::Content Holds = MemoryAccess::Content::Integer;
  bool IsRead = false, IsWritten = false;
  /// Whether the bits of floating-point numbers may be read as integers.
  bool IsPunned = false;
  /// Pointers are among the numbers, but not in cells of their own: they are
  /// kept as the numbers that they are.
  bool HasOddPointers = false;
  bool isMixed() const { return Holds == MemoryAccess::Content::Mixed; }
  bool mayHoldPointers() const {
    return Holds == MemoryAccess::Content::Pointer || isMixed() ||
           HasOddPointers;
  }
};

class Regions {
public:
  explicit Regions(const PointsTo &Points);

  const std::vector<Region> &all() const { return List; }
  /// The indices of the regions of \p N.
  llvm::ArrayRef<unsigned> of(PointsTo::NodeId N) const;
  /// The region with the cell \p At; nothing if it is never accessed.
  std::optional<unsigned> find(PointsTo::Cell At) const;
  /// Where the pointers in \p Region lead to; nothing if that is not known.
  std::optional<PointsTo::Cell> targetOf(unsigned Region) const;
  /// The offset of the cell \p At from the beginning of the node's first object
  /// (modulo the node's stride).
  uint64_t offsetInNode(PointsTo::Cell At) const;

private:
  void split(PointsTo::NodeId N);
  bool canHaveGrid(PointsTo::NodeId N, uint64_t PointerSize,
                   const Subobjects::Position &In, uint64_t Begin) const;
  llvm::SmallVector<ByteRange> subobjectsIn(PointsTo::NodeId N,
                                            const Subobjects::Position &In,
                                            uint64_t Begin) const;
  void split(PointsTo::NodeId N, llvm::ArrayRef<MemoryAccess> Accesses,
             const Subobjects::Position &In);

  const PointsTo &Points;
  std::vector<Region> List;
  llvm::DenseMap<PointsTo::NodeId, llvm::SmallVector<unsigned, 2>> OfNode;
};

} // namespace sooth

#endif
