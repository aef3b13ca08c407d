//===- WorkerPool.cpp - Computations in processes of their own ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <poll.h>
#include <unistd.h>

using namespace sooth;
using std::chrono::milliseconds;
using Ending = ChildProcess::Ending;
using Stream = ChildProcess::Stream;

struct WorkerPool::Worker {
  WorkerOptions O;
  /// Nothing if it could not be started; then the refusal is in Last.
  std::optional<ChildProcess> Process;
  Ending Last{Ending::Kind::NotStarted};
  /// Until its end has been told.
  bool Running = true;
  /// Nothing more can come from it.
  bool Silent = false;
};

WorkerPool::WorkerPool(const Budget &B, Listener L) : B(B), L(std::move(L)) {}

WorkerPool::~WorkerPool() {
  // All of them first: they end side by side.
  for (auto &W : Workers)
    if (W->Process)
      W->Process->kill();
}

WorkerPool::Id WorkerPool::start(const WorkerOptions &O,
                                 llvm::function_ref<void(LineWriter &)> Work) {
  auto W = std::make_unique<Worker>();
  W->O = O;
  auto P = ChildProcess::start(O.Process, Work);
  if (P) {
    W->Process.emplace(std::move(*P));
  } else {
    W->Last.Refusal = llvm::toString(P.takeError());
    W->Silent = true;
  }
  Workers.push_back(std::move(W));
  return Workers.size() - 1;
}

bool WorkerPool::isRunning(Id W) const { return Workers[W]->Running; }

bool WorkerPool::anyRunning() const {
  return llvm::any_of(Workers, [](const auto &W) { return W->Running; });
}

/// Whether more processes want to work than can.
static bool isMachineBusy() {
  double Load = 0;
  return getloadavg(&Load, 1) == 1 &&
         Load > 1.5 * double(sysconf(_SC_NPROCESSORS_ONLN));
}

milliseconds WorkerPool::graceOf(const Worker &W) const {
  if (W.O.End == WorkerOptions::Deadline::Unknown)
    return milliseconds(0);
  // Who has workers may have something to say of what they have found so far.
  if (B.exhausted() == Exhausted::Cancelled)
    return GraceOfCancelled * W.O.Generations;
  if (W.O.End == WorkerOptions::Deadline::Users)
    return isMachineBusy() ? GraceOnBusyMachines : GraceOfUsers;
  return Grace * (1 + W.O.Generations);
}

/// Until there is something to do even if no worker says anything.
milliseconds WorkerPool::waitingTime(milliseconds AtMost) const {
  // Nothing tells of the end of a worker that has closed its pipe.
  constexpr milliseconds AskAgain(2);
  AtMost = std::min(AtMost, LookAround);
  if (auto Left = B.remainingMs(); Left && !Overstepped)
    AtMost = std::min(AtMost, milliseconds(*Left + 1));
  for (const auto &W : Workers) {
    if (!W->Running)
      continue;
    if (!W->Process)
      return milliseconds(0);
    if (W->Silent)
      AtMost = std::min(AtMost, AskAgain);
    if (Overstepped)
      AtMost = std::min(AtMost, std::chrono::ceil<milliseconds>(
                                    *Overstepped + graceOf(*W) - Clock::now()));
  }
  return std::max(AtMost, milliseconds(0));
}

void WorkerPool::waitForNews(milliseconds AtMost) {
  std::vector<pollfd> Polled;
  for (const auto &W : Workers)
    if (W->Running && !W->Silent)
      Polled.push_back({W->Process->descriptor(), POLLIN, 0});
  poll(Polled.data(), Polled.size(), int(waitingTime(AtMost).count()));
}

void WorkerPool::hear(Id Number) {
  Worker &W = *Workers[Number];
  if (!W.Running)
    return;
  // Asked first: what it has said until then can be read then. It may have
  // left its end of the pipe to others.
  bool HasEnded = !W.Process || W.Process->hasEnded();
  auto State = Stream::Ended;
  if (!W.Silent)
    State = W.Process->read([&](llvm::StringRef Line) {
      if (W.Running)
        L.Line(Number, Line);
    });
  W.Silent = State == Stream::Ended;
  if (W.Running && HasEnded && State != Stream::Unfinished)
    end(Number);
}

void WorkerPool::end(Id Number) {
  Worker &W = *Workers[Number];
  if (W.Process)
    W.Last = W.Process->wait();
  W.Running = false;
  if (L.Ended)
    L.Ended(Number, W.Last);
}

void WorkerPool::enforceDeadline() {
  if (!B.exhausted())
    return;
  auto Now = Clock::now();
  if (!Overstepped)
    Overstepped = Now;
  for (Id W = 0; W < Workers.size(); ++W)
    if (Now - *Overstepped >= graceOf(*Workers[W]))
      stop(W);
}

void WorkerPool::listen(milliseconds AtMost) {
  waitForNews(AtMost);
  for (Id W = 0; W < Workers.size(); ++W)
    hear(W);
  enforceDeadline();
}

void WorkerPool::stop(Id W) {
  if (!Workers[W]->Running)
    return;
  if (Workers[W]->Process)
    Workers[W]->Process->kill();
  end(W);
}

void WorkerPool::stopAll() {
  for (auto &W : Workers)
    if (W->Running && W->Process)
      W->Process->kill();
  for (Id W = 0; W < Workers.size(); ++W)
    stop(W);
}

uint64_t WorkerPool::shareOf(uint64_t TotalMB, size_t Workers,
                             uint64_t InheritedMB) {
  if (!TotalMB)
    return 0;
  const uint64_t Left = TotalMB > InheritedMB ? TotalMB - InheritedMB : 0;
  return withOwn(std::max<uint64_t>(1, Left / Workers), InheritedMB);
}

Budget WorkerPool::budgetWithin(const Budget &B, uint64_t MemoryMB,
                                uint64_t InheritedMB) {
  Budget Own = B;
  if (MemoryMB) {
    const uint64_t Left = MemoryMB > InheritedMB ? MemoryMB - InheritedMB : 0;
    Own.limitMemory(withOwn(std::max<uint64_t>(1, Left * 9 / 10), InheritedMB));
  }
  return Own;
}
