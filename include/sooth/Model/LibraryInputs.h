//===- LibraryInputs.h - What the C library leaves open ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_MODEL_LIBRARYINPUTS_H
#define SOOTH_MODEL_LIBRARYINPUTS_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// What the names of functions begin with by which models of the C library
/// (runtime/libc/libc.h) take values that the standard leaves open. They are
/// the sources of these inputs.
inline constexpr llvm::StringLiteral OpenLibraryPrefix = "sooth_nondet_libc_";

} // namespace sooth

#endif
