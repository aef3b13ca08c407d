//===- Capture.cpp - How a command builds a project -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"

#include "LinkCapture.h"
#include "UnitRun.h"

#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"
#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"
#include "sooth/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <cstdlib>
#include <set>
#include <unistd.h>

using namespace sooth;
using llvm::errs;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;

static constexpr int BadCommand = 3;
/// In the environment: the folder with records and with compilers, the path
/// without these, and that a compiler runs.
static constexpr const char *RecordsName = "SOOTH_CAPTURE_RECORDS",
                            *PathName = "SOOTH_CAPTURE_PATH",
                            *InsideName = "SOOTH_CAPTURE_INSIDE";

static int failCapture(const llvm::Twine &Message) {
  errs() << "sooth-project: error: " << Message << '\n';
  return BadCommand;
}

//===----------------------------------------------------------------------===//
// As a compiler, a linker or ar
//===----------------------------------------------------------------------===//

bool sooth::isCalledAsTool(StringRef Name) {
  return getenv(RecordsName) && path::filename(Name) != "sooth-project";
}

/// A record appears as a whole, whoever else writes one.
static void writeRecord(llvm::ArrayRef<char *> Arguments) {
  llvm::SmallString<128> Folder;
  if (fs::current_path(Folder))
    return;
  json::Array Words;
  for (const char *Argument : Arguments)
    Words.push_back(json::fixUTF8(Argument));
  // In the order of time.
  const std::string Name = llvm::formatv(
      "{0}/{1:d20}-{2}", getenv(RecordsName),
      std::chrono::steady_clock::now().time_since_epoch().count(), getpid());
  llvm::consumeError(writeOutput(Name + ".json", [&](llvm::raw_ostream &OS) {
    OS << json::Value(json::Object{{"directory", json::fixUTF8(Folder)},
                                   {"arguments", std::move(Words)}});
  }));
}

/// The program of that name that comes next on the path.
static std::string realTool(StringRef Name) {
  llvm::SmallVector<StringRef> Folders;
  const char *Path = getenv(PathName);
  StringRef(Path ? Path : "").split(Folders, ':', -1, /*KeepEmpty=*/false);
  auto Found = llvm::sys::findProgramByName(Name, Folders);
  return Found ? *Found : "";
}

int sooth::record(llvm::ArrayRef<char *> Arguments) {
  const StringRef Name = path::filename(Arguments.front());
  const std::string Tool = realTool(Name);
  if (Tool.empty()) {
    errs() << Name << ": not found\n";
    return 127;
  }
  // What a compiler has linked it was told itself.
  const bool IsCompiler = !isLinker(Name) && !isArchiver(Name);
  if (IsCompiler || !getenv(InsideName))
    writeRecord(Arguments);
  if (IsCompiler)
    setenv(InsideName, "1", /*replace=*/1);
  std::vector<char *> Words = Arguments.vec();
  Words.push_back(nullptr);
  // By its own name gcc would look for its parts beside this program.
  std::string Own = Tool;
  Words.front() = Own.data();
  execv(Tool.c_str(), Words.data());
  errs() << Name << ": cannot be run\n";
  return 126;
}

//===----------------------------------------------------------------------===//
// All records together
//===----------------------------------------------------------------------===//

/// The C files that a command compiles.
static std::vector<std::string> filesOf(llvm::ArrayRef<std::string> Words) {
  std::vector<const char *> Arguments;
  for (const std::string &Word : llvm::drop_begin(Words))
    Arguments.push_back(Word.c_str());
  std::vector<std::string> Files;
  for (unsigned Index = 0; Index < Arguments.size();) {
    const unsigned Start = Index;
    auto Flag = readCompilerFlag(Arguments, Index);
    if (!Flag) {
      llvm::consumeError(Flag.takeError());
      return {};
    }
    if (Flag->For == CompilerFlag::Use::OtherTask)
      return {};
    if (Index == Start)
      ++Index; // unknown
    if (Flag->For == CompilerFlag::Use::File &&
        path::extension(Arguments[Start]) == ".c")
      Files.push_back(Arguments[Start]);
  }
  return Files;
}

/// Nothing if \p File is no whole record.
static std::optional<SeenCommand> readRecord(StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  auto V = json::parse(Text ? (*Text)->getBuffer() : "");
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(V.takeError());
    return std::nullopt;
  }
  SeenCommand C{O->getString("directory")->str(), {}};
  for (const json::Value &Word : *O->getArray("arguments"))
    C.Words.push_back(Word.getAsString().value_or("").str());
  return C;
}

static bool isOfCompiler(const SeenCommand &C) {
  return !isLinker(C.Words.front()) && !isArchiver(C.Words.front());
}

/// What \p C says of each C file.
static void addCommands(const SeenCommand &C, json::Array &To,
                        std::set<std::string> &Seen) {
  for (const std::string &Source : filesOf(C.Words)) {
    llvm::SmallString<128> Whole(Source);
    fs::make_absolute(C.Directory, Whole);
    path::remove_dots(Whole, /*remove_dot_dot=*/true);
    if (Seen.insert(std::string(Whole)).second)
      To.push_back(json::Object{{"directory", C.Directory},
                                {"arguments", json::Array(C.Words)},
                                {"file", std::string(Whole)}});
  }
}

/// What an earlier capture found in \p File of sources that are still there,
/// and not in \p Seen.
static json::Array earlierCommands(StringRef File,
                                   const std::set<std::string> &Seen) {
  json::Array Kept;
  auto Text = llvm::MemoryBuffer::getFile(File);
  auto V = json::parse(Text ? (*Text)->getBuffer() : "[]");
  if (!V) {
    llvm::consumeError(V.takeError());
    return Kept;
  }
  if (const json::Array *All = V->getAsArray())
    for (const json::Value &Command : *All) {
      const json::Object *O = Command.getAsObject();
      auto Source = O ? O->getString("file") : std::nullopt;
      if (Source && !Seen.count(Source->str()) && fs::exists(*Source))
        Kept.push_back(Command);
    }
  return Kept;
}

/// The records in a folder, in their order.
static std::vector<SeenCommand> readRecords(StringRef Folder) {
  std::set<std::string> Files;
  std::error_code E;
  for (fs::directory_iterator It(Folder, E), End; !E && It != End;
       It.increment(E))
    if (path::extension(It->path()) == ".json")
      Files.insert(It->path());
  std::vector<SeenCommand> All;
  for (const std::string &File : Files)
    if (auto C = readRecord(File))
      All.push_back(std::move(*C));
  return All;
}

namespace {
/// How many commands were written.
struct WrittenCommands {
  size_t New = 0, Earlier = 0;
  size_t Linked = 0; ///< programs and libraries
};
} // namespace

/// \p Seen, and what \p To has of other sources from before: a build does not
/// compile again what is up to date. Writes nothing if that is nothing new.
static llvm::Expected<WrittenCommands>
writeCommands(llvm::ArrayRef<SeenCommand> Commands, const std::string &To) {
  json::Array New;
  std::set<std::string> Seen;
  for (const SeenCommand &C : Commands)
    if (isOfCompiler(C))
      addCommands(C, New, Seen);
  json::Array Earlier = earlierCommands(To, Seen);
  const WrittenCommands Count{New.size(), Earlier.size()};
  if (Count.New == 0)
    return Count;
  for (json::Value &Command : Earlier)
    New.push_back(std::move(Command));
  if (llvm::Error E = writeOutput(To, [&](llvm::raw_ostream &OS) {
        OS << llvm::formatv("{0:2}", json::Value(std::move(New))) << '\n';
      }))
    return std::move(E);
  return Count;
}

/// The same of what is linked. Returns how many programs and libraries are.
static llvm::Expected<size_t> writeLinked(llvm::ArrayRef<SeenCommand> Commands,
                                          StringRef Folder) {
  const std::string File = linksPath(Folder);
  auto Earlier = readLinks(File);
  if (!Earlier) // which is made anew
    llvm::consumeError(Earlier.takeError());
  LinkCapture Links(Earlier ? std::move(*Earlier) : std::vector<LinkedUnit>());
  auto Written = CompileCommands::read(Folder);
  if (!Written)
    llvm::consumeError(Written.takeError());
  for (const SeenCommand &C : Commands)
    Links.add(C, Written ? &*Written : nullptr);
  const size_t Count = Links.countNew();
  if (Count || fs::exists(File))
    if (llvm::Error E = writeLinks(File, Links.units()))
      return std::move(E);
  return Count;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

namespace {
/// A folder that is removed in the end.
class Folder {
public:
  Folder() {
    if (fs::createUniqueDirectory("sooth-capture", Path))
      Path.clear();
  }
  ~Folder() {
    if (!Path.empty())
      fs::remove_directories(Path);
  }
  StringRef path() const { return Path; }

private:
  llvm::SmallString<64> Path;
};
} // namespace

/// Names that tools on the path have, and those that CC, AR and LD say.
static std::set<std::string> toolNames(StringRef Path) {
  std::set<std::string> Names{"cc", "gcc", "clang", "c89", "c99", "tcc"};
  for (StringRef Folder : llvm::split(Path, ':')) {
    std::error_code E;
    for (fs::directory_iterator It(Folder, E), End; !E && It != End;
         It.increment(E)) {
      StringRef Name = path::filename(It->path());
      auto [Base, Version] = Name.rsplit('-');
      unsigned Number;
      if ((Base.ends_with("gcc") || Base.ends_with("clang")) &&
          (Version.empty() || !Version.getAsInteger(10, Number)))
        Names.insert(Name.str());
      else if (Name.ends_with("-gcc") || Name.ends_with("-clang") ||
               isArchiver(Name) || isLinker(Name))
        Names.insert(Name.str());
    }
  }
  for (const char *Tool : {"CC", "AR", "LD"})
    if (const char *Own = getenv(Tool))
      Names.insert(path::filename(StringRef(Own).split(' ').first).str());
  Names.erase("");
  Names.erase("ccache"); // runs another one
  return Names;
}

/// Puts tools into the folder, for those that there are.
static bool makeTools(StringRef Folder, StringRef Path) {
  const std::string Self = ownPath();
  for (const std::string &Name : toolNames(Path))
    if (llvm::sys::findProgramByName(Name) &&
        fs::create_link(Self, Folder + "/" + Name))
      return false;
  return true;
}

static std::string countedFiles(size_t Count) {
  return std::to_string(Count) + (Count == 1 ? " file" : " files");
}

/// \p IsBuilt: the command ended well, so that all there is was up to date.
static void tellOfCapture(const WrittenCommands &Count, StringRef File,
                          bool IsBuilt) {
  errs() << "sooth-project: ";
  if (Count.New == 0)
    errs() << (Count.Earlier ? "" : "error: ") << "nothing was compiled"
           << (IsBuilt ? "; run 'make clean' first, or 'make -B'" : "");
  else
    errs() << countedFiles(Count.New) << (Count.New == 1 ? " is" : " are")
           << " compiled, as '" << File << "' says";
  if (Count.Earlier)
    errs() << "; " << (Count.New ? "it keeps " : "'" + File.str() + "' keeps ")
           << countedFiles(Count.Earlier) << " from before";
  if (Count.Linked)
    errs() << "; what is linked is in '" << linksPath(path::parent_path(File))
           << "'";
  errs() << '\n';
}

int sooth::capture(llvm::ArrayRef<const char *> Arguments) {
  std::string Target = ".";
  if (Arguments.size() > 1 && StringRef(Arguments[0]) == "-o") {
    Target = Arguments[1];
    Arguments = Arguments.drop_front(2);
  }
  if (Arguments.empty() || StringRef(Arguments.front()) != "--" ||
      Arguments.size() < 2)
    return failCapture("after 'capture' come '--' and a command, as in "
                       "'sooth-project capture -- make'");
  Arguments = Arguments.drop_front();
  const Folder Records;
  const char *PathBefore = getenv("PATH");
  const std::string Path = PathBefore ? PathBefore : "/usr/bin:/bin";
  if (Records.path().empty() || !makeTools(Records.path(), Path))
    return failCapture("cannot make a folder of compilers");
  setenv(RecordsName, Records.path().str().c_str(), /*replace=*/1);
  setenv(PathName, Path.c_str(), /*replace=*/1);
  setenv("PATH", (Records.path() + ":" + Path).str().c_str(), /*replace=*/1);
  // That may be a compiler itself.
  auto Program = llvm::sys::findProgramByName(Arguments.front());
  if (!Program)
    return failCapture(llvm::Twine("there is no '") + Arguments.front() + "'");
  // Compilers are to be found on the path, and not to be spared.
  for (const char *Tool : {"CC", "AR", "LD"})
    if (const char *Own = getenv(Tool); Own && *Own == '/') {
      auto [Program, Flags] = StringRef(Own).split(' ');
      setenv(Tool, (path::filename(Program) + " " + Flags).str().c_str(), 1);
    }
  setenv("CCACHE_DISABLE", "1", /*replace=*/1);
  std::string Message;
  const int Code = llvm::sys::ExecuteAndWait(
      *Program,
      llvm::SmallVector<StringRef>(Arguments.begin(), Arguments.end()),
      std::nullopt, {}, 0, 0, &Message);
  if (Code < 0)
    return failCapture("cannot run '" + *Program + "': " + Message);
  const std::string File = Target + "/compile_commands.json";
  const std::vector<SeenCommand> Seen = readRecords(Records.path());
  auto Count = writeCommands(Seen, File);
  if (!Count)
    return failCapture(llvm::toString(Count.takeError()));
  auto Linked = writeLinked(Seen, Target);
  if (!Linked)
    return failCapture(llvm::toString(Linked.takeError()));
  Count->Linked = *Linked;
  tellOfCapture(*Count, File, Code == 0);
  const bool HasNone = Count->New + Count->Earlier == 0;
  return HasNone && Code == 0 ? BadCommand : Code;
}
