//===- LinkCapture.h - What is linked, from commands that were seen -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of compilers, linkers and ar, one after the other, say what is in each
// object and archive, and so what is in a program when it is linked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_LINKCAPTURE_H
#define SOOTH_TOOLS_PROJECT_LINKCAPTURE_H

#include "Links.h"

#include <map>

namespace sooth {

class CompileCommands;

/// A command that a build has run.
struct SeenCommand {
  std::string Directory;
  /// The program first.
  std::vector<std::string> Words;
};

/// Whether a program of that name links, or makes archives.
bool isArchiver(llvm::StringRef Name);
bool isLinker(llvm::StringRef Name);

/// What commands in \p Directory that name \p File mean: absolute, and without
/// symbolic links if it is there.
std::string placeOf(llvm::StringRef File, llvm::StringRef Directory);

class LinkCapture {
public:
  /// What \p Earlier was made of counts until it is made again.
  explicit LinkCapture(std::vector<LinkedUnit> Earlier);
  /// The next command. \p Known, if it is not null, is what
  /// compile_commands.json says.
  void add(const SeenCommand &C, const CompileCommands *Known);
  /// Programs and libraries whose sources are still there.
  std::vector<LinkedUnit> units() const;
  /// How many of them were linked now.
  size_t countNew() const;

private:
  struct Flags;
  void addArchiver(const SeenCommand &C);
  void addCompilation(const SeenCommand &C, const Flags &F,
                      llvm::function_ref<bool(llvm::StringRef)> IsFirst);
  void addLink(const SeenCommand &C, const Flags &F,
               llvm::function_ref<bool(llvm::StringRef)> IsFirst);
  /// What becomes of members that have the names of new ones.
  enum class Members { Replaced, Kept };
  void putIntoArchive(const std::string &Archive,
                      llvm::ArrayRef<std::string> Objects, Members Old);
  void takeOut(const std::string &Archive, llvm::StringRef Directory);
  void remember(llvm::ArrayRef<LinkInput> Inputs);
  void addObject(const std::string &Path, std::vector<LinkInput> &To) const;
  bool addShared(const std::string &Path, std::vector<LinkInput> &To) const;
  void addLibrary(llvm::StringRef Name, const Flags &F, bool IsWhole,
                  std::vector<LinkInput> &To) const;

  /// What objects and archives consist of, by path.
  std::map<std::string, std::vector<LinkInput>> Objects, Archives;
  /// By what they write.
  std::map<std::string, LinkedUnit> Units;
  std::vector<std::string> New;
};

} // namespace sooth

#endif
