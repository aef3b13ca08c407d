//===- Supervisor.h - Verification in a process of its own ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends and transforms cannot be interrupted, and a compiler that hosts
// us must survive whatever we do. So all work on a task happens in a forked
// process; this one only waits.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DRIVER_SUPERVISOR_H
#define SOOTH_DRIVER_SUPERVISOR_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace sooth {

struct SupervisorOptions {
  /// Of resident memory; 0 means no limit.
  uint64_t MemoryMB = 0;
  /// Whether the process gets a directory for temporary files that is removed
  /// in the end, however the process ended.
  enum class Scratch { None, Directory } Files = Scratch::None;
  /// Whether the budget's deadline is what the user has said: then it is kept
  /// to within WorkerPool::GraceOfUsers, and the work should have a
  /// budgetOfWork().
  enum class Deadline { Own, Users } End = Deadline::Own;
};

/// For what is supervised with the user's deadline \p B: it ends somewhat
/// earlier, so that there is time to tell what was found.
Budget budgetOfWork(const Budget &B);

/// The report that \p Work makes in a process of its own, which has what this
/// process has but cannot change it. A process that crashes, or that ends
/// without a report, gives Unknown{Internal}; one that needs too much memory
/// Unknown{Memory}. The process and all that it has started are killed, and
/// reaped, when \p B is cancelled or when they overstep its deadline by more
/// than their grace (WorkerPool). Adds the peak memory of all to the figures.
Report runSupervised(const Budget &B, const SupervisorOptions &O,
                     llvm::function_ref<Report()> Work);

/// Several tasks in as many processes as \p Lanes says. Each does every
/// Lanes-th task, one after the other, and then those that are due again, round
/// by round: what it costs to start one is paid once, and what is kept for the
/// next round is still there.
struct TaskSeries {
  size_t Count = 0;
  /// At least one.
  unsigned Lanes = 1;
  struct Round {
    /// Of the time that is left when a process comes to it.
    double Share = 1;
    /// How far a task may overstep its own share before its process is ended.
    double SecondsOver = 2;
  };
  std::vector<Round> Rounds = {Round()};
  /// Whether something is to be done. What is due depends on nothing but what
  /// was done about that task.
  llvm::function_ref<bool(unsigned Round, size_t Task)> IsDue;
  /// What the first task of \p ToDo may take, which is about to begin, of what
  /// is left for its round, if these are what its process has to do.
  llvm::function_ref<Budget(unsigned Round, const Budget &Left,
                            llvm::ArrayRef<size_t> ToDo)>
      Share;
  llvm::function_ref<Report(unsigned Round, size_t Task, const Budget &Own)>
      Work;
  /// Told of each as it is done, in the process that does it and in this one.
  llvm::function_ref<void(size_t Task, Report)> Done;
};

/// Has \p Tasks done as \ref runSupervised does one. A task for which a
/// process crashes, needs too much memory, or oversteps its share,
/// costs no other one: the next is begun in another process. Ends when \p B is
/// exhausted, and is silent about the rest.
void runSupervised(const Budget &B, const SupervisorOptions &O,
                   const TaskSeries &Tasks);

/// For \p Work, when it needs temporary files no more: nobody removes the
/// directory if all processes are killed at once.
void removeScratchDirectory();
/// Makes it again; removeScratchDirectory() has to follow.
void makeScratchDirectory();

} // namespace sooth

#endif
