//===- AccessLocator.h - Which cells an access means --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_ACCESSLOCATOR_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_ACCESSLOCATOR_H

#include "CellVariables.h"
#include "ConcreteAddresses.h"

namespace sooth {

/// Bytes read or written through a pointer.
struct Access {
  PointsTo::NodeId Node = 0;
  /// Nothing if no variable models what is there.
  std::optional<unsigned> InRegion;
  Address At;
  uint64_t Bytes = 0;
  /// The offset in the object where the program's text says it, else the
  /// remainder of it modulo the pitch of what the pointer ranges over.
  uint64_t Fixed = 0;
  /// The number of the first cell in each dimension of the region.
  llvm::SmallVector<Expr, 2> Cell;
  /// Which of the cells side by side it is.
  uint64_t Side = 0;
  /// How far after the beginning of the cell it begins.
  unsigned Within = 0;
  /// Whether the first number times the pitch might not be the offset.
  bool MayWrap = false;
  /// Whether the offset may be any, not one that an access has.
  bool IsFree = false;
  /// Whether the pointer has any object at all to point to.
  bool HasObjects = false;
  /// How far the access is from the cell whose indices are 0 in all other
  /// dimensions than the first.
  int64_t Inner = 0;
  /// How far the pointer is, as the program's text has it, from the beginning
  /// of an element of its innermost subobject.
  int64_t InElement = 0;
  /// Where the pointer is meant to stay, if it ranges over subobjects: the
  /// outermost subobject first.
  llvm::SmallVector<const Subobject *, 2> Enclosing;
  /// If it ranges over several dimensions: where it is in each of them, and
  /// whether that is in all subobjects.
  llvm::SmallVector<Expr, 2> Steps;
  Expr IsInside;
  /// Whether Steps are sums of indices, and the first one not too large for
  /// the others to count.
  bool IsByTerms = false;
};
/// An earlier pointer from which the program computed another one.
struct Origin {
  const llvm::Value *Pointer;
  Address At;
};

class AccessLocator {
public:
  /// All must outlive this.
  AccessLocator(ExprContext &Ctx, const PointsTo &Points, const Regions &Parts,
                const CellGeometry &Geometry, const ObjectLifetimes &Lifetimes,
                const ConcreteAddresses &Addresses)
      : Ctx(Ctx), Points(Points), Parts(Parts), Geometry(Geometry),
        Lifetimes(Lifetimes), Addresses(Addresses) {}

  /// \p From only makes it easier to see which index is which.
  Access access(const llvm::Value *Pointer, const Address &At, uint64_t Bytes,
                const Origin &From = {}) const;
  /// The cell of region \p R that begins \p Delta bytes after the access;
  /// nothing if none begins there.
  std::optional<Access> inRegion(const Access &A, unsigned R,
                                 int64_t Delta) const;
  /// The cell of the access, or one that is so many cells after it.
  CellVariables::CellNumber cellNumber(const Access &A, uint64_t Plus) const;
  /// Receives a region, the cell, and how far it is from the first byte.
  using CellVisitor =
      llvm::function_ref<void(unsigned, const Access &, int64_t)>;
  void visitCells(const Access &At, uint64_t Bytes, CellVisitor Visit) const;
  /// Of mixed cells: receives each cell that the access touches, which of its
  /// bytes, and how far these are from the first byte of the access.
  using PartVisitor = llvm::function_ref<void(const CellVariables::CellNumber &,
                                              ByteRange, uint64_t)>;
  void visitMixed(const Access &A, PartVisitor Visit) const;

private:
  /// One of the nested arrays that a pointer ranges over.
  struct ArrayLevel {
    uint64_t Pitch;
    /// Where in each element of the level around it begins.
    int64_t Begin;
    /// Of its subobject, if it has one; and how many elements that has.
    std::optional<uint64_t> Size, Count;
  };
  llvm::SmallVector<ArrayLevel, 3> levelsOf(const Access &A) const;
  Expr perObject(PointsTo::NodeId N, Expr Object,
                 llvm::function_ref<int64_t(unsigned)> Value) const;
  bool setCell(Access &A, unsigned R, int64_t Delta) const;
  void locate(Access &A, const Origin &From) const;
  bool locateByTerms(Access &A, llvm::ArrayRef<ArrayLevel> Levels, Expr Begin,
                     const Origin &From) const;
  void locateByDivision(Access &A, llvm::ArrayRef<ArrayLevel> Levels,
                        Expr Begin) const;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const CellGeometry &Geometry;
  const ObjectLifetimes &Lifetimes;
  const ConcreteAddresses &Addresses;
};

} // namespace sooth

#endif
