//===- RecursiveFunctions.h - Cycles of direct calls ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RECURSIVEFUNCTIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_RECURSIVEFUNCTIONS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace llvm {
class CallGraph;
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Functions with bodies that call each other, or one that calls itself.
using RecursionCycle = llvm::SmallSetVector<llvm::Function *, 4>;

/// Calls whose callees are looked into: not those of summarized functions.
llvm::CallGraph followedCalls(llvm::Module &M);

/// Which calls count: all, or those whose callees are looked into.
enum class CountedCalls { All, Followed };
/// The cycles (strongly connected components of the direct calls) of \p M,
/// those that are called before those that call them.
std::vector<RecursionCycle>
recursionCycles(llvm::Module &M, CountedCalls Which = CountedCalls::All);

/// The direct calls in \p F of functions in \p Cycle.
llvm::SmallVector<llvm::CallInst *, 4> callsInto(llvm::Function &F,
                                                 const RecursionCycle &Cycle);

} // namespace sooth

#endif
