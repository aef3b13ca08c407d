//===- LinkedTask.cpp - One answer for a program or library ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedTask.h"

#include "CallChecks.h"
#include "EveryEntry.h"
#include "OpenFunction.h"
#include "OpenFunctionTimes.h"
#include "Programs/CheckedValues.h"
#include "Programs/LinkedFiles.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace sooth;
using Status = AssertionReport::Status;

/// How many instructions a program has.
static size_t sizeOfProgram(const llvm::Module &M) {
  size_t Size = 0;
  for (const llvm::Function &F : M)
    if (!isLibraryModel(F))
      Size += F.getInstructionCount();
  return Size;
}

/// What is left for runs from main. Where nothing comes from outside, as in
/// most tests, running decides all.
static Budget shareOf(LookedAtBy How, const llvm::Module &M, const Budget &B) {
  static constexpr size_t Large = 5000;
  const bool IsLarge = How == LookedAtBy::Any && sizeOfProgram(M) > Large;
  const Budget Part = B.shareOr(IsLarge ? FileTimes::RunsFromLargeMain
                                        : FileTimes::RunsFromMain,
                                FileTimes::SecondsFromMain);
  return How == LookedAtBy::Running ? Part.child(FileTimes::MostSecondsToRun)
                                    : Part;
}

/// Whether nothing is left to be found out.
static bool isDecided(const Report &R) {
  return R.Outcome != Report::Status::Unknown &&
         llvm::none_of(R.Assertions, [](const AssertionReport &A) {
           return A.Outcome == Status::Unknown;
         });
}

/// \p A is proved, whatever was known of it.
static void setProved(AssertionReport &A) {
  A.Outcome = Status::Safe;
  A.Trace.clear();
  A.Assumed.clear();
  A.Again = {};
  A.Reason = {};
  A.Needs.clear();
  A.ForCallers.reset();
  A.IsRestated = false;
}

static void setUnknown(AssertionReport &A, const UnknownReason &Why) {
  setProved(A);
  A.Outcome = Status::Unknown;
  A.Reason = Why;
}

void sooth::learnFrom(const Report &FromMain, Report &Found,
                      const llvm::Function &Entry) {
  if (isBroken(Found))
    return;
  bool Changed = false;
  for (AssertionReport &A : Found.Assertions) {
    std::vector<const AssertionReport *> Same;
    for (const AssertionReport &B : FromMain.Assertions)
      if (A.Where == B.Where && A.Check == B.Check)
        Same.push_back(&B);
    auto LeavesArray = [](const AssertionReport *B) {
      return B->Reason.Why.What == Cause::Kind::LeftArray;
    };
    if (auto Leaves = llvm::find_if(Same, LeavesArray); Leaves != Same.end()) {
      if (A.Outcome != Status::Unsafe)
        setUnknown(A, (*Leaves)->Reason);
      Changed = true;
      continue;
    }
    if (A.Outcome == Status::Safe && A.Needs.empty())
      continue;
    auto Is = [](Status S) {
      return [S](const AssertionReport *B) {
        return B->Outcome == S && B->Needs.empty();
      };
    };
    if (Same.empty())
      continue;
    if (auto Fails = llvm::find_if(Same, Is(Status::Unsafe));
        Fails != Same.end())
      A = **Fails;
    else if (llvm::all_of(Same, Is(Status::Safe)))
      setProved(A);
    else
      continue;
    Changed = true;
  }
  if (Changed)
    summarizeChecks(Found, Entry);
}

/// Adds checks of \p FromMain that no function has: of leaks, which are looked
/// for when the program ends, and what simplifying the functions has shown.
static void addOthers(const Report &FromMain, Report &R) {
  for (const AssertionReport &A : FromMain.Assertions) {
    const bool IsTold = llvm::any_of(R.Assertions, [&](auto &B) {
      return A.Where == B.Where && A.Check == B.Check;
    });
    if (!IsTold && (A.Outcome != Status::Unknown || A.Check == "leak"))
      R.Assertions.push_back(A);
  }
  llvm::stable_sort(R.Assertions,
                    [](const AssertionReport &A, const AssertionReport &B) {
                      return A.Where < B.Where;
                    });
  const bool IsUnknown = R.Outcome == Report::Status::Unknown;
  conclude(R, IsUnknown ? std::optional(R.Reason) : std::nullopt);
}

/// Violations that running has found are told, whatever else is known.
static void addViolations(Report Ran, Report &R) {
  for (AssertionReport &A : Ran.Assertions) {
    if (A.Outcome != Status::Unsafe)
      continue;
    auto Same = llvm::find_if(R.Assertions, [&](const AssertionReport &B) {
      return keyOf(A) == keyOf(B);
    });
    if (Same == R.Assertions.end())
      R.Assertions.push_back(std::move(A));
    else if (Same->Outcome == Status::Unknown)
      *Same = std::move(A);
  }
}

/// Checks that hold by the values that \p M computes, and those that do not as
/// pointers may leave arrays; nothing else is told. Nothing if that cannot be
/// found out, and Unknown.
static Report lookAtValues(const llvm::Module &M, const VerificationTask &T,
                           const Budget &B) {
  auto Checks = checksByValues(M, T.Prepare, B);
  if (!Checks)
    return Report::unknown(reasonOf(Checks.takeError()));
  Report R = Report::done();
  for (const CheckByValues &C : *Checks) {
    if (!C.Holds && !C.MayLeaveArray)
      continue;
    AssertionReport A;
    A.Where = C.Where;
    A.Check = C.Check;
    if (C.Holds)
      A.Outcome = Status::Safe;
    else
      A.Reason = {UnknownReason::Kind::Undefined, Cause::Kind::LeftArray};
    R.Assertions.push_back(std::move(A));
  }
  return R;
}

/// Adds to \p Runs, from main, what \p ByValues says. Engines and values must
/// not contradict each other.
static void addValues(Report ByValues, Report &Runs) {
  auto IsViolated = [&](const AssertionReport &A) {
    return llvm::any_of(Runs.Assertions, [&](const AssertionReport &B) {
      return B.Outcome == Status::Unsafe && B.Where == A.Where &&
             B.Check == A.Check;
    });
  };
  auto IsWrong = [&](const AssertionReport &A) {
    return A.Outcome == Status::Safe && IsViolated(A);
  };
  const bool MayLeaveArrays =
      llvm::any_of(ByValues.Assertions, [](const AssertionReport &A) {
        return A.Outcome == Status::Unknown;
      });
  if (llvm::any_of(ByValues.Assertions, IsWrong)) {
    // (A run may fail after a pointer has left its array.)
    if (!MayLeaveArrays)
      breakReport(Runs, {UnknownReason::Kind::Internal,
                         {Cause::Kind::Contradiction, "values", "a run"}});
    return;
  }
  std::set<std::pair<SourceLocation, std::string>> Told;
  for (const AssertionReport &A : ByValues.Assertions)
    Told.insert({A.Where, A.Check});
  llvm::erase_if(Runs.Assertions, [&](const AssertionReport &A) {
    return A.Outcome != Status::Unsafe && Told.count({A.Where, A.Check});
  });
  for (AssertionReport &A : ByValues.Assertions)
    Runs.Assertions.push_back(std::move(A));
}

/// Lets \p Known, about runs from main, say what holds by values, too. Returns
/// what the user should know of that.
static std::string learnFromValues(const llvm::Module &M,
                                   const VerificationTask &T, const Budget &B,
                                   Report &Known) {
  if (CallChecks::partOfRuns(T) != CallChecks::HoldsIn::ToFirstViolation)
    return "--values says nothing without --check=memory";
  const Budget Share =
      B.remainingMs()
          ? B.share(FileTimes::Values, FileTimes::MostSecondsForValues)
          : B.child(FileTimes::SecondsForValues);
  Report ByValues = runSupervised(Share, {.MemoryMB = memoryForOpenFunction(T)},
                                  [&] { return lookAtValues(M, T, Share); });
  if (ByValues.Outcome == Report::Status::Unknown)
    return "--values has found out nothing: " + ByValues.Reason.str();
  addValues(std::move(ByValues), Known);
  return "checks that hold by the values that the program computes have no "
         "certificate";
}

Report sooth::verifyLinkedProgram(const llvm::Module &M,
                                  const VerificationTask &T, const Budget &B,
                                  VerifiedListener OnVerified,
                                  FromMainVerifier FromMain) {
  // In a process of its own, as preparing a program cannot be interrupted.
  auto LookAt = [&](LookedAtBy How) {
    const Budget Share = shareOf(How, M, B);
    return runSupervised(Share, {.MemoryMB = memoryForOpenFunction(T)},
                         [&] { return FromMain(How, Share); });
  };
  const bool IsClosed = !T.Linked->IsVisible && T.Linked->Exported.empty();
  Report Ran = LookAt(LookedAtBy::Running);
  if (isBroken(Ran) || B.exhausted() || (IsClosed && isDecided(Ran)))
    return Ran;
  Report Runs = LookAt(LookedAtBy::Any);
  if (isBroken(Runs) || B.exhausted())
    return Runs;
  addViolations(std::move(Ran), Runs);
  // What others call besides is not known to hold for them.
  if (!IsClosed)
    llvm::erase_if(Runs.Assertions, [](const AssertionReport &A) {
      return A.Outcome != Status::Unsafe;
    });
  else if (isDecided(Runs))
    return Runs;
  Report Known = Runs;
  std::string Note;
  if (IsClosed && T.Linked->IsByValues) {
    Note = learnFromValues(M, T, B, Known);
    if (isBroken(Known))
      return Known;
  }
  Report R = verifyAsFunctions(M, T, B, OnVerified, Known);
  if (!Note.empty())
    R.Notes.push_back(Note);
  addOthers(Runs, R);
  return R;
}
