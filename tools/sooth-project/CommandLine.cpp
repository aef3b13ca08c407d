//===- CommandLine.cpp - What the user typed ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "sooth/Support/OptionDeclarations.inc"

#include "sooth/Driver/Options/UserOptions.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::Error;
using llvm::StringRef;

static Error take(const Arg &A, ProjectOptions &Line) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    Line.Files.push_back(Value.str());
    break;
  case OPT_build_dir:
    return parsePath(A, Line.BuildFolder);
  case OPT_changed_since:
    if (Value.empty() || Value.starts_with("-"))
      return wrong("--changed-since takes a revision, not '" + Value + "'");
    Line.ChangedSince = Value;
    break;
  case OPT_link:
    if (Value.starts_with("=") || !Value.contains('='))
      return wrong("--link takes NAME=FILE,FILE, not '" + Value + "'");
    Line.Links.push_back(Value.str());
    Line.Scope = ProjectOptions::Answers::ForPrograms;
    break;
  case OPT_programs:
    Line.Scope = ProjectOptions::Answers::ForPrograms;
    break;
  case OPT_each_file:
    Line.Scope = ProjectOptions::Answers::ForFiles;
    break;
  case OPT_values:
    Line.ByValues = true;
    break;
  case OPT_jobs: {
    unsigned Count;
    if (Error E = parsePositiveCount("j", Value, Count))
      return E;
    Line.Jobs = Value;
    break;
  }
  case OPT_launcher:
    Line.Launcher = Value;
    break;
  case OPT_retries:
    return parseCount("retries", Value, Line.Retries);
  case OPT_output:
    return parsePath(A, Line.ResultFolder);
  case OPT_baseline:
    return parsePath(A, Line.Baseline);
  case OPT_write_baseline:
    return parsePath(A, Line.NewBaseline);
  case OPT_contracts:
    return parsePath(A, Line.Contracts);
  case OPT_help:
    Line.Do = ProjectOptions::Action::Describe;
    break;
  case OPT_print_options:
    Line.Do = ProjectOptions::Action::Describe;
    return parseOptionPage(Value, Line.Page);
  case OPT_version:
    Line.Do = ProjectOptions::Action::Version;
    break;
  default:
    llvm_unreachable("an option without meaning");
  }
  return Error::success();
}

/// An option of sooth's, "--name=value" or "--name"; those of engines, which
/// have a value, are in no table.
static Error takeOptionOfSooth(llvm::ArrayRef<const char *> All,
                               unsigned &Index, ProjectOptions &Line) {
  StringRef Text = All[Index];
  StringRef Name = Text;
  if (!Name.consume_front("--"))
    return Error::success();
  const OptionCheck Known = checkOption(Name, DefaultOption);
  if (Known.What == OptionCheck::Outcome::UnknownOption && !Name.contains('='))
    return Error::success();
  const llvm::opt::InputArgList Parsed = [&] {
    unsigned Missing, Count;
    return knownOptions().ParseArgs({All[Index]}, Missing, Count);
  }();
  for (const Arg *A : Parsed)
    if (Known.What != OptionCheck::Outcome::UnknownOption &&
        !isAboutAnswers(A->getOption()))
      return wrong("'" + Text + "' is for one file, not for a project");
  Line.Options.push_back(Text.str());
  ++Index;
  return Error::success();
}

/// As sooth understands them, of any file.
static Error checkOptions(llvm::ArrayRef<std::string> Options) {
  std::vector<const char *> Words;
  for (const std::string &Option : Options)
    Words.push_back(Option.c_str());
  Words.push_back("file.bc");
  return parseCommandLine(llvm::ArrayRef<const char *>(Words)).takeError();
}

static void useAbsolute(std::string &Path) {
  llvm::SmallString<128> Whole(Path);
  llvm::sys::fs::make_absolute(Whole);
  llvm::sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  Path = Whole.str();
}

static constexpr StringRef DefaultTimeout = "--timeout=60";

/// What nobody has said.
static void complete(ProjectOptions &Line) {
  useAbsolute(Line.BuildFolder);
  if (Line.ResultFolder.empty())
    Line.ResultFolder = Line.BuildFolder + "/sooth-results";
  useAbsolute(Line.ResultFolder);
  if (!Line.Contracts.empty())
    useAbsolute(Line.Contracts);
  auto Has = [&](StringRef Begin) {
    return llvm::any_of(Line.Options, [&](const std::string &Option) {
      return StringRef(Option).starts_with(Begin);
    });
  };
  for (std::string &Option : Line.Options)
    if (StringRef Folder = Option; Folder.consume_front("--cache=")) {
      std::string Path = Folder.str();
      useAbsolute(Path);
      Option = "--cache=" + Path;
    }
  if (!Has("--timeout="))
    Line.Options.push_back(DefaultTimeout.str());
  if (!Has("--cache="))
    Line.Options.push_back("--cache=" + Line.ResultFolder + "/cache");
}

llvm::Expected<ProjectOptions>
sooth::parseProjectOptions(llvm::ArrayRef<const char *> Arguments) {
  ProjectOptions Line;
  auto Take = [&](const Arg &A, const InputArgList &) { return take(A, Line); };
  auto TakeOther = [&](llvm::ArrayRef<const char *> All, unsigned &Index) {
    return takeOptionOfSooth(All, Index, Line);
  };
  if (Error E = parseArguments(ProgramOptions(), Arguments, Take,
                               llvm::opt::Visibility(), TakeOther))
    return std::move(E);
  if (Error E = checkOptions(Line.Options))
    return std::move(E);
  complete(Line);
  return Line;
}

static const ProgramDescription Program = {
    "sooth-project",
    "Verifies the programs, libraries and files of a project",
    {"[options] [files]", "capture [-o folder] -- command...",
     "explain [--json] [-p folder] [-o folder] function"},
    {{"OPTIONS OF SOOTH",
      R"(  Those that say what is verified, and how, hold for each unit, as --NAME=VALUE:
  --check=memory,overflow --timeout=20 (default: 60). 'sooth --help' has them.)"},
     {"CAPTURE",
      R"(  Runs a command, such as make, that builds the project, and writes down how:
  compile_commands.json and link_commands.json in a folder (default: the
  current one).)"},
     {"EXPLAIN",
      R"(  Says what is known of a function from the results of an earlier run: what
  became of its checks, what it needs, who calls it, and what each call was
  asked.)"},
     {"EXIT CODE",
      R"(  0 all checks hold   1 a violation (that --baseline does not have)   2 something
  is unknown, or could not be run   3 bad input or usage, or a file that clang
  does not compile   4 internal error   5 nothing to check   130 interrupted)"}}};

void sooth::printProjectOptions(llvm::raw_ostream &OS, OptionPage Page) {
  const ProgramOptions Table;
  if (Page == OptionPage::Help)
    return printHelp(OS, Table, Program);
  std::vector<ShownOptions> Options = shownOptions(Table);
  if (Page != OptionPage::Man) // which refers to sooth's
    llvm::append_range(Options, optionsAboutAnswers());
  printOptionPage(OS, Page, Program, Options);
}
