//===- FileVerification.cpp - The verification of one file, in a process of its
//own ===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileVerification.h"

#include "sooth/Driver/Options/UserOptions.h"
#include "sooth/Driver/Tasks/RunTask.h"
#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"
#include "sooth/Frontend/LLVM/Source/Places.h"
#include "sooth/LanguageServer/FileCommand.h"
#include "sooth/LanguageServer/Uri.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <unistd.h>

using namespace sooth;
using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// In the process that verifies
//===----------------------------------------------------------------------===//

static void send(LineWriter &Out, json::Object O) {
  std::string Line;
  llvm::raw_string_ostream(Line) << json::Value(std::move(O));
  Out.send(Line);
}

namespace {
/// Sends what engines do, now and then.
class SentProgress : public Progress {
public:
  explicit SentProgress(LineWriter &Out) : Out(Out) {}
  void update(StringRef Who, const llvm::Twine &What) override {
    auto Now = Budget::Clock::now();
    if (Now - Last < std::chrono::milliseconds(300))
      return;
    Last = Now;
    send(Out,
         json::Object{{"progress", json::fixUTF8((Who + ": " + What).str())}});
  }

private:
  LineWriter &Out;
  Budget::Clock::time_point Last = Budget::Clock::now();
};

/// What is done in the process.
class Work {
public:
  Work(const FileRequest &R, StringRef Folder, LineWriter &Out)
      : R(R), Folder(Folder), Out(Out), Listener(Out) {}
  void run();

private:
  llvm::Expected<VerificationTask> task();
  Error addUnsaved(VerificationTask &Task) const;
  std::string inFolder(const llvm::Twine &Name) const;
  void sendProgram(const llvm::Module &M);

  const FileRequest &R;
  StringRef Folder;
  LineWriter &Out;
  SentProgress Listener;
};
} // namespace

std::string Work::inFolder(const llvm::Twine &Name) const {
  return (Folder + "/" + Name).str();
}

static Error writeFile(const std::string &Path, StringRef Text) {
  std::error_code EC;
  llvm::raw_fd_ostream OS(Path, EC);
  if (EC)
    return llvm::createFileError(Path, EC);
  OS << Text;
  return Error::success();
}

/// The compiler sees them through an overlay, under the names that they have.
Error Work::addUnsaved(VerificationTask &Task) const {
  if (R.Unsaved.empty())
    return Error::success();
  llvm::vfs::YAMLVFSWriter Overlay;
  Overlay.setUseExternalNames(false);
  for (const auto &[I, Entry] : llvm::enumerate(R.Unsaved)) {
    const auto &[File, Text] = Entry;
    std::string Copy = inFolder("unsaved" + llvm::Twine(I));
    if (Error E = writeFile(Copy, Text))
      return E;
    Overlay.addFileMapping(File, Copy);
  }
  std::string Description;
  llvm::raw_string_ostream OS(Description);
  Overlay.write(OS);
  std::string Path = inFolder("overlay.yaml");
  llvm::append_values(Task.Compile.ExtraArgs, "-ivfsoverlay", Path);
  return writeFile(Path, Description);
}

llvm::Expected<VerificationTask> Work::task() {
  auto Command = commandOf(R.File, findCommandFile(R.File, R.BuildFolder));
  if (!Command)
    return Command.takeError();
  std::vector<std::string> Options = R.Options;
  llvm::append_range(Options, Command->Options);
  auto User = parseParameters(Options, ClangOption);
  if (!User)
    return User.takeError();
  VerificationTask Task = std::move(User->Task);
  if (Task.Jobs == 0)
    Task.Jobs = 1; // several files may be verified at a time
  Task.Files = {R.File};
  Task.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  Task.Verifier.Engines.Listener = &Listener;
  if (!Command->Words.empty()) {
    auto Flags = meaningfulFlags(Command->Words, Command->Directory);
    if (!Flags)
      return Flags.takeError();
    if (llvm::is_contained(*Flags, "-m32"))
      Task.Compile.Model = DataModel::Bits32;
    Task.Compile.FlagsOfFile[R.File] = std::move(*Flags);
  }
  llvm::append_values(Task.Compile.ExtraArgs, "-MMD", "-MF",
                      inFolder("sources"));
  if (Error E = addUnsaved(Task))
    return std::move(E);
  Task.OnCompiled = [this](const llvm::Module &M) { sendProgram(M); };
  return Task;
}

/// The files of a rule "output: file1 file2 \", as make reads it.
static std::vector<std::string> filesOfRule(StringRef Rule) {
  std::vector<std::string> Files;
  std::string File;
  auto Add = [&] {
    if (!File.empty())
      Files.push_back(std::exchange(File, ""));
  };
  for (size_t I = Rule.find(": ") + 1; I < Rule.size(); ++I) {
    const char Next = I + 1 < Rule.size() ? Rule[I + 1] : '\0';
    if (Rule[I] == '\\' && (Next == '\n' || Next == '\r'))
      Add();
    else if (Rule[I] == '\\' && (Next == ' ' || Next == '#'))
      File += Rule[++I];
    else if (Rule[I] == '$' && Next == '$')
      File += Rule[++I];
    else if (llvm::isSpace(Rule[I]))
      Add();
    else
      File += Rule[I];
  }
  Add();
  return Files;
}

void Work::sendProgram(const llvm::Module &M) {
  json::Array Functions, Sources;
  for (const llvm::Function &F : M) {
    const SourceLocation Where = placeOf(F);
    if (F.isDeclaration() || !Where.isValid())
      continue;
    Functions.push_back(json::Object{{"name", json::fixUTF8(F.getName())},
                                     {"file", json::fixUTF8(Where.File)},
                                     {"line", Where.Line}});
  }
  if (auto Rule = llvm::MemoryBuffer::getFile(inFolder("sources")))
    for (const std::string &File : filesOfRule((*Rule)->getBuffer()))
      Sources.push_back(json::fixUTF8(realPath(File)));
  send(Out, json::Object{{"functions", std::move(Functions)},
                         {"sources", std::move(Sources)}});
}

void Work::run() {
  auto Task = task();
  Report Answer;
  if (Task) {
    const Budget B = Budget::seconds(Task->TimeoutSeconds);
    send(Out, json::Object{{"seconds", Task->TimeoutSeconds}});
    Answer = runTask(*Task, B);
  } else {
    Answer = Report::badInput(llvm::toString(Task.takeError()) + "\n");
  }
  send(Out, json::Object{{"report", encodeReport(Answer)}});
}

/// The editor's messages come and go through standard input and output: nobody
/// else may touch them.
static void redirectStandardStreams(const std::string &Log) {
  int Input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int Output =
      open(Log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dup2(Input, STDIN_FILENO);
  dup2(Output, STDOUT_FILENO);
  dup2(Output, STDERR_FILENO);
}

//===----------------------------------------------------------------------===//
// In the server
//===----------------------------------------------------------------------===//

/// Of those who do not say how long a file may take, and how much memory an
/// engine may need.
static constexpr double DefaultSeconds = 20;
static constexpr unsigned DefaultMB = 2000;
/// For compiling and preparing, and for killing engines.
static constexpr double ExtraSeconds = 15;

FileVerification::FileVerification(ChildProcess Child, std::string Folder,
                                   double Seconds)
    : Child(std::move(Child)), Folder(std::move(Folder)),
      Deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(Seconds))) {}

FileVerification::~FileVerification() {
  Child.kill();
  Child.wait();
  fs::remove_directories(Folder);
}

llvm::Expected<std::unique_ptr<FileVerification>>
FileVerification::start(const FileRequest &R) {
  llvm::SmallString<64> Folder;
  if (std::error_code EC = fs::createUniqueDirectory("sooth-clangd", Folder))
    return llvm::createStringError(EC, "cannot make a temporary folder: " +
                                           EC.message());
  FileRequest WithDefaults = R;
  WithDefaults.Options.insert(
      WithDefaults.Options.begin(),
      {"timeout=" + std::to_string(unsigned(DefaultSeconds)),
       "memory=" + std::to_string(DefaultMB)});
  auto Child = ChildProcess::start(
      {.Who = ChildProcess::Options::Kin::Group}, [&](LineWriter &Out) {
        setenv("TMPDIR", Folder.c_str(), /*replace=*/1);
        // clangd and the editor come first.
        giveWay();
        redirectStandardStreams((Folder + "/log").str());
        Work(WithDefaults, Folder, Out).run();
      });
  if (!Child) {
    fs::remove_directories(Folder);
    return Child.takeError();
  }
  return std::unique_ptr<FileVerification>(new FileVerification(
      std::move(*Child), std::string(Folder), DefaultSeconds + ExtraSeconds));
}

void FileVerification::take(StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  const json::Object *O = V ? V->getAsObject() : nullptr;
  if (!O) {
    llvm::consumeError(V.takeError());
    return;
  }
  if (auto Text = O->getString("progress"))
    Progress = Text->str();
  if (auto Seconds = O->getNumber("seconds"))
    Deadline = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(
                   std::chrono::duration<double>(*Seconds + ExtraSeconds));
  if (const json::Array *Functions = O->getArray("functions"))
    for (const json::Value &F : *Functions)
      if (const json::Object *Each = F.getAsObject())
        Answer.Functions.push_back(
            {Each->getString("name").value_or("").str(),
             {Each->getString("file").value_or("").str(),
              unsigned(Each->getInteger("line").value_or(0))}});
  if (const json::Array *Sources = O->getArray("sources"))
    for (const json::Value &S : *Sources)
      Answer.Sources.push_back(S.getAsString().value_or("").str());
  if (const json::Value *R = O->get("report")) {
    auto Decoded = decodeReport(*R);
    HasReport = true;
    Answer.Outcome =
        Decoded ? std::move(*Decoded)
                : Report::unknown(
                      {UnknownReason::Kind::Internal,
                       Cause::quote(llvm::toString(Decoded.takeError()))});
  }
}

bool FileVerification::hear() {
  using Stream = ChildProcess::Stream;
  Stream S = Child.read([&](StringRef Line) { take(Line); });
  const bool IsLate = Clock::now() > Deadline;
  if (S != Stream::Ended && !HasReport && !IsLate)
    return false;
  if (IsLate)
    Child.kill();
  if (!HasReport) {
    const ChildProcess::Ending E = Child.wait();
    using How = ChildProcess::Ending::Kind;
    Answer.Outcome = Report::unknown(
        E.How == How::OutOfMemory ? UnknownReason{UnknownReason::Kind::Memory}
        : E.How == How::Killed
            ? UnknownReason{UnknownReason::Kind::Timeout}
            : UnknownReason{UnknownReason::Kind::Internal,
                            {Cause::Kind::VerifierEnded, E.str()}});
  }
  if (auto Text = llvm::MemoryBuffer::getFile(Folder + "/log"))
    Answer.Log = (*Text)->getBuffer().str();
  return true;
}
