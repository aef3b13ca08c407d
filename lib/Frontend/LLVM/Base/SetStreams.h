//===- SetStreams.h - Programs that set stdout ------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_SETSTREAMS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_SETSTREAMS_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Named metadata of programs that may set stdin, stdout or stderr: what these
/// lead to is not taken for granted there.
inline constexpr llvm::StringLiteral SetsStreamsName =
    "sooth.sets.standard.streams";

} // namespace sooth

#endif
