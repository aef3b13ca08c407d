//===- ObservedRuns.h - What procedures do in some runs -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_CONTRACTS_OBSERVEDRUNS_H
#define SOOTH_LIB_DRIVER_CONTRACTS_OBSERVEDRUNS_H

#include "ContractSteps.h"

#include "sooth/Support/Budget.h"

namespace sooth {

/// The values of a point's variables, in their order.
using Sample = std::vector<Value>;

struct ObservedRuns {
  /// By point: different values that its variables had. Whatever holds at a
  /// point in all runs holds of its samples.
  std::vector<std::vector<Sample>> Samples;
  /// Whether a run came to an error location: then nothing excludes these.
  bool ReachError = false;
};

/// Runs \p P with inputs taken at random, over and over until \p B is used up,
/// there are enough samples, or a run comes to an error location.
ObservedRuns observeRuns(const ModularProgram &P,
                         llvm::ArrayRef<FactPoint> Points, const Budget &B);

} // namespace sooth

#endif
