//===- CMakeLinks.cpp - What CMake links ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CMakeLinks.h"

#include "LinkCapture.h"

#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace sooth;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// The files of the API
//===----------------------------------------------------------------------===//

static std::string apiFolder(StringRef Build) {
  return (Build + "/.cmake/api/v1").str();
}

/// The newest index of what CMake has replied; empty if there is none.
static std::string indexFile(StringRef Build) {
  std::string Newest;
  std::error_code E;
  for (fs::directory_iterator It(apiFolder(Build) + "/reply", E), End;
       !E && It != End; It.increment(E))
    if (path::filename(It->path()).starts_with("index-"))
      Newest = std::max(Newest, It->path());
  return Newest;
}

static std::optional<json::Value> readReply(const std::string &File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  auto V = json::parse(Text ? (*Text)->getBuffer() : "");
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return std::nullopt;
}

/// The object that \p Of, one in a reply, names as its file.
static std::optional<json::Value> readNamed(StringRef Build,
                                            const json::Object &Of) {
  return readReply(apiFolder(Build) + "/reply/" +
                   Of.getString("jsonFile").value_or("").str());
}

static const json::Array &listIn(const json::Object &O, StringRef Name) {
  static const json::Array None;
  const json::Array *All = O.getArray(Name);
  return All ? *All : None;
}

/// What CMake says of all targets; nothing if it does not say that.
static std::optional<json::Value> readModel(StringRef Build) {
  const auto Index = readReply(indexFile(Build));
  const json::Object *O = Index ? Index->getAsObject() : nullptr;
  if (!O)
    return std::nullopt;
  for (const json::Value &V : listIn(*O, "objects"))
    if (const json::Object *Object = V.getAsObject();
        Object && Object->getString("kind") == "codemodel")
      return readNamed(Build, *Object);
  return std::nullopt;
}

/// Has CMake configure \p Build again, and reply.
static llvm::Error askCMake(StringRef Build) {
  const std::string Query = apiFolder(Build) + "/query/client-sooth";
  auto Program = llvm::sys::findProgramByName("cmake");
  if (!Program)
    return llvm::createStringError(
        "'cmake' is not found, to ask it what is linked in '" + Build + "'");
  if (auto E = fs::create_directories(Query))
    return llvm::createStringError("cannot write '" + Query +
                                   "': " + E.message());
  if (llvm::Error E =
          writeOutput(Query + "/codemodel-v2", [](llvm::raw_ostream &) {}))
    return E;
  const StringRef Words[] = {*Program, Build};
  const std::optional<StringRef> Quiet[] = {StringRef(), StringRef(),
                                            StringRef()};
  if (llvm::sys::ExecuteAndWait(*Program, Words, std::nullopt, Quiet) != 0)
    return llvm::createStringError("'cmake " + Build + "' fails");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

namespace {
/// A target of CMake.
struct Target {
  std::string Name, Type;
  /// Of it, and of its folder in the build.
  std::string Artifact, Folder;
  std::vector<std::string> Sources, Dependencies, Flags;
};

class Targets {
public:
  /// Of a build in \p Build of what is in \p Source.
  Targets(StringRef Build, StringRef Source, const CompileCommands &Commands);
  void add(StringRef Id, const json::Object &O);
  std::vector<LinkedUnit> link();

private:
  std::string objectOf(const Target &T, StringRef File) const;
  std::string linkedFile(const Target &T, StringRef Word) const;
  void make(const std::string &Id);
  void make(const Target &T);

  const std::string Build, Source;
  const CompileCommands &Commands;
  std::map<std::string, Target> All;
  /// What files are compiled to.
  std::multimap<std::string, std::string> Objects;
  llvm::StringSet<> Artifacts, Made;
  LinkCapture Links{{}};
};
} // namespace

static std::vector<std::string> wordsOf(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *> Words;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

void Targets::add(StringRef Id, const json::Object &O) {
  Target &T = All[Id.str()];
  T.Name = O.getString("name").value_or("").str();
  T.Type = O.getString("type").value_or("").str();
  if (const json::Object *Paths = O.getObject("paths"))
    T.Folder = placeOf(Paths->getString("build").value_or("."), Build);
  for (const json::Value &V : listIn(O, "artifacts"))
    if (const json::Object *A = V.getAsObject(); A && T.Artifact.empty())
      T.Artifact = placeOf(A->getString("path").value_or(""), Build);
  for (const json::Value &V : listIn(O, "sources"))
    if (const json::Object *S = V.getAsObject())
      T.Sources.push_back(S->getString("path").value_or("").str());
  for (const json::Value &V : listIn(O, "dependencies"))
    if (const json::Object *D = V.getAsObject())
      T.Dependencies.push_back(D->getString("id").value_or("").str());
  if (const json::Object *Link = O.getObject("link"))
    for (const json::Value &V : listIn(*Link, "commandFragments"))
      if (const json::Object *F = V.getAsObject())
        llvm::append_range(T.Flags,
                           wordsOf(F->getString("fragment").value_or("")));
  Artifacts.insert(T.Artifact);
}

/// The words after "-o".
static std::optional<std::string> outputOf(llvm::ArrayRef<std::string> Words) {
  auto At = llvm::find(Words, "-o");
  return At != Words.end() && At + 1 != Words.end() ? std::optional(At[1])
                                                    : std::nullopt;
}

Targets::Targets(StringRef Build, StringRef Source,
                 const CompileCommands &Commands)
    : Build(Build), Source(Source), Commands(Commands) {
  for (const CompileCommands::Command &C : Commands.all()) {
    Links.add({C.Directory, C.Words}, &Commands);
    if (auto Object = outputOf(C.Words))
      for (const std::string &Word : C.Words)
        if (!StringRef(Word).starts_with("-"))
          Objects.emplace(placeOf(Word, C.Directory),
                          placeOf(*Object, C.Directory));
  }
}

/// What \p File becomes in \p T; empty if it is nothing that is compiled.
std::string Targets::objectOf(const Target &T, StringRef File) const {
  const std::string Place = placeOf(File, Source);
  if (path::extension(File) == ".o")
    return Place;
  const std::string Folder = "/CMakeFiles/" + T.Name + ".dir/";
  auto [Begin, End] = Objects.equal_range(Place);
  for (auto At = Begin; At != End; ++At)
    if (StringRef(At->second).contains(Folder))
      return At->second;
  return "";
}

/// "libz.so" of "libz.so.1.2"; empty if there is no version.
static StringRef withoutVersion(StringRef File) {
  auto [Rest, Last] = File.rsplit('.');
  unsigned Number;
  return Last.getAsInteger(10, Number) ? "" : Rest;
}

/// A file on the command line that links \p T. Of a library with a version,
/// CMake calls the artifact by the name without it.
std::string Targets::linkedFile(const Target &T, StringRef Word) const {
  for (StringRef Name = Word; !Name.empty(); Name = withoutVersion(Name))
    for (StringRef Folder : {StringRef(T.Folder), StringRef(Build)})
      if (std::string File = placeOf(Name, Folder); Artifacts.contains(File))
        return File;
  return placeOf(Word, Build);
}

void Targets::make(const Target &T) {
  std::vector<std::string> Words;
  if (T.Type == "STATIC_LIBRARY")
    Words = {"ar", "qc", T.Artifact};
  else if (T.Type == "EXECUTABLE")
    Words = {"cc", "-o", T.Artifact};
  else if (T.Type == "SHARED_LIBRARY" || T.Type == "MODULE_LIBRARY")
    Words = {"cc", "-shared", "-o", T.Artifact};
  else
    return;
  for (const std::string &File : T.Sources)
    if (std::string Object = objectOf(T, File); !Object.empty())
      Words.push_back(std::move(Object));
  for (const std::string &Flag : T.Flags)
    Words.push_back(StringRef(Flag).starts_with("-") ? Flag
                                                     : linkedFile(T, Flag));
  Links.add({Build, std::move(Words)}, &Commands);
}

/// What a target depends on is made before it.
void Targets::make(const std::string &Id) {
  auto T = All.find(Id);
  if (T == All.end() || !Made.insert(Id).second)
    return;
  for (const std::string &Other : T->second.Dependencies)
    make(Other);
  make(T->second);
}

std::vector<LinkedUnit> Targets::link() {
  for (auto &[Id, T] : All)
    make(Id);
  return Links.units();
}

llvm::Expected<std::vector<LinkedUnit>>
sooth::readCMakeLinks(StringRef Build, const CompileCommands &Commands) {
  if (!fs::exists(Build + "/CMakeCache.txt"))
    return std::vector<LinkedUnit>();
  std::optional<json::Value> Model = readModel(Build);
  if (!Model) {
    if (llvm::Error E = askCMake(Build))
      return std::move(E);
    Model = readModel(Build);
  }
  const json::Object *O = Model ? Model->getAsObject() : nullptr;
  const json::Object *Paths = O ? O->getObject("paths") : nullptr;
  if (!Paths)
    return llvm::createStringError("CMake does not say what is linked in '" +
                                   Build + "'");
  Targets All(Paths->getString("build").value_or(Build),
              Paths->getString("source").value_or(Build), Commands);
  // (Of several configurations, which Ninja Multi-Config has, the first.)
  const json::Array &Configurations = listIn(*O, "configurations");
  const json::Object *First =
      Configurations.empty() ? nullptr : Configurations.front().getAsObject();
  if (First)
    for (const json::Value &V : listIn(*First, "targets"))
      if (const json::Object *Named = V.getAsObject())
        if (auto T = readNamed(Build, *Named); T && T->getAsObject())
          All.add(Named->getString("id").value_or(""), *T->getAsObject());
  return All.link();
}
