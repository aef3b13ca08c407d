//===- NonLocalJumps.h - setjmp and longjmp as plain control flow ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// setjmp, sigsetjmp and __builtin_setjmp write a number into the buffer that no
// other call of the run has written, and return 0. longjmp and its kin read it
// and say in a variable that a jump is under way. While it is, each function
// returns at once, so there is a test after every call from which a jump may
// come; where the number is that of the last setjmp at a place of this
// activation, that returns again. So a jump frees nothing that returning does
// not.
//
//  * A local that only its own function can reach, is not volatile, and was
//    assigned to after setjmp has no certain value after a jump there (C11
//    7.13.2.1): it becomes anything. With __builtin_setjmp it keeps what it
//    had, as gcc and clang keep no registers over that. Other locals are in
//    memory, and have what was written last.
//  * A jump that finds nobody, because the function has returned, the buffer
//    was not set, or setjmp was called again at the same place with another
//    one, is undefined, or at least not known: UndefinedName. Where runs do not
//    start at main, a buffer that the run did not set is a caller's: the run
//    ends.
//  * Functions that are not shown may jump to where the program lets them know
//    the buffer. That is an approximation (AnyJump). Where runs start at main,
//    the encoder refuses calls through pointers that turn out to lead to such
//    functions (KnownBufferName).
//  * Masks of signals do not exist.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_NONLOCALJUMPS_H
#define SOOTH_FRONTEND_LLVM_PASSES_NONLOCALJUMPS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Named metadata of modules in which functions that are not shown may know a
/// buffer, and it was not yet known which calls through pointers lead to them.
inline constexpr llvm::StringLiteral KnownBufferName =
    "sooth.known.jump.buffer";

/// Whether \p F is declared as setjmp, longjmp, or one of their kin.
bool isNonLocalJump(const llvm::Function &F);

/// Requires code as clang made it, linked with the models of the C library, and
/// \p Entry to be where runs start. Ensures that no call of setjmp or longjmp
/// is left that goes by their names. Constructors are called in the entry where
/// there are jumps.
void lowerJumps(llvm::Module &M, llvm::Function &Entry);

} // namespace sooth

#endif
