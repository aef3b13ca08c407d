//===- main.cpp - The language server -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "sooth/Support/Diagnostic.h"
#include "sooth/Support/Interrupt.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"

#include <unistd.h>

using namespace sooth;
using llvm::outs;

static constexpr int BadInput = 3;

int main(int ArgCount, char **Args) {
  guardStandardOutput("sooth-clangd");
  auto Line = readCommandLine(llvm::ArrayRef(Args + 1, ArgCount - 1));
  if (!Line) {
    llvm::errs() << textOf(Line.takeError(), "sooth-clangd") << '\n';
    return BadInput;
  }
  switch (Line->Do) {
  case CommandLine::Action::Describe:
    printOptions(outs(), Line->Page);
    return 0;
  case CommandLine::Action::Version:
    outs() << "sooth-clangd " << versionText() << '\n';
    return 0;
  case CommandLine::Action::Serve:
    return runServer(Line->Server, STDIN_FILENO, STDOUT_FILENO,
                     installInterruptHandler());
  }
}
