//===- SystemCampaign.cpp - Engines on random transition systems ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "RandomCfa.h"
#include "RandomTs.h"
#include "TsOracle.h"

#include "sooth/Check/InvariantChecker.h"
#include "sooth/Check/TraceChecker.h"
#include "sooth/Expr/SmtPrinter.h"
#include "sooth/Expr/Traversal.h"
#include "sooth/Model/Vmt.h"
#include "sooth/Transform/Bits/AigerToTs.h"
#include "sooth/Transform/Bits/BitLevelSystem.h"
#include "sooth/Transform/Bits/Btor2ToTs.h"
#include "sooth/Transform/Bits/FunctionalSystem.h"

#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace sooth::test;

namespace {
/// One model with the truth about it.
class SystemRun {
public:
  SystemRun(uint64_t Seed, uint64_t ModelSeed)
      : R(Seed), M(randomTs(Ctx, ModelSeed)), P(M.properties().front()),
        Oracle(M, P) {}

  const TransitionSystem &model() const { return M; }
  const Property &property() const { return P; }
  std::string judge(const TsResult &Result);
  std::string judgeRoundTrip();
  /// The same by way of the formats of hardware.
  std::string judgeHardware();

private:
  std::string judgeChecker(const TsTrace &T);
  std::string judgeChecker(const TsInvariant &I);

  ExprContext Ctx;
  Random R;
  TransitionSystem M;
  const Property &P;
  TsOracle Oracle;
};
} // namespace

/// The checkers must agree with the oracle about the evidence and about
/// evidence somewhat like it, most of which is wrong.
std::string SystemRun::judge(const TsResult &Result) {
  std::string Why = Oracle.judge(Result);
  if (!Why.empty() || Result.isUnknown())
    return Why;
  if (Result.isUnsafe()) {
    TsTrace T = Result.trace();
    if (Why = judgeChecker(T); !Why.empty())
      return Why;
    Valuation &S = T.States[R.below(T.States.size())];
    Expr X = M.variables()[R.below(M.variables().size())].Cur;
    S[X] = X.sort().isBool() ? Value(!S[X].boolean()) : Value(S[X].bits() + 1);
    return judgeChecker(T);
  }
  TsInvariant I = Result.invariant();
  if (Why = judgeChecker(I); !Why.empty())
    return Why;
  if (I.K > 1) {
    --I.K;
    return judgeChecker(I);
  }
  llvm::SmallVector<Expr, 16> Parts;
  conjuncts(I.Formula, Parts);
  if (!Parts.empty())
    Parts.erase(Parts.begin() + R.below(Parts.size()));
  I.Formula = Ctx.mkAnd(Parts);
  return judgeChecker(I);
}

std::string SystemRun::judgeChecker(const TsTrace &T) {
  CheckResult C = checkTrace(M, P, T, Budget::seconds(10));
  std::string Why = Oracle.judge(T);
  if (C.isConfirmed() && !Why.empty())
    return "the trace checker overlooks: " + Why;
  return C.isRefuted() && Why.empty() ? "the trace checker: " + C.Why : "";
}

std::string SystemRun::judgeChecker(const TsInvariant &I) {
  CheckResult C = checkInvariant(M, P, I, Budget::seconds(10));
  std::string Why = Oracle.judge(I);
  if (C.isConfirmed() && !Why.empty())
    return "the invariant checker overlooks: " + Why + ": " + toSmt(I.Formula);
  return C.isRefuted() && Why.empty() && I.PathKind == TsInvariant::Paths::Any
             ? "the invariant checker: " + C.Why + ": " + toSmt(I.Formula)
             : "";
}

/// The model written as VMT and read again must be as safe.
std::string SystemRun::judgeRoundTrip() {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeVmt(OS, M);
  ExprContext Again;
  auto Read = readVmt(Again, llvm::MemoryBufferRef(OS.str(), "model"));
  if (!Read)
    return "reading what was written: " + llvm::toString(Read.takeError());
  TsOracle Other(**Read, (*Read)->properties().front());
  if (Other.distance() != Oracle.distance() ||
      Other.numReachable() != Oracle.numReachable())
    return "reading what was written gives another model";
  return "";
}

/// What \p Write writes, read again by \p Read as a system, must be as safe.
template <class SystemT, class WriteT, class ReadT>
static std::string judgeWritten(const TsOracle &Truth, WriteT Write,
                                ReadT Read) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Write(OS);
  auto Again = Read(llvm::MemoryBufferRef(OS.str(), "model"));
  if (!Again)
    return "reading what was written: " + llvm::toString(Again.takeError());
  ExprContext Other;
  SystemT System(Other, *Again);
  TsOracle Oracle(System.system(), System.system().properties().front());
  return Oracle.distance() == Truth.distance()
             ? ""
             : "reading what was written gives another model:\n" + Text;
}

std::string SystemRun::judgeHardware() {
  const FunctionalSystem F = makeFunctional(M);
  std::string Why = judgeWritten<Btor2System>(
      Oracle,
      [&](llvm::raw_ostream &OS) { llvm::cantFail(writeBtor2(OS, F.Model)); },
      readBtor2);
  if (!Why.empty())
    return Why;
  const BitLevelSystem Bits = llvm::cantFail(toBits(F.Model));
  for (AigerFormat Format : {AigerFormat::Ascii, AigerFormat::Binary}) {
    Why = judgeWritten<AigerSystem>(
        Oracle,
        [&](llvm::raw_ostream &OS) { writeAiger(OS, Bits.Model, Format); },
        readAiger);
    if (!Why.empty())
      return Why;
  }
  return "";
}

static void runSystem(uint64_t Seed, uint64_t ModelSeed, const TestedEngine &E,
                      double Seconds, Tally &T, llvm::raw_ostream &OS) {
  if (!E.Create)
    return;
  SystemRun Run(Seed, ModelSeed);
  TsResult R = TsResult::unknown(UnknownReason::Kind::Internal);
  {
    ScopedTimer Timer(T.Seconds);
    R = E.Create()->check(Run.model(), Run.property(),
                          Budget::seconds(Seconds));
  }
  std::string Complaint = Run.judge(R);
  if (Complaint.empty())
    Complaint = Run.judgeRoundTrip();
  if (Complaint.empty() && Seed % 8 == 0) // that enumerates many inputs
    Complaint = Run.judgeHardware();
  T.enter(R, Complaint, Seed);
  if (Complaint.empty())
    return;
  OS << "seed " << Seed << ": " << E.Name << ": " << Complaint << '\n';
  if (R.isSafe())
    OS << "; invariant " << toSmt(R.invariant().Formula) << ", K "
       << R.invariant().K << '\n';
  writeVmt(OS, Run.model());
}

void sooth::test::writeSystems(const Campaign &C) {
  for (uint64_t Seed = C.FirstSeed; Seed <= C.LastSeed; ++Seed) {
    ExprContext Ctx;
    const TransitionSystem M = randomTs(Ctx, worthwhileSeed(Seed));
    const TsOracle Oracle(M, M.properties().front());
    writeModel(C, "ts", Seed, Oracle.isUnsafe(), "vmt",
               [&](llvm::raw_ostream &OS) { writeVmt(OS, M); });
  }
}

unsigned sooth::test::runOnSystems(const Campaign &C, llvm::raw_ostream &OS) {
  uint64_t LastSeed = 0, ModelSeed = 0;
  return runCampaign(C, OS,
                     [&](uint64_t Seed, const TestedEngine &E, Tally &T) {
                       if (Seed != LastSeed)
                         ModelSeed = worthwhileSeed(Seed);
                       LastSeed = Seed;
                       runSystem(Seed, ModelSeed, E, C.SecondsPerRun, T, OS);
                     });
}
