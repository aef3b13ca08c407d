//===- ControlFlow.h - Tidying a control flow graph -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left of simplifycfg when it must not conclude anything from undefined
// behaviour: branches on constants are taken, blocks that cannot be reached
// disappear, and straight lines become one block.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CONTROLFLOW_H
#define SOOTH_LIB_FRONTEND_LLVM_CONTROLFLOW_H

#include "llvm/IR/Function.h"

namespace sooth {

/// Returns true if something changed.
bool cleanControlFlow(llvm::Function &F);

/// Makes \p Block end in a branch to \p To. If that was not among its
/// successors,
/// \p To must not have phis. Returns true if something changed.
bool branchDirectly(llvm::BasicBlock &Block, llvm::BasicBlock &To);

/// Removes computations whose results nobody uses, and inputs that nobody
/// reads. Returns true if something changed.
bool removeUnusedResults(llvm::Function &F);

} // namespace sooth

#endif
