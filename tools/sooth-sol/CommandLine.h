//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_SOOTH_SOL_COMMANDLINE_H
#define SOOTH_TOOLS_SOOTH_SOL_COMMANDLINE_H

#include "sooth/Driver/Solidity/SolidityTask.h"
#include "sooth/Support/OptionPages.h"

namespace sooth {

struct CommandLine {
  enum class Action { Verify, Emit, Describe, Version } Do = Action::Verify;
  /// What Describe prints.
  OptionPage Page = OptionPage::Help;
  enum class Figures { Hidden, Shown } Stats = Figures::Hidden;
  SolidityTask Task;
  std::string EmitPath = "-";
  std::string ReplayPath;    ///< where to write a replay to, if anywhere
  double TimeoutSeconds = 0; // 0: none
  std::string IgnoredSolver; ///< one that solc-verify would have used
};

/// Understands the arguments, without the program's name. Fails with a
/// sentence for the user.
llvm::Expected<CommandLine>
parseSolidityCommandLine(llvm::ArrayRef<const char *> Arguments);

void printOptions(llvm::raw_ostream &OS, OptionPage Page);

} // namespace sooth

#endif
