//===- FileCommand.cpp - How a build compiles the file of an editor -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/LanguageServer/FileCommand.h"

#include "sooth/Driver/Options/VerifyFlags.h"
#include "sooth/Frontend/LLVM/Compile/CompileCommands.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace sooth;
using namespace llvm;
using CommandKind = CommandFile::Kind;

static constexpr StringLiteral CommandsName = "compile_commands.json";
static constexpr StringLiteral FlagsName = "compile_flags.txt";

std::string CommandFile::path() const {
  SmallString<128> Path(Folder);
  sys::path::append(Path,
                    What == CommandKind::Flags ? FlagsName : CommandsName);
  return std::string(Path);
}

CommandFile sooth::findCommandFile(StringRef File, StringRef Folder) {
  auto IsThere = [](const CommandFile &F) { return sys::fs::exists(F.path()); };
  if (!Folder.empty()) {
    CommandFile Given{CommandKind::Commands, Folder.str()};
    return IsThere(Given) ? Given : CommandFile();
  }
  for (StringRef Around = sys::path::parent_path(File); !Around.empty();
       Around = sys::path::parent_path(Around)) {
    SmallString<128> Build(Around);
    sys::path::append(Build, "build");
    for (const CommandFile &F :
         {CommandFile{CommandKind::Commands, Around.str()},
          CommandFile{CommandKind::Commands, std::string(Build)},
          CommandFile{CommandKind::Flags, Around.str()}})
      if (IsThere(F))
        return F;
  }
  return {};
}

/// Those of a compile_flags.txt: one on each line.
static Expected<CompileCommands::Command> flagsAsCommand(const CommandFile &F) {
  auto Text = MemoryBuffer::getFile(F.path());
  if (!Text)
    return createStringError("cannot read '" + F.path() +
                             "': " + Text.getError().message());
  CompileCommands::Command C{F.Folder, {"clang"}};
  for (StringRef Line : split((*Text)->getBuffer(), '\n'))
    if (!Line.trim().empty())
      C.Words.push_back(Line.trim().str());
  return C;
}

static Expected<FileCommand> withoutVerifyFlags(CompileCommands::Command C) {
  if (C.Words.empty())
    return FileCommand{};
  std::vector<const char *> Arguments;
  for (const std::string &Word : ArrayRef(C.Words).drop_front())
    Arguments.push_back(Word.c_str());
  VerifyFlags Flags;
  if (Error E = Flags.parse(Arguments))
    return std::move(E);
  FileCommand Result{std::move(C.Directory), {C.Words.front()}, {}};
  append_range(Result.Words, Flags.clangArguments());
  append_range(Result.Options, Flags.pluginArguments());
  return Result;
}

Expected<FileCommand> sooth::commandOf(StringRef File,
                                       const CommandFile &From) {
  switch (From.What) {
  case CommandKind::None:
    return FileCommand{};
  case CommandKind::Flags: {
    auto C = flagsAsCommand(From);
    if (!C)
      return C.takeError();
    return withoutVerifyFlags(std::move(*C));
  }
  case CommandKind::Commands: {
    auto All = CompileCommands::read(From.Folder);
    if (!All)
      return All.takeError();
    if (!All->contains(File))
      return FileCommand{};
    auto C = All->commandFor(File);
    if (!C)
      return C.takeError();
    return withoutVerifyFlags(std::move(*C));
  }
  }
  llvm_unreachable("unknown kind");
}

bool VerifyFlagSearch::hasFlags(const CommandFile &F) {
  if (F.What == CommandKind::None)
    return false;
  sys::fs::file_status Status;
  if (sys::fs::status(F.path(), Status))
    return false;
  Seen &Known = Files[F.path()];
  const int64_t Changed =
      Status.getLastModificationTime().time_since_epoch().count();
  if (Known.Size == Status.getSize() && Known.Changed == Changed)
    return Known.HasFlags;
  auto Text = MemoryBuffer::getFile(F.path());
  Known = {Status.getSize(), Changed,
           Text && ((*Text)->getBuffer().contains("-fverify") ||
                    (*Text)->getBuffer().contains("-fno-verify") ||
                    (*Text)->getBuffer().contains("verify-undecided"))};
  return Known.HasFlags;
}
