//===- HornCampaign.cpp - Engines on clauses from random automata ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An automaton is written as Horn clauses and read again. These become an
// automaton or, in either encoding, a transition system; an engine answers,
// and what it says is judged by enumeration of the first automaton and, as a
// model or a derivation, on the clauses.
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "ExplicitState.h"
#include "RandomCfa.h"

#include "sooth/Check/HornChecker.h"
#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Model/Horn.h"
#include "sooth/Transform/Horn/HornToCfa.h"
#include "sooth/Transform/Horn/HornToTs.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

static RandomCfaOptions shapeOfClauses(uint64_t Seed) {
  return variedOptions(Seed, {.LeastLocations = 3,
                              .VariedLocations = 7,
                              .VariedEdges = 9,
                              .VariedBitVecs = 2});
}

namespace {
/// The clauses of one automaton and what is to know about them.
class HornRun {
public:
  explicit HornRun(uint64_t Seed) : Seed(Seed) {
    ExprContext Own;
    Cfa C = randomCfa(Own, shapeOfClauses(Seed));
    Unsafe = ExplicitCfa(C).errorReachable();
    llvm::raw_string_ostream OS(Text);
    writeHorn(OS, C);
    OS.flush();
    S.emplace(llvm::cantFail(readHorn(Ctx, {Text, "clauses"})));
  }

  /// Has an engine answer, and says what is wrong.
  std::string run(const TestedEngine &E, const Budget &B, AnyResult &R) {
    bool OnSystem = E.Create && Seed % 2 == 0;
    return OnSystem ? runOnSystem(E, B, R) : runOnAutomaton(E, B, R);
  }
  const std::string &text() const { return Text; }

private:
  std::string runOnSystem(const TestedEngine &E, const Budget &B, AnyResult &R);
  std::string runOnAutomaton(const TestedEngine &E, const Budget &B,
                             AnyResult &R);
  std::string judge(const AnyResult &R) const;

  uint64_t Seed;
  ExprContext Ctx;
  std::string Text;
  bool Unsafe = false;
  std::optional<HornSystem> S;
};
} // namespace

std::string HornRun::judge(const AnyResult &R) const {
  if (R.isUnknown())
    return R.reason().What == UnknownReason::Kind::Internal ? R.reason().str()
                                                            : "";
  if (R.isUnsafe() != Unsafe)
    return Unsafe ? "safe, but it is unsafe" : "unsafe, but it is safe";
  return "";
}

std::string HornRun::runOnSystem(const TestedEngine &E, const Budget &B,
                                 AnyResult &Answer) {
  TransitionSystem M = toTransitionSystem(
      *S, Seed % 3 ? HornEncoding::Functional : HornEncoding::Relational);
  const Property &P = M.properties().front();
  TsResult R = E.Create()->check(M, P, B);
  Answer = R;
  std::string Why = judge(R);
  if (!Why.empty() || R.isUnknown())
    return Why;
  CheckResult Checked =
      R.isSafe() ? checkInvariant(M, P, R.invariant(), Budget::seconds(10))
                 : checkTrace(M, P, R.trace(), Budget::seconds(10));
  return Checked.isRefuted() ? "the checker: " + Checked.Why : "";
}

std::string HornRun::runOnAutomaton(const TestedEngine &E, const Budget &B,
                                    AnyResult &R) {
  HornProgram H = toCfa(*S);
  R = answer(E, H.Model, Seed % 4 == 1 ? Encoding::Small : Encoding::Large, B);
  std::string Why = judge(R);
  const CfaResult *Evidence = R.onAutomaton();
  if (!Why.empty() || R.isUnknown() || !Evidence)
    return Why;
  if (Evidence->isUnsafe()) {
    CheckResult Checked = checkDerivation(*S, H.Back->back(Evidence->trace()));
    return Checked.isConfirmed() ? "" : "the derivation: " + Checked.Why;
  }
  auto Model = H.Back->back(Evidence->invariant());
  if (!Model)
    return "";
  CheckResult Checked = checkModel(*S, *Model, Budget::seconds(10));
  return Checked.isRefuted() ? "the model: " + Checked.Why : "";
}

unsigned sooth::test::runOnClauses(const Campaign &C, llvm::raw_ostream &OS) {
  return runCampaign(
      C, OS, [&](uint64_t Seed, const TestedEngine &E, Tally &T) {
        HornRun Run(Seed);
        AnyResult R = TsResult::unknown(UnknownReason::Kind::Internal);
        std::string Complaint;
        {
          ScopedTimer Timer(T.Seconds);
          Complaint = Run.run(E, Budget::seconds(C.SecondsPerRun), R);
        }
        T.enter(R, Complaint, Seed);
        if (!Complaint.empty())
          OS << "seed " << Seed << ": " << E.Name << ": " << Complaint << '\n'
             << Run.text();
      });
}
