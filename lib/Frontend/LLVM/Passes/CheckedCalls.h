//===- CheckedCalls.h - All calls of a function -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where calls through pointers are to do what calls of a function do, its
// address is that of a function which calls it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKEDCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_CHECKEDCALLS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace sooth {

/// The calls of \p F that have its type.
llvm::SmallVector<llvm::CallBase *> directCalls(llvm::Function &F);

/// The same, when all other uses of \p F have become uses of a new function
/// that calls it, whose call is one of these. Requires F to be defined, with a
/// fixed number of arguments.
llvm::SmallVector<llvm::CallBase *> allCalls(llvm::Function &F);

} // namespace sooth

#endif
