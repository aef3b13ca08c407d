//===- ThreadBranches.h - Jump threading through blocks that do nothing ---===//
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

/// Jump threading: where a block only branches on its phis, as after an inlined
/// function that returns 0 or an error number, predecessors that give the phis
/// constants branch to where these lead. So what is known in a predecessor is
/// known there. Loop headers are left alone. Returns true if something changed.
bool threadBranches(llvm::Function &F);

} // namespace sooth

#endif
