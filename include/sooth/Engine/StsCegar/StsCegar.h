//===- StsCegar.h - CEGAR on transition systems ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways of counterexample-guided abstraction refinement on symbolic
// transition systems (Hajdu, "A Survey on CEGAR-based Model Checking", 2015,
// chapter 4); docs/EngineStsCegar.md tells when to use which.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_STSCEGAR_STSCEGAR_H
#define SOOTH_ENGINE_STSCEGAR_STSCEGAR_H

#include "sooth/Engine/Engine.h"
#include "sooth/Support/OptionTable.h"

#include <memory>

namespace sooth {

struct StsCegarOptions {
  enum class Algorithm { Clustered, Visibility, Interpolating };
  Algorithm Use = Algorithm::Interpolating;

  /// How many concrete values the clustered and the visibility-based algorithm
  /// enumerate before they give up, and how many abstract states any does.
  unsigned MaxValues = 10000;

  /// Of systems with at most so many states all states and steps are worked out
  /// at first, and no solver is asked.
  unsigned MaxTable = 4096;

  // Of the interpolating algorithm.
  enum class Interpolation {
    Sequence, ///< all states of the counterexample are split
    Craig     ///< the failure state is
  } Split = Interpolation::Sequence;
  bool PredicatesOfConditions = false, PredicatesOfProperty = false;
  /// Whether what was explored before the first state that is split is kept.
  bool Incremental = true;
  /// Variables that are tracked explicitly: those that only take values written
  /// in the system, or those of these names.
  bool TrackControl = true;
  std::vector<std::string> Track;
};

const OptionTable<StsCegarOptions> &stsCegarOptions();

std::unique_ptr<TsEngine> createStsCegar(StsCegarOptions O);

} // namespace sooth

#endif
