//===- ReportFiles.cpp - Reports that clang leaves in files ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFiles.h"

#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

bool sooth::wantsReportFiles(const UserOptions &Options) {
  return !Options.SarifPath.empty() || !Options.PagePath.empty();
}

/// In a folder one flag is enough for all files of a build.
static std::string fileFor(StringRef Path, StringRef Source, StringRef Suffix) {
  if (!Path.ends_with("/") && !fs::is_directory(Path))
    return Path.str();
  fs::create_directories(Path); // else writing fails
  llvm::SmallString<256> Absolute(Source);
  fs::make_absolute(Absolute);
  llvm::SmallString<256> Result(Path);
  llvm::sys::path::append(Result, stemFor(Absolute) + Suffix);
  return std::string(Result);
}

Error sooth::writeReportFiles(const Report &R, const UserOptions &Options,
                              const std::string &Source) {
  if (!Options.SarifPath.empty())
    if (Error E =
            writeOutput(fileFor(Options.SarifPath, Source, ".sarif"),
                        [&](llvm::raw_ostream &OS) { printSarif(OS, R); }))
      return E;
  if (Options.PagePath.empty())
    return Error::success();
  const std::string Page = fileFor(Options.PagePath, Source, ".html");
  if (R.Outcome != Report::Status::BadInput)
    return writeOutput(
        Page, [&](llvm::raw_ostream &OS) { printHtml(OS, R, Source); });
  if (fs::is_regular_file(Page))
    fs::remove(Page);
  return Error::success();
}
