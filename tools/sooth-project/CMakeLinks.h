//===- CMakeLinks.h - What CMake links ------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake tells editors what its targets are linked from, in files of its file
// API (cmake-file-api(7)). They become the commands that make the targets,
// which are read as those of a build that was watched.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_CMAKELINKS_H
#define SOOTH_TOOLS_PROJECT_CMAKELINKS_H

#include "Links.h"

namespace sooth {

class CompileCommands;

/// The programs and libraries that CMake makes in the folder \p Build, which
/// has its cache; nothing if it has none. Asks CMake, if it has not been asked
/// before: then it configures the folder again. \p Commands is what
/// compile_commands.json says. Fails with a sentence for the user.
llvm::Expected<std::vector<LinkedUnit>>
readCMakeLinks(llvm::StringRef Build, const CompileCommands &Commands);

} // namespace sooth

#endif
