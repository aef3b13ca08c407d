//===- StateEquation.cpp - Reachability by state-equation CEGAR ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/StateEquation/StateEquation.h"

#include "Search.h"

using namespace sooth;

namespace {
class StateEquation final : public PetriEngine {
public:
  StateEquation(const PetriNet &N, StateEquationOptions O)
      : Options(O), Matrix(N), Stubborn(Matrix) {}

  llvm::StringRef name() const override { return "state-equation"; }
  PetriResult check(const PetriFormula &Goal, const Budget &B) override;
  void report(Statistics &S) const override;

private:
  PetriResult found(const FiringRuns &Runs) const;
  PetriResult search(const PetriFormula &Goal, const Budget &B);

  StateEquationOptions Options;
  NetMatrix Matrix;
  StubbornSets Stubborn;
  LinearSolver Linear;
  Search::Statistics Total;
};
} // namespace

PetriResult StateEquation::found(const FiringRuns &Runs) const {
  std::optional<FiringSequence> S = expand(Runs, Options.MaxFirings);
  if (!S)
    return PetriResult::inconclusive(
        UnknownReason::Kind::Bound,
        "reachable, but by more firings than are written out");
  return PetriResult::reachable(std::move(*S));
}

PetriResult StateEquation::search(const PetriFormula &Goal, const Budget &B) {
  GoalCase Start;
  if (!Matrix.isSupported() ||
      assertFormula(Matrix, Goal, Start) == Asserted::TooLarge)
    return PetriResult::inconclusive(UnknownReason::Kind::Unsupported,
                                     "numbers beyond 2^62");
  Search Loop(Matrix, Goal, std::move(Start), Options, Linear, Stubborn);
  switch (Loop.run(Options.MaxSolutions, B)) {
  case Search::Outcome::Reachable:
    return found(Loop.firing());
  case Search::Outcome::Exhausted:
    return PetriResult::inconclusive(
        UnknownReason::Kind::NoProgress,
        "no solution is left to try, but solutions may have been lost");
  case Search::Outcome::Paused:
    return PetriResult::inconclusive(UnknownReason::Kind::Bound,
                                     "too many solutions");
  case Search::Outcome::Stopped:
    break;
  }
  return PetriResult::inconclusive(UnknownReason::Kind::Timeout);
}

PetriResult StateEquation::check(const PetriFormula &Goal, const Budget &B) {
  PetriFormula Expanded = Goal.expanded(Matrix.net());
  if (Expanded.holds(Matrix.net(), Matrix.initial()))
    return PetriResult::reachable({});
  return search(Expanded, B);
}

void StateEquation::report(Statistics &S) const { Linear.report(S); }

std::unique_ptr<PetriEngine>
sooth::createStateEquation(const PetriNet &N, StateEquationOptions O) {
  return std::make_unique<StateEquation>(N, O);
}
