//===- LibraryResults.h - What declared functions return ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function without a body returns what the world likes. For functions of the
// C library that is not so: an arbitrary result is an approximation of ours, or
// a choice within bounds.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_LIBRARYRESULTS_H
#define SOOTH_LIB_FRONTEND_LLVM_LIBRARYRESULTS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace sooth {

/// Whether the function's result is determined, at least in part, by what it
/// is given or was asked before.
bool isComputation(llvm::StringRef Function);

struct ResultRange {
  int64_t Least, Most;
};
/// Where any value within bounds may come back.
std::optional<ResultRange> resultRange(llvm::StringRef Function);

} // namespace sooth

#endif
