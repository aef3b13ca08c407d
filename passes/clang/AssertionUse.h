//===- AssertionUse.h - Does a translation unit assert anything? ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_PASSES_CLANG_ASSERTIONUSE_H
#define SOOTH_PASSES_CLANG_ASSERTIONUSE_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
}
namespace llvm {
class Module;
}

namespace sooth {

enum class AssertionUse { None, Possible };

/// A cheap test that spares a translation unit without assertions all further
/// work. None is certain; Possible may turn out to be nothing.
AssertionUse findAssertionUse(clang::ASTContext &Context);
/// Whether the function is used.
AssertionUse findUse(clang::ASTContext &Context, llvm::StringRef Name);

/// The calls that report a failed assertion and the sanitizer traps of \p M,
/// not counting those inside a function that itself reports (reach_error is
/// often defined as assert(0)).
unsigned countChecks(const llvm::Module &M);

} // namespace sooth

#endif
