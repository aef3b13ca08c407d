//===- ElementChoice.h - Which element a variable leads to ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_ELEMENTCHOICE_H
#define SOOTH_FRONTEND_LLVM_BASE_ELEMENTCHOICE_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Followed by the name of a variable and others: an input that says to which
/// element of an array a pointer leads at first. Nobody is told of it: where
/// the pointer leads is told.
inline constexpr llvm::StringLiteral ElementChoicePrefix =
    "sooth_nondet_element.";

} // namespace sooth

#endif
