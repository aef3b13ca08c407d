//===- OnlyRun.h - The run of a program without inputs --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that reads nothing from outside, such as a unit test, has one run.
// It takes no time to execute that, however hard its loops and its heap would
// be for a model. This does, with all checks decided on the way, and stops at
// the first step that is not the same in each run: that depends on an input, on
// what was never written, or on where objects are.
//
// What the run does last is also a program of its own, which has no loop and no
// choice: its model is small, and what fails in it can be told and confirmed.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_EXECUTE_ONLYRUN_H
#define SOOTH_FRONTEND_LLVM_EXECUTE_ONLYRUN_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace sooth {

struct OnlyRunLimits {
  uint64_t MaxSteps = 3'000'000; ///< instructions
  unsigned MaxCalls = 20'000;    ///< one in the other
  /// So many of the last writes are in the straight program.
  unsigned MaxWrites = 1'500;
};

struct OnlyRun {
  enum class Ending {
    Ends,   ///< and no check that it comes to fails
    Fails,  ///< at the end of what the entry does now
    Unknown ///< it is not known how it goes on
  } How = Ending::Unknown;
  /// Of Unknown: why.
  std::string Why;
  /// Of Fails: the check.
  const llvm::Instruction *Failed = nullptr;
  uint64_t Steps = 0;
};

/// Requires a program that has come through the first stage of Prepare. If its
/// run fails, \p Entry does afterwards what that did last, and nothing else;
/// otherwise it is left as it is.
OnlyRun runOnly(llvm::Function &Entry, const OnlyRunLimits &Limits = {});

/// Runs the same program with inputs that are chosen, until one of the runs
/// fails, which \p Entry does then.
bool searchRuns(llvm::Function &Entry, const OnlyRunLimits &Limits,
                llvm::function_ref<bool()> HasTime);

/// The same if \p Entry chooses what functions are called, as callers might.
/// What they have to see to is no failure: what is asserted, what depends on
/// numbers that they chose, and how large the memory is that they allocated.
/// Goes on as long as there is time and something new; each check that fails is
/// told once, by a copy of the program that does what the run did last.
void searchCalls(llvm::Function &Entry, const OnlyRunLimits &Limits,
                 llvm::function_ref<bool()> HasTime,
                 llvm::function_ref<void(std::unique_ptr<llvm::Module>)> Tell);

} // namespace sooth

#endif
