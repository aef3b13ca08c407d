//===- ResolvedCalls.h - What calls through pointers have become ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_RESOLVEDCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_RESOLVEDCALLS_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Metadata of comparisons that find out which function a call through a
/// pointer leads to: the program itself does not compare the pointer.
inline constexpr llvm::StringLiteral FindsCalleeName = "sooth.finds.callee";

} // namespace sooth

#endif
