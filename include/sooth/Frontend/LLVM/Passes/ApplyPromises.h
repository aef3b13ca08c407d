//===- ApplyPromises.h - Attributes are obligations ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What attributes say of arguments (Promises.h) is checked at calls and taken
// to be true where runs begin in the function; what they say of its result is
// checked where it returns and taken to be true after calls that are
// summarized. Nothing else may conclude anything from them: other passes drop
// all that LLVM's optimisers know (HardwareMeaning).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_APPLYPROMISES_H
#define SOOTH_FRONTEND_LLVM_APPLYPROMISES_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Puts checks before calls and returns, and assumptions after calls, which are
/// for those that are summarized (dropAssumptionsOfFollowed). Requires code as
/// clang writes it at O0. Calls through pointers are checked of functions with
/// bodies that are not variadic.
void checkPromises(llvm::Module &M);

/// Runs that begin in \p In go on only if its arguments are as \p F, or one of
/// its type, promises; nothing is taken from a variadic one. If that is In
/// itself, checkPromises() has to be done, and contracts applied.
void assumePromises(const llvm::Function &F, llvm::Function &In);

/// Runs go on only if what the program assumes is true (markAssumptions).
/// Requires that contracts were applied.
void takeAssumptions(llvm::Module &M);

} // namespace sooth

#endif
