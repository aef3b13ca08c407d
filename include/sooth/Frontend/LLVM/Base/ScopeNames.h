//===- ScopeNames.h - Calls that say where blocks of the source begin -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the front end of C puts into a program so that the lifetimes of its
// objects are known (passes/clang/ScopeMarks.h), and what is made of that
// (Passes/ScopeLifetimes.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_SCOPENAMES_H
#define SOOTH_FRONTEND_LLVM_SCOPENAMES_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// void sooth.scope(i32 block, i32 around, i32 entered, i32 label): from here on
/// control is in this block of the function, which is one in the block around
/// it; blocks without objects of their own are not told. 0 is the function's
/// body, which is in itself. Entered is 1 if jumps may enter it beside its
/// beginning, label if they may come here; then right after it all objects of
/// this block and those around it are told that are declared before.
inline constexpr llvm::StringLiteral ScopeName = "sooth.scope";
/// void sooth.scope.object(i32 block, ptr object): the object, a local variable,
/// belongs to that block.
inline constexpr llvm::StringLiteral ScopeObjectName = "sooth.scope.object";

} // namespace sooth

#endif
