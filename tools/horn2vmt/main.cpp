//===- main.cpp - Horn clauses as transition systems ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/Horn.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Support/OptionDeclarations.inc"
#include "sooth/Support/OptionPages.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/Version.h"
#include "sooth/Transform/Horn/HornToTs.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;

static constexpr int BadInput = 3;

static const ProgramDescription Program = {
    "horn2vmt",
    "Writes linear Horn clauses as a transition system",
    {"[options] [clauses.smt2]"},
    {{"CLAUSES",
      R"(  In SMT-LIB's logic HORN or z3's format of rules and queries (default: standard
  input). The property of the system, which is in VMT-LIB, is violated if and only
  if a query can be derived.)"},
     {"EXIT CODE", "  0 the system was written   3 bad input or usage"}}};

namespace {
struct CommandLine {
  enum class Action { Write, Describe, Version } Do = Action::Write;
  /// What Describe prints.
  OptionPage Page = OptionPage::Help;
  std::string InputPath, OutputPath = "-";
  HornEncoding Encoding = HornEncoding::Functional;
};
} // namespace

static Error parseEncoding(StringRef Text, HornEncoding &Encoding) {
  if (Text != "functional" && Text != "relational")
    return wrong("--encoding takes one of functional, relational, not '" +
                 Text + "'");
  Encoding = Text == "functional" ? HornEncoding::Functional
                                  : HornEncoding::Relational;
  return Error::success();
}

static Error take(const Arg &A, CommandLine &Line) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    if (!Line.InputPath.empty())
      return wrong("only one file can be read at a time; '" + Value +
                   "' is one too many");
    Line.InputPath = Value;
    break;
  case OPT_encoding:
    return parseEncoding(Value, Line.Encoding);
  case OPT_output:
    return parsePath(A, Line.OutputPath);
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

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "horn2vmt: error: " << Message << '\n';
  return BadInput;
}

static int write(const CommandLine &Line) {
  const std::string Path = Line.InputPath.empty() ? "-" : Line.InputPath;
  auto Text = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (!Text)
    return fail("cannot read '" + Path + "': " + Text.getError().message());
  ExprContext Ctx;
  auto System = readHorn(Ctx, (*Text)->getMemBufferRef());
  if (!System) {
    llvm::errs() << llvm::toString(System.takeError()) << '\n';
    return BadInput;
  }
  if (!System->ZeroDivisions.empty())
    return fail("what division by zero yields matters in '" + Path +
                "', which VMT cannot say");
  TransitionSystem TS = toTransitionSystem(*System, Line.Encoding);
  if (Error E =
          writeOutput(Line.OutputPath, [&](auto &OS) { writeVmt(OS, TS); }))
    return fail(llvm::toString(std::move(E)));
  return 0;
}

int main(int ArgCount, char **Args) {
  guardStandardOutput("horn2vmt");
  CommandLine Line;
  if (Error E = parseArguments(
          ProgramOptions(), llvm::ArrayRef(Args + 1, ArgCount - 1),
          [&](const Arg &A, const InputArgList &) { return take(A, Line); }))
    return fail(llvm::toString(std::move(E)));
  switch (Line.Do) {
  case CommandLine::Action::Describe:
    printOptionPage(llvm::outs(), Line.Page, Program, ProgramOptions());
    return 0;
  case CommandLine::Action::Version:
    llvm::outs() << "horn2vmt " << versionText() << '\n';
    return 0;
  case CommandLine::Action::Write:
    return write(Line);
  }
}
