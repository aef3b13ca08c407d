//===- TsOracle.h - Judging answers about transition systems --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All states of a small transition system and all steps between them, by
// enumeration. The truth about the property follows, and what is offered as
// evidence is judged state by state. No solver, no evaluator and no
// substitution takes part.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_TSORACLE_H
#define SOOTH_TEST_DIFFERENTIAL_TSORACLE_H

#include "ExplicitState.h"

#include <optional>
#include <string>
#include <vector>

namespace sooth::test {

class TsOracle {
public:
  /// Enumerates; the model must outlive this. Requires Boolean and bit-vector
  /// variables of few bits in all.
  TsOracle(const TransitionSystem &M, const Property &P);

  /// The number of steps to the nearest bad state; nothing if all is well.
  std::optional<unsigned> distance() const { return Distance; }
  bool isUnsafe() const { return Distance.has_value(); }
  uint64_t numStates() const { return States.size(); }
  uint64_t numReachable() const;

  /// What is wrong with a trace or an invariant; empty if nothing is.
  std::string judge(const TsTrace &T);
  std::string judge(const TsInvariant &I);
  /// Evidence must also fit the truth; an unknown result always does.
  std::string judge(const TsResult &R);

private:
  using StateSet = std::vector<bool>;

  void enumerateSteps();
  void explore();
  /// The states in which \p E, over X, holds.
  StateSet satisfying(Expr E) const;
  bool isStep(const Valuation &From, const Valuation &Inputs,
              const Valuation &To) const;
  std::string judgeAnyPaths(const StateSet &F, unsigned K) const;
  std::string judgeSimplePaths(const StateSet &F, unsigned K) const;
  std::string judgeRuns(unsigned K) const;
  enum class Found { Path, None, TooMany };
  Found findSimplePath(const StateSet &Starts, const StateSet &Within,
                       unsigned K, const StateSet &End) const;

  const TransitionSystem &M;
  Packing States, Inputs, Free; // X, Y, and X' of those without an update
  std::vector<std::vector<uint32_t>> Next;
  StateSet Initial, Bad, Reachable;
  std::optional<unsigned> Distance;
};

} // namespace sooth::test

#endif
