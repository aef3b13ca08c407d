//===- SourceLocator.cpp - From file, line and column to a location -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLocator.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace clang;
using namespace sooth;

clang::SourceLocation SourceLocator::locate(llvm::StringRef File, unsigned Line,
                                     unsigned Column) {
  if (File.empty() || Line == 0)
    return clang::SourceLocation();
  Column = std::max(Column, 1u);

  std::string Name = absolute(File);
  indexLineDirectives();
  if (auto It = Renamed.find(Name); It != Renamed.end())
    if (auto Found = It->second.find(Line); Found != It->second.end()) {
      auto [In, PhysicalLine] = Found->second;
      return Sources.translateLineCol(In, PhysicalLine, Column);
    }

  // The main file need not be a file: it may be standard input.
  FileID Main = Sources.getMainFileID();
  PresumedLoc Start = Sources.getPresumedLoc(Sources.getLocForStartOfFile(Main),
                                             /*UseLineDirectives=*/false);
  if (Start.isValid() && absolute(Start.getFilename()) == Name)
    return Sources.translateLineCol(Main, Line, Column);
  if (OptionalFileEntryRef Entry =
          Sources.getFileManager().getOptionalFileRef(Name))
    return Sources.translateFileLineCol(*Entry, Line, Column);
  return clang::SourceLocation();
}

void SourceLocator::indexLineDirectives() {
  if (Indexed || !Sources.hasLineTable())
    return;
  Indexed = true;
  for (unsigned I = 0, E = Sources.local_sloc_entry_size(); I != E; ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (Entry.isFile() && Entry.getFile().hasLineDirectives())
      indexFile(Sources.getFileID(
          clang::SourceLocation::getFromRawEncoding(Entry.getOffset())));
  }
}

void SourceLocator::indexFile(FileID File) {
  std::optional<llvm::MemoryBufferRef> Buffer = Sources.getBufferOrNone(File);
  if (!Buffer)
    return;
  for (llvm::line_iterator It(*Buffer, /*SkipBlanks=*/true); !It.is_at_end();
       ++It) {
    // A directive has no code, but a presumed line that others have too.
    if (It->ltrim().starts_with("#"))
      continue;
    unsigned Line = It.line_number();
    PresumedLoc Place =
        Sources.getPresumedLoc(Sources.translateLineCol(File, Line, 1));
    if (Place.isValid())
      Renamed[absolute(Place.getFilename())].try_emplace(Place.getLine(), File,
                                                         Line);
  }
}

std::string SourceLocator::absolute(llvm::StringRef File) const {
  llvm::SmallString<128> Path(File);
  Sources.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}
