//===- ModuleVerifier.cpp - Verify one LLVM module ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Tasks/ModuleVerifier.h"

#include "EveryEntry.h"
#include "Programs/MissingFunctions.h"
#include "ProofsInC.h"
#include "Witness/Instrument.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Suppress/Suppressions.h"
#include "sooth/Driver/Tasks/RunTask.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace sooth;

std::vector<ToldStep> sooth::toldRun(const AssertionReport &A) {
  std::vector<ToldStep> Steps = toldSteps(A.Trace);
  for (const std::string &Name : A.Assumed)
    Steps.push_back({{},
                     "assumed: '" + Name +
                         "', which has no body in this file, returns "
                         "anything"});
  return Steps;
}

/// Leaves what can be told of runs that have the results of functions without a
/// body: those that are wanted as inputs are not assumed to be anything.
static void keepMissing(const llvm::Module &M, Report &R) {
  for (AssertionReport &A : R.Assertions)
    llvm::erase_if(A.Assumed, [&](const std::string &Name) {
      const llvm::Function *F = M.getFunction(Name);
      return !F || !isMissing(*F);
    });
}

/// The first of \p Names that \p M does not define; empty if there is none.
static std::string missingFunction(const llvm::Module &M,
                                   llvm::ArrayRef<std::string> Names) {
  for (const std::string &Name : Names) {
    const llvm::Function *F = M.getFunction(Name);
    if (!F || F->isDeclaration() || classify(*F) == CalleeKind::Error)
      return Name;
  }
  return "";
}

/// For the machine that \p M is for.
static llvm::Error addContractsTo(llvm::Module &M, const VerificationTask &T) {
  CompileOptions Options = compileOptions(T);
  if (!Options.Contracts.empty())
    Options.ExtraArgs.push_back("--target=" + M.getTargetTriple());
  return addContracts(M, Options);
}

/// In a process of its own.
static Report verify(llvm::Module &M, const VerificationTask &T,
                     const Budget &B) {
  giveMeanings(M, T.Compile.Functions);
  auto Claim = [&](const VerifiedModel &Of, const VerifiedProgram &Verified,
                   Report &R) { addClaimsInC(T, Of, Verified, R); };
  const Budget OfWork = budgetOfWork(B);
  return runSupervised(
      B,
      {.MemoryMB = T.Verifier.Engines.MemoryMB,
       .End = SupervisorOptions::Deadline::Users},
      [&] { return verifyFromEveryEntry(M, T, OfWork, Claim); });
}

/// With what \p Again makes of the source with invariants.
static void confirmClaimsIn(const VerificationTask &T,
                            const CompileAgain &Again, const Budget &B,
                            Report &R) {
  const std::string &File = T.Files.front();
  const auto Source = SourceTokens::read(File);
  if (!Source || !isCSource(File))
    return R.ClaimedInC.clear();
  auto Compile = [&](CopyWithInvariants::Invariants All) {
    auto Text = withInvariants(*Source, File, All);
    std::unique_ptr<llvm::Module> M = Text ? Again(*Text) : nullptr;
    llvm::Error Failed = Text ? llvm::Error::success() : Text.takeError();
    if (M)
      Failed = llvm::joinErrors(std::move(Failed), addContractsTo(*M, T));
    if (!Failed)
      return M;
    llvm::consumeError(std::move(Failed));
    return std::unique_ptr<llvm::Module>();
  };
  VerificationTask Asked = T;
  Asked.ProofsAre = VerificationTask::Proofs::InModel;
  askAboutInvariantsAlone(Asked);
  confirmClaims(
      {[&](CopyWithInvariants::Invariants All) { return !!Compile(All); },
       [&](CopyWithInvariants::Invariants All, const Budget &Own) {
         std::unique_ptr<llvm::Module> M = Compile(All);
         return M ? verify(*M, Asked, Own)
                  : Report::badInput("error: the file has changed\n");
       }},
      B, R);
}

llvm::Expected<Report> sooth::verifyModule(std::unique_ptr<llvm::Module> M,
                                           VerificationTask T,
                                           const CompileAgain &Again) {
  if (std::string Name = missingFunction(*M, T.Entries); !Name.empty())
    return llvm::createStringError("there is no function '" + Name +
                                   "' to start from");
  if (llvm::Error E = openCache(T))
    return std::move(E);
  if (llvm::Error E = addContractsTo(*M, T))
    return std::move(E);
  T.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  Budget B = Budget::secondsOrNone(T.TimeoutSeconds);
  Report Whole = verify(*M, T, B);
  concludeOpen(Whole);
  if (T.ProofsAre == VerificationTask::Proofs::InC && Again) {
    addFactsInC(*M, T, B, Whole);
    confirmClaimsIn(T, Again, B, Whole);
  }
  Suppressions All;
  All.apply(Whole, T.Files);
  llvm::append_range(Whole.Notes, All.withoutReason());
  keepMissing(*M, Whole);
  // Checks of memory are not written, but put in.
  if (Whole.Outcome == Report::Status::Safe && Whole.Written == 0 &&
      Whole.Assertions.empty())
    Whole.Outcome = Report::Status::NothingToCheck;
  if (const CacheStore *Cache = T.Verifier.Cache.get()) {
    Cache->addFigures(Whole.Figures);
    Cache->prune();
  }
  return Whole;
}
