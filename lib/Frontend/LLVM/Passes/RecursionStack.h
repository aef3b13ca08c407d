//===- RecursionStack.h - A recursive function as a loop with a stack -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where copies to a depth would be too many, as a function calls itself more
// than once, it becomes a loop: a call keeps what is needed after it in arrays
// and goes back to the beginning, and a return fetches that. What depends on no
// input is then a run like any other.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RECURSIONSTACK_H
#define SOOTH_LIB_FRONTEND_LLVM_RECURSIONSTACK_H

#include "Base/RecursiveFunctions.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/IRBuilder.h"

namespace sooth {

/// Whether keepOnStack() is for the functions that call each other: there is
/// one, and none of its variables has an address.
bool fitsOnStack(const RecursionCycle &Cycle);

/// Puts in that a run with more than \p Depth activations of \p F ends here.
void createRecursionLimit(llvm::IRBuilder<> &Builder, const llvm::Function &F,
                          unsigned Depth, const llvm::DebugLoc &Where);

/// Ensures: \p F does not call itself; the runs in which no more than \p Depth
/// activations are nested are the same, and the others end at the limit.
/// Requires fitsOnStack() and Depth > 1.
void keepOnStack(llvm::Function &F, unsigned Depth);

} // namespace sooth

#endif
