//===- SourceLocator.h - From file, line and column to a location ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef SOOTH_PASSES_CLANG_SOURCELOCATOR_H
#define SOOTH_PASSES_CLANG_SOURCELOCATOR_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <utility>

namespace clang {
class SourceManager;
}

namespace sooth {

/// Finds the source location that debug information speaks of. Debug
/// information has the names and lines that `#line` and the line markers of
/// preprocessed files give, clang's look-up the real ones, so lines that were
/// given another place are looked up in an index of their own.
class SourceLocator {
public:
  explicit SourceLocator(clang::SourceManager &Sources) : Sources(Sources) {}

  /// The location, invalid if the file is none of this compilation.
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line,
                               unsigned Column);

private:
  using Lines = llvm::DenseMap<unsigned, std::pair<clang::FileID, unsigned>>;

  void indexLineDirectives();
  void indexFile(clang::FileID File);
  std::string absolute(llvm::StringRef File) const;

  clang::SourceManager &Sources;
  bool Indexed = false;
  llvm::StringMap<Lines> Renamed; ///< by absolute name, then by line
};

} // namespace sooth

#endif
