//===- CommandLine.cpp - What the user typed ------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "OptionValues.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using namespace llvm::opt;
using llvm::Error;
using llvm::StringRef;
using Form = VerificationTask::Form;
using Section = ReportStyle::Section;

namespace {
enum Id {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define PREFIX(NAME, VALUE)                                                    \
  static constexpr llvm::StringLiteral NAME##_init[] = VALUE;                  \
  static constexpr llvm::ArrayRef<llvm::StringLiteral> NAME(                   \
      NAME##_init, std::size(NAME##_init) - 1);
#include "Options.inc"
#undef PREFIX

constexpr OptTable::Info Infos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class SoothOptTable : public GenericOptTable {
public:
  SoothOptTable() : GenericOptTable(Infos) {}
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Error parseChecks(const Arg &A, CommandLine &Line) {
  for (StringRef Kind : llvm::split(A.getValue(), ',')) {
    auto &Checks = Line.Task.Compile.Checks;
    if (Kind == "overflow")
      Checks.insert(RuntimeCheck::SignedOverflow);
    else if (Kind == "unsigned-overflow")
      Checks.insert(RuntimeCheck::UnsignedOverflow);
    else if (Kind == "div")
      Checks.insert(RuntimeCheck::Division);
    else if (Kind == "shift")
      Checks.insert(RuntimeCheck::Shift);
    else if (Kind == "float-cast")
      Checks.insert(RuntimeCheck::FloatCast);
    else if (MemoryProperties Asked = memoryProperties(Kind); !Asked.empty())
      Line.Task.Memory.merge(Asked);
    else if (Kind != "assert")
      return wrong("--check takes a list of assert, memory (access, leak, "
                   "uninitialized, alignment), overflow, unsigned-overflow, "
                   "div, shift, float-cast, not '" +
                   Kind + "'");
  }
  return Error::success();
}

static Error parseLibrary(const Arg &A, CommandLine &Line) {
  StringRef How = A.getValue();
  if (How != "models" && How != "unknown")
    return wrong("--libc takes one of models, unknown, not '" + How + "'");
  Line.Task.Compile.CLibrary =
      How == "models" ? Library::Models : Library::Unknown;
  return Error::success();
}

static Error parseForm(const Arg &A, CommandLine &Line) {
  auto Parsed = llvm::StringSwitch<std::optional<Form>>(A.getValue())
                    .Case("vmt", Form::Vmt)
                    .Case("cfa", Form::Cfa)
                    .Case("cfa.dot", Form::CfaDot)
                    .Case("smt2", Form::Smt2)
                    .Case("horn", Form::Horn)
                    .Case("ll", Form::Llvm)
                    .Case("regions", Form::Regions)
                    .Default(std::nullopt);
  if (!Parsed)
    return wrong("--emit takes one of vmt, cfa, cfa.dot, smt2, horn, ll, "
                 "regions, not '" +
                 StringRef(A.getValue()) + "'");
  Line.Task.Emit = *Parsed;
  return Error::success();
}

static Error parseEncoding(const Arg &A, CommandLine &Line) {
  auto Size = llvm::StringSwitch<std::optional<Encoding>>(A.getValue())
                  .Case("large", Encoding::Large)
                  .Case("straight", Encoding::Straight)
                  .Case("small", Encoding::Small)
                  .Default(std::nullopt);
  if (!Size)
    return wrong("--encoding takes one of large, straight, small, not '" +
                 StringRef(A.getValue()) + "'");
  Line.Task.Verifier.Blocks = *Size;
  Line.EngineSettings.push_back(
      {"encoding", A.getValue(), EngineSetting::Scope::Shared});
  return Error::success();
}

static Error parseProcedures(const Arg &A, CommandLine &Line) {
  auto How = procedureEncoding(A.getValue());
  if (!How)
    return wrong("--procedures takes one of inline, wait, auto, not '" +
                 StringRef(A.getValue()) + "'");
  Line.Task.Inline.Procedures = *How;
  return Error::success();
}

static Error parseMembers(const Arg &A, CommandLine &Line) {
  StringRef How = A.getValue();
  if (How != "separate" && How != "joined")
    return wrong("--members takes one of separate, joined, not '" + How + "'");
  Line.Task.HowMembers = How == "joined" ? Members::Joined : Members::Separate;
  return Error::success();
}

static void addNames(const Arg &A, std::vector<std::string> &To) {
  llvm::SmallVector<llvm::StringRef> Names;
  llvm::StringRef(A.getValue()).split(Names, ',', -1, /*KeepEmpty=*/false);
  To.insert(To.end(), Names.begin(), Names.end());
}

static Error parseVolatile(const Arg &A, CommandLine &Line) {
  auto How = volatileMeaning(A.getValue());
  if (!How)
    return wrong("--volatile takes memory or arbitrary, not '" +
                 StringRef(A.getValue()) + "'");
  Line.Task.Volatile = *How;
  return Error::success();
}

static Error parseThreshold(const Arg &A, CommandLine &Line) {
  if (StringRef(A.getValue()).getAsInteger(10, Line.Task.Inline.Threshold))
    return wrong("--inline-threshold takes a number of instructions, not '" +
                 StringRef(A.getValue()) + "'");
  return Error::success();
}

static Error parseDepth(const Arg &A, CommandLine &Line) {
  unsigned Depth;
  if (StringRef(A.getValue()).getAsInteger(10, Depth))
    return wrong("--recursion-depth takes a number of nested calls, not '" +
                 StringRef(A.getValue()) + "'");
  Line.Task.RecursionDepth = Depth;
  return Error::success();
}

/// An option that is for engines only.
static void configureEngine(const Arg &A, CommandLine &Line) {
  StringRef Name = A.getOption().getPrefixedName();
  Line.EngineSettings.push_back(
      {Name.trim("-=").str(), A.getValue(), EngineSetting::Scope::Own});
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Options that go to the compiler as they are.
static void forward(const Arg &A, const InputArgList &Args,
                    CompileOptions &Options) {
  ArgStringList Texts;
  A.render(Args, Texts);
  Options.ExtraArgs.insert(Options.ExtraArgs.end(), Texts.begin(), Texts.end());
}

static Error take(const Arg &A, const InputArgList &Args, CommandLine &Line) {
  CompileOptions &Compile = Line.Task.Compile;
  switch (A.getOption().getID()) {
  case OPT_INPUT:
    Line.Task.Files.push_back(A.getValue());
    // The model is the answer to clauses.
    if (StringRef(A.getValue()).ends_with(".smt2"))
      Line.Style.Invariant = Section::Shown;
    break;
  case OPT_entry:
    Line.Task.Entry = A.getValue();
    break;
  case OPT_check:
    return parseChecks(A, Line);
  case OPT_explain_regions:
    Line.Task.Emit = Form::Regions;
    Line.Task.Regions = RegionDetail::Explained;
    break;
  case OPT_malloc_may_fail:
    Line.Task.Allocations = PrepareOptions::Allocation::MayFail;
    break;
  case OPT_libc:
    return parseLibrary(A, Line);
  case OPT_error_function:
    addNames(A, Compile.Functions.Errors);
    break;
  case OPT_assert_function:
    addNames(A, Compile.Functions.Assertions);
    break;
  case OPT_assume_function:
    addNames(A, Compile.Functions.Assumptions);
    break;
  case OPT_volatile:
    return parseVolatile(A, Line);
  case OPT_all:
    Line.Task.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
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
  case OPT_engine:
    if (StringRef(A.getValue()).empty())
      return wrong("--engine takes a list of engines");
    Line.EngineNames = A.getValue();
    break;
  case OPT_timeout:
    return parseTimeout(A.getValue(), Line.TimeoutSeconds);
  case OPT_memory:
    return parseMemory(A.getValue(), Line.Task.Verifier.Engines.MemoryMB);
  case OPT_procedures:
    return parseProcedures(A, Line);
  case OPT_inline_threshold:
    return parseThreshold(A, Line);
  case OPT_recursion_depth:
    return parseDepth(A, Line);
  case OPT_members:
    return parseMembers(A, Line);
  case OPT_encoding:
    return parseEncoding(A, Line);
  case OPT_domain:
  case OPT_maxenum:
  case OPT_search:
  case OPT_refinement:
  case OPT_maxcex:
  case OPT_predsplit:
  case OPT_precision:
  case OPT_initprec:
  case OPT_control:
  case OPT_euf_operators:
  case OPT_euf_arrays:
  case OPT_euf_facts:
  case OPT_euf_refinement:
  case OPT_euf_interpolation:
  case OPT_euf_projection:
  case OPT_euf_generalization:
  case OPT_euf_control:
    configureEngine(A, Line);
    break;
  case OPT_dump_arg:
    configureEngine(A, Line);
    return parsePath(A, Line.Task.Verifier.PicturePath);
  case OPT_json:
    Line.Print = CommandLine::Format::Json;
    break;
  case OPT_sarif:
    Line.Print = CommandLine::Format::Sarif;
    break;
  case OPT_invariant:
    Line.Style.Invariant = Section::Shown;
    break;
  case OPT_stats:
    Line.Style.Figures = Section::Shown;
    break;
  case OPT_harness:
    return parsePath(A, Line.Task.HarnessPath);
  case OPT_emit:
    return parseForm(A, Line);
  case OPT_output:
    return parsePath(A, Line.Task.EmitPath);
  case OPT_help:
    Line.Do = CommandLine::Action::Help;
    break;
  case OPT_version:
    if (Line.Do == CommandLine::Action::Verify)
      Line.Do = CommandLine::Action::Version;
    break;
  default:
    llvm_unreachable("an option without meaning");
  }
  return Error::success();
}

static Error checkTogether(const CommandLine &Line) {
  if (Line.Do != CommandLine::Action::Verify)
    return Error::success();
  if (Line.Task.Files.empty())
    return wrong("no input files; 'sooth --help' tells more");
  if (Line.Task.Emit == Form::None && Line.Task.EmitPath != "-")
    return wrong("-o says where --emit writes to, which is not asked for");
  if (Line.Task.Emit != Form::None && !Line.Task.HarnessPath.empty())
    return wrong("--emit does not verify, so there is no --harness to write");
  return Error::success();
}

llvm::Expected<CommandLine>
sooth::parseCommandLine(llvm::ArrayRef<const char *> Arguments) {
  CommandLine Line;
  auto Take = [&](const Arg &A, const InputArgList &Args) {
    return take(A, Args, Line);
  };
  if (Error E = parseArguments(SoothOptTable(), Arguments, Take))
    return std::move(E);
  auto Engines = chooseEngines(Line.EngineNames, Line.EngineSettings);
  if (!Engines)
    return Engines.takeError();
  Line.Task.Verifier.Engines.Engines = std::move(*Engines);
  if (Error E = checkTogether(Line))
    return std::move(E);
  return Line;
}

void sooth::printHelp(llvm::raw_ostream &OS) {
  SoothOptTable().printHelp(
      OS,
      "sooth [options] file.c...  |  sooth [options] model.vmt  |  "
      "sooth [options] clauses.smt2",
      "Proves that the assertions of a program hold, or shows a run that "
      "breaks one");
  OS << R"(
OUTPUT
  The first line is Safe, Unsafe, or Unknown: and the reason.

EXIT CODE
  0 Safe   1 Unsafe   2 Unknown   3 bad input or usage   4 internal error
  130 interrupted
)";
}
