//===- AddedComparisons.h - Comparisons not of the program ------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_ADDEDCOMPARISONS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_ADDEDCOMPARISONS_H

#include "llvm/ADT/StringRef.h"

namespace sooth {

/// Metadata of comparisons of pointers that the program itself does not make:
/// they find out which function a call leads to, or are a part of a model that
/// is not told apart.
inline constexpr llvm::StringLiteral AddedComparisonName =
    "sooth.added.comparison";

/// Metadata of a comparison with null of one of several pointers, where runs in
/// which null was chosen instead do not come any more (ThreadBranches.h).
inline constexpr llvm::StringLiteral ChosenComparisonName =
    "sooth.chosen.comparison";

} // namespace sooth

#endif
