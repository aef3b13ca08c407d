//===- CycleRun.h - Runs of controllers, cycle by cycle
//-----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTROLLERS_CYCLERUN_H
#define SOOTH_LIB_DRIVER_CONTROLLERS_CYCLERUN_H

#include "sooth/Driver/Report/StoryStep.h"
#include "sooth/Frontend/StructuredText/Encode.h"
#include "sooth/Result/Result.h"

namespace sooth {

/// What each column holds at the end of each cycle; of the last one, where the
/// run violates an assertion.
using CycleRun = std::vector<std::vector<llvm::APInt>>;

/// Requires a run of the model.
CycleRun cyclesOf(const st::CycleModel &M, const CfaTrace &T);

/// A step for each cycle.
std::vector<StoryStep> tellCycles(const st::CycleModel &M, const CycleRun &R,
                                  const SourceLocation &Where);

/// The run as a value change dump (IEEE 1364): a unit of time for each cycle.
std::string valueChangeDump(const st::CycleModel &M, const CycleRun &R,
                            llvm::StringRef Name);

} // namespace sooth

#endif
