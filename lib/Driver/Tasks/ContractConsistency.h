//===- ContractConsistency.h - Whether a contract lets runs begin -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under clauses that contradict each other, everything in a function is proved.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_CONTRACTCONSISTENCY_H
#define SOOTH_LIB_DRIVER_TASKS_CONTRACTCONSISTENCY_H

#include "sooth/Driver/Options/VerificationTask.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What global variables hold when a function is called.
enum class GlobalsAre { AsInitialized, Anything };

/// Whether it was proved that no run begins in \p Entry with all that it
/// requires, whatever callers pass. Requires that the clauses of \p M were not
/// applied yet. Nothing if that was not found out.
std::optional<bool> excludesAllRuns(const llvm::Module &M,
                                    llvm::StringRef Entry, GlobalsAre How,
                                    const VerificationTask &T, const Budget &B);

/// Why a function is not verified then.
UnknownReason reasonOfContradiction(llvm::StringRef Function);

} // namespace sooth

#endif
