//===- WorkerPool.h - Computations in processes of their own --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever has something computed in another process does it with a pool: it
// starts workers, hands on what they say, and ends those that do not end by
// themselves. One thread uses a pool; nothing happens outside of its calls.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_WORKERPOOL_H
#define SOOTH_SUPPORT_WORKERPOOL_H

#include "sooth/Support/Budget.h"
#include "sooth/Support/ChildProcess.h"

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace sooth {

struct WorkerOptions {
  ChildProcess::Options Process = {};
  /// How many generations of workers a worker has below itself at most. Each
  /// must hear of the end of the next before it can say something itself, so
  /// each has a grace more until it is killed.
  unsigned Generations = 0;
  /// A worker that does not know the deadline is killed at it, without grace.
  /// One whose deadline is the user's is killed soon, however many generations
  /// there are: what it does is given a budget that ends earlier.
  enum class Deadline { Known, Unknown, Users } End = Deadline::Known;
};

class WorkerPool {
public:
  /// Workers are numbered in the order in which they were started, from 0.
  using Id = size_t;
  using Clock = Budget::Clock;

  /// How long a worker without workers of its own may overstep the deadline.
  static constexpr std::chrono::milliseconds Grace{100};
  /// The same where the deadline is the user's, also on a machine on which
  /// others wait for processors, and what a user who interrupts waits for what
  /// is known so far, for each generation.
  static constexpr std::chrono::milliseconds GraceOfUsers{200};
  static constexpr std::chrono::milliseconds GraceOnBusyMachines{400};
  static constexpr std::chrono::milliseconds GraceOfCancelled{500};

  /// How long listen() waits at most, so that callers can look around.
  static constexpr std::chrono::milliseconds LookAround{100};

  /// What is told about workers, during listen() and the calls that stop them.
  /// Either may start and stop workers of the pool.
  struct Listener {
    /// A line that the worker has sent.
    std::function<void(Id, llvm::StringRef)> Line;
    /// Once for each worker, after its last line; may be null.
    std::function<void(Id, const ChildProcess::Ending &)> Ended = nullptr;
  };

  /// \p B, which must outlive the pool, is the deadline of all workers.
  WorkerPool(const Budget &B, Listener L);
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;
  /// Kills the workers that still run; nobody is told, no process is left.
  ~WorkerPool();

  /// Runs \p Work, with what this process has, in a new process. If the system
  /// has no process or no pipe left, the worker ends as NotStarted.
  Id start(const WorkerOptions &O, llvm::function_ref<void(LineWriter &)> Work);

  /// Waits until a worker says something or ends, or until the deadline, but
  /// no longer than \p AtMost and LookAround. Hands on what there is. Kills
  /// workers that overstep the deadline by more than their grace, and when the
  /// budget is cancelled those without workers of their own at once.
  void listen(std::chrono::milliseconds AtMost = LookAround);
  /// The same with what is there already.
  void listenNow() { listen(std::chrono::milliseconds(0)); }

  /// Whether \p W has not yet been said to have ended.
  bool isRunning(Id W) const;
  bool anyRunning() const;
  void stop(Id W);
  void stopAll();

  /// Limits of memory are on what is resident in a worker, and that begins with
  /// what it inherits: of this process \p InheritedMB. Workers share that with
  /// it, so it costs nothing more, however many they are.
  ///
  /// The limit of each of \p Workers if they and this process have \p TotalMB;
  /// 0, which is none, if that is 0.
  static uint64_t shareOf(uint64_t TotalMB, size_t Workers,
                          uint64_t InheritedMB = residentMB());
  /// The limit of a worker that may have \p OwnMB of its own.
  static uint64_t withOwn(uint64_t OwnMB, uint64_t InheritedMB = residentMB()) {
    return InheritedMB + OwnMB;
  }
  /// \p B for a worker with a limit of \p MemoryMB, who should notice that the
  /// memory is used up before the system refuses it.
  static Budget budgetWithin(const Budget &B, uint64_t MemoryMB,
                             uint64_t InheritedMB = residentMB());
  static uint64_t residentMB() { return currentMemoryBytes() >> 20; }

private:
  struct Worker;
  std::chrono::milliseconds graceOf(const Worker &W) const;
  std::chrono::milliseconds waitingTime(std::chrono::milliseconds AtMost) const;
  void waitForNews(std::chrono::milliseconds AtMost);
  void hear(Id W);
  void end(Id W);
  void enforceDeadline();

  const Budget &B;
  Listener L;
  std::vector<std::unique_ptr<Worker>> Workers;
  /// When it was first seen that the budget is used up.
  std::optional<Clock::time_point> Overstepped;
};

} // namespace sooth

#endif
