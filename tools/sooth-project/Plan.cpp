//===- Plan.cpp - What is to be done, for ninja ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include "Contracts.h"
#include "UnitRun.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Frontend/LLVM/Compile/ContractFile.h"
#include "sooth/Support/OutputFile.h"
#include "sooth/Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace sooth;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

static std::string seenFromHere(StringRef File) {
  llvm::SmallString<128> Here;
  if (fs::current_path(Here))
    return File.str();
  Here += path::get_separator();
  File.consume_front(Here);
  return File.str();
}

Unit sooth::unitOfFile(StringRef File, StringRef Results, StringRef Variant) {
  const std::string Stem =
      stemFor(File) + (Variant.empty() ? "" : "-" + Variant.str());
  const std::string Base = (Results + "/units/" + Stem).str();
  Unit U;
  U.File = File;
  U.Name = seenFromHere(File);
  U.Bitcode = Base + ".bc";
  U.Request = Base + ".request";
  U.Answer = Base + ".answer";
  U.Page = "pages/" + Stem + ".html";
  return U;
}

Expected<std::vector<Unit>> sooth::planUnits(const ProjectOptions &Line) {
  auto Commands = CompileCommands::read(Line.BuildFolder);
  if (!Commands)
    return llvm::createStringError(
        llvm::toString(Commands.takeError()) +
        "; 'sooth-project capture -- make' writes it, as does CMake if it is "
        "told to");
  std::vector<std::string> Files;
  for (const std::string &File : Line.Files) {
    llvm::SmallString<128> Real;
    if (fs::real_path(File, Real) || !Commands->contains(Real))
      return Commands->commandFor(File).takeError();
    Files.push_back(std::string(Real));
  }
  if (Files.empty())
    Files = Commands->files();
  std::vector<Unit> Units;
  for (const std::string &File : Files)
    if (StringRef Kind = path::extension(File); Kind == ".c" || Kind == ".i")
      Units.push_back(unitOfFile(File, Line.ResultFolder));
  if (Units.empty())
    return llvm::createStringError("no C file is compiled in '" +
                                   Line.BuildFolder + "'");
  return Units;
}

//===----------------------------------------------------------------------===//
// build.ninja
//===----------------------------------------------------------------------===//

/// As a value, or with \p Specials as a path, in ninja's language.
static std::string escaped(StringRef Text, StringRef Specials = "$") {
  std::string Result;
  for (char C : Text) {
    if (Specials.contains(C))
      Result += '$';
    Result += C;
  }
  return Result;
}

static std::string pathInNinja(StringRef Path) { return escaped(Path, "$ :"); }

static Error writeIfNew(StringRef Path, StringRef Text) {
  if (auto Old = llvm::MemoryBuffer::getFile(Path);
      Old && (*Old)->getBuffer() == Text)
    return Error::success();
  return writeOutput(Path, [&](llvm::raw_ostream &OS) { OS << Text; });
}

/// The command that compiles \p File into \p Bitcode. What is compiled to the
/// same is not verified again; and what is not compiled has no \p Answer, not
/// even an old one.
static std::string compilation(CompileOptions How, const std::string &File,
                               const std::string &Bitcode,
                               std::optional<std::string> Answer) {
  llvm::append_values(How.ExtraArgs, "-MD", "-MF", Bitcode + ".d", "-MT",
                      Bitcode);
  const std::string New = Bitcode + ".new";
  std::string Text;
  for (const std::string &Word : clangArguments(How, File, New))
    Text += (Text.empty() ? "" : " ") + quotedForShell(Word);
  return Text + " && if cmp -s " + quotedForShell(New) + " " +
         quotedForShell(Bitcode) + "; then rm -f " + quotedForShell(New) +
         "; else mv -f " + quotedForShell(New) + " " + quotedForShell(Bitcode) +
         "; fi || { rm -f " + quotedForShell(Bitcode) +
         (Answer ? " " + quotedForShell(*Answer) : "") + "; exit 1; }";
}

/// The command that compiles \p U, in a folder that names of files are relative
/// to.
static Expected<std::string> compilation(const CompileCommands &Commands,
                                         const VerificationTask &T,
                                         const Unit &U) {
  auto Flags = U.Flags ? Expected<std::vector<std::string>>(*U.Flags)
                       : Commands.flagsFor(U.File);
  if (!Flags)
    return Flags.takeError();
  CompileOptions How = compileOptions(T);
  if (llvm::is_contained(*Flags, "-m32"))
    How.Model = DataModel::Bits32;
  How.FlagsOfFile[U.File] = std::move(*Flags);
  return compilation(std::move(How), U.File, U.Bitcode, {U.Answer});
}

static constexpr StringRef Rules = R"(ninja_required_version = 1.5
rule compile
  command = $work
  depfile = $out.d
  restat = 1
  description = compile $name
rule verify
  command = $work
  description = verify $name
)";

static void writeEdge(llvm::raw_ostream &OS, StringRef Rule, StringRef Out,
                      llvm::ArrayRef<StringRef> In, StringRef Work,
                      StringRef Name) {
  OS << "build " << pathInNinja(Out) << ": " << Rule;
  for (StringRef File : In)
    OS << ' ' << pathInNinja(File);
  OS << "\n  work = " << escaped(Work) << "\n  name = " << escaped(Name)
     << '\n';
}

static void writeVerification(llvm::raw_ostream &OS, const Unit &U) {
  const std::string Self = ownPath();
  std::string Work = quotedForShell(Self) + " send " +
                     quotedForShell(U.Request) + " " + quotedForShell(U.Answer);
  llvm::SmallVector<StringRef> In(U.Parts.begin(), U.Parts.end());
  if (In.empty())
    In.push_back(U.Bitcode);
  In.append(U.Contracts.begin(), U.Contracts.end());
  for (StringRef Part : In)
    Work += " " + quotedForShell(Part);
  llvm::append_values(In, U.Request, Self);
  writeEdge(OS, "verify", U.Answer, In, Work, U.Name);
}

/// How files of contracts are compiled: for the machine that \p Units are for.
static CompileOptions optionsForContracts(const CompileCommands &Commands,
                                          const VerificationTask &T,
                                          llvm::ArrayRef<Unit> Units) {
  CompileOptions How = compileOptions(T);
  for (const Unit &U : Units) {
    if (U.As)
      continue;
    auto Flags = U.Flags ? Expected<std::vector<std::string>>(*U.Flags)
                         : Commands.flagsFor(U.File);
    if (!Flags)
      llvm::consumeError(Flags.takeError());
    else if (llvm::is_contained(*Flags, "-m32"))
      How.Model = DataModel::Bits32;
  }
  return How;
}

/// Compiles the files of contracts, whose bitcodes come to \p Outputs.
static Error writeContractEdges(llvm::raw_ostream &OS,
                                const ProjectOptions &Line,
                                const CompileOptions &How,
                                std::string &Outputs) {
  auto Files = contractsOf(Line);
  if (!Files)
    return Files.takeError();
  for (const std::string &File : *Files) {
    auto Text = llvm::MemoryBuffer::getFile(File);
    if (!Text)
      return llvm::createStringError("cannot read '" + File + "'");
    const CompiledContracts To = compiledContracts(Line, File);
    if (Error E =
            writeIfNew(To.Source, contractsInC((*Text)->getBuffer(), File)))
      return E;
    writeEdge(OS, "compile", To.Bitcode, {To.Source},
              compilation(contractOptions(How, File), To.Source, To.Bitcode,
                          std::nullopt),
              seenFromHere(File));
    Outputs += " " + pathInNinja(To.Bitcode);
  }
  return Error::success();
}

static constexpr StringRef Compiled = "compiled", Asked = "asked";

Error sooth::writePlan(const ProjectOptions &Line,
                       llvm::MutableArrayRef<Unit> Units) {
  auto Commands = CompileCommands::read(Line.BuildFolder);
  if (!Commands)
    return Commands.takeError();
  auto Task = taskOf(Line.Options, "file.bc");
  if (!Task)
    return Task.takeError();
  const bool HasChecks = llvm::any_of(Line.Options, [](StringRef Option) {
    return Option.starts_with("--check=");
  });
  if (Line.ByValues && HasChecks &&
      !Task->Prepare.Memory.count(MemoryProperty::Access))
    return llvm::createStringError("--values needs --check=memory");
  for (const char *Name : {"/units", "/pages"})
    if (std::error_code E = fs::create_directories(Line.ResultFolder + Name))
      return llvm::createStringError("cannot make '" + Line.ResultFolder +
                                     Name + "': " + E.message());
  std::string Plan = Rules.str(), AllCompiled, AllAsked;
  llvm::raw_string_ostream OS(Plan);
  if (Error E = writeContractEdges(
          OS, Line, optionsForContracts(*Commands, *Task, Units), AllCompiled))
    return E;
  for (Unit &U : Units) {
    if (!U.As) {
      auto Compile = compilation(*Commands, *Task, U);
      if (!Compile) {
        U.Problem = llvm::toString(Compile.takeError());
        continue;
      }
      writeEdge(OS, "compile", U.Bitcode, {U.File}, *Compile, U.Name);
      AllCompiled += " " + pathInNinja(U.Bitcode);
    }
    if (U.As)
      U.As->IsByValues = Line.ByValues;
    if (Error E = writeIfNew(
            U.Request,
            encodeRequest({U.Name, Line.Options, U.As, U.Contracts.size()})))
      return E;
    writeVerification(OS, U);
    if (U.IsAsked)
      AllAsked += " " + pathInNinja(U.Answer);
  }
  OS << "build " << Compiled << ": phony" << AllCompiled << "\nbuild " << Asked
     << ": phony" << AllAsked << '\n';
  return writeIfNew(Line.ResultFolder + "/build.ninja", Plan);
}

Expected<int> sooth::runNinja(const ProjectOptions &Line, Stage S,
                              unsigned Lanes) {
  auto Ninja = llvm::sys::findProgramByName("ninja");
  if (!Ninja)
    return llvm::createStringError("there is no ninja on the path");
  // Standard output is for results.
  llvm::SmallVector<StringRef> Words{"/bin/sh", "-c",   "exec \"$@\" >&2",
                                     "sh",      *Ninja, "-k",
                                     "0",       "-C",   Line.ResultFolder};
  if (!Line.Jobs.empty())
    llvm::append_values(Words, "-j", Line.Jobs);
  Words.push_back(S == Stage::Compile ? Compiled : Asked);
  // In the plan, a change of these would make all be done again.
  setenv(LauncherName, Line.Launcher.c_str(), /*replace=*/1);
  setenv(RetriesName, std::to_string(Line.Retries).c_str(), /*replace=*/1);
  setenv(LanesName, std::to_string(Lanes).c_str(),
         /*replace=*/1);
  setenv("NINJA_STATUS", "[%f/%t, %o/s] ", /*replace=*/0);
  std::string Message;
  const int Code = llvm::sys::ExecuteAndWait(Words.front(), Words, std::nullopt,
                                             {}, 0, 0, &Message);
  if (Code < 0)
    return llvm::createStringError("cannot run '" + *Ninja + "': " + Message);
  return Code;
}

//===----------------------------------------------------------------------===//
// What has changed
//===----------------------------------------------------------------------===//

/// What a command prints, a name each.
static Expected<std::vector<std::string>>
namesFrom(llvm::ArrayRef<StringRef> Command) {
  auto Program = llvm::sys::findProgramByName(Command.front());
  if (!Program)
    return llvm::createStringError("there is no " + Command.front() +
                                   " on the path");
  llvm::SmallString<64> Output;
  if (std::error_code E = fs::createTemporaryFile("sooth-project", "", Output))
    return llvm::createStringError("cannot create a temporary file: " +
                                   E.message());
  const std::optional<StringRef> Redirected[] = {"", Output.str(),
                                                 std::nullopt};
  const int Code =
      llvm::sys::ExecuteAndWait(*Program, Command, std::nullopt, Redirected);
  auto Text = llvm::MemoryBuffer::getFile(Output);
  fs::remove(Output);
  if (Code != 0 || !Text)
    return llvm::createStringError("git cannot tell what has changed");
  std::vector<std::string> Names;
  for (StringRef Name : llvm::split((*Text)->getBuffer(), '\0'))
    if (!Name.empty())
      Names.push_back(Name.str());
  return Names;
}

/// The real paths of files that differ from \p Revision, or are new.
static Expected<std::set<std::string>> changedFiles(StringRef Folder,
                                                    StringRef Revision) {
  std::set<std::string> Changed;
  auto Top = namesFrom({"git", "-C", Folder, "rev-parse", "--show-toplevel"});
  if (!Top || Top->empty())
    return Top ? llvm::createStringError("git knows no '" + Folder + "'")
               : Top.takeError();
  const std::string Root = StringRef(Top->front()).rtrim('\n').str();
  const llvm::SmallVector<StringRef> Commands[] = {
      {"git", "-C", Root, "diff", "--name-only", "-z", Revision, "--"},
      {"git", "-C", Root, "ls-files", "--others", "--exclude-standard", "-z"}};
  for (const auto &Command : Commands) {
    auto Names = namesFrom(Command);
    if (!Names)
      return Names.takeError();
    for (const std::string &Name : *Names) {
      llvm::SmallString<128> Real;
      if (!fs::real_path(Root + "/" + Name, Real))
        Changed.insert(std::string(Real));
    }
  }
  return Changed;
}

/// The files that \p U was compiled from: the prerequisites of a rule, where a
/// backslash takes the meaning from what follows, or joins lines.
static std::vector<std::string> sourcesOf(const Unit &U) {
  if (U.As)
    return {};
  std::vector<std::string> Files{U.File};
  auto Text = llvm::MemoryBuffer::getFile(U.Bitcode + ".d");
  if (!Text)
    return Files;
  StringRef Rest = (*Text)->getBuffer();
  Rest = Rest.substr(Rest.find(": ") + 1);
  std::string Name;
  auto Finish = [&] {
    if (!Name.empty())
      Files.push_back(std::move(Name));
    Name.clear();
  };
  for (size_t I = 0; I < Rest.size(); ++I) {
    if (Rest[I] == '\\' && I + 1 < Rest.size() && Rest[I + 1] != '\n')
      Name += Rest[++I];
    else if (Rest[I] == '$' && Rest.substr(I).starts_with("$$"))
      Name += Rest[++I];
    else if (llvm::isSpace(Rest[I]))
      Finish();
    else if (Rest[I] != '\\')
      Name += Rest[I];
  }
  Finish();
  return Files;
}

Error sooth::askAboutChanged(const ProjectOptions &Line,
                             llvm::MutableArrayRef<Unit> Units) {
  auto Any = llvm::find_if(Units, [](const Unit &U) { return !U.As; });
  const std::string Folder = path::parent_path(Any->File).str();
  auto Changed = changedFiles(Folder, Line.ChangedSince);
  if (!Changed)
    return Changed.takeError();
  std::set<std::string> ChangedParts;
  for (Unit &U : Units) {
    const bool HasChanged =
        llvm::any_of(sourcesOf(U), [&](const std::string &File) {
          llvm::SmallString<128> Real;
          return !fs::real_path(File, Real) &&
                 Changed->count(std::string(Real));
        });
    if (HasChanged)
      ChangedParts.insert(U.Bitcode);
    U.IsAsked &= HasChanged;
  }
  for (Unit &U : Units)
    if (U.As)
      U.IsAsked = llvm::any_of(U.Parts, [&](const std::string &Part) {
        return ChangedParts.count(Part) != 0;
      });
  return Error::success();
}
