//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_SOOTH_PNML_COMMANDLINE_H
#define SOOTH_TOOLS_SOOTH_PNML_COMMANDLINE_H

#include "sooth/Driver/Petri/PetriTask.h"
#include "sooth/Support/OptionPages.h"

namespace sooth {

struct CommandLine {
  enum class Action { Answer, Describe, Version } Do = Action::Answer;
  /// What Describe prints.
  OptionPage Page = OptionPage::Help;
  enum class Format { Text, Json } Print = Format::Text;
  enum class Figures { Hidden, Shown } Stats = Figures::Hidden;
  PetriTask Task;
  std::string TracePath, DotPath, CertificatePath; // empty for nowhere
  std::string EmitPath = "-";
  double TimeoutSeconds = 0; // 0: none
};

/// Understands the arguments, without the program's name. Fails with a
/// sentence for the user.
llvm::Expected<CommandLine>
parsePnmlCommandLine(llvm::ArrayRef<const char *> Arguments);

void printOptions(llvm::raw_ostream &OS, OptionPage Page);

} // namespace sooth

#endif
