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

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cstdlib>

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
class ScratchDirectory {
public:
  explicit ScratchDirectory(SupervisorOptions::Scratch Wanted) {
    if (Wanted == SupervisorOptions::Scratch::Directory &&
        llvm::sys::fs::createUniqueDirectory("sooth", Path))
      Path.clear(); // temporary files will find that out, too
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
};
} // namespace

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
              .Generations = 3},
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

/// How far a task may overstep its share before its process is ended.
static constexpr double SecondsOver = 2;

void sooth::runSupervised(const Budget &B, const SupervisorOptions &O,
                          const TaskSeries &Tasks) {
  size_t Next = 0;
  Budget Own;
  auto Begin = [&] {
    const Budget Share =
        Next < Tasks.Count ? Tasks.Share(Next) : Budget::seconds(0);
    const auto Left = Share.remainingMs();
    Own = Left ? B.child(double(*Left) / 1000 + SecondsOver) : B;
  };
  auto Finish = [&](Report R) {
    Tasks.Done(Next++, std::move(R));
    Begin();
  };
  while (Next < Tasks.Count && !B.exhausted()) {
    const size_t First = Next;
    ChildProcess::Ending Ending{};
    Begin();
    WorkerPool Pool(
        B, {.Line = [&](auto, auto Line) { Finish(receivedReport(Line)); },
            .Ended = [&](auto, const auto &E) { Ending = E; }});
    auto Worker =
        Pool.start({.Process = {.MemoryMB = O.MemoryMB}}, [&](LineWriter &Out) {
          for (size_t I = First; I < Tasks.Count && !B.exhausted(); ++I)
            sendReport(Out, Tasks.Work(I, Tasks.Share(I)));
        });
    while (Pool.anyRunning()) {
      Pool.listen();
      if (Next < Tasks.Count && Own.exhausted())
        Pool.stop(Worker);
    }
    if (Next < Tasks.Count && !B.exhausted())
      Finish(reportWithout(Ending));
  }
}
