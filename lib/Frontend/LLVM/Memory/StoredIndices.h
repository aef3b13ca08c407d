//===- StoredIndices.h - Numbers in memory that index arrays --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs keep indices in memory: states, kinds, lengths of codes
// (`++count[lengths[i]]`, `table[s->kind]`). Where one is read, and used for an
// array of which the type says how long it is, without a test, the program
// shows what callers keep.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_STOREDINDICES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_STOREDINDICES_H

#include "Regions.h"

#include "llvm/ADT/MapVector.h"

namespace sooth {

class StoredIndices {
public:
  /// The numbers are at least Low, and below End; neither is negative where
  /// they have signs.
  struct Bounds {
    uint64_t Low, End;
  };

  /// Both are used while this is made only.
  StoredIndices(const PointsTo &Points, const Regions &Parts);

  /// Of the numbers in \p Region, each of them a cell; null if nothing is shown
  /// of them.
  const Bounds *of(unsigned Region) const {
    auto Found = ByRegion.find(Region);
    return Found == ByRegion.end() ? nullptr : &Found->second;
  }
  bool empty() const { return ByRegion.empty(); }
  const llvm::MapVector<unsigned, Bounds> &all() const { return ByRegion; }

private:
  llvm::MapVector<unsigned, Bounds> ByRegion;
};

} // namespace sooth

#endif
