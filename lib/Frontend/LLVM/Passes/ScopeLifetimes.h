//===- ScopeLifetimes.h - Objects live as long as their blocks ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the front end says of where control is (Base/ScopeNames.h) becomes
// llvm.lifetime.end where control leaves a block, on all ways out of it, and
// llvm.lifetime.start where it enters one with labels, behind which objects may
// be used whose declarations were not executed. (Others begin where they are
// declared: MarkLifetimes.) An object may be told to end that has ended before.
//
// A variable length array ends through a pointer, null if there is none yet.
//
// A longjmp may come back to a setjmp from any block of the function.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_SCOPELIFETIMES_H
#define SOOTH_LIB_FRONTEND_LLVM_SCOPELIFETIMES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Replaces the calls in \p M. Requires code as clang made it.
void placeScopeLifetimes(llvm::Module &M);

} // namespace sooth

#endif
