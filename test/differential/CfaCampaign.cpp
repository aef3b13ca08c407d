//===- CfaCampaign.cpp - Engines on random automata -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole way: an automaton, perhaps sliced and encoded in large blocks,
// becomes a transition system, an engine answers, and the evidence is
// translated back and judged on the automaton.
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "ExplicitState.h"
#include "Oracle.h"
#include "RandomCfa.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Engine/Abstract/Abstract.h"
#include "sooth/Engine/StrengthenedQuestion.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Model/CfaPrinter.h"
#include "sooth/Model/Horn.h"
#include "sooth/Transform/Cfa/CfaToTs.h"
#include "sooth/Transform/Cfa/LargeBlock.h"
#include "sooth/Transform/Cfa/Slice.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

/// Shapes that differ by seed.
static RandomCfaOptions shapeOf(uint64_t Seed) {
  RandomCfaOptions O = variedOptions(Seed, {.LeastLocations = 4,
                                            .VariedLocations = 9,
                                            .VariedEdges = 11,
                                            .VariedBitVecs = 3});
  O.MaxWidth = O.BitVecs == 3 ? 3 : 4;
  O.Branches = 50 + Seed % 3 * 25;
  O.Forward = 35 + Seed % 4 * 10;
  if (Seed / 3 % 3 == 0) { // variables that only say where to go on
    O.Exprs.BvOps = {Kind::Ite};
    O.Exprs.Constants = 50;
  }
  return O;
}

/// A seed near 16 · \p Seed whose automaton is neither unsafe at once nor as
/// good as empty, if there is one.
static uint64_t worthwhileAutomaton(uint64_t Seed) {
  const unsigned Tries = 16;
  if (Seed % 8)
    for (uint64_t S = Seed * Tries; S < (Seed + 1) * Tries; ++S) {
      ExprContext Ctx;
      Cfa C = randomCfa(Ctx, shapeOf(S));
      ExplicitCfa States(C);
      if (States.errorReachable() ? States.trace()->Steps.size() >= 3 + S % 3
                                  : States.numReachable() > 20)
        return S;
    }
  return Seed * Tries;
}

namespace {
/// An automaton with the transition system made of it.
class AutomatonRun {
public:
  AutomatonRun(uint64_t Seed, uint64_t ModelSeed)
      : C(randomCfa(Ctx, shapeOf(ModelSeed))), Encoded(encode(Seed)),
        System(toTransitionSystem(Encoded.Model, counter(Seed))) {}

  AnyResult answer(const TestedEngine &E, double Seconds);
  std::string judge(const AnyResult &R);
  void print(llvm::raw_ostream &OS) const { printCfa(OS, C); }

private:
  AnyResult answerWithFacts(const TestedEngine &E, const Budget &B);
  TransformedCfa encode(uint64_t Seed) const;
  template <class ResultT> std::string judge(const ResultT &R) {
    return R.isUnsafe() ? judgeTrace(R.trace()) : judgeInvariant(R.invariant());
  }
  static CfaToTsOptions counter(uint64_t Seed) {
    CfaToTsOptions O;
    if (Seed % 2)
      O.ProgramCounter = CfaToTsOptions::Counter::OneHot;
    return O;
  }
  std::string judgeTrace(const TsTrace &T);
  std::string judgeTrace(const CfaTrace &T);
  std::string judgeInvariant(const TsInvariant &I);
  std::string judgeInvariant(const CfaInvariant &I);

  ExprContext Ctx;
  Cfa C;
  TransformedCfa Encoded;
  TransformedTs System;
  Property AnyError;
};
} // namespace

TransformedCfa AutomatonRun::encode(uint64_t Seed) const {
  auto Blocks = [](Encoding E) {
    return [E](const Cfa &A) { return encodeBlocks(A, E); };
  };
  switch (Seed % 4) {
  case 0:
    return pruneLocations(C);
  case 1:
    return applyAll(C, {slice, Blocks(Encoding::Small)});
  default:
    return applyAll(C, {slice, Blocks(Encoding::Large)});
  }
}

AnyResult AutomatonRun::answer(const TestedEngine &E, double Seconds) {
  std::vector<Expr> Bads;
  for (const Property &P : System.Model.properties())
    Bads.push_back(P.Bad);
  AnyError = {"any error", Ctx.mkOr(Bads), {}};
  if (E.WithFacts)
    return answerWithFacts(E, Budget::seconds(Seconds));
  if (E.CreateOnCfa) {
    TransformedCfa Sliced = slice(C);
    return Sliced.Back->back(
        E.CreateOnCfa()->check(Sliced.Model, Budget::seconds(Seconds)));
  }
  return E.Create()->check(System.Model, AnyError, Budget::seconds(Seconds));
}

AnyResult AutomatonRun::answerWithFacts(const TestedEngine &E,
                                        const Budget &B) {
  std::optional<CfaInvariant> Facts = findFacts(Encoded.Model, B);
  if (!Facts)
    return TsResult::unknown(UnknownReason::Kind::NoProgress);
  const StrengthenedQuestion Stronger(
      {System.Model, AnyError, &C},
      {Encoded, *Facts, System.Back->atLocations(*Facts)});
  const Question Q = Stronger.question();
  if (E.CreateOnCfa)
    return Stronger.back(E.CreateOnCfa()->check(*Q.Program, B));
  return Stronger.back(E.Create()->check(Q.System, Q.P, B));
}

std::string AutomatonRun::judge(const AnyResult &R) {
  if (R.isUnknown())
    return R.reason().What == UnknownReason::Kind::Internal ? R.reason().str()
                                                            : "";
  bool Unsafe = ExplicitCfa(C).errorReachable();
  if (R.isUnsafe() != Unsafe)
    return Unsafe ? "safe, but it is unsafe" : "unsafe, but it is safe";
  return R.onSystem() ? judge(*R.onSystem()) : judge(*R.onAutomaton());
}

std::string AutomatonRun::judgeTrace(const TsTrace &T) {
  CheckResult OnSystem =
      checkTrace(System.Model, AnyError, T, Budget::seconds(10));
  if (OnSystem.isRefuted())
    return "the trace on the system: " + OnSystem.Why;
  return judgeTrace(Encoded.Back->back(System.Back->back(T)));
}

std::string AutomatonRun::judgeTrace(const CfaTrace &T) {
  if (std::string Why = replay(C, T); !Why.empty())
    return "the trace: " + Why;
  CheckResult Checked = checkTrace(C, T);
  return Checked.isConfirmed() ? "" : "the trace checker: " + Checked.Why;
}

std::string AutomatonRun::judgeInvariant(const TsInvariant &I) {
  CheckResult OnSystem =
      checkInvariant(System.Model, AnyError, I, Budget::seconds(10));
  if (OnSystem.isRefuted())
    return "the invariant on the system: " + OnSystem.Why;
  if (I.K > 1) // has no way back
    return "";
  return judgeInvariant(Encoded.Back->back(System.Back->back(I)));
}

std::string AutomatonRun::judgeInvariant(const CfaInvariant &I) {
  if (!I.isUnwinding())
    if (std::string Why = sooth::test::judge(C, I); !Why.empty())
      return "the invariant: " + Why;
  CheckResult Checked = checkInvariant(C, I, Budget::seconds(10));
  return Checked.isRefuted() ? "the invariant checker: " + Checked.Why : "";
}

static void run(uint64_t Seed, uint64_t ModelSeed, const TestedEngine &E,
                double Seconds, Tally &T, llvm::raw_ostream &OS) {
  AutomatonRun Run(Seed, ModelSeed);
  AnyResult R = TsResult::unknown(UnknownReason::Kind::Internal);
  {
    ScopedTimer Timer(T.Seconds);
    R = Run.answer(E, Seconds);
  }
  std::string Complaint = Run.judge(R);
  T.enter(R, Complaint, Seed);
  if (Complaint.empty())
    return;
  OS << "seed " << Seed << ": " << E.Name << ": " << Complaint << '\n';
  Run.print(OS);
}

void sooth::test::writeAutomata(const Campaign &C) {
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    ExprContext Ctx;
    const Cfa Program = randomCfa(Ctx, shapeOf(worthwhileAutomaton(Seed)));
    writeModel(C, "cfa", Seed, ExplicitCfa(Program).errorReachable(), "smt2",
               [&](llvm::raw_ostream &OS) { writeHorn(OS, Program); });
  }
}

unsigned sooth::test::runOnAutomata(const Campaign &C, llvm::raw_ostream &OS) {
  uint64_t LastSeed = 0, ModelSeed = 0;
  return runCampaign(C, OS,
                     [&](uint64_t Seed, const TestedEngine &E, Tally &T) {
                       if (Seed != LastSeed)
                         ModelSeed = worthwhileAutomaton(Seed);
                       LastSeed = Seed;
                       run(Seed, ModelSeed, E, C.SecondsPerRun, T, OS);
                     });
}
