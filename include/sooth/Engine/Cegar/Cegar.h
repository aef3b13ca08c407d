//===- Cegar.h - CEGAR over control-flow automata -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counterexample-guided abstraction refinement on an abstract reachability
// graph, with the strategies of Hajdu and Micskei, "Efficient Strategies for
// CEGAR-Based Model Checking" (JAR 2020). See docs/EngineCegar.md.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_CEGAR_CEGAR_H
#define SOOTH_ENGINE_CEGAR_CEGAR_H

#include "sooth/Domain/Domain.h"
#include "sooth/Engine/Engine.h"
#include "sooth/Support/OptionTable.h"
#include "sooth/Transform/Cfa/LargeBlock.h"

#include <memory>
#include <string>

namespace sooth {

/// One configuration; what the values mean and when to choose which is said in
/// lib/Engine/Cegar/Options.def.
struct CegarOptions {
  using DomainKind = sooth::DomainKind;
  using SplitKind = DomainOptions::Parts;
  enum class SearchKind { Bfs, Dfs, Err, ErrDfs, DfsErr, Weights };
  enum class RefinementKind {
    ForwardBinary,
    BackwardBinary,
    Sequence,
    Core,
    MultiSequence,
    MinPrune,
    MaxPrune
  };
  enum class InitialPrecision { Empty, Assertion, Conditions };
  enum class ControlVariables { Refined, Explicit, Unfolded };

  DomainKind Domain = DomainKind::Cartesian;
  std::optional<unsigned> MaxEnum = 1;
  SearchKind Search = SearchKind::Bfs;
  /// Of the distance to the error and of the depth, for Weights.
  int ErrorWeight = 0, DepthWeight = 1;
  RefinementKind Refinement = RefinementKind::Sequence;
  /// At most so many for MultiSequence; 0 for all.
  unsigned MaxCounterexamples = 0;
  SplitKind PredicateSplit = SplitKind::Whole;
  /// Nothing: local for predicates, global where values are tracked.
  std::optional<Precision::Scope> PrecisionScope = std::nullopt;
  InitialPrecision Initial = InitialPrecision::Empty;
  ControlVariables Control = ControlVariables::Refined;
  Encoding Blocks = Encoding::Large;
  /// What to draw of the last graph, for Progress::picture().
  enum class Picture { None, Dot, Html } Draw = Picture::None;
};

/// All but Draw, lib/Engine/Cegar/Options.def.
const OptionTable<CegarOptions> &cegarOptions();
/// Runs one configuration.
std::unique_ptr<CfaEngine> createCegar(CegarOptions O);
/// Chooses configurations by the looks of the task and runs one after the
/// other, first for a short time each, then for longer.
std::unique_ptr<CfaEngine>
createCegarSchedule(CegarOptions::Picture Draw = CegarOptions::Picture::None);
/// \p Inner on transition systems: its automaton has one location, or one for
/// each value of the variables that say where the system is.
std::unique_ptr<TsEngine> createCegarOnSystem(std::unique_ptr<CfaEngine> Inner);

} // namespace sooth

#endif
