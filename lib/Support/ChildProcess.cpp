//===- ChildProcess.cpp - A computation in a process of its own -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/ChildProcess.h"

#include "sooth/Support/Budget.h"
#include "sooth/Support/LargePages.h"

#include "llvm/Support/Compiler.h" // __has_feature
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <fcntl.h>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <typeinfo>
#include <unistd.h>
#include <utility>

using namespace sooth;

/// Exit code of a child that could not allocate memory.
static constexpr int OutOfMemoryCode = 77;

void LineWriter::send(llvm::StringRef Line) {
  std::string Text = (Line + "\n").str();
  for (size_t Done = 0; Done < Text.size();) {
    ssize_t N = write(Descriptor, Text.data() + Done, Text.size() - Done);
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0)
      _exit(1); // nobody listens any more
    Done += N;
  }
}

static uint64_t addressSpaceBytes() {
  // Only what a signal handler may call.
  int File = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return 0;
  char Text[64];
  ssize_t Size = read(File, Text, sizeof(Text));
  close(File);
  uint64_t Pages = 0;
  for (ssize_t I = 0; I < Size && Text[I] >= '0' && Text[I] <= '9'; ++I)
    Pages = Pages * 10 + uint64_t(Text[I] - '0');
  return Pages * uint64_t(sysconf(_SC_PAGESIZE));
}

static void outOfMemory() { _exit(OutOfMemoryCode); }

/// Whether there is a limit, and no room for \p Bytes below it.
static bool isFull(uint64_t Bytes) {
  rlimit Limit;
  return getrlimit(RLIMIT_AS, &Limit) == 0 && Limit.rlim_cur != RLIM_INFINITY &&
         addressSpaceBytes() + Bytes > Limit.rlim_cur;
}

/// Libraries that do not get memory crash, and so does who needs more stack.
/// Close to the limit that is not their fault.
static void onCrash(int Signal) {
  constexpr uint64_t Close = 16 * 1024 * 1024;
  if (isFull(Close))
    outOfMemory();
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

/// Solvers throw what nobody catches, and the default is to print that. Where
/// no thread could be started, that may be for want of memory for its stack, or
/// of processes.
[[noreturn]] static void onUncaught() {
  constexpr uint64_t Stack = 128 * 1024 * 1024;
  const std::type_info *Thrown = abi::__cxa_current_exception_type();
  llvm::StringRef Name = Thrown ? Thrown->name() : "";
  if (Name == "St9bad_alloc" || (Name == "St12system_error" && isFull(Stack)))
    outOfMemory();
  abort();
}

static void noticeCrashes() {
  static char OwnStack[16 * 1024];
  stack_t Stack{};
  Stack.ss_sp = OwnStack;
  Stack.ss_size = sizeof(OwnStack);
  sigaltstack(&Stack, nullptr);
  struct sigaction Action {};
  Action.sa_handler = onCrash;
  Action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int Signal : {SIGSEGV, SIGBUS, SIGABRT})
    sigaction(Signal, &Action, nullptr);
}

/// The limit is on resident memory and the system limits address space, so
/// what is mapped but not resident (libraries) comes on top. Sanitizers map
/// most of the address space, so there is no limit with them.
void sooth::limitMemory(uint64_t MemoryMB) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return;
#endif
  if (!MemoryMB)
    return;
  uint64_t Mapped = addressSpaceBytes(), Resident = currentMemoryBytes();
  uint64_t Bytes = MemoryMB * 1024 * 1024;
  // Something is needed to say that there is no memory left.
  uint64_t Left = std::max<uint64_t>(Bytes > Resident ? Bytes - Resident : 0,
                                     8 * 1024 * 1024);
  rlimit Limit{Mapped + Left, Mapped + Left};
  setrlimit(RLIMIT_AS, &Limit);
  noticeCrashes();
}

/// Whether no other process of ours waits for the processor.
static bool IsAlone = false;

void sooth::stayFirst() { IsAlone = true; }

void sooth::giveWay() {
  if (!IsAlone)
    (void)nice(10);
}

/// Undoes what the host program (clang, opt) has installed: its handlers would
/// print stack traces and remove its output files.
static void resetSignals() {
  for (int Signal :
       {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGSEGV, SIGBUS,
        SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPIPE, SIGSYS, SIGXCPU, SIGXFSZ})
    std::signal(Signal, SIG_DFL);
  sigset_t None;
  sigemptyset(&None);
  sigprocmask(SIG_SETMASK, &None, nullptr);
}

/// Parsers and solvers recurse. The main thread's stack grows up to its limit
/// at the time, and no less than this is kept free for it.
static void raiseStackLimit() {
  constexpr rlim_t Wanted = 100 * 1024 * 1024;
  rlimit Limit;
  if (getrlimit(RLIMIT_STACK, &Limit) != 0 || Limit.rlim_cur >= Wanted)
    return;
  Limit.rlim_cur = std::min(Wanted, Limit.rlim_max);
  setrlimit(RLIMIT_STACK, &Limit);
}

using Kin = ChildProcess::Options::Kin;

[[noreturn]] static void runChild(pid_t Parent, int Pipe,
                                  const ChildProcess::Options &O,
                                  llvm::function_ref<void(LineWriter &)> Work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1); // it ended before we could ask to be told
  if (O.Who != Kin::Single)
    setpgid(0, 0);
  resetSignals();
  rlimit NoCore{0, 0};
  setrlimit(RLIMIT_CORE, &NoCore);
  copySharedHeap();
  raiseStackLimit();
  limitMemory(O.MemoryMB);
  noticeCrashes(); // There may be a limit of the user's (ulimit -v).
  std::set_new_handler(outOfMemory);
  std::set_terminate(onUncaught);
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { outOfMemory(); });
  LineWriter Out(Pipe);
  Work(Out);
  // No destructors and no exit handlers: they are the parent's.
  _exit(0);
}

llvm::Expected<ChildProcess>
ChildProcess::start(const Options &O,
                    llvm::function_ref<void(LineWriter &)> Work) {
  auto Failed = [](const char *What) {
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()), What);
  };
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return Failed("cannot make a pipe");
  if (O.Who == Kin::Family)
    prctl(PR_SET_CHILD_SUBREAPER, 1); // orphans of the family come to us
  pid_t Parent = getpid();
  pid_t Pid = fork();
  if (Pid < 0) {
    llvm::Error E = Failed("cannot start a process");
    close(Ends[0]);
    close(Ends[1]);
    return std::move(E);
  }
  if (Pid == 0) {
    close(Ends[0]);
    runChild(Parent, Ends[1], O, Work);
  }
  if (O.Who != Kin::Single)
    setpgid(Pid, Pid); // whoever of us two is first
  close(Ends[1]);
  fcntl(Ends[0], F_SETFL, O_NONBLOCK);
  return ChildProcess(Pid, Ends[0], O);
}

ChildProcess::ChildProcess(ChildProcess &&Other)
    : Pid(std::exchange(Other.Pid, -1)), Pipe(std::exchange(Other.Pipe, -1)),
      Who(Other.Who), MaxLineBytes(Other.MaxLineBytes),
      Unfinished(std::move(Other.Unfinished)),
      Now(std::exchange(Other.Now, State::Reaped)), Last(Other.Last) {}

ChildProcess::~ChildProcess() {
  kill();
  wait();
  if (Pipe >= 0)
    close(Pipe);
}

ChildProcess::Stream
ChildProcess::read(llvm::function_ref<void(llvm::StringRef)> Take) {
  constexpr size_t AtATime = 4 << 20;
  char Buffer[1 << 16];
  for (size_t Sum = 0; Sum < AtATime;) {
    ssize_t N = ::read(Pipe, Buffer, sizeof(Buffer));
    if (N < 0 && errno == EINTR)
      continue;
    if (N < 0 && errno == EAGAIN)
      return Stream::Open;
    if (N <= 0)
      return Stream::Ended;
    Sum += size_t(N);
    llvm::StringRef Text(Buffer, N);
    while (true) {
      size_t End = Text.find('\n');
      Unfinished += Text.substr(0, End);
      if (End == llvm::StringRef::npos)
        break;
      Take(std::exchange(Unfinished, std::string()));
      Text = Text.substr(End + 1);
    }
    if (Unfinished.size() > MaxLineBytes) {
      kill();
      Now = State::Flooded;
      return Stream::Ended;
    }
  }
  return Stream::Unfinished;
}

void ChildProcess::kill() {
  if (Now != State::Running)
    return;
  ::kill(Who == Kin::Single ? Pid : -Pid, SIGKILL);
  Now = State::Killed;
}

void ChildProcess::reapFamily() {
  ::kill(-Pid, SIGKILL);
  while (waitpid(-Pid, nullptr, 0) > 0 || errno == EINTR)
    ;
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

static ChildProcess::Ending endingOf(int Status) {
  using Kind = ChildProcess::Ending::Kind;
  if (WIFEXITED(Status))
    return {WEXITSTATUS(Status) == OutOfMemoryCode ? Kind::OutOfMemory
                                                   : Kind::Finished};
  // Nobody else kills it without warning but the system when short of memory.
  int Signal = WTERMSIG(Status);
  return {Signal == SIGKILL ? Kind::OutOfMemory : Kind::Crashed, Signal};
}

bool ChildProcess::hasEnded() const {
  siginfo_t Info{};
  return Now == State::Reaped ||
         (waitid(P_PID, id_t(Pid), &Info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          Info.si_pid == Pid);
}

/// Waits for the leader of a group, without reaping it: until then its number
/// is nobody else's. Kills whoever of the group has outlived it.
static void killOutliving(pid_t Leader) {
  siginfo_t Info{};
  while (waitid(P_PID, id_t(Leader), &Info, WEXITED | WNOWAIT) < 0 &&
         errno == EINTR)
    ;
  ::kill(-Leader, SIGKILL);
}

ChildProcess::Ending ChildProcess::wait() {
  if (Now == State::Reaped)
    return Last;
  if (Who == Kin::Group)
    killOutliving(Pid);
  int Status = 0;
  rusage Usage{};
  while (wait4(Pid, &Status, 0, &Usage) < 0 && errno == EINTR)
    ;
  Last = endingOf(Status);
  if (Now == State::Killed)
    Last.How = Ending::Kind::Killed;
  if (Now == State::Flooded)
    Last.How = Ending::Kind::Flooded;
  Last.PeakMemoryBytes = uint64_t(Usage.ru_maxrss) * 1024;
  Now = State::Reaped;
  if (Who == Kin::Family)
    reapFamily();
  return Last;
}

std::string ChildProcess::Ending::str() const {
  switch (How) {
  case Kind::Finished:
    return "ended without an answer";
  case Kind::OutOfMemory:
    return "out of memory";
  case Kind::Crashed:
    return std::string("crashed (") + strsignal(Signal) + ")";
  case Kind::Killed:
    return "was stopped";
  case Kind::Flooded:
    return "sent a line without an end";
  case Kind::NotStarted:
    return Refusal;
  }
  llvm_unreachable("unknown ending");
}
