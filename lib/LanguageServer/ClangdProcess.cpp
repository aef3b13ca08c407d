//===- ClangdProcess.cpp - clangd behind us -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangdProcess.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sooth;

extern char **environ;

namespace {
/// What a spawned process is to have: the ends of pipes, and signals as usual.
class SpawnSettings {
public:
  SpawnSettings(int In, int Out) {
    posix_spawn_file_actions_init(&Actions);
    posix_spawn_file_actions_adddup2(&Actions, In, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&Actions, Out, STDOUT_FILENO);
    posix_spawnattr_init(&Attributes);
    sigset_t Reset;
    sigemptyset(&Reset);
    for (int Signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP})
      sigaddset(&Reset, Signal);
    posix_spawnattr_setsigdefault(&Attributes, &Reset);
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&Actions);
    posix_spawnattr_destroy(&Attributes);
  }

  posix_spawn_file_actions_t Actions;
  posix_spawnattr_t Attributes;
};
} // namespace

llvm::Expected<std::unique_ptr<ClangdProcess>>
ClangdProcess::start(const std::string &Program,
                     llvm::ArrayRef<std::string> Arguments) {
  int ToIt[2], FromIt[2];
  if (pipe2(ToIt, O_CLOEXEC) != 0)
    return llvm::errorCodeToError(
        std::error_code(errno, std::generic_category()));
  if (pipe2(FromIt, O_CLOEXEC) != 0) {
    close(ToIt[0]);
    close(ToIt[1]);
    return llvm::errorCodeToError(
        std::error_code(errno, std::generic_category()));
  }
  std::vector<char *> Words{const_cast<char *>(Program.c_str())};
  for (const std::string &Argument : Arguments)
    Words.push_back(const_cast<char *>(Argument.c_str()));
  Words.push_back(nullptr);
  SpawnSettings How(ToIt[0], FromIt[1]);
  pid_t Pid = 0;
  const int Problem = posix_spawn(&Pid, Program.c_str(), &How.Actions,
                                  &How.Attributes, Words.data(), environ);
  close(ToIt[0]);
  close(FromIt[1]);
  if (Problem) {
    close(ToIt[1]);
    close(FromIt[0]);
    return llvm::createStringError("cannot run '" + Program +
                                   "': " + std::strerror(Problem));
  }
  return std::unique_ptr<ClangdProcess>(
      new ClangdProcess(Pid, ToIt[1], FromIt[0]));
}

ClangdProcess::~ClangdProcess() {
  wait(0);
  closeInput();
  close(Output);
}

bool ClangdProcess::read(MessageReader &To) {
  char Buffer[1 << 16];
  ssize_t N;
  do
    N = ::read(Output, Buffer, sizeof(Buffer));
  while (N < 0 && errno == EINTR);
  if (N <= 0)
    return false;
  To.append(llvm::StringRef(Buffer, size_t(N)));
  return true;
}

void ClangdProcess::closeInput() {
  if (InputOpen)
    close(Input.descriptor());
  InputOpen = false;
}

static int exitCodeOf(int Status) {
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

int ClangdProcess::wait(unsigned Milliseconds) {
  for (unsigned Waited = 0; !Status; Waited += 5) {
    int Now = 0;
    const bool MayWait = Waited < Milliseconds;
    if (!MayWait)
      kill(Pid, SIGKILL);
    pid_t Found = waitpid(Pid, &Now, MayWait ? WNOHANG : 0);
    if (Found == Pid || (Found < 0 && errno != EINTR))
      Status = Now;
    else
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return exitCodeOf(*Status);
}

std::string ClangdProcess::ending() const {
  if (!Status)
    return "";
  if (WIFEXITED(*Status))
    return "exit code " + std::to_string(WEXITSTATUS(*Status));
  return "signal " + std::to_string(WTERMSIG(*Status)) + " (" +
         strsignal(WTERMSIG(*Status)) + ")";
}
