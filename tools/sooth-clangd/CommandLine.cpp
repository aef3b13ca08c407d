//===- CommandLine.cpp - What the user typed ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "sooth/Support/OptionDeclarations.inc"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;

namespace {
struct Reader {
  Error take(const Arg &A);
  Error takeOther(llvm::ArrayRef<const char *> All, unsigned &Index);
  Error finish();

  CommandLine Line;
  std::string ClangdName;
  enum class Mode { WithClangd, Alone } How = Mode::WithClangd;
};
} // namespace

Error Reader::take(const Arg &A) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  Settings &S = Line.Server.AtFirst;
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    Line.Server.ClangdArguments.push_back(Value.str());
    break;
  case OPT_clangd:
    return parsePath(A, ClangdName);
  case OPT_alone:
    How = Mode::Alone;
    break;
  case OPT_verify:
    return setWhen(S, Value);
  case OPT_hints:
    S.Remarks = Settings::Hints::On;
    break;
  case OPT_option:
    S.Options.push_back(Value.str());
    return checkOptions({Value.str()});
  case OPT_help:
    Line.Do = CommandLine::Action::Describe;
    break;
  case OPT_print_options:
    Line.Do = CommandLine::Action::Describe;
    return parseOptionPage(Value, Line.Page);
  case OPT_version:
    Line.Do = CommandLine::Action::Version;
    break;
  default:
    llvm_unreachable("an option without meaning");
  }
  return Error::success();
}

/// One of clangd's. Where it looks for commands we look, too.
Error Reader::takeOther(llvm::ArrayRef<const char *> All, unsigned &Index) {
  StringRef Text = All[Index];
  Line.Server.ClangdArguments.push_back(Text.str());
  ++Index;
  if (Text.consume_front("--") || Text.consume_front("-"))
    if (Text.consume_front("compile-commands-dir="))
      Line.Server.BuildFolder = Text.str();
  return Error::success();
}

Error Reader::finish() {
  if (Line.Do != CommandLine::Action::Serve)
    return Error::success();
  if (How == Mode::Alone) {
    if (!ClangdName.empty())
      return wrong("--alone has no clangd");
    llvm::erase_if(Line.Server.ClangdArguments, [](StringRef Text) {
      return Text.contains("compile-commands-dir=");
    });
    if (!Line.Server.ClangdArguments.empty())
      return wrong("unknown option '" + Line.Server.ClangdArguments.front() +
                   "'; --alone has no clangd that could know it");
    return Error::success();
  }
  const std::string Default = "clangd-" + std::to_string(LLVM_VERSION_MAJOR);
  auto Found =
      llvm::sys::findProgramByName(ClangdName.empty() ? Default : ClangdName);
  if (!Found && ClangdName.empty())
    Found = llvm::sys::findProgramByName("clangd");
  if (!Found || !llvm::sys::fs::can_execute(*Found))
    return wrong("there is no '" + (ClangdName.empty() ? Default : ClangdName) +
                 "'; --clangd=PATH says where one is, --alone does without");
  Line.Server.Clangd = *Found;
  return Error::success();
}

llvm::Expected<CommandLine>
sooth::readCommandLine(llvm::ArrayRef<const char *> Arguments) {
  Reader R;
  if (Error E = parseArguments(
          ProgramOptions(), Arguments,
          [&](const Arg &A, const InputArgList &) { return R.take(A); },
          Visibility(),
          [&](llvm::ArrayRef<const char *> All, unsigned &Index) {
            return R.takeOther(All, Index);
          }))
    return std::move(E);
  if (Error E = R.finish())
    return std::move(E);
  return std::move(R.Line);
}

static const ProgramDescription Program = {
    "sooth-clangd",
    "A language server: clangd, with verification of C",
    {"[options] [options of clangd]"},
    {{"USE",
      R"(  Editors start it as they start clangd, and talk to it on standard input and
  output. Options that are not listed here are clangd's.)"},
     {"EXIT CODE",
      R"(  0 the editor has ended the session   3 bad usage   130 interrupted   otherwise
  clangd's)"}}};

void sooth::printOptions(llvm::raw_ostream &OS, OptionPage Page) {
  printOptionPage(OS, Page, Program, ProgramOptions());
}
