//===- ModuleVerifier.cpp - Verify one LLVM module ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Tasks/ModuleVerifier.h"

#include "EntryVerification.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/LoadedProgram.h"

#include "sooth/Driver/Processes/Supervisor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using Status = AssertionReport::Status;
using ReasonKind = UnknownReason::Kind;

//===----------------------------------------------------------------------===//
// Verifying from every entry
//===----------------------------------------------------------------------===//

namespace {
class ModuleTask {
public:
  ModuleTask(const llvm::Module &M, const VerificationTask &T, const Budget &B)
      : M(M), T(T), B(B) {}
  Report run(llvm::ArrayRef<std::string> Entries);

private:
  void verifyFrom(llvm::StringRef Entry, const Budget &Own);
  void merge(Report Part);
  void conclude();

  const llvm::Module &M;
  const VerificationTask &T;
  const Budget &B;
  Report Whole;
  /// Why some entry could not be verified at all.
  std::optional<UnknownReason> NotVerified;
};
} // namespace

/// main if there is one, otherwise everything that others may call.
static std::vector<std::string> entriesOf(const llvm::Module &M) {
  const llvm::Function *Main = M.getFunction("main");
  if (Main && !Main->isDeclaration())
    return {"main"};
  std::vector<std::string> Names;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && !F.hasLocalLinkage())
      Names.push_back(F.getName().str());
  return Names;
}

/// Steps that say how the globals were before are not calls to the user.
static std::string rephrase(llvm::StringRef Text) {
  auto [Call, Val] = Text.split("() = ");
  auto [Name, Assigned] = Call.split(" = ");
  if (Assigned.empty())
    std::swap(Name, Assigned);
  llvm::StringRef Global = arbitraryGlobal(Assigned);
  if (Global.empty())
    return Text.str();
  return ("at the beginning " + (Name.empty() ? Global : Name) + " = " + Val)
      .str();
}

void ModuleTask::verifyFrom(llvm::StringRef Entry, const Budget &Own) {
  std::unique_ptr<llvm::Module> Program = llvm::CloneModule(M);
  llvm::Function *F = Program->getFunction(Entry);
  if (Entry != "main")
    makeGlobalsArbitrary(*F);
  VerificationTask FromHere = T;
  FromHere.Prepare.Entry = Entry.str();
  Report R = verifyFromEntry(*Program, FromHere, Own,
                             [](const Cfa &, const PrepareOptions &,
                                const VerifiedProgram &, Report &) {});
  if (R.Outcome == Report::Status::Unknown && R.Assertions.empty())
    NotVerified = R.Reason;
  else
    merge(std::move(R));
}

/// An assertion that several entries lead to holds if it does from all.
void ModuleTask::merge(Report Part) {
  for (AssertionReport &New : Part.Assertions) {
    for (Remark &Step : New.Trace)
      Step.Text = rephrase(Step.Text);
    auto Old = llvm::find_if(Whole.Assertions, [&](const AssertionReport &A) {
      return A.Where == New.Where && A.Message == New.Message;
    });
    if (Old == Whole.Assertions.end())
      Whole.Assertions.push_back(std::move(New));
    else if (Old->Outcome == Status::Safe || New.Outcome == Status::Unsafe)
      *Old = std::move(New);
  }
  if (Part.Outcome == Report::Status::Unknown &&
      Part.Reason.What == ReasonKind::Internal)
    NotVerified = Part.Reason;
}

void ModuleTask::conclude() {
  auto Has = [&](Status S) {
    return llvm::any_of(Whole.Assertions, [&](const AssertionReport &A) {
      return A.Outcome == S;
    });
  };
  bool Broken = NotVerified && NotVerified->What == ReasonKind::Internal;
  Whole.Outcome = Report::Status::Unknown;
  if (Has(Status::Unsafe) && !Broken) {
    Whole.Outcome = Report::Status::Unsafe;
  } else if (NotVerified) {
    Whole.Reason = *NotVerified;
  } else if (Has(Status::Unknown)) {
    Whole.Reason =
        llvm::find_if(Whole.Assertions, [](const AssertionReport &A) {
          return A.Outcome == Status::Unknown;
        })->Reason;
  } else {
    Whole.Outcome = Report::Status::Safe;
  }
}

Report ModuleTask::run(llvm::ArrayRef<std::string> Entries) {
  for (size_t I = 0; I < Entries.size(); ++I) {
    Budget Own = B;
    if (auto Left = B.remainingMs())
      Own = B.child(double(*Left) / 1000 / double(Entries.size() - I));
    if (B.exhausted())
      NotVerified = {ReasonKind::Timeout, "", {}};
    else
      verifyFrom(Entries[I], Own);
  }
  conclude();
  Whole.Written = countAssertions(M);
  return std::move(Whole);
}

//===----------------------------------------------------------------------===//
// Telling the compiler
//===----------------------------------------------------------------------===//

static Violation violationOf(const AssertionReport &A) {
  Violation V{A.Where.File, A.Where.Line, A.Where.Column, A.Message, {}};
  for (const Remark &S : A.Trace)
    V.Steps.push_back({S.Where.File, S.Where.Line, S.Where.Column, S.Text});
  return V;
}

static ModuleReport toModuleReport(const Report &R) {
  ModuleReport Result;
  for (const AssertionReport &A : R.Assertions) {
    Result.Hold += A.Outcome == Status::Safe;
    Result.Undecided += A.Outcome == Status::Unknown;
  }
  switch (R.Outcome) {
  case Report::Status::Safe:
    // Checks of memory are not written, but put in.
    Result.Outcome = R.Written == 0 && R.Assertions.empty()
                         ? ModuleReport::Status::NothingToCheck
                         : ModuleReport::Status::Safe;
    break;
  case Report::Status::Unsafe:
    Result.Outcome = ModuleReport::Status::Unsafe;
    break;
  case Report::Status::Unknown:
  case Report::Status::BadInput:
  case Report::Status::Done: {
    UnknownReason Reason = R.Reason;
    Result.File = Reason.Where.File;
    Result.Line = Reason.Where.Line;
    Result.Column = Reason.Where.Column;
    Reason.Where = {}; // told apart
    Result.Reason = Reason.str();
    return Result;
  }
  }
  for (const AssertionReport &A : R.Assertions)
    if (A.Outcome == Status::Unsafe)
      Result.Violations.push_back(violationOf(A));
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

ModuleReport sooth::verifyModule(std::unique_ptr<llvm::Module> M,
                                 VerificationTask T) {
  if (std::string Name = missingFunction(*M, T.Entries); !Name.empty()) {
    ModuleReport Result;
    Result.Outcome = ModuleReport::Status::BadInput;
    Result.Reason = "there is no function '" + Name + "' to start from";
    return Result;
  }
  T.Verifier.Until = VerifierOptions::Goal::EveryAssertion;
  std::vector<std::string> Entries =
      T.Entries.empty() ? entriesOf(*M) : T.Entries;
  Budget B = T.TimeoutSeconds > 0 ? Budget::seconds(T.TimeoutSeconds) : Budget();
  return toModuleReport(
      runSupervised(B, {.MemoryMB = T.Verifier.Engines.MemoryMB},
                    [&] { return ModuleTask(*M, T, B).run(Entries); }));
}
