//===- ProofsInC.cpp - Proofs in terms of the source ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProofsInC.h"

#include "Verify/ProgramModels.h"
#include "Witness/Evidence.h"
#include "Witness/Instrument.h"

#include "sooth/Driver/Processes/Supervisor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>
#include <utility>

using namespace sooth;
using Invariants = CopyWithInvariants::Invariants;

void sooth::addClaimsInC(const VerificationTask &T, const VerifiedModel &Of,
                         const VerifiedProgram &Verified, Report &R) {
  if (T.ProofsAre != VerificationTask::Proofs::InC)
    return;
  for (const std::optional<CfaInvariant> &Proof : Verified.Proofs)
    if (Proof && !Proof->isUnwinding())
      addClaims(R.ClaimedInC, claimsInC(Of.Model, *Proof, T.Files, Parts::All));
}

/// What holds in \p Program, with all its loops, at those of the files.
static std::vector<LoopInvariant> factsInC(const llvm::Module &Program,
                                           const VerificationTask &T,
                                           const Budget &B) {
  PrepareOptions How = T.Prepare;
  How.Memory.clear();
  How.Loops = PrepareOptions::Loops::AsWritten;
  How.Slice = PrepareOptions::Slice::Off;
  ExprContext Ctx;
  auto Loaded = LoadedProgram::load(Ctx, Program, How, encodeOptions(T));
  if (!Loaded) {
    llvm::consumeError(Loaded.takeError());
    return {};
  }
  const Cfa &C = Loaded->model();
  auto Facts = factsAbout(C, T.Verifier.Blocks, B);
  return Facts ? claimsInC(C, *Facts, T.Files, Parts::AboutLoops)
               : std::vector<LoopInvariant>();
}

void sooth::addFactsInC(const llvm::Module &Program, const VerificationTask &T,
                        const Budget &B, Report &R) {
  constexpr double MostSeconds = 2, Share = 0.1;
  const llvm::Function *Main = Program.getFunction("main");
  const bool IsFromMain =
      T.Prepare.Entry == "main" &&
      llvm::all_of(T.Entries, [](llvm::StringRef E) { return E == "main"; });
  if (R.Outcome != Report::Status::Safe || !IsFromMain || !Main ||
      Main->isDeclaration())
    return;
  const Budget Own = B.share(Share, MostSeconds);
  // In a process of its own, as preparing is not interrupted.
  const Report Found =
      runSupervised(Own, {.MemoryMB = T.Verifier.Engines.MemoryMB}, [&] {
        Report Facts = Report::done();
        Facts.ClaimedInC = factsInC(Program, T, Own);
        return Facts;
      });
  const std::vector<LoopInvariant> OfProofs = R.ClaimedInC;
  for (const LoopInvariant &I : Found.ClaimedInC)
    if (llvm::none_of(OfProofs, [&](const LoopInvariant &K) {
          return K.Where == I.Where;
        }))
      R.ClaimedInC.push_back(I);
}

std::vector<WitnessInvariant>
sooth::inWitness(llvm::ArrayRef<LoopInvariant> All) {
  std::vector<WitnessInvariant> Result;
  for (const LoopInvariant &I : All)
    Result.push_back({WitnessInvariant::Kind::Loop, I.Where, I.Text});
  return Result;
}

bool sooth::isCSource(llvm::StringRef File) {
  llvm::StringRef Extension = llvm::sys::path::extension(File);
  return Extension == ".c" || Extension == ".i";
}

void sooth::askAboutInvariants(VerificationTask &T) {
  T.Compile.Functions.Assertions.push_back(HoldsName.str());
  T.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
}

void sooth::askAboutInvariantsAlone(VerificationTask &T) {
  askAboutInvariants(T);
  T.Prepare.Memory.clear();
  T.Compile.Checks.clear();
  T.Verifier.IsAsked = [](const ErrorLocation &E) {
    return E.Where.Line >= FirstAddedLine;
  };
}

/// Without those that the compiler does not take.
static std::vector<WitnessInvariant>
compilable(const CopyWithInvariants &Copy, Invariants All, const Budget &B) {
  if (All.empty() || B.exhausted())
    return {};
  if (Copy.Compiles(All))
    return All.vec();
  if (All.size() == 1)
    return {};
  const size_t Half = All.size() / 2;
  std::vector<WitnessInvariant> Result =
      compilable(Copy, All.take_front(Half), B);
  llvm::append_range(Result, compilable(Copy, All.drop_front(Half), B));
  return Result;
}

/// Those of \p All that \p R, of the program with them, says to hold, with what
/// they need.
static std::vector<LoopInvariant>
provedIn(const Report &R, llvm::ArrayRef<WitnessInvariant> All) {
  const bool HasAnswers =
      R.Outcome != Report::Status::BadInput &&
      !(R.Outcome == Report::Status::Unknown &&
        R.Reason.What == UnknownReason::Kind::Internal) &&
      llvm::none_of(R.Functions, [](const FunctionReport &F) {
        return F.NotVerified.has_value();
      });
  // What simplification has proved is no assertion any more: what was refuted
  // or is open is left out, and all if there is no answer.
  std::map<unsigned, std::vector<Need>> Needs;
  std::set<unsigned> Open;
  for (const AssertionReport &A : R.Assertions) {
    // That callers see to it would be no news.
    const bool IsProved = A.Outcome == AssertionReport::Status::Safe &&
                          !A.IsRestated &&
                          llvm::none_of(A.Needs, restatesCheck);
    if (!IsProved)
      Open.insert(A.Where.Line);
    for (const Need &N : A.Needs)
      addNeed(Needs[A.Where.Line], N);
  }
  if (!HasAnswers ||
      (R.Outcome != Report::Status::Safe &&
       R.Outcome != Report::Status::NothingToCheck && Open.empty()))
    return {};
  std::vector<LoopInvariant> Proved;
  for (unsigned I = 0; I < All.size(); ++I)
    if (const unsigned Line = FirstAddedLine + I; !Open.contains(Line))
      Proved.push_back({All[I].Where, All[I].Value, Needs[Line]});
  return Proved;
}

void sooth::confirmClaims(const CopyWithInvariants &Copy, const Budget &B,
                          Report &R) {
  constexpr double MostSeconds = 20, Share = 0.8;
  const std::vector<LoopInvariant> Claims = std::exchange(R.ClaimedInC, {});
  // Each function has a proof of its own.
  if (R.Outcome != Report::Status::Safe && R.Functions.empty())
    return;
  const Budget Own = B.share(Share, MostSeconds);
  const std::vector<WitnessInvariant> Asked =
      compilable(Copy, inWitness(Claims), Own);
  if (Asked.empty())
    return;
  R.InvariantInC = joined(provedIn(Copy.Verify(Asked, Own), Asked));
}
