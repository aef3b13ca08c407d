//===- NetCampaign.cpp - Engines for nets on random nets ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetCampaign.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/PlaceBounds.h"
#include "sooth/Check/StateEquationChecker.h"
#include "sooth/Engine/Bmc/Bmc.h"
#include "sooth/Engine/Euf/Euf.h"
#include "sooth/Engine/StateEquation/StateEquation.h"
#include "sooth/Engine/Walk/Explore.h"
#include "sooth/Engine/Walk/Walk.h"
#include "sooth/Model/Pnml.h"
#include "sooth/Support/Statistics.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Petri/PetriReduction.h"
#include "sooth/Transform/Petri/PetriToCfa.h"
#include "sooth/Transform/Petri/PlaceInvariants.h"

#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using namespace sooth::test;
using ReasonKind = UnknownReason::Kind;

static constexpr size_t MaxMarkings = 3000;

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

static PetriResult runWalk(const NetQuestion &Q, const Budget &B) {
  Walker W(Q.Net, {Q.Goal});
  std::vector<Walker::Found> Found = W.run(B.child(0.005));
  return Found.empty() ? PetriResult::inconclusive(ReasonKind::Bound)
                       : PetriResult::reachable(std::move(Found.front().Runs));
}

static PetriResult runExplore(const NetQuestion &Q, const Budget &B) {
  MarkingExploration E =
      explore(Q.Net, {Q.Goal}, {}, {.MaxMarkings = MaxMarkings}, B);
  if (E.Reached.front())
    return PetriResult::reachable(std::move(*E.Reached.front()));
  if (E.How != MarkingExploration::Ending::Complete)
    return PetriResult::inconclusive(ReasonKind::Bound);
  CheckResult C = checkClosedSet(Q.Net, *E.Markings, B);
  if (C.isConfirmed())
    C = checkExcludes(Q.Net, *E.Markings, Q.Goal, B);
  if (C.isRefuted())
    return PetriResult::inconclusive(ReasonKind::Internal, Cause::quote(C.Why));
  return C.isConfirmed() ? PetriResult::notReachable(E.Markings)
                         : PetriResult::inconclusive(ReasonKind::Timeout);
}

static PetriResult runReduced(const NetQuestion &Q, const Budget &B) {
  PetriReduction R = reduce(Q.Net, Q.Goal, B);
  PetriResult Result = runExplore({std::move(R.Net), R.Goal}, B);
  if (Result.isReachable())
    return PetriResult::reachable(R.back(Q.Net, Result.firing()));
  return Result;
}

static PetriResult runStateEquation(const NetQuestion &Q, const Budget &B) {
  PetriResult R = createStateEquation(Q.Net)->check(Q.Goal, B);
  if (!R.isNotReachable())
    return R;
  const auto &Proof =
      std::get<std::shared_ptr<const StateEquationProof>>(R.certificate());
  CheckResult C = checkStateEquationProof(Q.Net, Q.Goal, *Proof, B);
  if (C.isRefuted())
    return PetriResult::inconclusive(ReasonKind::Internal, Cause::quote(C.Why));
  return C.isConfirmed() ? R : PetriResult::inconclusive(ReasonKind::Timeout);
}

/// The net as an automaton over bit-vectors, where bounds of all places are
/// proved, or integers.
static PetriResult runAsModel(const NetQuestion &Q, TsEngine &Engine,
                              const Budget &B) {
  ExprContext Ctx;
  std::vector<PlaceInvariant> Invariants = findPlaceInvariants(Q.Net, B);
  PetriEncoding E{boundsByInvariants(Q.Net, Invariants),
                  factsByInvariants(Q.Net, Invariants)};
  Cfa Program = toCfa(Ctx, Q.Net, Q.Goal, E);
  TransformedTs System = toTransitionSystem(Program);
  const Property &P = System.Model.properties().front();
  TsResult R = Engine.check(System.Model, P, B);
  if (R.isUnsafe())
    return PetriResult::reachable(
        {{firingOf(Q.Net, System.Back->back(R.trace())), 1}});
  if (!R.isSafe())
    return PetriResult::inconclusive(R.reason().What, R.reason().Why);
  CheckResult C = checkInvariant(System.Model, P, R.invariant(), B);
  if (C.isRefuted())
    return PetriResult::inconclusive(ReasonKind::Internal, Cause::quote(C.Why));
  return C.isConfirmed()
             ? PetriResult::notReachable(std::shared_ptr<const MarkingSet>())
             : PetriResult::inconclusive(ReasonKind::Timeout);
}

static PetriResult runKInduction(const NetQuestion &Q, const Budget &B) {
  return runAsModel(Q, *createBmc(), B);
}

static PetriResult runImplicitPredicates(const NetQuestion &Q,
                                         const Budget &B) {
  return runAsModel(Q, *createEuf(implicitPredicates()), B);
}

llvm::ArrayRef<NetEngine> sooth::test::allNetEngines() {
  static constexpr NetEngine All[] = {
      {"walk", runWalk},       {"explore", runExplore},
      {"reduce", runReduced},  {"state", runStateEquation},
      {"kind", runKInduction}, {"ic3ia", runImplicitPredicates}};
  return All;
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

/// What is wrong with an answer, or nothing.
static std::string complaint(const NetQuestion &Q, const NetTruth &Truth,
                             const PetriResult &R) {
  if (R.isReachable()) {
    CheckResult Replay = replayFiring(Q.Net, R.firing(), Q.Goal);
    if (!Replay.isConfirmed())
      return "the firing sequence is wrong: " + Replay.Why;
    return Truth.What == NetTruth::Answer::NotReachable ? "it is not reachable"
                                                        : "";
  }
  if (R.isNotReachable())
    return Truth.What == NetTruth::Answer::Reachable ? "it is reachable" : "";
  if (R.reason().What == ReasonKind::Internal)
    return R.reason().str();
  return "";
}

namespace {
struct NetTally {
  unsigned Reachable = 0, NotReachable = 0, Inconclusive = 0, Wrong = 0;
  double Seconds = 0;
};
} // namespace

static void enter(NetTally &T, const PetriResult &R) {
  ++(R.isReachable()      ? T.Reachable
     : R.isNotReachable() ? T.NotReachable
                          : T.Inconclusive);
}

void sooth::test::writeNets(const Campaign &C) {
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    const NetQuestion Q = randomNetQuestion(Seed);
    const NetTruth Truth = exploreNet(Q, MaxMarkings);
    if (Truth.What == NetTruth::Answer::TooLarge)
      continue;
    const bool Unsafe = Truth.What == NetTruth::Answer::Reachable;
    writeModel(C, "net", Seed, Unsafe, "pnml",
               [&](llvm::raw_ostream &OS) { writePnml(OS, Q.Net); });
    writeModel(C, "net", Seed, Unsafe, "goal",
               [&](llvm::raw_ostream &OS) { OS << str(Q.Goal, Q.Net); });
  }
}

unsigned sooth::test::runOnNets(const NetCampaign &C, llvm::raw_ostream &OS) {
  std::vector<NetTally> Tallies(C.Engines.size());
  unsigned Wrong = 0;
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    NetQuestion Q = randomNetQuestion(Seed);
    NetTruth Truth = exploreNet(Q, MaxMarkings);
    for (size_t E = 0; E < C.Engines.size(); ++E) {
      ScopedTimer Timer(Tallies[E].Seconds);
      PetriResult R = C.Engines[E].Run(Q, Budget::seconds(C.SecondsPerRun));
      enter(Tallies[E], R);
      std::string Complaint = complaint(Q, Truth, R);
      if (Complaint.empty())
        continue;
      ++Wrong;
      ++Tallies[E].Wrong;
      OS << "seed " << Seed << ", engine " << C.Engines[E].Name << ": "
         << Complaint << "\nis this reachable? " << str(Q.Goal, Q.Net) << '\n';
      writePnml(OS, Q.Net);
    }
  }
  for (size_t E = 0; E < C.Engines.size(); ++E) {
    const NetTally &T = Tallies[E];
    unsigned Total = T.Reachable + T.NotReachable + T.Inconclusive;
    OS << llvm::formatv("{0,-8} reachable {1}, not reachable {2}, inconclusive "
                        "{3} ({4:F1} %), wrong {5}; {6:F1} s\n",
                        C.Engines[E].Name, T.Reachable, T.NotReachable,
                        T.Inconclusive, 100.0 * T.Inconclusive / Total, T.Wrong,
                        T.Seconds);
  }
  return Wrong;
}
