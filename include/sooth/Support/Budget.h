//===- Budget.h - Time, memory and cancellation ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a computation may spend. A Budget is handed down by reference; every
// loop that can run long asks it, and every solver call is bounded by it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_SUPPORT_BUDGET_H
#define SOOTH_SUPPORT_BUDGET_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <limits>
#include <optional>

namespace sooth {

/// Why a budget is used up.
enum class Exhausted { Time, Memory, Cancelled };

class Budget {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr double Unlimited = std::numeric_limits<double>::infinity();

  /// Without limits.
  Budget() = default;
  /// Ends \p Seconds from now.
  static Budget seconds(double Seconds);
  /// The same, or without limits if \p Seconds is 0.
  static Budget secondsOrNone(double Seconds) {
    return Seconds > 0 ? seconds(Seconds) : Budget();
  }

  /// The same limits, but ending no later than \p Seconds from now.
  Budget child(double Seconds) const;

  /// The same limits, but ending when \p Part of the time that is left is over,
  /// and after no more than \p AtMost seconds. Where time is not limited that
  /// is after AtMost seconds, or never if that is not given.
  Budget share(double Part, double AtMost = Unlimited) const;
  /// The same, but after \p Seconds where time is not limited.
  Budget shareOr(double Part, double Seconds) const;
  /// The same limits, but ending early enough to leave \p Part of the time that
  /// is left, and no more than \p AtMost seconds, for what comes after. Where
  /// time is not limited, the same.
  Budget leaving(double Part, double AtMost) const;

  /// The same limits, but ending when the calling thread has worked \p Seconds
  /// more, however busy the machine is. Any thread may ask it while that one
  /// lives. Such a limit that was set on another thread no longer holds.
  Budget onThisThread(double Seconds) const;

  /// Limits the process's resident memory, in MB; 0 means no limit.
  void limitMemory(uint64_t MegaBytes) { MemoryLimitMB = MegaBytes; }
  /// Lets \p Flag (not owned, may be null) end the budget from outside.
  void cancelWith(const std::atomic<bool> *Flag) { Cancel = Flag; }

  /// The reason why the budget is used up, or nothing. Cheap: memory is read
  /// only every few hundred calls.
  std::optional<Exhausted> exhausted() const;

  /// Milliseconds left, at least 0; nothing if time is unlimited.
  std::optional<int64_t> remainingMs() const;
  /// The same in seconds.
  std::optional<double> remainingSeconds() const;

private:
  struct Processor {
    clockid_t Clock;
    double End; // in seconds of it
  };

  std::optional<Clock::time_point> Deadline;
  std::optional<Processor> Work;
  uint64_t MemoryLimitMB = 0;
  const std::atomic<bool> *Cancel = nullptr;
  mutable unsigned Calls = 0;
  mutable bool OutOfMemory = false;
};

/// Resident memory of this process in bytes, now and at its peak.
uint64_t currentMemoryBytes();
uint64_t peakMemoryBytes();

} // namespace sooth

#endif
