//===- Explicit.h - Runs with known values, one by one ----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows all runs as far as the values that decide are constants, and keeps
// every state: explicit-value analysis that tracks everything and never joins.
// A program without inputs, or one whose inputs decide little, is proved by
// running it. See docs/EngineExplicit.md. Finds no violations.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_EXPLICIT_EXPLICIT_H
#define SOOTH_ENGINE_EXPLICIT_EXPLICIT_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

struct ExplicitOptions {
  unsigned MaxStates = 3000;
  /// Of processor time.
  double MaxSeconds = 5;
};

/// The states together are the invariant.
std::unique_ptr<CfaEngine> createExplicit(ExplicitOptions O = {});

} // namespace sooth

#endif
