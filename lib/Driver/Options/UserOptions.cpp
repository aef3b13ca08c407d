//===- UserOptions.cpp - What a user asks for by options ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Options/UserOptions.h"

#include "OptionIds.h"

#include "sooth/Driver/Options/CheckKinds.h"
#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"
#include "sooth/Support/OptionValues.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using namespace llvm::opt;
using llvm::Error;
using llvm::StringRef;
using llvm::StringSwitch;
using Form = VerificationTask::Form;
using Section = ReportStyle::Section;

//===----------------------------------------------------------------------===//
// Values, which checkValue() has seen
//===----------------------------------------------------------------------===//

static Form form(StringRef Name) {
  return StringSwitch<Form>(Name)
      .Case("vmt", Form::Vmt)
      .Case("cfa", Form::Cfa)
      .Case("cfa.dot", Form::CfaDot)
      .Case("smt2", Form::Smt2)
      .Case("horn", Form::Horn)
      .Case("btor2", Form::Btor2)
      .Case("aig", Form::Aig)
      .Case("aag", Form::Aag)
      .Case("system", Form::System)
      .Case("ll", Form::Llvm)
      .Case("regions", Form::Regions)
      .Case("values", Form::Values);
}

static Environment environmentCalled(StringRef Name) {
  return StringSwitch<Environment>(Name)
      .Case("any", Environment::Any)
      .Case("valid", Environment::Valid)
      .Case("strings", Environment::Strings)
      .Case("counted", Environment::Counted)
      .Default(Environment::Ample);
}

/// "contradiction", "end@f", "evidence@f:ample".
static Error parseFault(StringRef Text, VerificationTask &T) {
  auto [What, Where] = Text.split('@');
  auto [Entry, Outside] = Where.split(':');
  T.Verifier.Engines.Injected =
      StringSwitch<InjectedFault>(What)
          .Case("contradiction", InjectedFault::Contradiction)
          .Case("evidence", InjectedFault::Evidence)
          .Case("end", InjectedFault::End)
          .Default(InjectedFault::None);
  if (T.Verifier.Engines.Injected == InjectedFault::None)
    return wrong("--inject-fault takes contradiction, evidence or end, not '" +
                 What + "'");
  T.FaultEntry = Entry.str();
  if (!Outside.empty())
    T.FaultOutside = environmentCalled(Outside);
  return Error::success();
}

/// "any", "100" or "10..200", milliseconds.
static Error parseCycleTime(StringRef Text, VerificationTask::CycleTimes &T) {
  if (Text == "any")
    return Error::success();
  auto [Least, Most] = Text.split("..");
  if (!Text.contains(".."))
    Most = Least;
  if (Least.getAsInteger(10, T.Least) || Most.getAsInteger(10, T.Most) ||
      T.Least > T.Most || T.Most > INT32_MAX)
    return wrong("--cycle-time takes milliseconds, as in 100 or 10..200, or "
                 "any, not '" +
                 Text + "'");
  return Error::success();
}

static Encoding encoding(StringRef Name) {
  return StringSwitch<Encoding>(Name)
      .Case("large", Encoding::Large)
      .Case("straight", Encoding::Straight)
      .Case("small", Encoding::Small);
}

static UserOptions::Description description(StringRef Name) {
  return StringSwitch<UserOptions::Description>(Name)
      .Case("markdown", UserOptions::Description::Markdown)
      .Case("man", UserOptions::Description::Man)
      .Case("bash", UserOptions::Description::Bash)
      .Case("zsh", UserOptions::Description::Zsh)
      .Case("clang-man", UserOptions::Description::ClangMan)
      .Case("clang-bash", UserOptions::Description::ClangBash)
      .Case("clang-zsh", UserOptions::Description::ClangZsh);
}

static void addNames(StringRef List, std::vector<std::string> &To) {
  llvm::SmallVector<StringRef> Names;
  List.split(Names, ',', -1, /*KeepEmpty=*/false);
  To.insert(To.end(), Names.begin(), Names.end());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// Reads options one after the other.
class Reader {
public:
  Error read(llvm::ArrayRef<const char *> Arguments, OptionAudience For);
  /// The same where flags of a compiler may stand between options.
  Error readWithFlags(llvm::ArrayRef<const char *> Arguments);
  /// Flags of a compiler alone.
  Error readFlags(llvm::ArrayRef<const char *> Flags);
  /// How the build compiles the files that were read.
  Error readCommands();
  Error readAskedProperty();
  Error checkTogether() const;
  Error checkReportFolder() const;
  /// Whether the user names what to verify beside what the program asserts.
  bool saysWhatToCheck() const {
    return NamesChecks || !PropertyPath.empty() ||
           !Line.Task.ValidatePath.empty();
  }
  /// What was read, with the engines that were asked for.
  llvm::Expected<UserOptions> finish();

private:
  std::vector<const char *>
  takeEngineOptions(llvm::ArrayRef<const char *> Arguments);
  Error take(const Arg &A, const InputArgList &Args);
  Error take(const CompilerFlag &Flag);
  Error print(UserOptions::Format Form);
  Error takeFlag(llvm::ArrayRef<const char *> Arguments, unsigned &Index);

  UserOptions Line;
  /// Where compile_commands.json is; empty for nowhere.
  std::string BuildFolder;
  std::string PropertyPath;
  bool CompilesOnly = false;
  bool NamesChecks = false;
  std::string EngineNames;
  std::vector<EngineSetting> EngineSettings;
};
} // namespace

Error Reader::print(UserOptions::Format Form) {
  if (Line.Print != UserOptions::Format::Text && Line.Print != Form)
    return wrong("--json and --sarif both print the answer; give one of them");
  Line.Print = Form;
  return Error::success();
}

/// Options that go to the compiler as they are.
static void forward(const Arg &A, const InputArgList &Args,
                    CompileOptions &Options) {
  ArgStringList Texts;
  A.render(Args, Texts);
  Options.ExtraArgs.insert(Options.ExtraArgs.end(), Texts.begin(), Texts.end());
}

/// Whether an answer may depend on the option. That is assumed of all that say
/// what is verified, or how; the code, which is compared, has what they say
/// about compiling it, and how much time there was is compared, too.
static bool countsForAnswers(const Option &O) {
  switch (O.getID()) {
  case OPT_timeout:
  case OPT_timeout_each:
  case OPT_jobs:
  case OPT_cache:
  case OPT_cache_policy:
  case OPT_remarks:
  case OPT_undecided:
    return false;
  }
  return isAboutAnswers(O);
}

Error Reader::take(const Arg &A, const InputArgList &Args) {
  VerificationTask &Task = Line.Task;
  CompileOptions &Compile = Task.Compile;
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  if (A.getOption().getKind() != Option::InputClass)
    if (Error E = checkValue(A.getOption(), Value))
      return E;
  if (countsForAnswers(A.getOption()))
    Task.CountingOptions.push_back(
        (A.getOption().getPrefixedName() + Value).str());
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    Task.Files.push_back(A.getValue());
    // The model is the answer to clauses.
    if (Value.ends_with(".smt2"))
      Line.Style.Invariant = Section::Shown;
    break;
  case OPT_entry:
    addNames(Value, Task.Entries);
    break;
  case OPT_check:
    addChecks(Value, Task);
    NamesChecks = true;
    break;
  case OPT_contracts: {
    auto Files = contractFiles(Value);
    if (!Files)
      return wrong("--contracts: " + llvm::toString(Files.takeError()));
    llvm::append_range(Compile.Contracts, *Files);
    break;
  }
  case OPT_cycle_time:
    return parseCycleTime(Value, Task.CycleTime);
  case OPT_vcd:
    return parsePath(A, Task.DumpPath);
  case OPT_explain_regions:
    Task.Emit = Form::Regions;
    Task.Regions = RegionDetail::Explained;
    break;
  case OPT_malloc_may_fail:
    Task.Prepare.Allocations = PrepareOptions::Allocation::MayFail;
    break;
  case OPT_io_may_fail:
    Compile.OfOutput = Printing::MayFail;
    break;
  case OPT_libc:
    Compile.CLibrary = Value == "models" ? Library::Models : Library::Unknown;
    break;
  case OPT_error_function:
    addNames(Value, Compile.Functions.Errors);
    break;
  case OPT_assert_function:
    addNames(Value, Compile.Functions.Assertions);
    break;
  case OPT_assume_function:
    addNames(Value, Compile.Functions.Assumptions);
    break;
  case OPT_volatile:
    Task.Prepare.Volatile = *volatileMeaning(Value);
    break;
  case OPT_calls_with_objects:
    Task.RunsCallsWithObjects = true;
    break;
  case OPT_all:
    Task.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
    Line.Style.Assertions = Section::Shown;
    break;
  case OPT_include_dir:
    Compile.IncludeDirs.push_back(A.getValue());
    break;
  case OPT_define:
    Compile.Defines.push_back(A.getValue());
    break;
  case OPT_undefine:
  case OPT_include_file:
  case OPT_isystem:
  case OPT_msse2:
    forward(A, Args, Compile);
    break;
  case OPT_m32:
    Compile.Model = DataModel::Bits32;
    break;
  case OPT_m64:
    Compile.Model = DataModel::Bits64;
    break;
  case OPT_std:
    Compile.Standard = A.getValue();
    break;
  case OPT_build_dir:
    return parsePath(A, BuildFolder);
  case OPT_engine:
    EngineNames = Value;
    break;
  case OPT_timeout:
    return parseTimeout(Value, Task.TimeoutSeconds);
  case OPT_timeout_each:
    return parseTimeout(Value, Task.SecondsEach);
  case OPT_jobs:
    return parsePositiveCount("jobs", Value, Task.Jobs);
  case OPT_explain_answer:
    Task.Explain = true;
    break;
  case OPT_self_check:
    return parseCount("self-check", Value, Task.SelfCheckRuns);
  case OPT_self_check_steps:
    Task.SelfCheckSteps = true;
    break;
  case OPT_cache:
    return parsePath(A, Task.CacheFolder);
  case OPT_cache_policy:
    Task.CachePolicy = Value;
    break;
  case OPT_memory:
    return parseMemory(Value, Task.Verifier.Engines.MemoryMB);
  case OPT_procedures:
    Task.Prepare.Inline.Procedures = *procedureEncoding(Value);
    break;
  case OPT_inline_threshold:
    return parseCount("inline-threshold", Value, Task.Prepare.Inline.Threshold);
  case OPT_recursion_depth:
    return parseCount("recursion-depth", Value, Task.RecursionDepth.emplace());
  case OPT_members:
    Task.HowMembers = Value == "joined" ? Members::Joined : Members::Separate;
    break;
  case OPT_environment:
    Task.Outside = environmentCalled(Value);
    break;
  case OPT_inject_fault:
    return parseFault(Value, Task);
  case OPT_calls:
    Task.Calls = Value == "followed"     ? VerificationTask::CallsOf::Followed
                 : Value == "summarized" ? VerificationTask::CallsOf::Summarized
                                         : VerificationTask::CallsOf::Auto;
    break;
  case OPT_copied_code:
    return parseCount("copied-code", Value, Task.CopiedCode);
  case OPT_encoding:
    Task.Verifier.Blocks = encoding(Value);
    EngineSettings.push_back(
        {"encoding", Value.str(), EngineSetting::Scope::Shared});
    break;
  case OPT_facts:
    Task.Verifier.Engines.Given = Value == "abstract"
                                      ? PortfolioOptions::Facts::Found
                                      : PortfolioOptions::Facts::None;
    break;
  case OPT_json:
    return print(UserOptions::Format::Json);
  case OPT_sarif:
    return print(UserOptions::Format::Sarif);
  case OPT_invariant:
    Line.Style.Invariant = Section::Shown;
    break;
  case OPT_invariant_form:
    (Value == "c" ? Line.Style.InvariantInC : Line.Style.Invariant) =
        Section::Shown;
    if (Value == "c")
      Task.ProofsAre = VerificationTask::Proofs::InC;
    break;
  case OPT_svcomp:
    Line.IsCompetition = true;
    Task.LinesOf = VerificationTask::Lines::OfFile;
    break;
  case OPT_property:
    return parsePath(A, PropertyPath);
  case OPT_data_model:
    Compile.Model = Value == "ILP32" ? DataModel::Bits32 : DataModel::Bits64;
    break;
  case OPT_validate:
    Task.LinesOf = VerificationTask::Lines::OfFile;
    return parsePath(A, Task.ValidatePath);
  case OPT_report:
    Task.ProofsAre = VerificationTask::Proofs::InC;
    return parsePath(A, Line.PagePath);
  case OPT_sarif_path:
    return parsePath(A, Line.SarifPath);
  case OPT_stats:
    Line.Style.Figures = Section::Shown;
    break;
  case OPT_harness:
    return parsePath(A, Task.HarnessPath);
  case OPT_certificate:
    Task.Verifier.HaveCertificates = VerifierOptions::Certificates::Wanted;
    if (Error E = parsePath(A, Task.CertificatePath))
      return E;
    while (Task.CertificatePath.size() > 1 &&
           Task.CertificatePath.back() == '/')
      Task.CertificatePath.pop_back();
    break;
  case OPT_witness:
    Task.ProofsAre = VerificationTask::Proofs::InC;
    Task.LinesOf = VerificationTask::Lines::OfFile;
    return parsePath(A, Task.WitnessPath);
  case OPT_emit:
    Task.Emit = form(Value);
    break;
  case OPT_output:
    return parsePath(A, Task.EmitPath);
  case OPT_help:
    Line.Do = UserOptions::Action::Help;
    break;
  case OPT_version:
    if (Line.Do == UserOptions::Action::Verify)
      Line.Do = UserOptions::Action::Version;
    break;
  case OPT_print_passes:
    Line.Do = UserOptions::Action::ListPasses;
    break;
  case OPT_print_options:
    Line.Do = UserOptions::Action::DescribeOptions;
    Line.Page = description(Value);
    break;
  case OPT_remarks:
    Line.Report = UserOptions::Remarks::On;
    break;
  case OPT_undecided:
    Line.IfUndecided = Value == "silent" ? UserOptions::Undecided::Silent
                                         : UserOptions::Undecided::Remark;
    break;
  default:
    llvm_unreachable("an option without meaning");
  }
  return Error::success();
}

/// "encoding" is one of others, too.
static bool isEngineOption(StringRef Name) {
  return Name != "encoding" &&
         llvm::any_of(allEngines(),
                      [&](const EngineInfo &E) { return E.hasOption(Name); });
}

/// Those that only engines have; returns the others.
std::vector<const char *>
Reader::takeEngineOptions(llvm::ArrayRef<const char *> Arguments) {
  std::vector<const char *> Others;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Name = Arguments[I];
    bool IsLong = Name.consume_front("--");
    bool HasValue = Name.contains('=');
    StringRef Value;
    std::tie(Name, Value) = Name.split('=');
    if (!IsLong || !isEngineOption(Name) ||
        (!HasValue && I + 1 == Arguments.size())) {
      Others.push_back(Arguments[I]);
      continue;
    }
    if (!HasValue)
      Value = Arguments[++I];
    EngineSettings.push_back({Name.str(), Value.str()});
    Line.Task.CountingOptions.push_back(("--" + Name + "=" + Value).str());
    if (Name == "dump-arg")
      Line.Task.Verifier.PicturePath = Value;
  }
  return Others;
}

Error Reader::read(llvm::ArrayRef<const char *> Arguments, OptionAudience For) {
  return parseArguments(
      knownOptions(), takeEngineOptions(Arguments),
      [&](const Arg &A, const InputArgList &Args) { return take(A, Args); },
      Visibility(For));
}

//===----------------------------------------------------------------------===//
// Flags of a compiler
//===----------------------------------------------------------------------===//

Error Reader::readWithFlags(llvm::ArrayRef<const char *> Arguments) {
  return parseArguments(
      knownOptions(), takeEngineOptions(Arguments),
      [&](const Arg &A, const InputArgList &Args) { return take(A, Args); },
      Visibility(DefaultOption),
      [&](llvm::ArrayRef<const char *> All, unsigned &Index) {
        return takeFlag(All, Index);
      });
}

Error Reader::readFlags(llvm::ArrayRef<const char *> Flags) {
  for (unsigned Index = 0; Index < Flags.size();) {
    StringRef Text = Flags[Index];
    auto Flag = readCompilerFlag(Flags, Index);
    if (!Flag)
      return Flag.takeError();
    if (Flag->For == CompilerFlag::Use::Unknown)
      return wrong("clang knows no flag '" + Text + "'");
    if (Flag->For == CompilerFlag::Use::File)
      return wrong("'" + Text + "' after '--' is no flag");
    if (Flag->For == CompilerFlag::Use::Output)
      continue;
    if (Error E = take(*Flag))
      return E;
  }
  return Error::success();
}

/// Whether the option has one dash where ours has two, "-engine=kind", which a
/// compiler may take for something else.
static bool lacksDash(StringRef Text) {
  if (Text.starts_with("--"))
    return false;
  StringRef Name = Text.drop_front().split('=').first;
  return isEngineOption(Name) ||
         checkOption(Text.drop_front(), DefaultOption).What !=
             OptionCheck::Outcome::UnknownOption;
}

Error Reader::takeFlag(llvm::ArrayRef<const char *> Arguments,
                       unsigned &Index) {
  const unsigned Start = Index;
  if (lacksDash(Arguments[Index]))
    return wrong("unknown option '" + StringRef(Arguments[Index]) +
                 "'; did you mean '-" + Arguments[Index] + "'?");
  auto Flag = readCompilerFlag(Arguments, Index);
  if (!Flag)
    return Flag.takeError();
  if (Flag->For == CompilerFlag::Use::Unknown) {
    Index = Start;
    return Error::success();
  }
  return take(*Flag);
}

Error Reader::take(const CompilerFlag &Flag) {
  CompileOptions &Compile = Line.Task.Compile;
  if (Flag.For == CompilerFlag::Use::OtherTask)
    return wrong("'" + Flag.Words.front() + "' is not about compiling C");
  if (Flag.For == CompilerFlag::Use::CompileOnly)
    CompilesOnly = true;
  if (Flag.For != CompilerFlag::Use::Meaning)
    return Error::success();
  if (Flag.Words.front() == "-m32")
    Compile.Model = DataModel::Bits32;
  else if (Flag.Words.front() == "-m64")
    Compile.Model = DataModel::Bits64;
  else
    llvm::append_range(Compile.ExtraArgs, Flag.Words);
  return Error::success();
}

/// A file that the build does not compile, a test perhaps, has the flags of the
/// line alone.
Error Reader::readCommands() {
  if (BuildFolder.empty() || Line.Do != UserOptions::Action::Verify)
    return Error::success();
  auto Commands = CompileCommands::read(BuildFolder);
  if (!Commands)
    return Commands.takeError();
  CompileOptions &Compile = Line.Task.Compile;
  for (const std::string &File : Line.Task.Files) {
    if (!Commands->contains(File))
      continue;
    auto Flags = Commands->flagsFor(File);
    if (!Flags)
      return Flags.takeError();
    if (llvm::is_contained(*Flags, "-m32"))
      Compile.Model = DataModel::Bits32;
    Compile.FlagsOfFile[File] = std::move(*Flags);
  }
  if (Compile.FlagsOfFile.empty())
    return Commands->flagsFor(Line.Task.Files.front()).takeError();
  return Error::success();
}

Error Reader::readAskedProperty() {
  if (PropertyPath.empty())
    return Error::success();
  auto File = llvm::MemoryBuffer::getFile(PropertyPath);
  if (!File)
    return wrong("cannot read '" + PropertyPath +
                 "': " + File.getError().message());
  Line.Task.Property = readProperty((*File)->getBuffer());
  askAbout(*Line.Task.Property, Line.Task);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// An answer that cannot be written is not worth the time it takes.
Error Reader::checkReportFolder() const {
  StringRef Folder = llvm::sys::path::parent_path(Line.PagePath);
  if (!Folder.empty() && !llvm::sys::fs::is_directory(Folder))
    return wrong("there is no folder '" + Folder + "' for --report");
  return Error::success();
}

Error Reader::checkTogether() const {
  if (Line.Do != UserOptions::Action::Verify)
    return Error::success();
  if (Error E = checkReportFolder())
    return E;
  const VerificationTask &Task = Line.Task;
  if (Task.Files.empty())
    return wrong("no input files; 'sooth --help' tells more");
  if (Task.Emit == Form::None && Task.EmitPath != "-" && !CompilesOnly)
    return wrong("-o says where --emit writes to, which is not asked for");
  if (Task.Emit != Form::None && Task.EmitPath != "-" && CompilesOnly)
    return wrong("-o says where --emit writes to; leave out -c");
  if (Task.Emit != Form::None && !Task.HarnessPath.empty())
    return wrong("--emit does not verify, so there is no --harness to write");
  if (Task.Emit != Form::None && !Task.WitnessPath.empty())
    return wrong("--emit does not verify, so there is no --witness to write");
  if (Task.Emit != Form::None && !Task.CertificatePath.empty())
    return wrong(
        "--emit does not verify, so there is no --certificate to write");
  if (Task.Emit != Form::None && !Task.DumpPath.empty())
    return wrong("--emit does not verify, so there is no --vcd to write");
  if (Task.Entries.size() > 1)
    return wrong("--entry takes one function");
  if (Line.IsCompetition && PropertyPath.empty())
    return wrong("--svcomp needs --property");
  if (Task.Emit != Form::None &&
      (!Task.ValidatePath.empty() || !Line.PagePath.empty()))
    return wrong(
        "--emit does not verify, so there is nothing for --validate and "
        "--report");
  if (!Task.ValidatePath.empty() &&
      (!Task.WitnessPath.empty() || !Task.HarnessPath.empty()))
    return wrong("--validate judges a witness and writes none");
  if (Task.Explain && (Task.Emit != Form::None || !Task.ValidatePath.empty()))
    return wrong(
        "--explain-answer is about an answer, which neither --emit nor "
        "--validate gives");
  if (!Task.ValidatePath.empty() && !Task.CertificatePath.empty())
    return wrong("--validate judges a witness and writes no certificate");
  return Error::success();
}

llvm::Expected<UserOptions> Reader::finish() {
  auto Engines = chooseEngines(EngineNames, EngineSettings);
  if (!Engines)
    return Engines.takeError();
  Line.Task.Verifier.Engines.Engines = std::move(*Engines);
  return std::move(Line);
}

/// Replaces each @FILE by the arguments in the file, if there is one.
static Error expandFiles(llvm::SmallVectorImpl<const char *> &Arguments,
                         llvm::BumpPtrAllocator &Allocator) {
  llvm::cl::ExpansionContext Context(Allocator,
                                     llvm::cl::TokenizeGNUCommandLine);
  return Context.expandResponseFiles(Arguments);
}

llvm::Expected<UserOptions>
sooth::parseCommandLine(llvm::ArrayRef<const char *> Arguments) {
  llvm::SmallVector<const char *, 32> All(Arguments);
  llvm::BumpPtrAllocator Allocator;
  if (Error E = expandFiles(All, Allocator))
    return std::move(E);
  auto *End = llvm::find(All, StringRef("--"));
  Reader R;
  if (Error E = R.readWithFlags(llvm::ArrayRef(All.begin(), End)))
    return std::move(E);
  if (End != All.end())
    if (Error E = R.readFlags(llvm::ArrayRef(End + 1, All.end())))
      return std::move(E);
  if (Error E = R.checkTogether())
    return std::move(E);
  if (Error E = R.readCommands())
    return std::move(E);
  if (Error E = R.readAskedProperty())
    return std::move(E);
  const bool SaysWhatToCheck = R.saysWhatToCheck();
  auto Line = R.finish();
  if (Line && !Line->Task.Entries.empty())
    Line->Task.Prepare.Entry = Line->Task.Entries.front();
  if (Line && !SaysWhatToCheck)
    Line->Task.IfUnchecked = VerificationTask::Unchecked::ByDefault;
  return Line;
}

llvm::Expected<UserOptions>
sooth::parseParameters(llvm::ArrayRef<std::string> Parameters,
                       OptionAudience For) {
  std::vector<std::string> Texts;
  for (const std::string &P : Parameters)
    Texts.push_back("--" + P);
  std::vector<const char *> Arguments;
  for (const std::string &Text : Texts)
    Arguments.push_back(Text.c_str());
  Reader R;
  if (Error E = R.read(Arguments, For))
    return std::move(E);
  auto Line = R.finish();
  // A page without invariants can be made of what is known.
  if (Line && !Line->Task.CacheFolder.empty())
    Line->Task.ProofsAre = VerificationTask::Proofs::InModel;
  return Line;
}
