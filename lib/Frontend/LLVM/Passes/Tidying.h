//===- Tidying.h - What needs no analysis and no undef --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left of simplifycfg, instcombine and dce when they must not conclude
// anything from undefined behaviour.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_TIDYING_H
#define SOOTH_LIB_FRONTEND_LLVM_TIDYING_H

#include "llvm/IR/Function.h"

namespace sooth {

/// Compares pointers that are numbers of the program's text, takes branches on
/// constants, removes blocks that cannot be reached, and
/// makes straight lines one block. Returns true if something changed.
bool cleanControlFlow(llvm::Function &F);

/// Makes \p Block end in a branch to \p To. If that was not among its
/// successors,
/// \p To must not have phis. Returns true if something changed.
bool branchDirectly(llvm::BasicBlock &Block, llvm::BasicBlock &To);

/// Replaces the parts taken out of a structure by what was put in. Returns true
/// if something changed.
bool forwardParts(llvm::Function &F);

/// Where a structure is put together part by part until nothing of it is
/// undefined, makes it start from zeros. Returns true if something changed.
bool startFromZeros(llvm::Function &F);

/// Calls of functions without a body that change nothing in the program, and
/// whose results nobody uses: a replay has to answer them all the same.
enum class UnusedCalls { Remove, Keep };

/// Removes computations whose results nobody uses. Returns true if something
/// changed.
bool removeUnusedResults(llvm::Function &F, UnusedCalls Calls);

} // namespace sooth

#endif
