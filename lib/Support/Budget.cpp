//===- Budget.cpp - Time, memory and cancellation -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Support/Budget.h"

#include <algorithm>
#include <cstdio>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace sooth;

static Budget::Clock::time_point after(double Seconds) {
  return Budget::Clock::now() +
         std::chrono::duration_cast<Budget::Clock::duration>(
             std::chrono::duration<double>(Seconds));
}

Budget Budget::seconds(double Seconds) {
  Budget B;
  B.Deadline = after(Seconds);
  return B;
}

Budget Budget::child(double Seconds) const {
  Budget B = *this;
  Clock::time_point End = after(Seconds);
  B.Deadline = Deadline ? std::min(*Deadline, End) : End;
  return B;
}

Budget Budget::share(double Part, double AtMost) const {
  const std::optional<double> Left = remainingSeconds();
  const double Seconds = Left ? std::min(Part * *Left, AtMost) : AtMost;
  return Seconds == Unlimited ? *this : child(Seconds);
}

Budget Budget::shareOr(double Part, double Seconds) const {
  return Deadline ? share(Part) : child(Seconds);
}

Budget Budget::leaving(double Part, double AtMost) const {
  const std::optional<double> Left = remainingSeconds();
  return Left ? child(*Left - std::min(Part * *Left, AtMost)) : *this;
}

static double secondsOf(clockid_t C) {
  timespec T{};
  clock_gettime(C, &T);
  return double(T.tv_sec) + double(T.tv_nsec) / 1e9;
}

Budget Budget::onThisThread(double Seconds) const {
  Budget B = *this;
  clockid_t C;
  if (pthread_getcpuclockid(pthread_self(), &C) != 0)
    return child(Seconds);
  double End = secondsOf(C) + Seconds;
  B.Work =
      Processor{C, Work && Work->Clock == C ? std::min(Work->End, End) : End};
  return B;
}

std::optional<Exhausted> Budget::exhausted() const {
  if (Cancel && Cancel->load(std::memory_order_relaxed))
    return Exhausted::Cancelled;
  if (Deadline && Clock::now() >= *Deadline)
    return Exhausted::Time;
  if (Work && secondsOf(Work->Clock) >= Work->End)
    return Exhausted::Time;
  if (MemoryLimitMB && Calls++ % 256 == 0)
    OutOfMemory = currentMemoryBytes() > MemoryLimitMB * 1024 * 1024;
  if (OutOfMemory)
    return Exhausted::Memory;
  return std::nullopt;
}

std::optional<int64_t> Budget::remainingMs() const {
  if (!Deadline)
    return std::nullopt;
  auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *Deadline - Clock::now());
  return std::max<int64_t>(0, Left.count());
}

std::optional<double> Budget::remainingSeconds() const {
  const std::optional<int64_t> Left = remainingMs();
  return Left ? std::optional(double(*Left) / 1000) : std::nullopt;
}

uint64_t sooth::currentMemoryBytes() {
  std::FILE *F = std::fopen("/proc/self/statm", "r");
  if (!F)
    return 0;
  unsigned long long Size = 0, Resident = 0;
  int Read = std::fscanf(F, "%llu %llu", &Size, &Resident);
  std::fclose(F);
  return Read == 2 ? Resident * uint64_t(sysconf(_SC_PAGESIZE)) : 0;
}

uint64_t sooth::peakMemoryBytes() {
  rusage Usage{};
  getrusage(RUSAGE_SELF, &Usage);
  return uint64_t(Usage.ru_maxrss) * 1024;
}
