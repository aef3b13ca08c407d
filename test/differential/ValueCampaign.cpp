//===- ValueCampaign.cpp - Engines on integers and arrays -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "RandomValues.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/CfaPrinter.h"
#include "sooth/Model/Horn.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

static constexpr size_t MaxStates = 4000;

/// A seed near 8 · \p Seed whose automaton does something, if there is one.
static uint64_t worthwhileProgram(uint64_t Seed) {
  const unsigned Tries = 8;
  for (uint64_t S = Seed * Tries; S < (Seed + 1) * Tries; ++S) {
    ExprContext Ctx;
    Cfa Program = randomValueCfa(Ctx, S);
    auto Truth = ReachableValues::explore(Program, MaxStates);
    if (Truth && Truth->count() > 20)
      return S;
  }
  return Seed * Tries;
}

static std::string judgeAnswer(const Cfa &C, const ReachableValues &Truth,
                               const AnyResult &R) {
  if (R.isUnknown())
    return R.reason().What == UnknownReason::Kind::Internal ? R.reason().str()
                                                            : "";
  if (R.isUnsafe() != Truth.errorReachable())
    return R.isSafe() ? "safe, but it is unsafe" : "unsafe, but it is safe";
  const CfaResult *Evidence = R.onAutomaton();
  if (!Evidence)
    return "";
  if (Evidence->isUnsafe()) {
    CheckResult Checked = checkTrace(C, Evidence->trace());
    return Checked.isConfirmed() ? "" : "the trace checker: " + Checked.Why;
  }
  for (auto &[L, Formula] : Evidence->invariant().Formulas)
    if (Truth.outside(L, Formula))
      return "the invariant excludes a reachable state: " + toSmt(Formula);
  CheckResult Checked =
      checkInvariant(C, Evidence->invariant(), Budget::seconds(10));
  return Checked.isRefuted() ? "the invariant checker: " + Checked.Why : "";
}

void sooth::test::writeValues(const Campaign &C) {
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    ExprContext Ctx;
    const Cfa Program = randomValueCfa(Ctx, worthwhileProgram(Seed));
    auto Truth = ReachableValues::explore(Program, MaxStates);
    if (Truth)
      writeModel(C, "values", Seed, Truth->errorReachable(), "smt2",
                 [&](llvm::raw_ostream &OS) { writeHorn(OS, Program); });
  }
}

unsigned sooth::test::runOnValues(const Campaign &C, llvm::raw_ostream &OS) {
  uint64_t LastSeed = 0, ModelSeed = 0;
  return runCampaign(
      C, OS, [&](uint64_t Seed, const TestedEngine &E, Tally &T) {
        if (Seed != LastSeed)
          ModelSeed = worthwhileProgram(Seed);
        LastSeed = Seed;
        ExprContext Ctx;
        Cfa Program = randomValueCfa(Ctx, ModelSeed);
        auto Truth = ReachableValues::explore(Program, MaxStates);
        if (!Truth)
          return;
        AnyResult R = TsResult::unknown(UnknownReason::Kind::Internal);
        {
          ScopedTimer Timer(T.Seconds);
          R = answer(E, Program, Seed % 2 ? Encoding::Small : Encoding::Large,
                     Budget::seconds(C.SecondsPerRun));
        }
        std::string Complaint = judgeAnswer(Program, *Truth, R);
        T.enter(R, Complaint, Seed);
        if (Complaint.empty())
          return;
        OS << "seed " << Seed << ": " << E.Name << ": " << Complaint << '\n';
        printCfa(OS, Program);
      });
}
