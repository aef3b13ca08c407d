//===- CfaToTs.h - From an automaton to a transition system ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guarded commands as one functional transition system with an explicit
// program counter (EUFORIA dissertation 3.2.1). Every variable's next value
// is a choice by location, then by edge; the guards of a location appear in
// the counter's update and only where edges of one location differ in a
// value. A run that cannot go on enters a halt state, so the system is total:
// a state at an error location, or in which no guard holds, is followed by
// the halt state. What the data variables are in the halt state has no
// meaning.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_CFATOTS_H
#define SOOTH_TRANSFORM_CFATOTS_H

#include "sooth/Result/Result.h"

#include <memory>

namespace sooth {

struct CfaToTsOptions {
  enum class Counter {
    BitVector, ///< one variable, one constant per location
    OneHot     ///< one Boolean per location; all false means halted
  };
  Counter ProgramCounter = Counter::BitVector;
};

/// The way back. Refers to the automaton, which must outlive it.
class TsBackTranslation {
public:
  virtual ~TsBackTranslation();
  /// The edges taken by a run. If \p T is not a run to a bad state, the result
  /// is not a run to an error either.
  virtual CfaTrace back(const TsTrace &T) const = 0;
  /// The formula at each location. Requires an invariant that is inductive by
  /// itself (K = 1).
  virtual CfaInvariant back(const TsInvariant &I) const = 0;
  /// That a state is at one location at most, whose formula holds in it;
  /// nothing is said of locations that have none. It is preserved by all steps
  /// if \p I has a formula at each location, which every edge preserves.
  virtual Expr atLocations(const CfaInvariant &I) const = 0;
};

struct TransformedTs {
  TransitionSystem Model;
  std::unique_ptr<TsBackTranslation> Back;
  /// The variables of the program counter.
  std::vector<Expr> Control;
};

/// Property i of the result is "error location i is reached". Edges of one
/// location whose guards are not exclusive by their form are told apart by an
/// additional input.
TransformedTs toTransitionSystem(const Cfa &C, CfaToTsOptions O = {});

} // namespace sooth

#endif
