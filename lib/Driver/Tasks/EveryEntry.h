//===- EveryEntry.h - Verifying from all functions that others call -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_EVERYENTRY_H
#define SOOTH_LIB_DRIVER_TASKS_EVERYENTRY_H

#include "EntryVerification.h"
#include "KnownOfRuns.h"

namespace sooth {

/// Verifies the runs of \p M that start in T.Entries or, if there are none, in
/// main if the module defines it, otherwise in every externally visible
/// function, with unconstrained globals; of functions other than main see
/// OpenFunction.h. Each gets an equal share of the time that is left.
Report verifyFromEveryEntry(const llvm::Module &M, const VerificationTask &T,
                            const Budget &B, VerifiedListener OnVerified);

/// The same of a copy of a program for this purpose (LinkedFiles.h), in which
/// runs begin in main; \p FromMain is what was found out about all of them.
Report verifyAsFunctions(const llvm::Module &M, const VerificationTask &T,
                         const Budget &B, VerifiedListener OnVerified,
                         const KnownOfRuns &FromMain);

/// Whether \p F is defined, no model of a library function, and visible to
/// other files.
bool isCalledByOthers(const llvm::Function &F);

} // namespace sooth

#endif
