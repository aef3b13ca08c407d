//===- ReductionStrategy.cpp - Each question on a net of its own ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For one question most of a net does not matter. Every open question gets a
// slice of time in turn, longer ones in each round: reduce the net for it,
// walk, and enumerate what is left.
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Engine/StateEquation/StateEquation.h"
#include "sooth/Engine/Walk/Explore.h"
#include "sooth/Engine/Walk/Walk.h"
#include "sooth/Transform/Petri/PetriReduction.h"

using namespace sooth;

static constexpr llvm::StringRef ReductionName = "structural reduction";

static std::string sizeOf(const PetriReduction &R) {
  return std::to_string(R.Net.places().size()) + " places and " +
         std::to_string(R.Net.transitions().size()) + " transitions";
}

static void enumerate(PetriStrategyRun &Run, size_t Q, const PetriFormula &Goal,
                      const PetriReduction &R, const Budget &B) {
  MarkingExploration E =
      explore(R.Net, {R.Goal}, {}, {.MaxBytes = MaxSetBytes}, B);
  if (E.Reached.front())
    return Run.reached(Q, R.back(Run.net(), *E.Reached.front()), ReductionName);
  if (E.How != MarkingExploration::Ending::Complete)
    return;
  const CheckResult Check =
      checkUnreachable(R.Net, *E.Markings, R.Goal, Run.budget());
  if (Check.isRefuted())
    return Run.wrongEvidence(Q, ReductionName, Check.Why);
  if (Check.isConfirmed())
    Run.excludedByRules(Q, Goal, ReductionName,
                        "all " + std::to_string(E.Markings->size()) +
                            " markings of the net reduced to " + sizeOf(R));
}

/// \p Result, which was checked, excludes \p Goal: in the net itself if its
/// proof can be taken there, and then the reduction needs no trust.
static void exclude(PetriStrategyRun &Run, size_t Q, const PetriFormula &Goal,
                    const PetriReduction &R, const PetriResult &Result) {
  const auto &Proof = *std::get<std::shared_ptr<const StateEquationProof>>(
      Result.certificate());
  std::string Found = "the net reduced to " + sizeOf(R);
  auto Mapped = R.back(Run.net(), Proof);
  if (Mapped && checkStateEquationProof(Run.net(), Goal, *Mapped, Run.budget())
                    .isConfirmed()) {
    const PetriCertificate OfNet =
        std::make_shared<StateEquationProof>(std::move(*Mapped));
    return Run.excluded(
        Q, "state equation",
        "the marking equation has no solution, as was found with " + Found,
        &OfNet);
  }
  Run.excludedByRules(Q, Goal, ReductionName,
                      "the marking equation of " + Found + " has no solution");
}

static void solve(PetriStrategyRun &Run, size_t Q, const PetriFormula &Goal,
                  const PetriReduction &R, const Budget &B) {
  std::unique_ptr<PetriEngine> Engine = createStateEquation(R.Net);
  PetriResult Result =
      checkedResult(R.Net, R.Goal, Engine->check(R.Goal, B), Run.budget());
  if (Result.isReachable())
    Run.reached(Q, R.back(Run.net(), Result.firing()), ReductionName);
  else if (Result.isNotReachable())
    exclude(Run, Q, Goal, R, Result);
  else if (Result.reason().What == UnknownReason::Kind::Internal)
    Run.wrongEvidence(Q, ReductionName, message(Result.reason().Why));
}

static void answer(PetriStrategyRun &Run, size_t Q, double Seconds) {
  Budget Slice = Run.budget().child(Seconds);
  PetriFormula Goal = Run.goalOf(Q);
  PetriReduction R = reduce(Run.net(), Goal, Slice);
  Walker W(R.Net, {R.Goal});
  for (Walker::Found &F : W.run(Slice.child(Seconds / 4)))
    return Run.reached(Q, R.back(Run.net(), F.Runs), ReductionName);
  int64_t Before = Run.lower(Q);
  solve(Run, Q, Goal, R, Slice.child(Seconds / 4));
  if (Run.isUndecided(Q) && Run.lower(Q) == Before)
    enumerate(Run, Q, Goal, R, Slice);
}

void sooth::runReductions(PetriStrategyRun &Run) {
  for (double Seconds = 0.1; Run.goesOn(); Seconds *= 2)
    for (size_t Q : Run.undecidedQuestions()) {
      // A bound moves step by step.
      for (int64_t Before = -2;
           Run.goesOn() && Run.isUndecided(Q) && Before != Run.lower(Q);) {
        Before = Run.lower(Q);
        answer(Run, Q, Seconds);
      }
    }
}
