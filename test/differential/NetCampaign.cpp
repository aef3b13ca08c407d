//===- NetCampaign.cpp - Engines for nets on random nets ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NetCampaign.h"

#include "sooth/Check/FiringReplay.h"
#include "sooth/Engine/Walk/Explore.h"
#include "sooth/Engine/Walk/Walk.h"
#include "sooth/Model/Pnml.h"
#include "sooth/Support/Statistics.h"
#include "sooth/Transform/PetriReduction.h"

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
  bool Checked = checkClosedSet(Q.Net, *E.Markings, B).isConfirmed() &&
                 checkExcludes(Q.Net, *E.Markings, Q.Goal, B).isConfirmed();
  return Checked ? PetriResult::notReachable(E.Markings)
                 : PetriResult::inconclusive(ReasonKind::Internal,
                                             "the set is not closed");
}

static PetriResult runReduced(const NetQuestion &Q, const Budget &B) {
  PetriReduction R = reduce(Q.Net, Q.Goal, B);
  PetriResult Result = runExplore({std::move(R.Net), R.Goal}, B);
  if (Result.isReachable())
    return PetriResult::reachable(R.back(Q.Net, Result.firing()));
  return Result;
}

llvm::ArrayRef<NetEngine> sooth::test::allNetEngines() {
  static constexpr NetEngine All[] = {
      {"walk", runWalk}, {"explore", runExplore}, {"reduce", runReduced}};
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
    return R.reason().Text;
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
