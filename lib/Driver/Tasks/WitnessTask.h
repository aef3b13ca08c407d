//===- WitnessTask.h - Writing and judging witnesses ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_WITNESSTASK_H
#define SOOTH_LIB_DRIVER_TASKS_WITNESSTASK_H

#include "sooth/Driver/Options/VerificationTask.h"
#include "sooth/Driver/Witness/WitnessFile.h"

namespace sooth {

/// Changed copies of sources; they live as long as this.
class SourceCopies {
public:
  SourceCopies() = default;
  SourceCopies(const SourceCopies &) = delete;
  SourceCopies &operator=(const SourceCopies &) = delete;
  ~SourceCopies();
  /// A copy of \p Original with another text, compiled with its flags; empty if
  /// it cannot be written.
  std::string add(const std::string &Original, llvm::StringRef Text,
                  CompileOptions &How);
  /// Copies of the files that a preprocessor has written, without what it says
  /// of lines, and the others as they are.
  std::vector<std::string> withOwnLines(llvm::ArrayRef<std::string> Files,
                                        CompileOptions &How);

private:
  std::vector<std::string> Paths;
};

/// A violation as a witness has it.
struct WitnessRun {
  AssertionReport Violated;
  std::vector<Waypoint> Waypoints;
};

/// confirmClaims with copies of the files of \p T.
void confirmClaims(const VerificationTask &T, const Budget &B, Report &R);

/// Adds the witness for the answer \p R to its outputs, or says why there is
/// none.
void addWitnessFile(const VerificationTask &T,
                    const std::optional<WitnessRun> &Run, Report &R);

/// Judges the witness that \p T names. Requires a program.
Report validateWitness(const VerificationTask &T, const Budget &B);

} // namespace sooth

#endif
