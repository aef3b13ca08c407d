//===- Launch.cpp - Become another program --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace llvm;
using namespace sooth;

extern char **environ;

static std::vector<char *> nullTerminated(ArrayRef<const char *> Args) {
  std::vector<char *> Result;
  for (const char *Arg : Args)
    Result.push_back(const_cast<char *>(Arg));
  Result.push_back(nullptr);
  return Result;
}

static Error cannotRun(const std::string &Program, int Errno) {
  return createStringError("unable to execute '" + Program +
                           "': " + std::generic_category().message(Errno));
}

/// Writes the arguments as GNU response files quote them.
static Error writeResponseFile(StringRef Path, ArrayRef<const char *> Args) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return createFileError(Path, EC);
  for (StringRef Arg : Args) {
    OS << '"';
    for (char C : Arg) {
      if (C == '"' || C == '\\')
        OS << '\\';
      OS << C;
    }
    OS << "\"\n";
  }
  OS.close();
  if (!OS.has_error())
    return Error::success();
  EC = OS.error();
  OS.clear_error();
  return createFileError(Path, EC);
}

/// The exit code of a child, in the way of a shell if a signal ended it.
static int waitFor(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(Status))
    return WEXITSTATUS(Status);
  return 128 + WTERMSIG(Status);
}

static Expected<int> runWithResponseFile(const std::string &Program,
                                         ArrayRef<const char *> Args) {
  SmallString<128> Path;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("sooth-clang", "rsp", Path))
    return createFileError("response file", EC);
  FileRemover Remover(Path);
  sys::RemoveFileOnSignal(Path);
  if (Error E = writeResponseFile(Path, Args.drop_front()))
    return std::move(E);

  std::string Reference = ("@" + Path).str();
  std::vector<char *> Short = nullTerminated({Args.front(), Reference.c_str()});
  pid_t Child = 0;
  if (int Errno = posix_spawn(&Child, Program.c_str(), nullptr, nullptr,
                              Short.data(), environ))
    return cannotRun(Program, Errno);
  return waitFor(Child);
}

Expected<int> sooth::launch(const std::string &Program,
                            ArrayRef<const char *> Args) {
  execv(Program.c_str(), nullTerminated(Args).data());
  if (errno == E2BIG)
    return runWithResponseFile(Program, Args);
  return cannotRun(Program, errno);
}
