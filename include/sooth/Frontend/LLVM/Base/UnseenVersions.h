//===- UnseenVersions.h - Code that has no name of its own here -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_UNSEENVERSIONS_H
#define SOOTH_FRONTEND_LLVM_BASE_UNSEENVERSIONS_H

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Function.h"

namespace sooth {

/// Preceded by a function's name: a declaration that stands for what another
/// file has in place of a definition that is shown, or where none is
/// (Passes/WeakSymbols.h). No C program can call it.
inline constexpr llvm::StringLiteral OfAnotherFileSuffix = " of another file";

/// Followed by what nobody shows of another file: the result is anything, and a
/// violation that depends on it is not claimed.
inline constexpr llvm::StringLiteral AnyOfAnotherFile =
    "sooth.any.of.library.";

/// Whether \p F stands for code that is not shown and has no name of its own:
/// such a declaration, or isThroughPointer. No harness can define it.
inline bool standsForUnseen(const llvm::Function &F) {
  return isThroughPointer(F) ||
         (F.isDeclaration() && F.getName().ends_with(OfAnotherFileSuffix));
}

} // namespace sooth

#endif
