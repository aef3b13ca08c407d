//===- Subobjects.h - Arrays in structures in arrays ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets in memory that has a period: what differs by it is the same to a
// pointer. In each period there may be subobjects, which are arrays with a
// period of their own, their stride, and these may have subobjects in their
// elements. Without a period (0) all offsets differ.
//
// All operations make the whole coarser: what was the same offset stays so.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SUBOBJECTS_H
#define SOOTH_LIB_FRONTEND_LLVM_SUBOBJECTS_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace sooth {

/// An array in a structure, or several that are the same to a pointer.
struct Subobject {
  /// In the memory, or in each element of the subobject around.
  int64_t Begin = 0;
  uint64_t Size = 0;
  uint64_t Stride = 0;
  /// Disjoint, and inside of one element.
  std::vector<Subobject> Inner;
  friend bool operator==(const Subobject &, const Subobject &) = default;
};

/// Remainder that is not negative; \p Offset itself if the period is 0.
int64_t reduced(int64_t Offset, uint64_t Period);

class Subobjects {
public:
  uint64_t Period = 0;
  /// Disjoint. With a period, one may reach from the end of a period into the
  /// next.
  std::vector<Subobject> All;

  /// An offset, as the subobjects see it that are not smaller than asked for.
  struct Position {
    /// The least offset that is the same.
    int64_t Offset;
    /// Counted from the beginning of the element of the innermost subobject.
    int64_t InElement;
    /// The subobjects around it, the outermost first.
    llvm::SmallVector<const Subobject *, 2> Enclosing;
    /// Where the innermost subobject begins.
    int64_t subobjectBegin() const { return Offset - InElement; }
  };
  Position find(int64_t Offset, uint64_t LeastSize) const;

  void setPeriod(uint64_t Step);
  void add(Subobject New);
  /// Makes two offsets the same to subobjects that are not smaller than this.
  /// One call may not be enough.
  void identify(int64_t A, int64_t B, uint64_t LeastSize);
  /// \p Size bytes at \p Offset, as seen by subobjects that are not smaller
  /// than this, are accessed at once: none of the other subobjects is partly in
  /// them.
  void keepTogether(int64_t Offset, uint64_t Size, uint64_t LeastSize);

  friend bool operator==(const Subobjects &, const Subobjects &) = default;
};

} // namespace sooth

#endif
