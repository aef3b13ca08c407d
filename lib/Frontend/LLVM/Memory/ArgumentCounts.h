//===- ArgumentCounts.h - Numbers that may say how long arrays are --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_ARGUMENTCOUNTS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_ARGUMENTCOUNTS_H

namespace llvm {
class Argument;
} // namespace llvm

namespace sooth {

/// Whether all that the function does with \p Number is to compare it with
/// constants, to choose by it, to find something in its own variables, and to
/// hand on a part of it: then it is no length of an array of callers.
bool saysNoLength(const llvm::Argument &Number);

} // namespace sooth

#endif
