//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_SOOTH_CLANGD_COMMANDLINE_H
#define SOOTH_TOOLS_SOOTH_CLANGD_COMMANDLINE_H

#include "sooth/LanguageServer/Server.h"
#include "sooth/Support/OptionPages.h"

namespace sooth {

struct CommandLine {
  enum class Action { Serve, Describe, Version } Do = Action::Serve;
  /// What Describe prints.
  OptionPage Page = OptionPage::Help;
  ServerOptions Server;
};

/// Understands the arguments, without the program's name, and finds clangd.
/// What is not ours is clangd's. Fails with a sentence for the user.
llvm::Expected<CommandLine>
readCommandLine(llvm::ArrayRef<const char *> Arguments);

void printOptions(llvm::raw_ostream &OS, OptionPage Page);

} // namespace sooth

#endif
