//===- LinkPlan.cpp - Programs and libraries answered as a whole ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linker goes through its inputs in their order. Of an archive it takes the
// members that define what is missing by then, and what these miss in turn.
//
//===----------------------------------------------------------------------===//

#include "LinkPlan.h"

#include "CMakeLinks.h"
#include "UnitRun.h"

#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SourceMgr.h"

using namespace sooth;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// What is to be compiled
//===----------------------------------------------------------------------===//

static std::string realName(StringRef File) {
  llvm::SmallString<128> Real;
  return fs::real_path(File, Real) ? File.str() : std::string(Real);
}

/// The flags of \p I, if they are others than \p Commands has for its source.
static std::optional<std::vector<std::string>>
otherFlags(const LinkInput &I, const CompileCommands &Commands) {
  if (I.Arguments.empty())
    return std::nullopt;
  auto Own = meaningfulFlags(I.Arguments, I.Directory);
  if (!Own) {
    llvm::consumeError(Own.takeError());
    return std::nullopt;
  }
  auto Usual = Commands.flagsFor(I.Source);
  if (!Usual)
    llvm::consumeError(Usual.takeError());
  if (Usual && *Usual == *Own)
    return std::nullopt;
  return std::move(*Own);
}

static std::string keyOfFlags(llvm::ArrayRef<std::string> Flags) {
  const std::string Text = llvm::join(Flags, "\n");
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)),
                     /*LowerCase=*/true)
      .substr(0, 8);
}

/// "NAME=FILE,FILE..." as users say it.
static llvm::Expected<LinkedUnit> parseLink(StringRef Text) {
  auto [Name, Files] = Text.split('=');
  LinkedUnit U;
  U.Output = Name.str();
  U.What = LinkedUnit::Kind::Archive; // a program if it has main
  for (StringRef File : llvm::split(Files, ',')) {
    LinkInput &I = U.Inputs.emplace_back();
    I.What = LinkInput::Kind::File;
    I.Source = realName(File);
    if (!fs::exists(File))
      return llvm::createStringError("--link: there is no '" + File + "'");
  }
  return U;
}

/// An archive that is part of something else is answered there.
static bool isPartOfSome(const LinkedUnit &Archive,
                         llvm::ArrayRef<LinkedUnit> Units) {
  return llvm::any_of(Units, [&](const LinkedUnit &U) {
    return U.What != LinkedUnit::Kind::Archive &&
           llvm::any_of(U.Inputs, [&](const LinkInput &I) {
             return I.What == LinkInput::Kind::Archive &&
                    I.Path == Archive.Output;
           });
  });
}

/// What was captured or, if nothing was, what CMake says.
static llvm::Expected<std::vector<LinkedUnit>>
knownLinks(const ProjectOptions &Line, const CompileCommands &Commands) {
  const std::string Captured = linksPath(Line.BuildFolder);
  if (fs::exists(Captured) || !Line.Links.empty())
    return readLinks(Captured);
  return readCMakeLinks(realName(Line.BuildFolder), Commands);
}

static llvm::Expected<std::vector<LinkedUnit>>
linksOf(const ProjectOptions &Line, const CompileCommands &Commands) {
  auto Read = knownLinks(Line, Commands);
  if (!Read)
    return Read;
  std::vector<LinkedUnit> Links;
  for (const std::string &Text : Line.Links) {
    auto Own = parseLink(Text);
    if (!Own)
      return Own.takeError();
    Links.push_back(std::move(*Own));
  }
  for (LinkedUnit &U : *Read) {
    const bool IsTold = llvm::any_of(
        Links, [&](const LinkedUnit &L) { return L.name() == U.name(); });
    if (!IsTold &&
        (U.What != LinkedUnit::Kind::Archive || !isPartOfSome(U, *Read)))
      Links.push_back(U);
  }
  return Links;
}

llvm::Expected<LinkPlan> LinkPlan::read(const ProjectOptions &Line,
                                        std::vector<Unit> &Files) {
  using Answers = ProjectOptions::Answers;
  LinkPlan Plan;
  if (Line.Scope == Answers::ForFiles || !Line.Files.empty() ||
      (Line.Scope == Answers::ForCaptured &&
       !fs::exists(linksPath(Line.BuildFolder))))
    return Plan;
  auto Commands = CompileCommands::read(Line.BuildFolder);
  if (!Commands)
    return Commands.takeError();
  auto Links = linksOf(Line, *Commands);
  if (!Links)
    return Links.takeError();
  Plan.Links = std::move(*Links);
  Plan.Results = Line.ResultFolder;
  for (size_t I = 0; I < Files.size(); ++I)
    Plan.Compiled[{Files[I].File, ""}] = I;
  for (LinkedUnit &U : Plan.Links)
    Plan.addFiles(U.Inputs, *Commands, Files);
  return Plan;
}

void LinkPlan::addFiles(llvm::MutableArrayRef<LinkInput> Inputs,
                        const CompileCommands &Commands,
                        std::vector<Unit> &Files) {
  for (LinkInput &I : Inputs) {
    addFiles(I.Members, Commands, Files);
    auto Flags = I.What == LinkInput::Kind::File ? otherFlags(I, Commands)
                                                 : std::nullopt;
    if (!Flags)
      continue;
    I.Variant = keyOfFlags(*Flags);
    const std::string Source = realName(I.Source);
    if (!Compiled.try_emplace({Source, I.Variant}, Files.size()).second)
      continue;
    Unit &Other = Files.emplace_back(unitOfFile(Source, Results, I.Variant));
    Other.Flags = std::move(*Flags);
    Other.IsAsked = false;
  }
}

//===----------------------------------------------------------------------===//
// What a linker takes
//===----------------------------------------------------------------------===//

namespace {
struct Symbols {
  std::set<std::string> Defined, Needed;
};
} // namespace

/// Of the LLVM IR in \p File; nothing if that cannot be read.
static std::optional<Symbols> symbolsOf(StringRef File) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::getLazyIRFileModule(File, Problem, Context);
  if (!M)
    return std::nullopt;
  Symbols Found;
  for (const llvm::GlobalValue &G : M->global_values()) {
    if (G.hasLocalLinkage() || G.getName().starts_with("llvm."))
      continue;
    if (!G.isDeclarationForLinker())
      Found.Defined.insert(G.getName().str());
    else if (!G.hasExternalWeakLinkage())
      Found.Needed.insert(G.getName().str());
  }
  return Found;
}

/// What has been linked so far.
struct LinkPlan::Selection {
  const LinkPlan &Plan;
  llvm::ArrayRef<Unit> Files;
  std::vector<const Unit *> Taken = {};
  std::set<std::string> Defined = {}, Missing = {};
  std::string Problem = "";

  void take(llvm::ArrayRef<LinkInput> Inputs);

private:
  const Unit *unitOf(const LinkInput &I);
  void take(const Unit &U, const Symbols &Its);
  void takeNeeded(const LinkInput &Archive);
};

const Unit *LinkPlan::Selection::unitOf(const LinkInput &I) {
  auto Fail = [&](const llvm::Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
    return nullptr;
  };
  if (I.What == LinkInput::Kind::Unknown)
    return Fail("'" + path::filename(I.Path) + "' is not compiled from C");
  auto At = Plan.Compiled.find({realName(I.Source), I.Variant});
  if (At == Plan.Compiled.end())
    return Fail("'" + I.Source + "' is not in compile_commands.json");
  const Unit &U = Files[At->second];
  if (!U.Problem.empty() || !fs::exists(U.Bitcode))
    return Fail("'" + U.Name + "' is not compiled");
  return &U;
}

void LinkPlan::Selection::take(const Unit &U, const Symbols &Its) {
  Taken.push_back(&U);
  Defined.insert(Its.Defined.begin(), Its.Defined.end());
  Missing.insert(Its.Needed.begin(), Its.Needed.end());
  for (const std::string &Name : Defined)
    Missing.erase(Name);
}

void LinkPlan::Selection::takeNeeded(const LinkInput &Archive) {
  std::vector<std::pair<const Unit *, Symbols>> Members;
  for (const LinkInput &I : Archive.Members)
    if (const Unit *U = unitOf(I))
      if (auto Its = symbolsOf(U->Bitcode))
        Members.push_back({U, std::move(*Its)});
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const auto &[U, Its] : Members)
      if (!llvm::is_contained(Taken, U) &&
          llvm::any_of(Its.Defined, [&](const std::string &Name) {
            return Missing.count(Name) != 0;
          })) {
        take(*U, Its);
        Grows = true;
      }
  }
}

void LinkPlan::Selection::take(llvm::ArrayRef<LinkInput> Inputs) {
  for (const LinkInput &I : Inputs)
    if (I.What == LinkInput::Kind::Archive && !I.IsWhole)
      takeNeeded(I);
    else if (I.What == LinkInput::Kind::Archive)
      take(I.Members);
    else if (const Unit *U = unitOf(I))
      if (auto Its = symbolsOf(U->Bitcode);
          Its && !llvm::is_contained(Taken, U))
        take(*U, *Its);
}

//===----------------------------------------------------------------------===//
// Version scripts: { global: name; pattern*; local: *; };
//===----------------------------------------------------------------------===//

/// Without comments.
static std::string plainText(StringRef Text) {
  std::string Plain;
  while (!Text.empty()) {
    const size_t At = Text.find("/*");
    Plain += Text.substr(0, At);
    Text = Text.substr(At).drop_front(At == StringRef::npos ? 0 : 2);
    if (At != StringRef::npos)
      Text = Text.split("*/").second;
  }
  return Plain;
}

/// The names and patterns that the script in \p File makes visible.
static std::vector<std::string> exportedBy(StringRef File) {
  std::vector<std::string> Names;
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return {"*"};
  const std::string Plain = plainText((*Text)->getBuffer());
  bool IsGlobal = true;
  StringRef Rest = Plain;
  while (!Rest.empty()) {
    const size_t End = Rest.find_first_of("{};:");
    StringRef Word = Rest.substr(0, End).trim();
    const char By = End == StringRef::npos ? ' ' : Rest[End];
    Rest = End == StringRef::npos ? "" : Rest.substr(End + 1);
    if (By == ':')
      IsGlobal = Word == "global";
    else if (By == ';' && IsGlobal && !Word.empty())
      Names.push_back(Word.trim('"').str());
    else if (By == '}')
      IsGlobal = false; // what follows is the version's parent
    else if (By == '{')
      IsGlobal = true;
  }
  return Names;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

static LinkedAs linkedAs(const LinkedUnit &L, bool HasMain) {
  LinkedAs As;
  As.What = HasMain ? LinkedAs::Kind::Program : LinkedAs::Kind::Library;
  if (!L.VersionScript.empty())
    As.Exported = exportedBy(L.VersionScript);
  else
    As.IsVisible = !HasMain || L.IsOpen;
  return As;
}

/// Whether a program that needs \p Symbols of others loads code while it runs.
/// Only that may call what -rdynamic makes visible.
static bool loadsCode(const std::set<std::string> &Symbols) {
  static constexpr StringRef Loaders[] = {
      "dlopen",          "dlmopen",       "lt_dlopen",         "lt_dlopenext",
      "lt_dlopenadvise", "g_module_open", "g_module_open_full"};
  return llvm::any_of(
      Loaders, [&](StringRef Name) { return Symbols.count(Name.str()) != 0; });
}

std::optional<Unit> LinkPlan::unitOf(const LinkedUnit &L,
                                     llvm::ArrayRef<Unit> Files,
                                     std::string &Problem) const {
  Selection Chosen{*this, Files};
  if (L.What == LinkedUnit::Kind::Program)
    Chosen.Missing.insert("main"); // the C library's
  Chosen.take(L.Inputs);
  const bool HasMain = Chosen.Defined.count("main") != 0;
  if (Chosen.Problem.empty() && L.What == LinkedUnit::Kind::Program && !HasMain)
    Chosen.Problem = "no file has main";
  Problem = Chosen.Problem;
  if (!Problem.empty() || Chosen.Taken.empty())
    return std::nullopt;
  Unit U = unitOfFile(L.Output, Results, "linked");
  U.Name = L.name().str();
  U.File.clear();
  U.As = linkedAs(L, HasMain && L.What != LinkedUnit::Kind::Library);
  if (L.IsOpen && !loadsCode(Chosen.Missing))
    U.As->IsVisible = !HasMain;
  for (const Unit *Part : Chosen.Taken)
    U.Parts.push_back(Part->Bitcode);
  return U;
}

std::vector<std::string> LinkPlan::addTo(std::vector<Unit> &Units) const {
  std::vector<std::string> Notes;
  std::vector<Unit> Whole;
  for (const LinkedUnit &L : Links) {
    std::string Problem;
    if (auto U = unitOf(L, Units, Problem))
      Whole.push_back(std::move(*U));
    else if (!Problem.empty())
      Notes.push_back("'" + L.name().str() +
                      "' is not answered as a whole: " + Problem);
  }
  for (Unit &File : Units)
    if (llvm::any_of(Whole, [&](const Unit &U) {
          return llvm::is_contained(U.Parts, File.Bitcode);
        }))
      File.IsAsked = false;
  Units.insert(Units.begin(), Whole.begin(), Whole.end());
  return Notes;
}
