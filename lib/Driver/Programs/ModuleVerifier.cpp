//===- ModuleVerifier.cpp - Verify one LLVM module ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Programs/ModuleVerifier.h"

#include "ArbitraryGlobals.h"
#include "ContractProof.h"
#include "Deepening.h"
#include "LoadedProgram.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Verify/Verifier.h"

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
  ModuleTask(const llvm::Module &M, const Budget &B, const VerifierOptions &O,
             const PrepareOptions &Preparation)
      : M(M), B(B), O(O), Basis(Preparation) {}
  Report run(llvm::ArrayRef<std::string> Entries);

private:
  void verifyFrom(llvm::StringRef Entry, const Budget &Own);
  void merge(Report Part);
  void conclude();

  const llvm::Module &M;
  const Budget &B;
  const VerifierOptions &O;
  const PrepareOptions &Basis;
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
  if (!F || F->isDeclaration()) {
    NotVerified = {ReasonKind::Unsupported,
                   ("there is no function '" + Entry + "'").str(),
                   {}};
    return;
  }
  if (Entry != "main")
    makeGlobalsArbitrary(*F);
  PrepareOptions Preparation = Basis;
  Preparation.Entry = Entry.str();
  VerifierOptions Options = O;
  if (countAssertions(*Program) == 0 && Basis.Memory.empty())
    Options.Below = VerifierOptions::BelowDepth::Harmless;
  bool IsLoaded = true;
  auto Verify = [&](const BoundRecursionOptions &Recursion, const Budget &Now) {
    Preparation.Recursion = Recursion;
    ExprContext Ctx;
    auto Loaded = LoadedProgram::load(Ctx, *Program, Preparation);
    IsLoaded = bool(Loaded);
    return IsLoaded ? Loaded
                          ->verify(budgetFor(Loaded->model(), Recursion, Now),
                                   Options)
                          .Answer
                    : Report::unknown(reasonOf(Loaded.takeError()));
  };
  auto Prove = [&](const Budget &Now) {
    Preparation.Recursion.Depth = 0;
    std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(*Program);
    ExprContext Ctx;
    auto Modular = loadModular(Ctx, *Copy, Preparation);
    return Modular ? proveByContracts(*Modular, Now, O)
                   : Report::unknown(reasonOf(Modular.takeError()));
  };
  Report R = verifyDeepening(std::nullopt, O.Until, Own, Verify, Prove);
  if (IsLoaded)
    merge(std::move(R));
  else
    NotVerified = R.Reason;
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
  switch (R.Outcome) {
  case Report::Status::Safe:
    Result.Outcome = R.Written == 0 ? ModuleReport::Status::NothingToCheck
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

static ModuleReport unknown(std::string Reason) {
  ModuleReport Result;
  Result.Reason = std::move(Reason);
  return Result;
}

ModuleReport sooth::verifyModule(std::unique_ptr<llvm::Module> M,
                                 const ModuleVerifierOptions &Options) {
  VerifierOptions O;
  O.Until = VerifierOptions::Goal::EveryAssertion;
  auto Engines = chooseEngines(Options.Engine);
  if (!Engines)
    return unknown(llvm::toString(Engines.takeError()));
  O.Engines.Engines = std::move(*Engines);
  O.Engines.MemoryMB = Options.MemoryMB;
  PrepareOptions Preparation;
  Preparation.Memory = Options.Memory;
  Preparation.Volatile = Options.Volatile;
  if (auto Procedures = procedureEncoding(Options.Procedures))
    Preparation.Inline.Procedures = *Procedures;
  else if (!Options.Procedures.empty())
    return unknown("procedures are inline, wait or auto, not '" +
                   Options.Procedures + "'");
  std::vector<std::string> Entries = Options.EntryFunctions;
  if (Entries.empty())
    Entries = entriesOf(*M);
  Budget B = Budget::seconds(Options.TimeoutSeconds);
  return toModuleReport(runSupervised(B, {.MemoryMB = Options.MemoryMB}, [&] {
    return ModuleTask(*M, B, O, Preparation).run(Entries);
  }));
}
