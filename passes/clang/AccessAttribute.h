//===- AccessAttribute.h - access(...), which clang does not know ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gcc's attribute access(read_only, 1, 2) says that a function reads so many
// elements at its first argument as its second one says. clang 19 ignores it
// with a warning. A plugin with this notes what is said, and does the same.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_CLANG_ACCESSATTRIBUTE_H
#define SOOTH_PASSES_CLANG_ACCESSATTRIBUTE_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace sooth {

/// Parameters, from 0 on.
struct DeclaredAccess {
  unsigned Pointer;
  /// The one that says how many elements there are, if one does.
  std::optional<unsigned> Count;
};

/// What is said with \p F itself, but not that there is no access.
llvm::ArrayRef<DeclaredAccess> declaredAccesses(const clang::FunctionDecl &F);

} // namespace sooth

#endif
