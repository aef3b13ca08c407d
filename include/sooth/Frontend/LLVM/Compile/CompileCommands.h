//===- CompileCommands.h - How a build compiles its files -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_COMPILECOMMANDS_H
#define SOOTH_FRONTEND_LLVM_COMPILECOMMANDS_H

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sooth {

/// What a compile_commands.json says.
class CompileCommands {
public:
  /// Reads the one in \p Folder. Fails with a message for the user.
  static llvm::Expected<CompileCommands> read(llvm::StringRef Folder);

  struct Command {
    std::string Directory;
    /// The compiler first.
    std::vector<std::string> Words;
  };

  /// All commands, in order; of a file there may be several.
  const std::vector<Command> &all() const { return All; }
  bool contains(llvm::StringRef File) const;
  /// The real paths of all files that are compiled, in order.
  std::vector<std::string> files() const;
  /// The first command that compiles \p File, with its response files
  /// replaced by what is in them. Fails with a message for the user if there
  /// is none.
  llvm::Expected<Command> commandFor(llvm::StringRef File) const;
  /// The flags that matter to what \p File means, of the first command that
  /// compiles it. Fails with a message for the user if there is none, or if it
  /// has flags that clang does not know.
  llvm::Expected<std::vector<std::string>> flagsFor(llvm::StringRef File) const;

private:
  std::string Path;
  /// By real path.
  std::map<std::string, Command> Commands;
  std::vector<Command> All;
};

} // namespace sooth

#endif
