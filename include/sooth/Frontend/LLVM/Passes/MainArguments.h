//===- MainArguments.h - What argv points to ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of main as the environment gives them (C17 5.1.2.2.1): argc is
// not negative, argv is an array of argc + 1 pointers of which the last is
// null. The others point to anywhere in one text of any content, the last
// character of which is 0. So strings may overlap, which C does not exclude;
// strings that do not are a special case. All of it takes no more than
// ArgumentBytes, which is more than Linux allows. If there is a third parameter
// it is another such array, of the environment, whose strings are in the same
// text.
//
// The array of pointers would make proofs need that all of its elements point
// into the text. So where the program does no more than read it, what each read
// yields is said where the read is; where the strings begin is in an array of
// numbers. Otherwise a loop fills it from those.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_MAINARGUMENTS_H
#define SOOTH_FRONTEND_LLVM_MAINARGUMENTS_H

#include <cstdint>

namespace llvm {
class Function;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// The size of the text. argc is less.
inline constexpr uint64_t ArgumentBytes = uint64_t(1) << 23;

/// Replaces argv and envp by memory that is still empty. Does nothing if \p
/// Main has no such parameters, or if the program calls it itself. To be called
/// after checks of memory were put in, as what comes from here needs none.
void provideArguments(llvm::Function &Main);

/// Fills that memory, once calls are inlined. Returns true if there is any.
bool placeArguments(llvm::Module &M);

} // namespace sooth

#endif
