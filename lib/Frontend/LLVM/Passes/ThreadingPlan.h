//===- ThreadingPlan.h - Which globals go through which functions ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis half of thread-globals: which globals can be threaded, and which
// of them each function may load or store, itself or through what it calls.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_THREADINGPLAN_H
#define SOOTH_LIB_FRONTEND_LLVM_THREADINGPLAN_H

#include "sooth/Frontend/LLVM/Passes/Linkage.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace sooth {

using GlobalSet = llvm::SmallSetVector<llvm::GlobalVariable *, 8>;

/// The globals a function must be handed (In) and hands back (Out), in the
/// order of the module. Out is a subset of In: a global that is stored on some
/// paths only must come in to go out on the others.
struct ThreadedGlobals {
  llvm::SmallVector<llvm::GlobalVariable *, 4> In, Out;
};

struct ThreadingPlan {
  llvm::MapVector<llvm::Function *, ThreadedGlobals> Functions;
  /// All globals that are threaded through some function.
  GlobalSet Globals;
};

/// True if \p G is a scalar that is only loaded and stored whole, under the
/// conditions in ThreadGlobals.h that do not concern functions.
bool isWholeScalar(const llvm::GlobalVariable &G, Linkage Scope);

/// Requires that \p Entry has a body.
ThreadingPlan planThreading(llvm::Module &M, llvm::Function &Entry,
                            Linkage Scope);

} // namespace sooth

#endif
