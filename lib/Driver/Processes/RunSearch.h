//===- RunSearch.h - Many violations by running ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_RUNSEARCH_H
#define SOOTH_LIB_DRIVER_RUNSEARCH_H

#include "sooth/Model/Cfa.h"
#include "sooth/Result/Result.h"
#include "sooth/Support/Budget.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth {

/// As findViolations() of engine run, in a process of its own, which may have
/// \p LimitMB, what it inherits included; 0 means no limit. \p Tell is called
/// in this process, for each run as soon as it is found. What the process says
/// that is no run, and how it ends, is passed over: nothing depends on it.
void findViolationsInProcess(const Cfa &C, const Budget &B, double IdleSeconds,
                             uint64_t LimitMB,
                             llvm::function_ref<void(CfaTrace)> Tell);

} // namespace sooth

#endif
