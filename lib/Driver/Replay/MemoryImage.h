//===- MemoryImage.h - Content of memory, in bytes ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_MEMORYIMAGE_H
#define SOOTH_LIB_DRIVER_MEMORYIMAGE_H

#include "sooth/Driver/Replay/Harness.h"
#include "sooth/Expr/Evaluator.h"
#include "sooth/Model/SourceTable.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace sooth {

/// A byte, or nothing if no variable models it.
using MemoryBytes = std::vector<std::optional<uint8_t>>;

/// What is in an object of this number and size; of a large one only the
/// beginning. \p Now gives the values of variables, or nothing.
MemoryBytes bytesOf(const ObjectContent &Content, const llvm::APInt &Object,
                    uint64_t Size,
                    llvm::function_ref<std::optional<Value>(Expr)> Now);

/// The bytes of \p F up to the last that a cell is at.
std::vector<uint8_t> bytesOf(const FoundMemory &F, const Valuation &State);

/// What is in a cell: a number; or a pointer, as the number of an object and
/// the offset in it.
struct HeldValue {
  llvm::APInt First;
  std::optional<llvm::APInt> Offset;
};
/// Calls \p Visit with the place of each cell of \p Part in the object of this
/// number that is accessed, or of which \p State tells something, and what it
/// holds. What all others hold is told only of the beginning.
void visitCells(const MemoryCells &Part, const llvm::APInt &Object,
                const Valuation &State, const AccessedElements &Accessed,
                llvm::function_ref<void(uint64_t At, const HeldValue &)> Visit);
/// Up to where in the object of this number something is accessed.
uint64_t accessedBytes(const ObjectContent &Content, const llvm::APInt &Object,
                       const AccessedElements &Accessed);

/// Makes the bytes those of \p F in \p State. Those that are missing are 0.
void setBytes(const FoundMemory &F, llvm::ArrayRef<uint8_t> Bytes,
              Valuation &State);

} // namespace sooth

#endif
