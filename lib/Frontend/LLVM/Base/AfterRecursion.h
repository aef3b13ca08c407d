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

#include <tuple>

namespace llvm {
class DIFile;
class Instruction;
} // namespace llvm

namespace sooth {

/// Writes into \p M at which places of the source runs may be in \p Cycles or
/// after a call of them, calls through pointers and from functions without a
/// body included. Places that were recorded before stay recorded.
void recordAfterRecursion(llvm::Module &M,
                          llvm::ArrayRef<RecursionCycle> Cycles);

/// What was recorded in a module, whose metadata has to live longer.
class AfterRecursion {
public:
  explicit AfterRecursion(const llvm::Module &M);
  /// Whether \p I, or what it was inlined from, is at such a place; true if it
  /// has no place.
  bool mayHold(const llvm::Instruction &I) const;

private:
  llvm::DenseSet<std::tuple<const llvm::DIFile *, unsigned, unsigned>> Places;
};

} // namespace sooth

#endif
