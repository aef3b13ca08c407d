//===- ApplyContracts.h - Calls do what functions require ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function says what it requires by calls of sooth_requires() at its
// beginning. They become assumptions where runs begin in the function, and
// otherwise checks where it is called, directly or through a pointer; whether
// its body is executed then or not makes no difference.
//
// What stands before the last of the calls, and in it, becomes a function of
// its own, which returns the number of the first clause that is false, or 0.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_APPLYCONTRACTS_H
#define SOOTH_FRONTEND_LLVM_APPLYCONTRACTS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Requires code as clang writes it at O0, but for what was done by this pass.
/// Afterwards no call of sooth_requires() is left. Fails with a message for the
/// user, and all such calls as they were, if a function with clauses is
/// variadic, or changes memory or calls something before or in them.
llvm::Error applyContracts(llvm::Module &M, llvm::Function &Entry);

} // namespace sooth

#endif
