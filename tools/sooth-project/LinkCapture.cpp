//===- LinkCapture.cpp - What is linked, from commands that were seen -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkCapture.h"

#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// As in gcc-ar-12 and x86_64-linux-gnu-ld.gold.
static bool isNamed(StringRef Program, StringRef Base) {
  StringRef Name = path::filename(Program);
  const size_t At = Name.rfind(Base);
  if (At == StringRef::npos || (At > 0 && Name[At - 1] != '-'))
    return false;
  StringRef Rest = Name.substr(At + Base.size());
  unsigned Number;
  return Rest.empty() || Rest.starts_with(".") ||
         (Rest.consume_front("-") && !Rest.getAsInteger(10, Number));
}

bool sooth::isArchiver(StringRef Name) { return isNamed(Name, "ar"); }
bool sooth::isLinker(StringRef Name) {
  return isNamed(Name, "ld") || isNamed(Name, "lld");
}

std::string sooth::placeOf(StringRef File, StringRef Directory) {
  llvm::SmallString<128> Whole(File), Real;
  fs::make_absolute(Directory, Whole);
  path::remove_dots(Whole, /*remove_dot_dot=*/true);
  return fs::real_path(Whole, Real) ? std::string(Whole) : std::string(Real);
}

//===----------------------------------------------------------------------===//
// What a command says
//===----------------------------------------------------------------------===//

namespace {
/// A file or library on the command line, in its turn.
struct Item {
  std::string Text;
  enum class Kind { File, Library } What = Kind::File;
  bool IsWhole = false;
};
} // namespace

struct LinkCapture::Flags {
  std::vector<Item> Items;
  std::vector<std::string> Folders; ///< of -L
  std::string Output, VersionScript;
  bool OnlyCompiles = false, MakesNoObject = false, IsOfOtherLanguage = false;
  bool IsShared = false, IsPart = false, IsOpen = false, IsStatic = false;

  /// Of a compiler or, if \p IsLinker, of a linker itself.
  static Flags of(const SeenCommand &C, bool IsLinker);

private:
  void readCompilers(const SeenCommand &C);
  void readLinkers(llvm::ArrayRef<std::string> Words, bool HasFiles);
  bool IsWhole = false;
};

/// Whether what follows belongs to the option.
static bool takesNextWord(StringRef Option) {
  static constexpr StringRef Names[] = {"m",
                                        "T",
                                        "e",
                                        "z",
                                        "h",
                                        "u",
                                        "y",
                                        "I",
                                        "Map",
                                        "soname",
                                        "init",
                                        "fini",
                                        "rpath",
                                        "rpath-link",
                                        "dynamic-linker",
                                        "Ttext",
                                        "plugin",
                                        "plugin-opt",
                                        "defsym",
                                        "retain-symbols-file",
                                        "dynamic-list"};
  return llvm::is_contained(Names, Option);
}

void LinkCapture::Flags::readLinkers(llvm::ArrayRef<std::string> Words,
                                     bool HasFiles) {
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    auto Next = [&] { return I + 1 < Words.size() ? Words[++I] : ""; };
    if (!Word.consume_front("-")) {
      // (In -Wl it may be the value of something.)
      if (HasFiles || Word.ends_with(".a") || Word.ends_with(".o"))
        Items.push_back({Word.str(), Item::Kind::File, IsWhole});
      continue;
    }
    Word.consume_front("-");
    if (Word == "o")
      Output = Next();
    else if (Word == "whole-archive")
      IsWhole = true;
    else if (Word == "no-whole-archive")
      IsWhole = false;
    else if (Word == "shared" || Word == "Bshareable")
      IsShared = true;
    else if (Word == "r" || Word == "relocatable" || Word == "i")
      IsPart = true;
    else if (Word == "E" || Word == "export-dynamic")
      IsOpen = true;
    else if (Word == "static" || Word == "Bstatic")
      IsStatic = true;
    else if (Word == "Bdynamic")
      IsStatic = false;
    else if (Word == "version-script")
      VersionScript = Next();
    else if (Word.consume_front("version-script="))
      VersionScript = Word.str();
    else if (takesNextWord(Word))
      Next();
    else if (Word.consume_front("L"))
      Folders.push_back(Word.empty() ? Next() : Word.str());
    else if (Word.consume_front("l"))
      Items.push_back(
          {Word.empty() ? Next() : Word.str(), Item::Kind::Library, IsWhole});
  }
}

void LinkCapture::Flags::readCompilers(const SeenCommand &C) {
  std::vector<const char *> Words;
  for (const std::string &Word : llvm::drop_begin(C.Words))
    Words.push_back(Word.c_str());
  // What is for the linker may go on in the next word of that kind.
  std::vector<std::string> ForLinker;
  auto Flush = [&] {
    readLinkers(ForLinker, /*HasFiles=*/false);
    ForLinker.clear();
  };
  for (unsigned Index = 0; Index < Words.size();) {
    StringRef Word = Words[Index];
    if (StringRef Parts = Word; Parts.consume_front("-Wl,")) {
      for (StringRef Part : llvm::split(Parts, ','))
        ForLinker.push_back(Part.str());
      ++Index;
      continue;
    }
    if (Word == "-Xlinker" && Index + 1 < Words.size()) {
      ForLinker.push_back(Words[Index + 1]);
      Index += 2;
      continue;
    }
    const unsigned Start = Index;
    auto Flag = readCompilerFlag(Words, Index);
    if (!Flag) {
      llvm::consumeError(Flag.takeError());
      MakesNoObject = true;
      return;
    }
    if (Index == Start)
      ++Index;
    if (Flag->For == CompilerFlag::Use::File) {
      Flush();
      Items.push_back({Word.str(), Item::Kind::File, IsWhole});
    } else if (Flag->For == CompilerFlag::Use::Output) {
      Output = Word == "-o" && Start + 1 < Words.size()
                   ? Words[Start + 1]
                   : Word.drop_front(2).str();
    } else if (Flag->For == CompilerFlag::Use::CompileOnly) {
      OnlyCompiles = true;
      MakesNoObject |= Word != "-c";
    } else if (Flag->For == CompilerFlag::Use::OtherTask) {
      // (-x c++ compiles, and so makes an object of another language.)
      IsOfOtherLanguage |= Word.starts_with("-x");
      MakesNoObject |= !Word.starts_with("-x");
    } else if (Word == "-rdynamic") {
      IsOpen = true;
    } else if (llvm::is_contained({"-shared", "-r", "-static"}, Word) ||
               Word.starts_with("-L") || Word.starts_with("-l")) {
      Flush();
      readLinkers(std::vector<std::string>(Words.begin() + Start,
                                           Words.begin() + Index),
                  /*HasFiles=*/false);
    }
  }
  Flush();
}

LinkCapture::Flags LinkCapture::Flags::of(const SeenCommand &C, bool IsLinker) {
  Flags F;
  if (IsLinker)
    F.readLinkers(llvm::ArrayRef(C.Words).drop_front(), /*HasFiles=*/true);
  else
    F.readCompilers(C);
  if (F.Output.empty() && !F.OnlyCompiles)
    F.Output = "a.out";
  return F;
}

static bool isSource(StringRef File) {
  return llvm::StringSwitch<bool>(path::extension(File))
      .Cases(".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".s", ".S", ".m", true)
      .Default(false);
}

static bool isC(StringRef File) { return path::extension(File) == ".c"; }

//===----------------------------------------------------------------------===//
// What is made
//===----------------------------------------------------------------------===//

LinkCapture::LinkCapture(std::vector<LinkedUnit> Earlier) {
  for (LinkedUnit &U : Earlier) {
    remember(U.Inputs);
    if (U.What == LinkedUnit::Kind::Archive)
      Archives[U.Output] = U.Inputs;
    Units[U.Output] = std::move(U);
  }
}

void LinkCapture::remember(llvm::ArrayRef<LinkInput> Inputs) {
  for (const LinkInput &I : Inputs) {
    if (I.What == LinkInput::Kind::File && !I.Path.empty())
      Objects[I.Path] = {I};
    if (I.What == LinkInput::Kind::Archive) {
      remember(I.Members);
      Archives[I.Path] = I.Members;
    }
  }
}

/// The C file \p Source as \p C compiles it to the object \p To.
static LinkInput compiled(StringRef Source, const std::string &To,
                          const SeenCommand &C, bool IsFirst) {
  LinkInput I;
  I.What = LinkInput::Kind::File;
  I.Path = To;
  I.Source = placeOf(Source, C.Directory);
  if (!IsFirst) {
    I.Directory = C.Directory;
    I.Arguments = C.Words;
  }
  return I;
}

void LinkCapture::addCompilation(const SeenCommand &C, const Flags &F,
                                 llvm::function_ref<bool(StringRef)> IsFirst) {
  for (const Item &At : F.Items) {
    if (At.What != Item::Kind::File || !isSource(At.Text))
      continue;
    const std::string Object = placeOf(
        F.Output.empty() ? (path::stem(At.Text) + ".o").str() : F.Output,
        C.Directory);
    if (isC(At.Text) && !F.IsOfOtherLanguage)
      Objects[Object] = {
          compiled(At.Text, Object, C, IsFirst(placeOf(At.Text, C.Directory)))};
    else
      Objects.erase(Object);
  }
}

void LinkCapture::addObject(const std::string &Path,
                            std::vector<LinkInput> &To) const {
  if (auto Known = Objects.find(Path); Known != Objects.end())
    llvm::append_range(To, Known->second);
  else
    To.emplace_back().Path = Path;
}

static void addArchive(const std::string &Path,
                       llvm::ArrayRef<LinkInput> Members, bool IsWhole,
                       std::vector<LinkInput> &To) {
  LinkInput &I = To.emplace_back();
  I.What = LinkInput::Kind::Archive;
  I.Path = Path;
  I.IsWhole = IsWhole;
  I.Members = Members.vec();
}

/// Adds the shared library \p Path, if it was seen being made: like an archive,
/// as a program that loads it needs some of its files. Returns whether it did.
bool LinkCapture::addShared(const std::string &Path,
                            std::vector<LinkInput> &To) const {
  auto Known = Units.find(Path);
  if (Known == Units.end() || Known->second.What != LinkedUnit::Kind::Library)
    return false;
  std::vector<LinkInput> Members;
  forEachFile(Known->second.Inputs,
              [&](const LinkInput &I) { Members.push_back(I); });
  addArchive(Path, Members, /*IsWhole=*/false, To);
  return true;
}

/// What nobody saw being made is a library of others.
void LinkCapture::addLibrary(StringRef Name, const Flags &F, bool IsWhole,
                             std::vector<LinkInput> &To) const {
  std::vector<std::string> Files{"lib" + Name.str() + ".so",
                                 "lib" + Name.str() + ".a"};
  if (F.IsStatic)
    Files.erase(Files.begin());
  if (Name.consume_front(":"))
    Files = {Name.str()};
  for (const std::string &Folder : F.Folders)
    for (const std::string &File : Files) {
      const std::string Path = placeOf(File, Folder);
      if (auto Known = Archives.find(Path); Known != Archives.end())
        return addArchive(Path, Known->second, IsWhole, To);
      if (addShared(Path, To) || fs::exists(Path))
        return;
    }
}

void LinkCapture::addLink(const SeenCommand &C, const Flags &F,
                          llvm::function_ref<bool(StringRef)> IsFirst) {
  Flags Placed = F;
  for (std::string &Folder : Placed.Folders)
    Folder = placeOf(Folder, C.Directory);
  LinkedUnit U;
  U.Output = placeOf(F.Output, C.Directory);
  for (const Item &At : F.Items) {
    const std::string Path = placeOf(At.Text, C.Directory);
    if (At.What == Item::Kind::Library)
      addLibrary(At.Text, Placed, At.IsWhole, U.Inputs);
    else if (isC(At.Text))
      U.Inputs.push_back(compiled(At.Text, "", C, IsFirst(Path)));
    else if (auto Known = Archives.find(Path); Known != Archives.end())
      addArchive(Path, Known->second, At.IsWhole, U.Inputs);
    else if (isSource(At.Text) || path::extension(At.Text) == ".o" ||
             path::extension(At.Text) == ".lo" || Objects.count(Path))
      addObject(Path, U.Inputs);
    else
      addShared(Path, U.Inputs);
  }
  if (F.IsPart) {
    Objects[U.Output] = std::move(U.Inputs);
    return;
  }
  size_t Sources = 0;
  forEachFile(U.Inputs, [&](const LinkInput &) { ++Sources; });
  if (Sources == 0)
    return;
  U.What = F.IsShared ? LinkedUnit::Kind::Library : LinkedUnit::Kind::Program;
  U.IsOpen = F.IsOpen && !F.IsShared;
  if (!F.VersionScript.empty())
    U.VersionScript = placeOf(F.VersionScript, C.Directory);
  New.push_back(U.Output);
  Units[U.Output] = std::move(U);
}

void LinkCapture::putIntoArchive(const std::string &Archive,
                                 llvm::ArrayRef<std::string> Paths,
                                 Members Old) {
  std::vector<LinkInput> &In = Archives[Archive];
  for (const std::string &Path : Paths) {
    llvm::erase_if(In, [&](const LinkInput &I) {
      return Old == Members::Replaced
                 ? path::filename(I.Path) == path::filename(Path)
                 : I.Path == Path;
    });
    addObject(Path, In);
  }
  New.push_back(Archive);
  LinkedUnit &U = Units[Archive];
  U.What = LinkedUnit::Kind::Archive;
  U.Output = Archive;
  U.Inputs = In;
}

/// Members become objects in a folder.
void LinkCapture::takeOut(const std::string &Archive, StringRef Directory) {
  for (const LinkInput &Member : Archives[Archive])
    Objects[placeOf(path::filename(Member.Path), Directory)] = {Member};
}

void LinkCapture::addArchiver(const SeenCommand &C) {
  std::vector<std::string> Words;
  for (size_t I = 1; I < C.Words.size(); ++I)
    if (llvm::is_contained({"--plugin", "--target", "--output"}, C.Words[I]))
      ++I;
    else if (!StringRef(C.Words[I]).starts_with("--"))
      Words.push_back(C.Words[I]);
  if (Words.size() < 2)
    return;
  StringRef What = Words.front();
  What.consume_front("-");
  std::vector<std::string> Paths;
  for (const std::string &Word : llvm::drop_begin(Words))
    if (!StringRef(Word).starts_with("-"))
      Paths.push_back(placeOf(Word, C.Directory));
  if (Paths.empty())
    return;
  llvm::ArrayRef<std::string> Given = llvm::ArrayRef(Paths).drop_front();
  if (What.contains('r'))
    putIntoArchive(Paths.front(), Given, Members::Replaced);
  else if (What.contains('q'))
    putIntoArchive(Paths.front(), Given, Members::Kept);
  else if (What.contains('x'))
    takeOut(Paths.front(), C.Directory);
}

void LinkCapture::add(const SeenCommand &C, const CompileCommands *Known) {
  auto IsFirst = [&](StringRef Source) {
    auto First = Known ? Known->commandFor(Source)
                       : llvm::createStringError("there is none");
    if (First)
      return First->Directory == C.Directory && First->Words == C.Words;
    llvm::consumeError(First.takeError());
    return false;
  };
  if (isArchiver(C.Words.front()))
    return addArchiver(C);
  const bool Links = isLinker(C.Words.front());
  const Flags F = Flags::of(C, Links);
  if (F.MakesNoObject)
    return;
  if (F.OnlyCompiles)
    addCompilation(C, F, IsFirst);
  else
    addLink(C, F, IsFirst);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static bool areThere(const LinkedUnit &U) {
  bool Are = true;
  forEachFile(U.Inputs,
              [&](const LinkInput &I) { Are &= fs::exists(I.Source); });
  return Are;
}

std::vector<LinkedUnit> LinkCapture::units() const {
  std::vector<LinkedUnit> All;
  for (const auto &[Output, U] : Units)
    if (areThere(U))
      All.push_back(U);
  return All;
}

size_t LinkCapture::countNew() const {
  return llvm::count_if(Units, [&](auto &Unit) {
    return Unit.second.What != LinkedUnit::Kind::Archive &&
           llvm::is_contained(New, Unit.first) && areThere(Unit.second);
  });
}
