//===- UnitRun.h - Verifying one unit of a project ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two processes: one sends a file, or all files of a program, compiled, with
// what is asked about it, to standard input of another, perhaps on another
// machine, and reads the answer from its standard output. It tries again until
// it has an answer to just that, so that none is lost, and none counts twice.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TOOLS_PROJECT_UNITRUN_H
#define SOOTH_TOOLS_PROJECT_UNITRUN_H

#include "sooth/Driver/Tasks/RunTask.h"

namespace sooth {

struct UnitRequest {
  /// What the file, program or library is called.
  std::string Name;
  /// Of sooth's.
  std::vector<std::string> Options;
  /// Of a program or library.
  std::optional<LinkedAs> As = std::nullopt;
  /// How many of its parts, the last ones, are contracts.
  size_t Contracts = 0;
};
std::string encodeRequest(const UnitRequest &R);

/// What sooth does with \p Options on a file.
llvm::Expected<VerificationTask> taskOf(llvm::ArrayRef<std::string> Options,
                                        llvm::StringRef File);

/// An answer that sendUnit() has written; nothing if there is none.
std::optional<Report> readAnswer(llvm::StringRef Path);

/// The words before the command, how often to try again, and how many functions
/// of a program are verified at a time, in the environment.
inline constexpr const char *LauncherName = "SOOTH_PROJECT_LAUNCHER",
                            *RetriesName = "SOOTH_PROJECT_RETRIES",
                            *LanesName = "SOOTH_PROJECT_LANES";

/// Has \p Parts, files of LLVM IR, verified as the file \p Request says, and
/// writes \p Answer. Returns an exit code.
int sendUnit(const char *Request, const char *Answer,
             llvm::ArrayRef<char *> Parts);

/// Reads from standard input what sendUnit() has written, and answers to
/// standard output.
int runUnit();

/// Of this program.
std::string ownPath();

} // namespace sooth

#endif
