//===- ModelStrategy.cpp - Engines for programs on nets -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A net is guarded commands like any program. It is reduced for the question
// first, as these engines pay for every transition at every step. If every
// place has a bound that is proved (or that the net's author vouches for),
// markings are bit-vectors, else integers.
//
//===----------------------------------------------------------------------===//

#include "StrategyRun.h"
#include "UnitBounds.h"

#include "sooth/Check/CutpointSystem.h"
#include "sooth/Check/FiringReplay.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/PlaceBounds.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Cegar/Cegar.h"
#include "sooth/Engine/Euf/Euf.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Petri/PetriReduction.h"
#include "sooth/Transform/Petri/PetriToCfa.h"
#include "sooth/Transform/Petri/PlaceInvariants.h"

using namespace sooth;

namespace {
/// One question as a model, and what its answers mean to the net.
class Asked {
public:
  using Counts = PetriEncoding::Counts;
  Asked(PetriStrategyRun &Run, size_t Q, const Budget &B, Counts Of)
      : Run(Run), Question(Q), Of(Of), Goal(Run.goalOf(Q)),
        R(reduce(Run.net(), Goal, B)),
        Program(toCfa(Ctx, R.Net, R.Goal, encoding(B))) {}

  void answerBy(CfaEngine &Engine, const Budget &B);
  void answerBy(TsEngine &Engine, const Budget &B);
  /// Whether a run was found that has more tokens than are counted: another one
  /// may have fewer.
  bool isBeyondLimit() const { return IsBeyondLimit; }

private:
  PetriEncoding encoding(const Budget &B);
  void reached(const CfaTrace &T, llvm::StringRef Name);
  void excluded(const CheckResult &C, llvm::StringRef Name);
  /// What markings are made of, for people.
  std::string numbers() const;

  PetriStrategyRun &Run;
  size_t Question;
  Counts Of;
  PetriFormula Goal;
  ExprContext Ctx;
  PetriReduction R;
  bool TrustsUnits = false;
  bool IsBeyondLimit = false;
  Cfa Program;
};
} // namespace

/// What is reached in the reduced net is, place by place, reached in the net:
/// bounds of either hold.
PetriEncoding Asked::encoding(const Budget &B) {
  PetriEncoding E;
  E.Bounds.resize(R.Net.places().size());
  bool All = true;
  for (PlaceId P = 0; P < E.Bounds.size(); ++P) {
    auto Original = Run.net().findPlace(R.Net.place(P).Id);
    if (Original)
      E.Bounds[P] = boundByUnits(Run.net(), {*Original});
    All &= E.Bounds[P].has_value();
  }
  TrustsUnits = All && !E.Bounds.empty();
  auto Invariants = findPlaceInvariants(R.Net, B);
  if (!All)
    E.Bounds = boundsByInvariants(R.Net, Invariants);
  E.Known = factsByInvariants(R.Net, Invariants);
  E.Of = Of;
  return E;
}

void Asked::reached(const CfaTrace &T, llvm::StringRef Name) {
  FiringRuns Runs = R.back(Run.net(), {{firingOf(R.Net, T), 1}});
  if (Of == Counts::Any)
    IsBeyondLimit =
        replayFiring(Run.net(), Runs, PetriFormula::constant(true)).isUnknown();
  if (!IsBeyondLimit)
    Run.reached(Question, std::move(Runs), Name);
}

std::string Asked::numbers() const {
  if (Program.variables().empty())
    return "no places";
  Sort S = Program.variables().front().Var.sort();
  return S.isBitVec() ? "numbers of " + std::to_string(S.width()) + " bits"
                      : "integers";
}

void Asked::excluded(const CheckResult &C, llvm::StringRef Name) {
  if (Of == Counts::UpToMaxTokens)
    Run.beyondLimit(Question, Name,
                    "a run that gets there has more than 2^63 - 1 tokens in a "
                    "place");
  else if (C.isRefuted())
    Run.wrongEvidence(Question, Name, C.Why);
  else if (C.isConfirmed())
    Run.excludedByRules(
        Question, Goal, Name,
        "an inductive invariant of the reduced net over " + numbers() +
            (TrustsUnits ? ", if its units are as safe as it says" : ""));
}

void Asked::answerBy(CfaEngine &Engine, const Budget &B) {
  CfaResult Result = Engine.check(Program, B);
  if (Result.isUnsafe())
    reached(Result.trace(), Engine.name());
  else if (Result.isSafe())
    excluded(checkInvariant(Program, Result.invariant(), Run.budget()),
             Engine.name());
}

void Asked::answerBy(TsEngine &Engine, const Budget &B) {
  TransformedTs System = toTransitionSystem(Program);
  const Property &P = System.Model.properties().front();
  TsResult Result = Engine.check(System.Model, P, B);
  if (Result.isUnsafe())
    reached(System.Back->back(Result.trace()), Engine.name());
  else if (Result.isSafe())
    excluded(checkSystemProof(Program,
                              {System.Model, P, Result.invariant(),
                               System.Back->back({Result.invariant().Formula})},
                              Run.budget()),
             Engine.name());
}

/// Every open question gets slices of time that double.
template <class CreateT>
static void runEngine(PetriStrategyRun &Run, CreateT Create) {
  for (double Seconds = 0.5; Run.goesOn(); Seconds *= 2)
    for (size_t Q : Run.undecidedQuestions()) {
      // A bound moves step by step.
      for (int64_t Before = -2;
           Run.goesOn() && Run.isUndecided(Q) && Before != Run.lower(Q);) {
        Before = Run.lower(Q);
        Budget Slice = Run.budget().child(Seconds);
        Asked A(Run, Q, Slice, PetriEncoding::Counts::Any);
        A.answerBy(*Create(), Slice);
        if (A.isBeyondLimit())
          Asked(Run, Q, Slice, PetriEncoding::Counts::UpToMaxTokens)
              .answerBy(*Create(), Slice);
      }
    }
}

void sooth::runKInduction(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createBmc(); });
}

void sooth::runEuf(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createEuf(); });
}

void sooth::runImplicitPredicates(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createEuf(implicitPredicates()); });
}

void sooth::runCegar(PetriStrategyRun &Run) {
  runEngine(Run, [] { return createCegarSchedule(); });
}
