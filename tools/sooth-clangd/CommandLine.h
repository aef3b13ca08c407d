//===- CommandLine.h - What the user typed --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_SOOTH_CLANGD_COMMANDLINE_H
#define SOOTH_TOOLS_SOOTH_CLANGD_COMMANDLINE_H

#include "sooth/LanguageServer/Server.h"

#include "llvm/Support/raw_ostream.h"

namespace sooth {

struct CommandLine {
  enum class Action { Serve, Help, Version } Do = Action::Serve;
  ServerOptions Server;
};

/// Understands the arguments, without the program's name, and finds clangd.
/// What is not ours is clangd's. Fails with a sentence for the user.
llvm::Expected<CommandLine>
readCommandLine(llvm::ArrayRef<const char *> Arguments);

void printUsage(llvm::raw_ostream &OS);

} // namespace sooth

#endif
