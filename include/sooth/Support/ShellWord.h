//===- ShellWord.h - Words of commands for a shell ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_SHELLWORD_H
#define SOOTH_SUPPORT_SHELLWORD_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace sooth {

/// \p Word as a POSIX shell takes it for one, in quotes if it needs them.
std::string quotedForShell(llvm::StringRef Word);

} // namespace sooth

#endif
