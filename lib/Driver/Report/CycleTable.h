//===- CycleTable.h - Runs of controllers as tables
//---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_REPORT_CYCLETABLE_H
#define SOOTH_LIB_DRIVER_REPORT_CYCLETABLE_H

#include "sooth/Driver/Report/StoryStep.h"

namespace llvm {
class raw_ostream;
}

namespace sooth {

/// Whether \p Story is one of cycles.
bool isTable(const std::vector<StoryStep> &Story);

/// A line for each variable, a column for each cycle. Requires a story of
/// cycles.
void printCycles(llvm::raw_ostream &OS, const std::vector<StoryStep> &Story);

} // namespace sooth

#endif
