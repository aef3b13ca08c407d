//===- Cells.h - Invariants about all cells of arrays ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves what holds of all cells of arrays and of all objects on the heap,
// however many there are: guesses facts about one cell, any one, from the text
// of the program, and keeps those that are inductive together (Houdini). See
// docs/EngineCells.md. Finds no violations.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_CELLS_CELLS_H
#define SOOTH_ENGINE_CELLS_CELLS_H

#include "sooth/Engine/Engine.h"

#include <memory>

namespace sooth {

struct CellsOptions {
  /// For each location; those that say most in general come first. The engine
  /// tries four times as many if that was not enough.
  unsigned MaxCandidates = 1000;
  /// Of processor time: what helps, helps soon.
  double MaxSeconds = 20;
  /// Whether comparisons in the program are tried before what it assigns.
  bool ComparisonsFirst = false;
};

/// Whether there are an array and a loop.
bool cellsMayHelp(const Cfa &C);

/// Gives up at once where that is not so.
std::unique_ptr<CfaEngine> createCells(CellsOptions O = {});

/// Errors that no run reaches, and why.
struct ExcludedErrors {
  std::vector<LocationId> Locations;
  /// Others that a run reaches from the entry without a loop.
  std::vector<LocationId> Reached;
  /// False at these locations, and true at other errors.
  CfaInvariant Why;
  unsigned Queries = 0;
  /// Whether there was time to look at all facts and errors.
  bool IsComplete = false;
};

/// What is guessed where it does not suffice what is known without.
enum class LocalGuesses {
  Equations, ///< that one of two implies the other, as of null pointers
  Sums       ///< and how large sums are that conditions compare
};

/// The errors of \p C that are excluded by what is known where the edges to
/// them begin without any guess: conditions that every run has passed and
/// ranges of variables. Each is a small question, so that this takes
/// milliseconds; longer with \p Sums, which are bounded in all of \p C first,
/// and are then asked about as inequalities.
ExcludedErrors excludeLocally(const Cfa &C, const Budget &B,
                              LocalGuesses Guessed = LocalGuesses::Equations);

/// The errors of \p C that such facts exclude, of as many as can be looked at
/// in the time; unlike an engine, this need not be all.
ExcludedErrors excludeErrors(const Cfa &C, const Budget &B, CellsOptions O);

} // namespace sooth

#endif
