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
#include "sooth/Driver/Report/Wording.h"
#include "sooth/Driver/Suppress/Suppressions.h"
#include "sooth/Driver/Tasks/RunTask.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using Status = AssertionReport::Status;

//===----------------------------------------------------------------------===//
// Telling the compiler
//===----------------------------------------------------------------------===//

static Violation violationOf(const AssertionReport &A, const llvm::Module &M) {
  Violation V{A.Where.File, A.Where.Line, A.Where.Column, message(A.What), {}};
  for (const ToldStep &S : toldSteps(A.Trace))
    V.Steps.push_back({S.Where.File, S.Where.Line, S.Where.Column, S.Text});
  for (const std::string &Name : A.Assumed)
    if (const llvm::Function *F = M.getFunction(Name); F && isMissing(*F))
      V.Steps.push_back({"", 0, 0,
                         "assumed: '" + Name +
                             "', which has no body in this file, returns "
                             "anything"});
  return V;
}

/// Why some check is open, with the place that is the reason or else its own.
static void tellReason(const Report &R, ModuleReport &Result) {
  auto Unknown = llvm::find_if(R.Assertions, [](const AssertionReport &A) {
    return A.Outcome == Status::Unknown && !A.Suppressed;
  });
  const bool IsUnknown = Unknown != R.Assertions.end();
  UnknownReason Reason = R.Reason;
  if (IsUnknown && R.Outcome != Report::Status::Unknown)
    Reason = Unknown->Reason;
  SourceLocation Where = Reason.Where;
  if (!Where.isValid() && IsUnknown)
    Where = Unknown->Where;
  Result.File = Where.File;
  Result.Line = Where.Line;
  Result.Column = Where.Column;
  Reason.Where = {}; // told apart
  Result.Reason = Reason.str();
}

static std::vector<FunctionSummary> summaries(const Report &R) {
  std::vector<FunctionSummary> Result;
  for (const FunctionReport &F : R.Functions)
    if (hasChecks(F))
      Result.push_back({F.Where.File, F.Where.Line, summary(F), details(F)});
  return Result;
}

static ModuleReport toModuleReport(const Report &R, const llvm::Module &M) {
  ModuleReport Result;
  Result.Functions = summaries(R);
  Result.Suppressed = unsigned(countSuppressed(R));
  for (const AssertionReport &A : R.Assertions) {
    if (A.Suppressed)
      continue;
    const bool IsOpen = A.Outcome == Status::Safe && A.IsRestated;
    Result.Hold += A.Outcome == Status::Safe && !IsOpen;
    Result.Undecided += A.Outcome == Status::Unknown || IsOpen;
  }
  switch (R.Outcome) {
  case Report::Status::Safe:
    // Checks of memory are not written, but put in.
    Result.Outcome = R.Written == 0 && R.Assertions.empty()
                         ? ModuleReport::Status::NothingToCheck
                         : ModuleReport::Status::Safe;
    break;
  case Report::Status::NothingToCheck:
    Result.Outcome = ModuleReport::Status::NothingToCheck;
    break;
  case Report::Status::Unsafe:
    Result.Outcome = ModuleReport::Status::Unsafe;
    break;
  case Report::Status::Unknown:
  case Report::Status::BadInput:
  case Report::Status::Done:
    tellReason(R, Result);
    return Result;
  }
  if (Result.Undecided)
    tellReason(R, Result);
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == Status::Unsafe && !A.Suppressed)
      Result.Violations.push_back(violationOf(A, M));
  return Result;
}

/// The first of \p Names that \p M does not define; empty if there is none.
static std::string missingFunction(const llvm::Module &M,
                                   llvm::ArrayRef<std::string> Names) {
  for (const std::string &Name : Names) {
    const llvm::Function *F = M.getFunction(Name);
    if (!F || F->isDeclaration())
      return Name;
  }
  return "";
}

static ModuleReport badModule(std::string Why) {
  ModuleReport Result;
  Result.Outcome = ModuleReport::Status::BadInput;
  Result.Whole = Report::badInput("error: " + Why + "\n");
  Result.Reason = std::move(Why);
  return Result;
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
    if (Text)
      return Again(*Text);
    llvm::consumeError(Text.takeError());
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

ModuleReport sooth::verifyModule(std::unique_ptr<llvm::Module> M,
                                 VerificationTask T,
                                 const CompileAgain &Again) {
  if (std::string Name = missingFunction(*M, T.Entries); !Name.empty()) {
    return badModule("there is no function '" + Name + "' to start from");
  }
  if (llvm::Error E = openCache(T)) {
    return badModule(llvm::toString(std::move(E)));
  }
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
  ModuleReport Result = toModuleReport(Whole, *M);
  Result.Whole = std::move(Whole);
  if (const CacheStore *Cache = T.Verifier.Cache.get()) {
    Result.FromCache = Cache->count(CacheStore::Event::AnswerFound);
    Cache->prune();
  }
  return Result;
}
