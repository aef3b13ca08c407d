//===- Supervisor.cpp - Verification in a process of its own --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Processes/Supervisor.h"

#include "WorkerReport.h"

#include "sooth/Solver/SolverCount.h"
#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sooth;
using ReasonKind = UnknownReason::Kind;

static void addPeakMemory(Statistics &Figures, uint64_t WorkerBytes) {
  double Peak = double(std::max(WorkerBytes, peakMemoryBytes())) / (1 << 20);
  for (const auto &[Name, Figure] : Figures.values())
    if (llvm::StringRef(Name).starts_with("memory."))
      Peak = std::max(Peak, Figure);
  Figures.set("memory.peak.mb", Peak);
}

/// In the process that does the work: its directory for temporary files.
static std::string OwnScratch;

void sooth::removeScratchDirectory() {
  if (!OwnScratch.empty())
    llvm::sys::fs::remove_directories(OwnScratch);
}

void sooth::makeScratchDirectory() {
  if (!OwnScratch.empty())
    llvm::sys::fs::create_directories(OwnScratch);
}

namespace {
/// A process that removes a directory when this one and all that it starts have
/// ended: who is killed cannot.
class Remover {
public:
  explicit Remover(llvm::StringRef Path) {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return;
    Pid = fork();
    if (Pid == 0)
      run(Path, Ends);
    close(Ends[0]);
    Pipe = Ends[1]; // the others have it, too, and nobody writes
  }
  Remover(const Remover &) = delete;
  Remover &operator=(const Remover &) = delete;
  ~Remover() {
    if (Pid > 0) {
      kill(Pid, SIGKILL);
      while (waitpid(Pid, nullptr, 0) < 0 && errno == EINTR)
        ;
    }
    if (Pipe >= 0)
      close(Pipe);
  }

private:
  [[noreturn]] static void run(llvm::StringRef Path, const int (&Ends)[2]) {
    setpgid(0, 0); // what ends the others does not end it
    close(Ends[1]);
    // Nobody is to wait for what it never writes.
    for (int Standard : {0, 1, 2})
      close(Standard);
    char Nothing;
    while (read(Ends[0], &Nothing, 1) < 0 && errno == EINTR)
      ;
    llvm::sys::fs::remove_directories(Path);
    _exit(0);
  }

  pid_t Pid = -1;
  int Pipe = -1;
};

class ScratchDirectory {
public:
  explicit ScratchDirectory(SupervisorOptions::Scratch Wanted) {
    if (Wanted == SupervisorOptions::Scratch::Directory &&
        llvm::sys::fs::createUniqueDirectory("sooth", Path))
      Path.clear(); // temporary files will find that out, too
    if (!Path.empty())
      IfKilled.emplace(Path);
  }
  ScratchDirectory(const ScratchDirectory &) = delete;
  ScratchDirectory &operator=(const ScratchDirectory &) = delete;
  ~ScratchDirectory() {
    if (!Path.empty())
      llvm::sys::fs::remove_directories(Path);
  }
  /// Makes it the place for temporary files of this process.
  void use() {
    OwnScratch = Path.str();
    if (!Path.empty())
      setenv("TMPDIR", Path.c_str(), /*replace=*/1);
  }

private:
  llvm::SmallString<64> Path;
  std::optional<Remover> IfKilled;
};
} // namespace

Budget sooth::budgetOfWork(const Budget &B) {
  constexpr double Most = 0.3, Share = 0.05;
  return B.leaving(Share, Most);
}

Report sooth::runSupervised(const Budget &B, const SupervisorOptions &O,
                            llvm::function_ref<Report()> Work) {
  ScratchDirectory Scratch(O.Files);
  const unsigned Solvers = solversMade();
  std::optional<Report> Answer;
  ChildProcess::Ending Ending{};
  WorkerPool Pool(
      B, {.Line = [&](auto, auto Line) { Answer = receivedReport(Line); },
          .Ended = [&](auto, const auto &E) { Ending = E; }});
  // Below it may be a function's own process, two ways to an answer, and their
  // engines.
  Pool.start({.Process = {.MemoryMB = O.MemoryMB,
                          .Who = ChildProcess::Options::Kin::Family},
              .Generations = 3,
              .End = O.End == SupervisorOptions::Deadline::Users
                         ? WorkerOptions::Deadline::Users
                         : WorkerOptions::Deadline::Known},
             [&](LineWriter &Out) {
               Scratch.use();
               sendReport(Out, Work());
             });
  while (Pool.anyRunning())
    Pool.listen();
  if (!Answer)
    Answer = B.exhausted() == Exhausted::Cancelled
                 ? Report::unknown({ReasonKind::Cancelled})
                 : reportWithout(Ending);
  addPeakMemory(Answer->Figures, Ending.PeakMemoryBytes);
  Answer->Figures.set("solvers", solversMade() - Solvers);
  return std::move(*Answer);
}

namespace {
/// The tasks of a series that have their processes one after the other.
class Lane {
public:
  Lane(const Budget &B, const SupervisorOptions &O, const TaskSeries &Tasks,
       size_t First)
      : B(B), O(O), Tasks(Tasks), First(First) {
    beginRound(0);
  }

  bool isDone() const { return Round >= Tasks.Rounds.size(); }
  /// Begins the next task in a process of \p Pool.
  void start(WorkerPool &Pool);
  bool isWorker(WorkerPool::Id W) const { return Worker == W; }
  void finish(Report R);
  /// Its process has ended; if the task it was at is not done, that is why.
  void end(WorkerPool &Pool, const ChildProcess::Ending &Ending);
  void stopIfOverdue(WorkerPool &Pool);

private:
  void beginRound(unsigned Number);
  void findNext();
  Budget share() const;
  void begin();

  const Budget &B;
  const SupervisorOptions &O;
  const TaskSeries &Tasks;
  const size_t First;
  /// What is to be done next: a task in a round.
  unsigned Round;
  size_t Next;
  /// For the round, and for the task.
  Budget OfRound, Own;
  std::optional<WorkerPool::Id> Worker;
};
} // namespace

void Lane::beginRound(unsigned Number) {
  Round = Number;
  Next = First;
  if (isDone())
    return;
  OfRound = B.share(Tasks.Rounds[Round].Share);
  findNext();
}

/// From Next on.
void Lane::findNext() {
  for (; Next < Tasks.Count; Next += Tasks.Lanes)
    if (Tasks.IsDue(Round, Next))
      return;
  beginRound(Round + 1);
}

/// What the next task may take.
Budget Lane::share() const {
  std::vector<size_t> ToDo;
  for (size_t I = Next; I < Tasks.Count; I += Tasks.Lanes)
    if (Tasks.IsDue(Round, I))
      ToDo.push_back(I);
  return Tasks.Share(Round, OfRound, ToDo);
}

void Lane::begin() {
  if (isDone())
    return;
  const auto Left = share().remainingSeconds();
  Own = Left ? B.child(*Left + Tasks.Rounds[Round].SecondsOver) : B;
}

void Lane::start(WorkerPool &Pool) {
  if (isDone())
    return;
  begin();
  Worker =
      Pool.start({.Process = {.MemoryMB = O.MemoryMB}}, [&](LineWriter &Out) {
        while (!isDone() && !B.exhausted()) {
          Report R = Tasks.Work(Round, Next, share());
          sendReport(Out, R);
          finish(std::move(R));
        }
      });
}

void Lane::finish(Report R) {
  Tasks.Done(Next, std::move(R));
  Next += Tasks.Lanes;
  findNext();
  begin();
}

void Lane::end(WorkerPool &Pool, const ChildProcess::Ending &Ending) {
  Worker.reset();
  if (isDone() || B.exhausted())
    return;
  finish(reportWithout(Ending));
  if (!B.exhausted())
    start(Pool);
}

void Lane::stopIfOverdue(WorkerPool &Pool) {
  if (Worker && !isDone() && Own.exhausted())
    Pool.stop(*Worker);
}

void sooth::runSupervised(const Budget &B, const SupervisorOptions &O,
                          const TaskSeries &Tasks) {
  std::vector<Lane> Lanes;
  for (size_t First = 0; First < std::min<size_t>(Tasks.Lanes, Tasks.Count);
       ++First)
    Lanes.emplace_back(B, O, Tasks, First);
  auto LaneOf = [&](WorkerPool::Id W) -> Lane & {
    return *llvm::find_if(Lanes, [&](const Lane &L) { return L.isWorker(W); });
  };
  WorkerPool Pool(
      B, {.Line = [&](auto W,
                      auto Line) { LaneOf(W).finish(receivedReport(Line)); },
          .Ended = [&](auto W, const auto &E) { LaneOf(W).end(Pool, E); }});
  for (Lane &L : Lanes)
    L.start(Pool);
  while (Pool.anyRunning()) {
    Pool.listen();
    for (Lane &L : Lanes)
      L.stopIfOverdue(Pool);
  }
}
