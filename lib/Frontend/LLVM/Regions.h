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
//    that each access is made of whole cells.
//
// The zones of a node are split one by one, and so is what is around them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_REGIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_REGIONS_H

#include "PointsTo.h"

#include <string>

namespace llvm {
class raw_ostream;
}

namespace sooth {

struct Region {
  PointsTo::NodeId Node = 0;
  /// Where in the node the first cell is, from the beginning of the node's
  /// first object.
  uint64_t First = 0;
  /// Bytes of a cell.
  unsigned Unit = 1;
  /// Bytes from one cell to the next; 0 if there are \c Count cells side by
  /// side in each object, and the program says with constants which it means.
  uint64_t Pitch = 0;
  uint64_t Count = 1;
  /// The zone that the cells are in, from the beginning of the node's first
  /// object; then there are \c Count cells of this pitch.
  std::optional<ByteRange> Zone;
  /// Whether \p Offset is that of a cell, or, without a pitch, in one.
  bool contains(uint64_t Offset) const;
  MemoryAccess::Content Holds = MemoryAccess::Content::Integer;
  bool IsRead = false, IsWritten = false;
  /// Whether the bits of floating-point numbers may be read as integers.
  bool IsPunned = false;
};

class Regions {
public:
  explicit Regions(const PointsTo &Points);

  const std::vector<Region> &all() const { return List; }
  /// The indices of the regions of \p N.
  llvm::ArrayRef<unsigned> of(PointsTo::NodeId N) const;
  /// The region with the cell \p At; nothing if it is never accessed.
  std::optional<unsigned> find(PointsTo::Cell At) const;
  /// The offset of the cell \p At from the beginning of the node's first object
  /// (modulo the node's stride).
  uint64_t offsetInNode(PointsTo::Cell At) const;

  /// One line for each region: what it is made of.
  void print(llvm::raw_ostream &OS) const;
  /// The same, and what instructions made regions of bytes and unknown
  /// pointers.
  void explain(llvm::raw_ostream &OS) const;

private:
  void split(PointsTo::NodeId N);
  void print(llvm::raw_ostream &OS, const Region &R) const;
  void explain(llvm::raw_ostream &OS, const Region &R) const;
  void split(PointsTo::NodeId N, llvm::ArrayRef<MemoryAccess> Accesses,
             const PointsTo::Zone *In);

  const PointsTo &Points;
  std::vector<Region> List;
  llvm::DenseMap<PointsTo::NodeId, llvm::SmallVector<unsigned, 2>> OfNode;
};

/// "a", "malloc at line 7": for people.
std::string objectText(const MemoryObject &Object);

} // namespace sooth

#endif
