//===- ShadowMemory.h - Which cells have been written -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_SHADOWMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_SHADOWMEMORY_H

#include "AccessLocator.h"

namespace sooth {

class ShadowMemory {
public:
  /// All must outlive this.
  ShadowMemory(ExprContext &Ctx, const PointsTo &Points, const Regions &Parts,
               const CellGeometry &Geometry, const ObjectLifetimes &Lifetimes,
               const CellVariables &Cells, const AccessLocator &Locator)
      : Ctx(Ctx), Points(Points), Parts(Parts), Geometry(Geometry),
        Lifetimes(Lifetimes), Cells(Cells), Locator(Locator) {}

  /// To be called once, before all that depends on them.
  void addVariables(MemoryVariables &Variables);
  /// The shadow of region \p R; nothing if it has none.
  const std::optional<CellVariables::Storage> &find(unsigned R) const {
    return All[R];
  }

  /// What is said of a cell of region \p R, which must have a shadow; null if
  /// there is no such cell. Objects from outside count as written.
  Expr read(const MemoryState &M, unsigned R,
            const CellVariables::CellNumber &C) const;
  /// Whether all bytes at \p A have been written; nothing if that is not
  /// modelled. Requires that the analysed functions ask for content.
  std::optional<Expr> isInitialized(const MemoryState &M,
                                    const Access &A) const;
  /// The bytes of a \p T one by one: 1 where it is uninitialized.
  llvm::SmallVector<Expr> uninitializedBytes(const MemoryState &M,
                                             const Access &A,
                                             const llvm::Type *T) const;
  /// After a store: \p Bytes are those of the value, or none if all of it is
  /// initialized.
  void setUninitialized(MemoryState &M, const Access &A,
                        llvm::ArrayRef<Expr> Bytes) const;

  /// If the bytes are all of the only object of their node, makes it
  /// initialized and returns true.
  bool initializeAll(MemoryState &M, const Access &To, uint64_t Bytes) const;
  void initializeCell(MemoryState &M, unsigned R,
                      const CellVariables::CellNumber &C, int64_t Delta,
                      uint64_t Bytes, FreshInput Unknown) const;
  void setShadow(MemoryState &M, unsigned R, const CellVariables::CellNumber &C,
                 ByteRange Bytes, Expr New) const;
  unsigned shadowBits(unsigned R) const;
  Expr shadowOf(unsigned R) const;

private:
  bool isOutside(const Region &Part) const;
  void addShadow(unsigned R, MemoryVariables &Variables);
  Expr initialShadow(unsigned R, const CellVariables::Storage &S) const;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const CellGeometry &Geometry;
  const ObjectLifetimes &Lifetimes;
  const CellVariables &Cells;
  const AccessLocator &Locator;
  /// By region.
  std::vector<std::optional<CellVariables::Storage>> All;
};

} // namespace sooth

#endif
