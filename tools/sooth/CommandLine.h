//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_SOOTH_COMMANDLINE_H
#define SOOTH_TOOLS_SOOTH_COMMANDLINE_H

#include "sooth/Driver/Tasks/VerificationTask.h"

namespace sooth {

struct CommandLine {
  enum class Action { Verify, Help, Version } Do = Action::Verify;
  enum class Format { Text, Json, Sarif } Print = Format::Text;
  ReportStyle Style;
  VerificationTask Task;
  double TimeoutSeconds = 0; // 0: none
  /// The engines asked for, and values of their options.
  std::string EngineNames;
  std::vector<EngineSetting> EngineSettings;
};

/// Understands the arguments, without the program's name. Fails with a
/// sentence for the user.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> Arguments);

void printHelp(llvm::raw_ostream &OS);

} // namespace sooth

#endif
