//===- FileCommand.h - How a build compiles the file of an editor ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LANGUAGESERVER_FILECOMMAND_H
#define SOOTH_LANGUAGESERVER_FILECOMMAND_H

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sooth {

struct FileCommand {
  std::string Directory;
  /// The compiler and its arguments, without flags for verification; empty if
  /// the build does not compile the file.
  std::vector<std::string> Words;
  /// What those flags say: "check=overflow".
  std::vector<std::string> Options;
};

/// What says how files are compiled.
struct CommandFile {
  enum class Kind { None, Commands, Flags } What = Kind::None;
  std::string Folder;

  std::string path() const;
};

/// As clangd looks for it: compile_commands.json in \p Folder, or if that is
/// empty, compile_commands.json (there, or in build) or compile_flags.txt in
/// the folders around \p File, the nearest first.
CommandFile findCommandFile(llvm::StringRef File, llvm::StringRef Folder);

/// How \p File, a whole path, is compiled. Fails with a message for the user if
/// what says so cannot be read.
llvm::Expected<FileCommand> commandOf(llvm::StringRef File,
                                      const CommandFile &From);

/// Tells, without reading the same file twice, whether one has flags for
/// verification at all.
class VerifyFlagSearch {
public:
  bool hasFlags(const CommandFile &F);

private:
  struct Seen {
    uint64_t Size = 0;
    int64_t Changed = 0;
    bool HasFlags = false;
  };
  std::map<std::string, Seen> Files;
};

} // namespace sooth

#endif
