//===- AfterRecursion.h - What may follow recursion that is cut off -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model in which recursion ends at a depth (BoundRecursion.h) lacks the runs
// that get deeper from there on. All that the others may do before, it has: so
// what is proved about a place that no run comes to after recursion of any
// depth, or in it, is proved.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_AFTERRECURSION_H
#define SOOTH_LIB_FRONTEND_LLVM_AFTERRECURSION_H

#include "RecursiveFunctions.h"

#include "llvm/ADT/DenseSet.h"

#include <utility>

namespace llvm {
class DIFile;
class Instruction;
} // namespace llvm

namespace sooth {

/// Writes into \p M in which lines of the source runs may be in \p Cycles or
/// after a call of them, calls through pointers and from functions without a
/// body included. Lines that were recorded before stay recorded.
void recordAfterRecursion(llvm::Module &M,
                          llvm::ArrayRef<RecursionCycle> Cycles);

/// What was recorded in a module, whose metadata has to live longer.
class AfterRecursion {
public:
  explicit AfterRecursion(const llvm::Module &M);
  /// Whether \p I, or what it was inlined from, is in such a line; true if it
  /// is in none. (Of columns, LLVM forgets those that differ when it merges
  /// instructions.)
  bool mayHold(const llvm::Instruction &I) const;

private:
  llvm::DenseSet<std::pair<const llvm::DIFile *, unsigned>> Lines;
};

} // namespace sooth

#endif
