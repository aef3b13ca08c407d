//===- ReturnAddresses.h - What __builtin_return_address tells ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a function returns to is a property of the call: all runs of one call
// in the source give the same address, and those of two calls different ones.
// So each call of a function that may ask gets a variable of its own, whose
// address stands for the place behind the call, and hands it to what is called.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RETURNADDRESSES_H
#define SOOTH_LIB_FRONTEND_LLVM_RETURNADDRESSES_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Requires a program in which no call was copied or inlined, and in which
/// \p Entry is what runs first. Where \p Entry returns to, and what more than
/// eight calls are between, stays the intrinsic's result, which is unknown. So
/// does all in programs with constructors, or that call \p Entry.
void lowerReturnAddresses(llvm::Module &M, llvm::Function &Entry);

} // namespace sooth

#endif
