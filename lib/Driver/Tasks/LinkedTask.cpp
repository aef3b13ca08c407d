//===- LinkedTask.cpp - One answer for a program or library ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedTask.h"

#include "EveryEntry.h"
#include "OpenFunction.h"
#include "OpenFunctionTimes.h"
#include "Programs/LinkedFiles.h"

#include "sooth/Driver/Processes/Supervisor.h"
#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

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

void sooth::learnFrom(const Report &FromMain, Report &Found,
                      const llvm::Function &Entry) {
  if (isBroken(Found))
    return;
  bool Changed = false;
  for (AssertionReport &A : Found.Assertions) {
    if (A.Outcome == Status::Safe && A.Needs.empty())
      continue;
    std::vector<const AssertionReport *> Same;
    for (const AssertionReport &B : FromMain.Assertions)
      if (A.Where == B.Where && A.Check == B.Check)
        Same.push_back(&B);
    auto Is = [&](Status S) {
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
      A = *Same.front();
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
  Report R = verifyAsFunctions(M, T, B, OnVerified, Runs);
  addOthers(Runs, R);
  return R;
}
