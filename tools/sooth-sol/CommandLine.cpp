//===- CommandLine.cpp - What the user typed ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "sooth/Support/OptionDeclarations.inc"

#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;

static Error parseArithmetic(StringRef Text, SolidityEncoding &How) {
  auto Parsed = llvm::StringSwitch<std::optional<Arithmetic>>(Text)
                    .Case("int", Arithmetic::Unbounded)
                    .Case("bv", Arithmetic::BitVectors)
                    .Case("mod", Arithmetic::Modular)
                    .Case("mod-overflow", Arithmetic::Overflow)
                    .Default(std::nullopt);
  if (!Parsed)
    return wrong("--arithmetic takes one of int, bv, mod, mod-overflow, not '" +
                 Text + "'");
  How.Numbers = *Parsed;
  return Error::success();
}

static Error parseLoops(StringRef Text, SolidityEncoding &How) {
  if (Text != "inferred" && Text != "annotated")
    return wrong("--loops takes one of inferred, annotated, not '" + Text +
                 "'");
  How.CutAt = Text == "annotated" ? SolidityEncoding::Loops::Annotated
                                  : SolidityEncoding::Loops::Inferred;
  return Error::success();
}

static Error parseEngines(StringRef Text, CommandLine &Line) {
  auto Engines = chooseEngines(Text);
  if (!Engines)
    return Engines.takeError();
  Line.Task.Verifier.Engines.Engines = std::move(*Engines);
  return Error::success();
}

static Error take(const Arg &A, CommandLine &Line) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  SolidityTask &T = Line.Task;
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    if (!T.File.empty())
      return wrong("only one file can be verified at a time; '" + Value +
                   "' is one too many");
    T.File = Value.str();
    break;
  case OPT_modular:
    T.By = SolidityTask::Mode::Functions;
    break;
  case OPT_arithmetic:
    return parseArithmetic(Value, T.Encoding);
  case OPT_loops:
    return parseLoops(Value, T.Encoding);
  case OPT_solc:
    T.Compiler.Command = Value.str();
    break;
  case OPT_ast:
    T.Of = SolidityTask::Form::Compiled;
    break;
  case OPT_engine:
    return parseEngines(Value, Line);
  case OPT_timeout:
    return parseTimeout(Value, Line.TimeoutSeconds);
  case OPT_timeout_each:
    return parseTimeout(Value, T.SecondsEach);
  case OPT_solver:
    Line.IgnoredSolver = Value.str();
    break;
  case OPT_memory:
    return parseMemory(Value, T.Verifier.Engines.MemoryMB);
  case OPT_emit:
    if (Value != "ast")
      return wrong("--emit takes ast, not '" + Value + "'");
    Line.Do = CommandLine::Action::Emit;
    break;
  case OPT_output:
    return parsePath(A, Line.EmitPath);
  case OPT_replay:
    return parsePath(A, Line.ReplayPath);
  case OPT_confirm:
    if (Value != "on" && Value != "off")
      return wrong("--confirm takes one of on, off, not '" + Value + "'");
    T.Confirm = Value == "on" ? SolidityTask::Replays::Run
                              : SolidityTask::Replays::NotRun;
    break;
  case OPT_stats:
    Line.Stats = CommandLine::Figures::Shown;
    break;
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

static Error checkTogether(const CommandLine &Line) {
  const bool Reads = Line.Do == CommandLine::Action::Verify ||
                     Line.Do == CommandLine::Action::Emit;
  if (Reads && Line.Task.File.empty())
    return wrong("no file to verify; 'sooth-sol --help' tells more");
  if (Line.Do == CommandLine::Action::Verify && Line.EmitPath != "-")
    return wrong("-o says where --emit writes to, which is not asked for");
  if (!Line.ReplayPath.empty() &&
      (Line.Do == CommandLine::Action::Emit ||
       Line.Task.By == SolidityTask::Mode::Functions))
    return wrong("--replay replays transactions of contracts; there are none "
                 "with --emit and --modular");
  return Error::success();
}

llvm::Expected<CommandLine>
sooth::parseSolidityCommandLine(llvm::ArrayRef<const char *> Arguments) {
  CommandLine Line;
  Line.Task.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  auto Take = [&](const Arg &A, const InputArgList &) { return take(A, Line); };
  if (Error E = parseArguments(ProgramOptions(), Arguments, Take))
    return std::move(E);
  if (Line.Task.Verifier.Engines.Engines.empty())
    if (Error E = parseEngines("", Line))
      return std::move(E);
  if (Error E = checkTogether(Line))
    return std::move(E);
  return Line;
}

static const ProgramDescription Program = {
    "sooth-sol",
    "Verifies contracts that are written in Solidity",
    {"[options] contract.sol"},
    {{"OUTPUT",
      R"(  One line for each function (--modular) or contract, as 'Bank::withdraw: OK',
  with OK, ERROR, SKIPPED (it has what is not modelled), UNKNOWN or TIMEOUT, and
  below it what is violated, or in the way. For a contract follow the
  transactions that lead to the first violation.)"},
     {"EXIT CODE",
      R"(  0 no error   1 an error   2 something is SKIPPED, UNKNOWN or TIMEOUT, and there
  is no error   3 bad input or usage   4 internal error   5 nothing to check
  130 interrupted)"}}};

void sooth::printOptions(llvm::raw_ostream &OS, OptionPage Page) {
  printOptionPage(OS, Page, Program, ProgramOptions());
}
