//===- Symbolic.h - Forward symbolic execution ------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the program forward with symbols for inputs: what is known is computed,
// the rest becomes terms, paths are merged where they join, and loops are
// unwound as far as they go. If all runs end, the unwinding is a proof. See
// docs/EngineSymbolic.md.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_SYMBOLIC_SYMBOLIC_H
#define SOOTH_ENGINE_SYMBOLIC_SYMBOLIC_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

struct SymbolicOptions {
  /// Of processor time; 0 for no limit.
  double MaxSeconds = 0;
  /// So many rounds of a loop that may end are unwound before what comes after
  /// it is looked at; then twice as many, and so on.
  unsigned FirstRounds = 32;
  /// Of one question whether a loop can go on; then it is taken to.
  double QuerySeconds = 2;
};

/// Whether \p C has no inputs but for approximations: then there is little to
/// ask a solver.
bool isClosed(const Cfa &C);

/// The evidence of a proof is an unwinding.
std::unique_ptr<CfaEngine> createSymbolic(SymbolicOptions O = {});

} // namespace sooth

#endif
