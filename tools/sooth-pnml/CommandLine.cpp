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
using Ask = PetriTask::Ask;
using Form = PetriTask::Form;

static Error parseForm(StringRef Text, CommandLine &Line) {
  auto Parsed = llvm::StringSwitch<std::optional<Form>>(Text)
                    .Case("vmt", Form::Vmt)
                    .Case("smt2", Form::Smt2)
                    .Case("pnml", Form::Pnml)
                    .Default(std::nullopt);
  if (!Parsed)
    return wrong("--emit takes one of vmt, smt2, pnml, not '" + Text + "'");
  Line.Task.Emit = *Parsed;
  return Error::success();
}

static Error parseEngines(StringRef Text, CommandLine &Line) {
  if (Text.empty())
    return wrong("--engine takes a list of engines");
  auto Engines = choosePetriStrategies(Text);
  if (!Engines)
    return Engines.takeError();
  Line.Task.Portfolio.Strategies = std::move(*Engines);
  return Error::success();
}

static Error setQuestion(Ask Question, StringRef Text, CommandLine &Line) {
  if (Line.Task.Question != Ask::Nothing)
    return wrong("only one of --reach, --marking, --submarking, --deadlock, "
                 "--mcc can be asked at a time");
  Line.Task.Question = Question;
  Line.Task.Text = Text.str();
  return Error::success();
}

static Error takeFile(StringRef Path, CommandLine &Line) {
  if (!Line.Task.NetFile.empty())
    return wrong("only one net can be read at a time; '" + Path +
                 "' is one too many");
  Line.Task.NetFile = Path.str();
  return Error::success();
}

static Error take(const Arg &A, CommandLine &Line) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    return takeFile(Value, Line);
  case OPT_reach:
    return setQuestion(Ask::Reach, Value, Line);
  case OPT_marking:
    return setQuestion(Ask::Marking, Value, Line);
  case OPT_submarking:
    return setQuestion(Ask::Submarking, Value, Line);
  case OPT_deadlock:
    return setQuestion(Ask::Deadlock, "", Line);
  case OPT_mcc:
    return setQuestion(Ask::Mcc, Value, Line);
  case OPT_engine:
    return parseEngines(Value, Line);
  case OPT_timeout:
    return parseTimeout(Value, Line.TimeoutSeconds);
  case OPT_memory:
    return parseMemory(Value, Line.Task.Portfolio.MemoryMB);
  case OPT_emit:
    return parseForm(Value, Line);
  case OPT_trace:
    return parsePath(A, Line.TracePath);
  case OPT_certificate:
    Line.Task.Portfolio.HaveProofs = PetriPortfolioOptions::Proofs::Told;
    return parsePath(A, Line.CertificatePath);
  case OPT_dot:
    return parsePath(A, Line.DotPath);
  case OPT_output:
    return parsePath(A, Line.EmitPath);
  case OPT_json:
    Line.Print = CommandLine::Format::Json;
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
    if (Line.Do == CommandLine::Action::Answer)
      Line.Do = CommandLine::Action::Version;
    break;
  default:
    llvm_unreachable("an option without meaning");
  }
  return Error::success();
}

static Error checkTogether(const CommandLine &Line) {
  if (Line.Do != CommandLine::Action::Answer)
    return Error::success();
  const PetriTask &T = Line.Task;
  if (T.NetFile.empty())
    return wrong("no net to read; 'sooth-pnml --help' tells more");
  if (T.Question == Ask::Nothing && T.Emit != Form::Pnml &&
      Line.DotPath.empty())
    return wrong("nothing is asked; use --reach, --marking, --submarking, "
                 "--deadlock or --mcc");
  if (T.Emit == Form::None && Line.EmitPath != "-")
    return wrong("-o says where --emit writes to, which is not asked for");
  if (T.Emit != Form::None && !Line.TracePath.empty())
    return wrong("--emit does not answer, so there is no --trace to write");
  if (T.Emit != Form::None && !Line.CertificatePath.empty())
    return wrong(
        "--emit does not answer, so there is no --certificate to write");
  if (T.Question == Ask::Nothing && !Line.CertificatePath.empty())
    return wrong("nothing is asked, so there is no --certificate to write");
  if (!Line.CertificatePath.empty() &&
      (T.NetFile == "-" || (T.Question == Ask::Mcc && T.Text == "-")))
    return wrong("--certificate is about files, not about standard input");
  if (T.Question == Ask::Mcc && !Line.TracePath.empty())
    return wrong("--trace takes one question; --json has the firing sequences "
                 "of all");
  return Error::success();
}

llvm::Expected<CommandLine>
sooth::parsePnmlCommandLine(llvm::ArrayRef<const char *> Arguments) {
  CommandLine Line;
  auto Take = [&](const Arg &A, const InputArgList &) { return take(A, Line); };
  if (Error E = parseArguments(ProgramOptions(), Arguments, Take))
    return std::move(E);
  if (Line.Task.Portfolio.Strategies.empty())
    Line.Task.Portfolio.Strategies = llvm::cantFail(choosePetriStrategies(""));
  if (Error E = checkTogether(Line))
    return std::move(E);
  return Line;
}

static const ProgramDescription Program = {
    "sooth-pnml",
    "Finds out whether a marking of a Petri net can be reached",
    {"[options] net.pnml"},
    {{"OUTPUT",
      R"(  The first line is Reachable, Not reachable, or Inconclusive: and the reason.
  With --mcc, one line "FORMULA id TRUE|FALSE|number TECHNIQUES ..." for each
  property.)"},
     {"EXIT CODE",
      R"(  0 Not reachable   1 Reachable   2 Inconclusive   3 bad input or usage
  4 internal error   130 interrupted
  With --mcc: 0 if everything was answered, 2 if not)"}}};

void sooth::printOptions(llvm::raw_ostream &OS, OptionPage Page) {
  printOptionPage(OS, Page, Program, ProgramOptions());
}
