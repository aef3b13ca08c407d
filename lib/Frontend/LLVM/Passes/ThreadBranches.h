//===- ThreadBranches.h - Branches that where runs come from decides ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_THREADBRANCHES_H
#define SOOTH_LIB_FRONTEND_LLVM_THREADBRANCHES_H

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

/// Where a block only looks at what it was told by the blocks before it, as
/// after an inlined function that returns 0 or an error number, sends those
/// that tell it a constant where they come out: so what they know is still
/// known there, and need not be remembered by cases. Loops stay what they are.
/// Returns true if something changed.
bool threadBranches(llvm::Function &F);

} // namespace sooth

#endif
