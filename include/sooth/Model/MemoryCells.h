//===- MemoryCells.h - Bytes of memory in state variables -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which variables of a model the content of an object in memory is. Engines
// do not ask; it is for those who show a run to people or replay it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_MEMORYCELLS_H
#define SOOTH_MODEL_MEMORYCELLS_H

#include "sooth/Expr/Expr.h"

#include <memory>
#include <vector>

namespace sooth {

/// Cells of \c Bytes bytes each, the first at \c First and one every \c Step
/// bytes. The first byte of a cell is the lowest of its bits.
struct MemoryCells {
  uint64_t First = 0, Step = 0, Bytes = 0, Count = 0;
  /// The bits of the only cell, or an array.
  Expr Var;
  /// An array's index: the number of the object if it has many, and that of
  /// the cell, counted from FirstIndex, in so many bits.
  enum class Objects { One, Many } Of = Objects::One;
  unsigned IndexBits = 0;
  uint64_t FirstIndex = 0;
  /// Of pointers: Var is the number of the object, and this, of the same form,
  /// the offset in it; or the number that is there if the object is 0.
  Expr Offset = {};
};

/// The integers and floating-point numbers in an object.
using ObjectContent = std::shared_ptr<const std::vector<MemoryCells>>;

/// Objects that callers of the entry have made: of a family, the numbers from
/// First on.
struct CallersObjects {
  uint64_t First = 0, Count = 0;
  /// Whether what they are is functions.
  enum class Kind { Data, Code } What = Kind::Data;
  /// How many bytes of each the program uses, and whether all are taken to have
  /// so many.
  uint64_t UsedSize = 0;
  bool AreLarge = false;
  /// An array over their numbers; null if nobody asks.
  Expr Sizes;
  /// Numbers, and pointers.
  ObjectContent Content;
};

} // namespace sooth

#endif
