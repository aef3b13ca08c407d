//===- Capture.h - How a command builds a project -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers, linkers and archivers are put first on the path that are this
// program: each writes down how it was called, and becomes the one that it
// stands for.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_CAPTURE_H
#define SOOTH_TOOLS_PROJECT_CAPTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace sooth {

/// sooth-project capture [-o folder] -- command...; \p Arguments are those
/// after "capture". Returns the command's exit code, or one of ours.
int capture(llvm::ArrayRef<const char *> Arguments);

/// Whether this program was called by \p Name as one of them; then it is to
/// record().
bool isCalledAsTool(llvm::StringRef Name);
/// Does not return but with an exit code.
int record(llvm::ArrayRef<char *> Arguments);

} // namespace sooth

#endif
