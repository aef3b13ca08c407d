//===- Launch.h - Become another program ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_TOOLS_CLANG_WRAPPER_LAUNCH_H
#define SOOTH_TOOLS_CLANG_WRAPPER_LAUNCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace sooth {

/// Replaces this process by \p Program; \p Args has the name to run under
/// first. If the system finds the arguments too long, they go into a temporary
/// response file and the program is a child instead, whose exit code is
/// returned, 128 plus its number for a signal. An error means it did not run.
llvm::Expected<int> launch(const std::string &Program,
                           llvm::ArrayRef<const char *> Args);

} // namespace sooth

#endif
