//===- CleanupSwitches.h - Where clang goes on after a cleanup ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a block is left in several ways and something has to be done each time
// (a local's lifetime ends), clang notes the way as a number, does it once, and
// goes on by a switch, whose default is unreachable. It is so by what clang
// writes, not by what the program says.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CLEANUPSWITCHES_H
#define SOOTH_LIB_FRONTEND_LLVM_CLEANUPSWITCHES_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Gives such switches one of their cases as the default. Requires code as
/// clang wrote it, with names. Returns true if something changed.
bool completeCleanupSwitches(llvm::Function &F);

} // namespace sooth

#endif
