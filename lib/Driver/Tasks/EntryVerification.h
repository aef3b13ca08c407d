//===- EntryVerification.h - Verifying from one function ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_ENTRYVERIFICATION_H
#define SOOTH_LIB_DRIVER_TASKS_ENTRYVERIFICATION_H

#include "Programs/LoadedProgram.h"

#include "sooth/Driver/Options/VerificationTask.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth {

/// How \p T wants programs to be encoded.
EncodeOptions encodeOptions(const VerificationTask &T);

/// What was verified, and how it was made.
struct VerifiedModel {
  const llvm::Module &Program;
  const Cfa &Model;
  const PrepareOptions &Prepared;
  EncodeOptions Encoded;
  /// What is left of the time.
  const Budget &Left;
  /// Whether violations are told with their runs, or left to callers.
  enum class Violations { Reported, LeftToCallers } Are = Violations::Reported;
};

/// Told what was verified with recursion to some depth, and the report, to
/// which it may add.
using VerifiedListener = llvm::function_ref<void(
    const VerifiedModel &Of, const VerifiedProgram &Verified, Report &R)>;

/// Verifies the runs of \p Program that start in T.Prepare.Entry, with
/// recursion to the depth that \p T says or deeper and deeper, and by
/// contracts. Leaves \p Program as it is; requires that it defines the entry.
Report verifyFromEntry(const llvm::Module &Program, const VerificationTask &T,
                       const Budget &B, VerifiedListener OnVerified);

/// The same with recursion to one depth, small unless \p T says another. Who
/// asks several times about \p Program with the same T.Prepare keeps what it
/// was made to in \p Known.
Report verifyToOneDepth(const llvm::Module &Program, const VerificationTask &T,
                        const Budget &B, VerifiedListener OnVerified,
                        LoadedPrograms &Known);

} // namespace sooth

#endif
