//===- Simulate.h - Runs with inputs taken at random ------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the program again and again with inputs that are likely to matter. What
// is easy to violate and hard to compute backwards, as with floating-point
// numbers and products, shows at once. See docs/EngineSimulate.md. Proves
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_SIMULATE_SIMULATE_H
#define SOOTH_ENGINE_SIMULATE_SIMULATE_H

#include "sooth/Engine/Engine.h"

#include <cstdint>
#include <memory>

namespace sooth {

struct SimulateOptions {
  /// Of processor time.
  double MaxSeconds = 1;
  /// Of one run.
  unsigned MaxSteps = 5000;
  uint64_t Seed = 1;
};

/// Avoids runs that depend on over-approximated inputs.
std::unique_ptr<CfaEngine> createSimulate(SimulateOptions O = {});

} // namespace sooth

#endif
