//===- ModelStrategy.cpp - Engines for programs on nets -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A net is guarded commands like any program. It is reduced for the question
// first, as these engines pay for every transition at every step.
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Euf/Euf.h"
#include "sooth/Transform/CfaToTs.h"
#include "sooth/Transform/PetriReduction.h"
#include "sooth/Transform/PetriToCfa.h"

using namespace sooth;

static void conclude(PetriStrategyRun &Run, size_t Q, llvm::StringRef Name,
                     const PetriReduction &R, const TransformedTs &System,
                     const TsResult &Result) {
  const Property &P = System.Model.properties().front();
  if (Result.isUnsafe()) {
    CfaTrace Trace = System.Back->back(Result.trace());
    return Run.reached(Q, R.back(Run.net(), {{firingOf(R.Net, Trace), 1}}),
                       Name);
  }
  if (!Result.isSafe())
    return;
  CheckResult C =
      checkInvariant(System.Model, P, Result.invariant(), Run.budget());
  if (C.isRefuted())
    Run.wrongEvidence(Q, Name, C.Why);
  else if (C.isConfirmed())
    Run.excluded(Q, Name, "an inductive invariant of the reduced net");
}

static void answer(PetriStrategyRun &Run, size_t Q, TsEngine &Engine,
                   double Seconds) {
  Budget Slice = Run.budget().child(Seconds);
  PetriReduction R = reduce(Run.net(), Run.goalOf(Q), Slice);
  ExprContext Ctx;
  Cfa C = toCfa(Ctx, R.Net, R.Goal);
  TransformedTs System = toTransitionSystem(C);
  conclude(
      Run, Q, Engine.name(), R, System,
      Engine.check(System.Model, System.Model.properties().front(), Slice));
}

static void runEngine(PetriStrategyRun &Run,
                      std::unique_ptr<TsEngine> (*Create)()) {
  for (double Seconds = 0.5; Run.goesOn(); Seconds *= 2)
    for (size_t Q : Run.openQuestions()) {
      // A bound moves step by step.
      for (int64_t Before = -2;
           Run.goesOn() && Run.isOpen(Q) && Before != Run.lower(Q);) {
        Before = Run.lower(Q);
        answer(Run, Q, *Create(), Seconds);
      }
    }
}

void sooth::runKInduction(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createBmc(); });
}

void sooth::runEuf(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createEuf(); });
}
