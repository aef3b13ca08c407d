//===- StateEquationStrategy.cpp - The marking equation for all questions -===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Engine/StateEquation/StateEquation.h"
#include "sooth/Result/StateEquationProof.h"

using namespace sooth;

PetriResult sooth::checkedResult(const PetriNet &N, const PetriFormula &Goal,
                                 PetriResult R, const Budget &B) {
  if (!R.isNotReachable())
    return R;
  const auto *Proof =
      std::get_if<std::shared_ptr<const StateEquationProof>>(&R.certificate());
  if (!Proof)
    return PetriResult::inconclusive(UnknownReason::Kind::Internal,
                                     Cause::Kind::OtherCertificate);
  CheckResult C = checkStateEquationProof(N, Goal, **Proof, B);
  if (C.isRefuted())
    return PetriResult::inconclusive(UnknownReason::Kind::Internal,
                                     Cause::quote(C.Why));
  if (!C.isConfirmed())
    return PetriResult::inconclusive(UnknownReason::Kind::Timeout,
                                     Cause::quote(C.Why));
  return R;
}

static constexpr llvm::StringRef StateEquationName = "state equation";

/// The result was checked, so that its certificate is one of this engine.
static std::string describe(const PetriResult &R) {
  const auto &Proof =
      std::get<std::shared_ptr<const StateEquationProof>>(R.certificate());
  return std::string("the marking equation has no solution") +
         (Proof->UsesNupn ? " if the net's units are as safe as it says" : "");
}

static void check(PetriStrategyRun &Run, PetriEngine &Engine, size_t Q,
                  const Budget &Slice) {
  PetriFormula Goal = Run.goalOf(Q);
  PetriResult R =
      checkedResult(Run.net(), Goal, Engine.check(Goal, Slice), Run.budget());
  if (R.isReachable())
    Run.reached(Q, R.firing(), StateEquationName);
  else if (R.isNotReachable())
    Run.excluded(Q, StateEquationName, describe(R), &R.certificate());
  else if (R.reason().What == UnknownReason::Kind::Internal)
    Run.wrongEvidence(Q, StateEquationName, message(R.reason().Why));
}

void sooth::runStateEquation(PetriStrategyRun &Run) {
  std::unique_ptr<PetriEngine> Engine = createStateEquation(Run.net());
  for (double Seconds = 0.5; Run.goesOn(); Seconds *= 2)
    for (size_t Q : Run.undecidedQuestions())
      // A bound moves step by step.
      for (int64_t Before = -2;
           Run.goesOn() && Run.isUndecided(Q) && Before != Run.lower(Q);) {
        Before = Run.lower(Q);
        check(Run, *Engine, Q, Run.budget().child(Seconds));
      }
}
