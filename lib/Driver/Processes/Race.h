//===- Race.h - Two ways to an answer, side by side -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_RACE_H
#define SOOTH_LIB_DRIVER_RACE_H

#include "sooth/Driver/Report/Report.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>

namespace sooth {

/// How long the other one goes on after Main has ended without an answer.
enum class AfterMain {
  ToItsEnd,
  AsLong ///< as it took, or a few seconds: nobody wants to wait for luck
};

/// Runs both in processes of their own. The first report that answers counts,
/// or shows a bug of ours, and the other process is killed; if there is none,
/// the report of \p Main. Both should end with \p B by themselves. \p Other
/// begins after \p HeadStart, or when Main has ended without an answer.
Report race(const Budget &B, llvm::function_ref<Report()> Main,
            llvm::function_ref<Report()> Other,
            AfterMain HowLong = AfterMain::ToItsEnd,
            std::chrono::milliseconds HeadStart = std::chrono::milliseconds(0));

} // namespace sooth

#endif
