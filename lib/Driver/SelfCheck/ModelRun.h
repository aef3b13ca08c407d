//===- ModelRun.h - A run of the model with chosen inputs -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_SELFCHECK_MODELRUN_H
#define SOOTH_LIB_DRIVER_SELFCHECK_MODELRUN_H

#include "sooth/Frontend/LLVM/Execute/ChosenInputs.h"
#include "sooth/Frontend/LLVM/Execute/ObservedRun.h"
#include "sooth/Model/Cfa.h"

namespace sooth {

struct ModelRun {
  ObservedRun Seen;
  /// Why a value was taken that may be another one in the program; empty if
  /// none was.
  std::string Guessed;
};

/// Evaluates the run of \p C, the model of a program from main on, that has
/// these inputs, for no more than \p MaxSteps edges. What the model leaves open
/// is zero.
ModelRun runModel(const Cfa &C, const ChosenInputs &Inputs,
                  PlaceNumbers &Places, unsigned MaxSteps);

} // namespace sooth

#endif
