//===- CheckedValues.h - Checks that hold by the values there are ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_CHECKEDVALUES_H
#define SOOTH_LIB_DRIVER_PROGRAMS_CHECKEDVALUES_H

#include "sooth/Frontend/LLVM/Passes/Prepare.h"
#include "sooth/Frontend/LLVM/Values/ValueAnalysis.h"
#include "sooth/Support/Budget.h"

namespace sooth {

/// What the value analysis finds out of \p Program, which has main, if its
/// checks are put in as \p How says. Fails as prepareModule and analyzeValues
/// do. Preparing the program cannot be interrupted.
llvm::Expected<ValuesOfProgram> valuesOfProgram(const llvm::Module &Program,
                                                PrepareOptions How,
                                                const Budget &B);

} // namespace sooth

#endif
