//===- Supervisor.cpp - Verification in a process of its own --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Processes/Supervisor.h"

#include "EndingReason.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <poll.h>

using namespace sooth;
namespace json = llvm::json;
using ReasonKind = UnknownReason::Kind;

/// The process ends by itself at the deadline if it is well.
static constexpr std::chrono::milliseconds Grace(1500);

static Report readReport(llvm::StringRef Line) {
  llvm::Expected<json::Value> V = json::parse(Line);
  llvm::Expected<Report> R =
      V ? decodeReport(*V) : llvm::Expected<Report>(V.takeError());
  if (R)
    return std::move(*R);
  return Report::unknown(
      {ReasonKind::Internal, llvm::toString(R.takeError()), {}});
}

/// Reads until the process ends or has to be killed.
static std::optional<Report> listen(ChildProcess &Child, const Budget &B) {
  std::optional<Report> Answer;
  std::optional<Budget::Clock::time_point> Overstepped;
  while (true) {
    pollfd Polled{Child.descriptor(), POLLIN, 0};
    int64_t Milliseconds = B.remainingMs().value_or(100);
    poll(&Polled, 1, int(std::clamp<int64_t>(Milliseconds, 20, 100)));
    bool Over = Child.hasEnded();
    auto State =
        Child.read([&](llvm::StringRef Line) { Answer = readReport(Line); });
    if (Over || State == ChildProcess::Stream::Ended)
      return Answer;
    auto Used = B.exhausted();
    if (!Used)
      continue;
    auto Now = Budget::Clock::now();
    if (!Overstepped)
      Overstepped = Now;
    if (Used == Exhausted::Cancelled || Now - *Overstepped >= Grace) {
      Child.kill();
      return Answer;
    }
  }
}

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
  OwnScratch.clear();
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
  auto Child = ChildProcess::start(
      {.MemoryMB = O.MemoryMB, .Who = ChildProcess::Options::Kin::Family},
      [&](LineWriter &Out) {
        Scratch.use();
        std::string Line;
        llvm::raw_string_ostream(Line) << encodeReport(Work());
        Out.send(Line);
      });
  if (!Child)
    return Report::unknown(
        {ReasonKind::Internal, llvm::toString(Child.takeError()), {}});
  std::optional<Report> Answer = listen(*Child, B);
  ChildProcess::Ending E = Child->wait();
  if (B.exhausted() == Exhausted::Cancelled)
    Answer = Report::unknown({ReasonKind::Cancelled, "", {}});
  else if (!Answer)
    Answer = Report::unknown(reasonOf(E, "the verifier "));
  addPeakMemory(Answer->Figures, E.PeakMemoryBytes);
  return std::move(*Answer);
}
