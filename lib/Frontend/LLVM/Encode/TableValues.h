//===- TableValues.h - What constant tables hold --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that is read from a constant table is one of those that are there,
// whatever the index is. How small and how large they are is often what makes
// the next index valid, and is not to be seen in the contents of a long table
// by those who look at terms only.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_TABLEVALUES_H
#define SOOTH_LIB_FRONTEND_LLVM_TABLEVALUES_H

#include "llvm/ADT/APInt.h"

#include <optional>

namespace llvm {
class LoadInst;
} // namespace llvm

namespace sooth {

/// The least and the greatest numbers, with signs and without.
struct TableValues {
  llvm::APInt UnsignedLow, UnsignedHigh, SignedLow, SignedHigh;
};

/// What \p Load can read within a constant global variable. Nothing if it reads
/// something else, or at a place that is fixed, or if the variable is large.
std::optional<TableValues> tableValues(const llvm::LoadInst &Load);

} // namespace sooth

#endif
