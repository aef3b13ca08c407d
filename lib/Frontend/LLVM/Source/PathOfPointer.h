//===- PathOfPointer.h - What a pointer points to, as C writes it ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PATHOFPOINTER_H
#define SOOTH_LIB_FRONTEND_LLVM_PATHOFPOINTER_H

#include "SourceMap.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth {

/// The user's name of an object: a variable, or a global; empty if it has none.
llvm::StringRef objectName(const llvm::Value *Object);

/// The place in memory that \p Pointer leads to, like "a[i]" or "*p"; empty if
/// that is not known.
AccessPath pathOfTarget(const llvm::Value *Pointer, const SourceMap &Names);
/// The same, and the values that indices in the path have (AccessPath::Step).
AccessPath pathOfTarget(const llvm::Value *Pointer, const SourceMap &Names,
                        llvm::SmallVectorImpl<const llvm::Value *> *Indices);

/// What paths are made of.
struct PathWords {
  /// The path of what a pointer holds; empty of one that is to be followed.
  llvm::function_ref<AccessPath(const llvm::Value *)> OfPointer;
  /// In C; nothing if there is no path then.
  llvm::function_ref<std::optional<std::string>(const llvm::Value *)> OfIndex;
  /// Whether what else is read has the name of its place.
  enum class Loads { AsNamed, Followed } Are = Loads::Followed;
  /// Where the indices are put that are no numbers, if anywhere.
  llvm::SmallVectorImpl<const llvm::Value *> *Indices = nullptr;
};
/// The same in these words.
AccessPath pathOfTarget(const llvm::Value *Pointer, const SourceMap &Names,
                        const PathWords &Words);

/// From the array \p Object to its element at \p Pointer, like "[i][3]"; empty
/// for other places.
AccessPath::Steps elementSteps(const llvm::Value *Pointer,
                               const llvm::Value *Object,
                               const SourceMap &Names);

} // namespace sooth

#endif
