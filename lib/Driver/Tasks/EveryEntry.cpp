//===- EveryEntry.cpp - Verifying from all functions that others call ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EveryEntry.h"

#include "OpenFunction.h"
#include "Programs/ArbitraryGlobals.h"
#include "Programs/LoadedProgram.h"
#include "Programs/ReachableCode.h"
#include "Programs/SeparateFunctions.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using Status = AssertionReport::Status;
using ReasonKind = UnknownReason::Kind;

/// For each of several functions, if time is not limited.
static constexpr double SecondsForEach = 10;

namespace {
class ModuleTask {
public:
  ModuleTask(const llvm::Module &M, const VerificationTask &T, const Budget &B,
             std::vector<std::string> Separate, VerifiedListener OnVerified)
      : M(M), T(T), B(B), Separate(std::move(Separate)),
        OnVerified(OnVerified) {}
  Report run(llvm::ArrayRef<std::string> Entries);

private:
  void verifyFrom(llvm::StringRef Entry, const Budget &Own);
  void skip(const std::string &Entry);
  void merge(Report Part);
  void conclude();

  const llvm::Module &M;
  const VerificationTask &T;
  const Budget &B;
  /// Functions whose calls are summarized.
  const std::vector<std::string> Separate;
  VerifiedListener OnVerified;
  Report Whole;
  /// Why some entry could not be verified at all.
  std::optional<UnknownReason> NotVerified;
};
} // namespace

/// Whether a variable that others see holds the address of \p C at first.
static bool isInTableForOthers(const llvm::Constant &C) {
  return llvm::any_of(C.users(), [](const llvm::User *By) {
    if (auto *Table = llvm::dyn_cast<llvm::GlobalVariable>(By))
      return !Table->hasLocalLinkage();
    auto *Part = llvm::dyn_cast<llvm::Constant>(By);
    return Part && !llvm::isa<llvm::GlobalValue>(Part) &&
           isInTableForOthers(*Part);
  });
}

bool sooth::isCalledByOthers(const llvm::Function &F) {
  return !F.isDeclaration() && !isLibraryModel(F) &&
         (!F.hasLocalLinkage() || isInTableForOthers(F));
}

/// main if there is one, otherwise everything that others may call, and what is
/// in \p Separate.
static std::vector<std::string>
entriesOf(const llvm::Module &M, llvm::ArrayRef<std::string> Separate) {
  const llvm::Function *Main = M.getFunction("main");
  if (Main && !Main->isDeclaration())
    return {"main"};
  std::vector<std::string> Names;
  for (const llvm::Function &F : M)
    if (isCalledByOthers(F) || llvm::is_contained(Separate, F.getName()))
      Names.push_back(F.getName().str());
  return Names;
}

void ModuleTask::verifyFrom(llvm::StringRef Entry, const Budget &Own) {
  std::unique_ptr<llvm::Module> Program = llvm::CloneModule(M);
  llvm::Function *F = Program->getFunction(Entry);
  if (Entry != "main")
    makeGlobalsArbitrary(*F);
  VerificationTask FromHere = T;
  FromHere.Prepare.Entry = Entry.str();
  if (Entry != "main")
    FromHere.Prepare.Summarized = Separate;
  const CalledFrom Callers = T.Entries.empty() && !isCalledByOthers(*F)
                                 ? CalledFrom::ItsProgram
                                 : CalledFrom::Anywhere;
  Report R =
      Entry == "main"
          ? verifyFromEntry(*Program, FromHere, Own, OnVerified)
          : verifyOpenFunction(*Program, FromHere, Own, OnVerified, Callers);
  llvm::append_range(Whole.Functions, R.Functions);
  for (std::string &Note : R.Notes)
    if (!llvm::is_contained(Whole.Notes, Note))
      Whole.Notes.push_back(std::move(Note));
  if (R.Outcome == Report::Status::Unknown && R.Assertions.empty())
    NotVerified = R.Reason;
  else
    merge(std::move(R));
}

/// An assertion that several entries lead to holds if it does from all.
void ModuleTask::merge(Report Part) {
  for (AssertionReport &New : Part.Assertions) {
    auto Old = llvm::find_if(Whole.Assertions, [&](const AssertionReport &A) {
      return A.Where == New.Where && A.What == New.What;
    });
    if (Old == Whole.Assertions.end())
      Whole.Assertions.push_back(std::move(New));
    else if (Old->Outcome == Status::Safe && New.Outcome == Status::Safe)
      llvm::copy_if(New.Needs, std::back_inserter(Old->Needs),
                    [&](const std::string &Need) {
                      return !llvm::is_contained(Old->Needs, Need);
                    });
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

/// There is no time left for it.
void ModuleTask::skip(const std::string &Entry) {
  NotVerified = {ReasonKind::Timeout};
  FunctionReport F;
  F.Name = Entry;
  F.Where = placeOf(*M.getFunction(Entry));
  F.NotVerified = NotVerified;
  Whole.Functions.push_back(std::move(F));
}

/// Small functions first: what they leave of their share of the time is for
/// the large ones.
static std::vector<std::string> bySize(llvm::ArrayRef<std::string> Entries,
                                       const llvm::Module &M) {
  std::vector<std::pair<size_t, std::string>> Sized;
  for (const std::string &Name : Entries) {
    const llvm::Function *Entry = M.getFunction(Name);
    const ReachableCode Reached(Entry);
    size_t Size = 0;
    for (const llvm::Function &F : M)
      if (Reached.contains(F))
        Size += F.getInstructionCount();
    Sized.emplace_back(Size, Name);
  }
  llvm::stable_sort(Sized, llvm::less_first());
  std::vector<std::string> Result;
  for (auto &[Size, Name] : Sized)
    Result.push_back(std::move(Name));
  return Result;
}

Report ModuleTask::run(llvm::ArrayRef<std::string> Entries) {
  const std::vector<std::string> InTurn = bySize(Entries, M);
  for (size_t I = 0; I < InTurn.size(); ++I) {
    Budget Own = B;
    if (auto Left = B.remainingMs())
      Own = B.child(double(*Left) / 1000 / double(InTurn.size() - I));
    else if (InTurn.size() > 1)
      Own = B.child(SecondsForEach);
    if (B.exhausted())
      skip(InTurn[I]);
    else
      verifyFrom(InTurn[I], Own);
  }
  // They are told in the order of the source.
  auto Place = [&](const FunctionReport &F) {
    return llvm::find(Entries, F.Name) - Entries.begin();
  };
  llvm::stable_sort(Whole.Functions,
                    [&](const FunctionReport &F, const FunctionReport &G) {
                      return Place(F) < Place(G);
                    });
  llvm::stable_sort(
      Whole.Assertions, [](const AssertionReport &A, const AssertionReport &C) {
        return std::tie(A.Where.File, A.Where.Line, A.Where.Column) <
               std::tie(C.Where.File, C.Where.Line, C.Where.Column);
      });
  conclude();
  Whole.Written = countAssertions(M);
  return std::move(Whole);
}

Report sooth::verifyFromEveryEntry(const llvm::Module &M,
                                   const VerificationTask &T, const Budget &B,
                                   VerifiedListener OnVerified) {
  std::vector<std::string> Separate;
  // Whoever asks about some functions wants to know about their calls, too.
  if (T.Calls == VerificationTask::CallsOf::Summarized ||
      (T.Calls == VerificationTask::CallsOf::Auto && T.Entries.empty()))
    Separate = separateFunctions(*llvm::CloneModule(M));
  const std::vector<std::string> Entries =
      T.Entries.empty() ? entriesOf(M, Separate) : T.Entries;
  return ModuleTask(M, T, B, std::move(Separate), OnVerified).run(Entries);
}
