//===- Links.h - What is linked to what -----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file link_commands.json beside compile_commands.json: the programs and
// libraries of a build, each with the files that are linked to it, in the order
// of the linker's command.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_LINKS_H
#define SOOTH_TOOLS_PROJECT_LINKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sooth {

/// One thing that a linker is given.
struct LinkInput {
  enum class Kind {
    File,    ///< compiled from one C file
    Archive, ///< of which only members are linked that are needed
    Unknown  ///< an object that nobody saw being compiled from C
  } What = Kind::Unknown;
  /// Of the object or archive; empty for a C file that the linking command
  /// compiles itself.
  std::string Path;
  /// Of a file: the source, and the command that compiles it, if it is not the
  /// one in compile_commands.json.
  std::string Source, Directory;
  std::vector<std::string> Arguments;
  /// What tells a file that is compiled with other flags than usual from the
  /// usual one; not in the JSON.
  std::string Variant;
  /// Of an archive.
  std::vector<LinkInput> Members;
  bool IsWhole = false; ///< all members are linked

  bool operator==(const LinkInput &Other) const = default;
};

/// A program or a library.
struct LinkedUnit {
  enum class Kind { Program, Library, Archive } What = Kind::Program;
  std::string Output; ///< absolute
  std::vector<LinkInput> Inputs;
  /// Of a program: whether libraries that it loads see its functions.
  bool IsOpen = false;
  /// Of a library: the version script that says what is visible; empty if what
  /// the compiler leaves visible is.
  std::string VersionScript;

  /// As users know it.
  llvm::StringRef name() const;
};

/// Calls \p Visit for each C file in \p Inputs, members of archives included.
void forEachFile(llvm::ArrayRef<LinkInput> Inputs,
                 llvm::function_ref<void(const LinkInput &)> Visit);

/// The path of the file in \p Folder.
std::string linksPath(llvm::StringRef Folder);
/// Reads what is in \p File; nothing if there is none. Fails with a sentence
/// for the user.
llvm::Expected<std::vector<LinkedUnit>> readLinks(llvm::StringRef File);
llvm::Error writeLinks(llvm::StringRef File, llvm::ArrayRef<LinkedUnit> Units);

} // namespace sooth

#endif
