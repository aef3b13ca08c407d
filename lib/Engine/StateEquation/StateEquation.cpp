//===- StateEquation.cpp - Reachability by state-equation CEGAR ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Engine/StateEquation/StateEquation.h"

#include "Refuter.h"
#include "Search.h"

#include "llvm/ADT/ScopeExit.h"

using namespace sooth;
using namespace sooth::equation;

namespace {
class StateEquation final : public PetriEngine {
public:
  StateEquation(const PetriNet &N, StateEquationOptions O)
      : Options(O), Matrix(N), Stubborn(Matrix) {}

  llvm::StringRef name() const override { return "state-equation"; }
  PetriResult check(const PetriFormula &Goal, const Budget &B) override;
  void report(Statistics &S) const override;

private:
  PetriResult proved(Refuter &R) const;
  std::optional<PetriResult> attempt(const PetriFormula &Goal,
                                     const GoalCase &Start, Refuter::Limits L,
                                     const Budget &B, Refuter::Outcome &State,
                                     std::string &Why);
  PetriResult alternate(const PetriFormula &Goal, const Budget &B);
  std::optional<GoalCase> startOfProof(const PetriFormula &Goal) const;
  bool usesNupn() const;
  void count(const Search::Statistics &S);

  StateEquationOptions Options;
  NetMatrix Matrix;
  StubbornSets Stubborn;
  LinearSolver Linear;
  NetFacts Facts;
  Search::Statistics Total;
  unsigned ProofNodes = 0;
};
} // namespace

PetriResult StateEquation::proved(Refuter &R) const {
  auto P = std::make_shared<StateEquationProof>();
  P->Root = R.takeProof();
  P->UsesNupn = usesNupn();
  return PetriResult::notReachable(
      std::shared_ptr<const StateEquationProof>(std::move(P)));
}

bool StateEquation::usesNupn() const {
  return Options.TrustNupn == Toggle::On && Matrix.net().nupn() &&
         Matrix.net().nupn()->Safe;
}

/// The context that StateEquationProof.h starts with; nothing if numbers do
/// not fit.
std::optional<GoalCase>
StateEquation::startOfProof(const PetriFormula &Goal) const {
  GoalCase Start;
  if (!Matrix.isSupported())
    return std::nullopt;
  Start.Rows = Matrix.nonNegative();
  if (usesNupn())
    for (const NupnUnit &U : Matrix.net().nupn()->Units) {
      LinearConstraint AtMostOne;
      AtMostOne.Bound = 1;
      for (PlaceId P : U.Places)
        AtMostOne.Terms.push_back({P, 1});
      std::optional<LinearRow> Row = Matrix.rowOf(AtMostOne);
      if (!Row)
        return std::nullopt;
      Start.Rows.push_back(std::make_shared<const LinearRow>(std::move(*Row)));
    }
  if (assertFormula(Matrix, Goal, Start) == Asserted::TooLarge)
    return std::nullopt;
  return Start;
}

/// One attempt at a proof; nothing if it came to nothing. \p State says how it
/// ended.
std::optional<PetriResult>
StateEquation::attempt(const PetriFormula &Goal, const GoalCase &Start,
                       Refuter::Limits L, const Budget &B,
                       Refuter::Outcome &State, std::string &Why) {
  Refuter R(Matrix, Goal, Start, Facts, Linear, L, B);
  State = R.run();
  ProofNodes += R.nodes();
  Why = R.reason();
  if (State == Refuter::Outcome::Proved)
    return proved(R);
  if (State == Refuter::Outcome::Reachable)
    return PetriResult::reachable(R.firing());
  return std::nullopt;
}

/// The part of what is left of \p B.
static Budget share(const Budget &B, double Part) {
  return B.shareOr(Part, 60 * Part);
}

/// Gives proof search and loop turns that grow, until one has an answer or
/// neither can go on.
PetriResult StateEquation::alternate(const PetriFormula &Goal,
                                     const Budget &B) {
  std::optional<GoalCase> Start = startOfProof(Goal);
  if (!Start)
    return PetriResult::inconclusive(UnknownReason::Kind::Unsupported,
                                     Cause::Kind::LargeNumbers);
  // The loop has the rows of the net itself.
  GoalCase Case = *Start;
  Case.Rows.erase(Case.Rows.begin(), Case.Rows.begin() + Matrix.places());
  Search Loop(Matrix, Goal, std::move(Case), Options, Linear, Stubborn);
  auto Count = llvm::make_scope_exit([&] { count(Loop.statistics()); });
  auto Looped = Search::Outcome::Paused;
  auto Refuted = Refuter::Outcome::Bound;
  bool Prove = Options.Proofs == Toggle::On;
  std::string Why = "the proof search is switched off";
  constexpr unsigned First = 100, Growth = 5;
  if (Prove && hasManyCases(*Start)) {
    if (auto R = attempt(Goal, *Start, {Refuter::Method::Tree, First},
                         share(B, 0.1), Refuted, Why))
      return std::move(*R);
    if (auto R = attempt(Goal, *Start, {Refuter::Method::Lazy}, share(B, 0.4),
                         Refuted, Why))
      return std::move(*R);
    Refuted = Refuter::Outcome::Bound;
  }
  for (unsigned Turn = First; !B.exhausted(); Turn *= Growth) {
    bool CanProve = Prove && Refuted == Refuter::Outcome::Bound &&
                    Turn / Growth < Options.MaxProofNodes;
    bool CanLoop = Looped == Search::Outcome::Paused &&
                   Turn / Growth < Options.MaxSolutions;
    if (!CanProve && Looped == Search::Outcome::Exhausted)
      return PetriResult::inconclusive(UnknownReason::Kind::NoProgress,
                                       {Cause::Kind::NoProofOfNone, Why});
    if (!CanProve && !CanLoop)
      return PetriResult::inconclusive(UnknownReason::Kind::Bound,
                                       Cause::Kind::ManySolutions);
    if (CanProve)
      if (auto R = attempt(
              Goal, *Start,
              {Refuter::Method::Tree, std::min(Turn, Options.MaxProofNodes)}, B,
              Refuted, Why))
        return std::move(*R);
    if (CanLoop)
      Looped = Loop.run(Turn, B);
    if (Looped == Search::Outcome::Reachable)
      return PetriResult::reachable(Loop.firing());
  }
  return PetriResult::inconclusive(UnknownReason::Kind::Timeout);
}

PetriResult StateEquation::check(const PetriFormula &Goal, const Budget &B) {
  PetriFormula Expanded = Goal.expanded(Matrix.net());
  if (Expanded.holds(Matrix.net(), Matrix.initial()))
    return PetriResult::reachable(FiringRuns());
  return alternate(Expanded, B);
}

void StateEquation::count(const Search::Statistics &S) {
  Total.Solutions += S.Solutions;
  Total.Partials += S.Partials;
  Total.Skipped += S.Skipped;
  Total.Better += S.Better;
  Total.Distant += S.Distant;
  Total.Truncated += S.Truncated;
}

void StateEquation::report(Statistics &S) const {
  S.set("state-equation.solutions", Total.Solutions);
  S.set("state-equation.partial-solutions", Total.Partials);
  S.set("state-equation.skipped", Total.Skipped);
  S.set("state-equation.better-markings", Total.Better);
  S.set("state-equation.distant-invariants", Total.Distant);
  S.set("state-equation.truncated-trees", Total.Truncated);
  S.set("state-equation.proof-nodes", ProofNodes);
  S.set("state-equation.traps", Facts.Traps.size());
  Linear.report(S);
}

std::unique_ptr<PetriEngine>
sooth::createStateEquation(const PetriNet &N, StateEquationOptions O) {
  return std::make_unique<StateEquation>(N, O);
}
