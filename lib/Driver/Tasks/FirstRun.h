//===- FirstRun.h - Running a program without inputs first ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit test has one run. It is executed before anything is prepared, which
// takes long if the test has loops and a heap.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_TASKS_FIRSTRUN_H
#define SOOTH_LIB_DRIVER_TASKS_FIRSTRUN_H

#include "sooth/Driver/Options/VerificationTask.h"

#include <optional>

namespace sooth {

/// The answer to \p T about \p Program, which begins in main, if its only run
/// gives one: a violation at its end, which Check has confirmed, or that all
/// checks hold, for which there is no evidence but the run (docs/Trust.md).
/// Leaves \p Program as it is. Short programs are left to engines, whose runs
/// say more.
std::optional<Report> reportOfOnlyRun(const llvm::Module &Program,
                                      const VerificationTask &T,
                                      const Budget &B);

/// Violations in runs of \p Program, whose entry chooses what it calls for
/// others (ObjectCalls.h).
std::vector<AssertionReport> violationsInCalls(const llvm::Module &Program,
                                               const VerificationTask &T,
                                               const Budget &B);

/// The same of runs with inputs that are chosen: a violation, or Unknown.
Report reportOfSearch(const llvm::Module &Program, const VerificationTask &T,
                      const Budget &B);

} // namespace sooth

#endif
