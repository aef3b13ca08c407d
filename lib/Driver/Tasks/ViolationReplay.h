//===- ViolationReplay.h - Harnesses for what a task found ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_VIOLATIONREPLAY_H
#define SOOTH_LIB_DRIVER_TASKS_VIOLATIONREPLAY_H

#include "EntryVerification.h"
#include "Programs/LoadedProgram.h"

#include "sooth/Driver/Replay/Harness.h"

namespace sooth {

struct RecordedViolation {
  RecordedRun Run = {};
  /// The same with all calls that the program makes, where it was found.
  std::optional<ReplayedRun> Complete = std::nullopt;
  /// What Complete is a run of.
  std::optional<LoadedProgram> Whole = std::nullopt;
  /// Where no run of Whole has just these inputs: what was found when the
  /// violation was looked for once more. Complete is its first run, if any.
  std::optional<VerifiedProgram> Again = std::nullopt;
  /// Unless the program surely makes the calls of Complete, and no others.
  bool MayLackInputs = true;
};
/// What \p Violation, a run of \p Of, has from outside.
RecordedViolation recordViolation(const VerificationTask &T,
                                  const VerifiedModel &Of,
                                  const Witness &Violation);

/// Adds to each assertion of \p R that is violated how it is replayed: a
/// harness that has no place yet, for all of \p Whole to be linked with.
void addReplays(const VerificationTask &T, const llvm::Module &Whole,
                const VerifiedModel &Of, const VerifiedProgram &Verified,
                Report &R);

/// Gives the harnesses of what is violated in \p R places, as T.HarnessPath
/// says: makes them outputs, and notes how to run them.
void writeReplays(const VerificationTask &T, const llvm::Module &Program,
                  Report &R);

} // namespace sooth

#endif
