//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_COMMANDLINE_H
#define SOOTH_TOOLS_PROJECT_COMMANDLINE_H

#include "sooth/Support/OptionPages.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sooth {

struct ProjectOptions {
  enum class Action { Verify, Describe, Version } Do = Action::Verify;
  /// What Describe prints.
  OptionPage Page = OptionPage::Help;
  std::string BuildFolder = ".";
  /// Where all that is written goes.
  std::string ResultFolder;
  /// A revision of git; empty for all files.
  std::string ChangedSince;
  /// Files to verify; none for all.
  std::vector<std::string> Files;
  /// Programs and libraries, "NAME=FILE,FILE", beside those that were captured.
  std::vector<std::string> Links;
  /// Whether a program is answered as a whole, or each file by itself.
  enum class Answers {
    ForCaptured, ///< programs if it was captured what they are linked from
    ForPrograms,
    ForFiles
  } Scope = Answers::ForCaptured;
  std::string Jobs;
  std::string Launcher;
  unsigned Retries = 2;
  /// As LinkedAs says, of programs.
  bool ByValues = false;
  std::string Baseline, NewBaseline;
  /// The folder of files of contracts; empty for none.
  std::string Contracts;
  /// Options of sooth's that say what is checked in a file, and how; they have
  /// been checked.
  std::vector<std::string> Options;
};

/// Understands the arguments, without the program's name. Fails with a
/// sentence for the user.
llvm::Expected<ProjectOptions>
parseProjectOptions(llvm::ArrayRef<const char *> Arguments);

void printProjectOptions(llvm::raw_ostream &OS, OptionPage Page);

} // namespace sooth

#endif
