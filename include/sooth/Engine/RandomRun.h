//===- RandomRun.h - Runs with inputs taken at random -----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_ENGINE_RANDOMRUN_H
#define SOOTH_ENGINE_RANDOMRUN_H

#include "sooth/Engine/InputChooser.h"

namespace sooth {

/// One run of a model after the other, step by step. The same seed gives the
/// same runs.
class RandomRun {
public:
  /// Any: each edge that can be taken is; Sure: only those that do the same, as
  /// far as two tries can tell, whatever inputs of kind Havoc are.
  enum class Edges { Any, Sure };

  /// \p C must outlive this.
  RandomRun(const Cfa &C, uint64_t Seed, Edges Which);

  /// Begins the next run at the entry. Returns whether the state is one of the
  /// initial ones: what is not said by equations is guessed.
  bool begin();
  /// Takes any of the edges that can be taken with inputs taken at random;
  /// none if no inputs were found with which one can be.
  std::optional<EdgeId> step();

  LocationId location() const { return At; }
  /// Of the state variables, and of the inputs of the last edge.
  const Valuation &state() const { return State; }

private:
  std::optional<EdgeId> tryStep();
  bool isSure(const Edge &E);
  void take(const Edge &E);

  const Cfa &C;
  const Edges Which;
  InputChooser Choose;
  LocationId At;
  /// With the inputs of the edges that are looked at.
  Valuation State;
};

} // namespace sooth

#endif
