//===- Abstract.h - Abstract interpretation by symbolic abstraction -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes at each cutpoint the strongest inductive facts that can be told as:
// for each combination of values of the variables with few values, linear
// equalities modulo 2^w, ranges, and orders between two variables. Proves, and
// finds no violations. See docs/EngineAbstract.md.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_ABSTRACT_ABSTRACT_H
#define SOOTH_ENGINE_ABSTRACT_ABSTRACT_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

struct AbstractOptions {
  /// Of processor time.
  double MaxSeconds = 10;
  /// A variable splits a location's states as long as it is not known to have
  /// more values there.
  unsigned MaxValues = 8;
  /// Into how many parts a location's states are split at most.
  unsigned MaxParts = 100;
};

/// Answers Safe, or Unknown as soon as the facts do not exclude an error.
std::unique_ptr<CfaEngine> createAbstract(AbstractOptions O = {});

/// The facts at each location of \p C, an automaton in large blocks, also if
/// they allow errors, at which they say nothing: they hold at the entry at
/// first, and every edge preserves them. Nothing if \p B or O.MaxSeconds is
/// used up before they are complete.
std::optional<CfaInvariant> findFacts(const Cfa &C, const Budget &B,
                                      AbstractOptions O = {});

} // namespace sooth

#endif
