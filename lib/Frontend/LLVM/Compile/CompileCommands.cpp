//===- CompileCommands.cpp - How a build compiles its files ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"

#include "sooth/Frontend/LLVM/Compile/CompilerFlags.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace sooth;
using namespace llvm;

/// The one name of a file; as it is if there is no such file.
static std::string realPath(StringRef File) {
  SmallString<128> Path;
  if (sys::fs::real_path(File, Path))
    return File.str();
  return Path.str().str();
}

/// \p Words with @FILE replaced by what is in the file.
static Expected<std::vector<std::string>> expanded(ArrayRef<std::string> Words,
                                                   StringRef Directory) {
  SmallVector<const char *, 32> Texts;
  for (const std::string &Word : Words)
    Texts.push_back(Word.c_str());
  BumpPtrAllocator Allocator;
  cl::ExpansionContext Context(Allocator, cl::TokenizeGNUCommandLine);
  Context.setCurrentDir(Directory);
  if (Error E = Context.expandResponseFiles(Texts))
    return std::move(E);
  return std::vector<std::string>(Texts.begin(), Texts.end());
}

/// "arguments", or "command" as a shell splits it.
static std::vector<std::string> wordsOf(const json::Object &Entry) {
  std::vector<std::string> Words;
  if (const json::Array *Arguments = Entry.getArray("arguments"))
    for (const json::Value &V : *Arguments)
      Words.push_back(V.getAsString().value_or("").str());
  else if (auto Text = Entry.getString("command")) {
    BumpPtrAllocator Allocator;
    StringSaver Saver(Allocator);
    SmallVector<const char *, 32> Texts;
    cl::TokenizeGNUCommandLine(*Text, Saver, Texts);
    Words.assign(Texts.begin(), Texts.end());
  }
  return Words;
}

Expected<CompileCommands> CompileCommands::read(StringRef Folder) {
  CompileCommands Result;
  SmallString<128> Path(Folder);
  sys::path::append(Path, "compile_commands.json");
  Result.Path = Path.str();
  auto Broken = [&](const Twine &What) {
    return createStringError("'" + Path.str() + "' " + What);
  };
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path.str() +
                             "': " + Text.getError().message());
  Expected<json::Value> Parsed = json::parse((*Text)->getBuffer());
  if (!Parsed)
    return Broken("is not JSON: " + toString(Parsed.takeError()));
  const json::Array *Entries = Parsed->getAsArray();
  if (!Entries)
    return Broken("is no list of commands");
  for (const json::Value &V : *Entries) {
    const json::Object *Entry = V.getAsObject();
    auto File = Entry ? Entry->getString("file") : std::nullopt;
    auto Directory = Entry ? Entry->getString("directory") : std::nullopt;
    std::vector<std::string> Words =
        Entry ? wordsOf(*Entry) : std::vector<std::string>();
    if (!File || !Directory || Words.empty())
      return Broken("has a command without 'file', 'directory' or 'command'");
    SmallString<128> Whole(*File);
    sys::fs::make_absolute(*Directory, Whole);
    Result.All.push_back({Directory->str(), std::move(Words)});
    Result.Commands.try_emplace(realPath(Whole), Result.All.back());
  }
  return Result;
}

bool CompileCommands::contains(StringRef File) const {
  return Commands.count(realPath(File)) != 0;
}

std::vector<std::string> CompileCommands::files() const {
  std::vector<std::string> Files;
  for (const auto &[File, Command] : Commands)
    Files.push_back(File);
  return Files;
}

Expected<CompileCommands::Command>
CompileCommands::commandFor(StringRef File) const {
  auto Found = Commands.find(realPath(File));
  if (Found == Commands.end())
    return createStringError("'" + File + "' is not in '" + Path + "'");
  const Command &C = Found->second;
  auto Words = expanded(C.Words, C.Directory);
  if (!Words)
    return Words.takeError();
  return Command{C.Directory, std::move(*Words)};
}

Expected<std::vector<std::string>>
CompileCommands::flagsFor(StringRef File) const {
  auto C = commandFor(File);
  if (!C)
    return C.takeError();
  auto Flags = meaningfulFlags(C->Words, C->Directory);
  if (!Flags)
    return createStringError("'" + Path + "' on '" + File +
                             "': " + toString(Flags.takeError()));
  return Flags;
}
