//===- UserOptions.h - What a user asks for by options --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the command line, in clang and in opt options have the same names and
// values, and the same code understands them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_OPTIONS_USEROPTIONS_H
#define SOOTH_DRIVER_OPTIONS_USEROPTIONS_H

#include "sooth/Driver/Options/KnownOptions.h"
#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Support/OptionPages.h"

namespace sooth {

struct UserOptions {
  enum class Action {
    Verify,
    Help,
    Version,
    DescribeOptions,
    ListPasses
  } Do = Action::Verify;
  /// What DescribeOptions prints.
  enum class Description {
    Markdown,
    Man,
    Bash,
    Zsh,
    ClangMan,
    ClangBash,
    ClangZsh
  } Page = Description::Markdown;
  enum class Format { Text, Json, Sarif } Print = Format::Text;
  ReportStyle Style;
  VerificationTask Task;
  /// Whether the last line is what SV-COMP wants to read.
  bool IsCompetition = false;
  /// Where to write a page about the answer; empty for nowhere.
  std::string PagePath;
  /// The same in SARIF, for clang.
  std::string SarifPath;
  /// Whether clang tells what is not a violation: proofs and what stayed open.
  enum class Remarks { Off, On } Report = Remarks::Off;
  /// Whether clang tells in a remark what could not be decided.
  enum class Undecided { Remark, Silent } IfUndecided = Undecided::Remark;
};

/// Understands the arguments of the command line, without the program's name.
/// Fails with a sentence for the user.
llvm::Expected<UserOptions>
parseCommandLine(llvm::ArrayRef<const char *> Arguments);

/// Understands "name=value" and "name", for clang or opt. Nothing that depends
/// on the program, such as the names of functions, is checked.
llvm::Expected<UserOptions>
parseParameters(llvm::ArrayRef<std::string> Parameters, OptionAudience For);

void printHelp(llvm::raw_ostream &OS);
/// A line for each engine, under a heading.
void printEngines(llvm::raw_ostream &OS);
void printOptions(llvm::raw_ostream &OS, UserOptions::Description Form);
/// Those of the command line that say what is verified, or how.
std::vector<ShownOptions> optionsAboutAnswers();

} // namespace sooth

#endif
