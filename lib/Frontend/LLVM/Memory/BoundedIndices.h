//===- BoundedIndices.h - What code itself makes of its indices -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the first sixteen elements of what a function is given, or a mask
// of an index, shows how long the array is meant to be: `for (i = 0; i < 16;
// i++) name[i] = 0;`. LLVM's scalar evolution and its analysis of lazy values
// find what such an index is at most. Nothing relies on that: it is a guess at
// what callers pass.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_BOUNDEDINDICES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_BOUNDEDINDICES_H

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <memory>

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace sooth {

class BoundedIndices {
public:
  BoundedIndices();
  ~BoundedIndices();

  /// How many bytes after what it steps from the access of \p Size bytes
  /// through \p Pointer at \p By ends at most; 0 if \p Pointer does not step
  /// from there by one index that the code bounds. That an index has few bits
  /// is no bound.
  uint64_t bytesAfterBase(const llvm::Value &Pointer, uint64_t Size,
                          const llvm::Instruction &By);

private:
  struct Analyses;
  Analyses &of(const llvm::Function &F);

  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Analyses>> Known;
};

} // namespace sooth

#endif
