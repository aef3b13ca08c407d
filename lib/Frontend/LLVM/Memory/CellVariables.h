//===- CellVariables.h - The state variables that cells are -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cells of a region are a variable each, if they are few, or an array,
// indexed by the number of the cell, by the object, or by both.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_CELLVARIABLES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_CELLVARIABLES_H

#include "CellGeometry.h"
#include "ObjectLifetimes.h"

namespace sooth {

class CellVariables {
public:
  /// One component of a region: its integers, or its pointers' objects or
  /// offsets.
  struct Storage {
    struct Cell {
      unsigned Object;
      uint64_t Index;
      Expr Var; // or a constant
    };
    std::vector<Cell> Cells; // empty if there is an array
    Expr Array;
    Sort Element;
    unsigned InRegion = 0;
    bool ByObject = false;
    /// For each dimension, and for cells side by side.
    llvm::SmallVector<unsigned, 3> IndexBits;
    std::string Name;
  };
  /// Which cell of a region.
  struct CellNumber {
    Expr Object;
    llvm::SmallVector<Expr, 2> Indices; // one for each dimension
    uint64_t Side = 0;
  };

  /// All must outlive this.
  CellVariables(ExprContext &Ctx, const PointsTo &Points, const Regions &Parts,
                const CellGeometry &Geometry, const ObjectLifetimes &Lifetimes)
      : Ctx(Ctx), Points(Points), Parts(Parts), Geometry(Geometry),
        Lifetimes(Lifetimes) {}

  /// Variables of the sort \p Element for the cells of region \p R.
  Storage make(unsigned R, Sort Element, llvm::StringRef Suffix,
               MemoryVariables &Variables) const;
  /// The cell of this index in an object.
  CellNumber cellAt(const Region &R, Expr Object, uint64_t Index) const;
  /// The index of a cell in the array of \p S.
  Expr key(const Storage &S, const CellNumber &C) const;
  /// What the cell holds; null if there is no such cell.
  Expr read(const MemoryState &M, const Storage &S, const CellNumber &C) const;
  void write(MemoryState &M, const Storage &S, const CellNumber &C,
             Expr New) const;

private:
  void noteArguments(const Region &R, const Storage &S,
                     MemoryVariables &Variables) const;
  Expr isCell(const Region &R, const Storage::Cell &Cell, const CellNumber &C,
              bool OneObject) const;

  ExprContext &Ctx;
  const PointsTo &Points;
  const Regions &Parts;
  const CellGeometry &Geometry;
  const ObjectLifetimes &Lifetimes;
};

} // namespace sooth

#endif
