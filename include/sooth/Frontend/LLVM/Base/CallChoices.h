//===- CallChoices.h - A function that calls others in any order ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_CALLCHOICES_H
#define SOOTH_FRONTEND_LLVM_BASE_CALLCHOICES_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Followed by what is chosen: an input of a function that calls others, such
/// as which one, and with what arguments. Nobody is told of it: the call is
/// told.
inline constexpr llvm::StringLiteral CallChoicePrefix = "sooth_nondet_call.";

/// What such a function is called.
inline constexpr llvm::StringLiteral CallerName = "sooth_calls";
/// Its metadata, for harnesses, which define it: whether calls
/// are made in bursts, how many objects a parameter has that gets new ones, and
/// each function that is called, followed by whether it gets new objects. All
/// but the functions are constants.
inline constexpr llvm::StringLiteral CallsName = "sooth.calls";
/// Of calls in bursts, how often a function is chosen, and called one time
/// after the other, at most: powers of two.
inline constexpr unsigned MostChoices = 8, MostRepetitions = 64;

} // namespace sooth

#endif
