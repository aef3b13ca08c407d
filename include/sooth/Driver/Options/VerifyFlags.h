//===- VerifyFlags.h - The flags that clang does not know -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_DRIVER_OPTIONS_VERIFYFLAGS_H
#define SOOTH_DRIVER_OPTIONS_VERIFYFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <string>
#include <vector>

namespace sooth {

/// Takes the verification flags off a command line of clang, of which the last
/// of several contradicting ones wins. A response file is replaced by its
/// content only if it has such a flag.
class VerifyFlags {
public:
  enum class Verification { Off, On };

  /// Reads \p Args, without the program's name. An error is a message in
  /// clang's words, such as "invalid value 'foo' in '-fverify=foo'".
  llvm::Error parse(llvm::ArrayRef<const char *> Args);

  Verification verification() const { return Wanted; }

  /// The arguments for the real clang, without ours.
  llvm::ArrayRef<const char *> clangArguments() const { return Rest; }

  /// The first flag that says how to verify, if none says whether; or empty.
  llvm::StringRef unusedFlag() const {
    return Said ? llvm::StringRef() : llvm::StringRef(FirstHow);
  }

  /// What the plugin is to be told, such as "check=assert,overflow".
  llvm::ArrayRef<std::string> pluginArguments() const {
    return PluginArguments;
  }

private:
  enum class Flag { Ours, Clangs };

  llvm::Error addArgument(const char *Arg);
  llvm::Error addResponseFile(const char *Arg);
  llvm::Expected<Flag> takeFlag(llvm::StringRef Arg);
  bool belongsToPrevious() const;

  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver{Allocator};
  std::vector<const char *> Rest;
  bool OnlyInputs = false; ///< after "--"

  Verification Wanted = Verification::Off;
  bool Said = false; ///< whether to verify
  std::string FirstHow;
  std::vector<std::string> PluginArguments;
};

} // namespace sooth

#endif
