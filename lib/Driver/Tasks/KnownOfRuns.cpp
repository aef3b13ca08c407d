//===- KnownOfRuns.cpp - What is known of all runs of a program -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownOfRuns.h"

#include "OpenFunction.h"

#include "sooth/Driver/Report/Verdict.h"
#include "sooth/Driver/Witness/WitnessFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using Status = AssertionReport::Status;

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

/// Whether it is about where a pointer leads, and not only to what.
static bool isAboutPlace(const Failure &What) {
  switch (What.What) {
  case Failure::Kind::NullAccess:
  case Failure::Kind::AccessAfterFree:
  case Failure::Kind::AccessAfterEnd:
    return false;
  default:
    return true;
  }
}

static bool isProved(const AssertionReport &A) {
  return A.Outcome == Status::Safe && A.Needs.empty();
}

static bool areProved(llvm::ArrayRef<const AssertionReport *> Same) {
  return llvm::all_of(Same, [](auto *A) { return isProved(*A); });
}

KnownOfRuns::KnownOfRuns(const Report &FromMain, By What) : What(What) {
  for (const AssertionReport &A : FromMain.Assertions)
    All[{A.Where, A.Check}].push_back(&A);
  std::string Holding;
  for (const auto &[Key, Same] : All)
    if (areProved(Same))
      Holding += Key.first.str() + " " + Key.second + "\n";
  Hash = hashOfText(Holding);
}

const KnownOfRuns::Checks &KnownOfRuns::about(const AssertionReport &A) const {
  static const Checks None;
  auto Found = All.find({A.Where, A.Check});
  return Found == All.end() ? None : Found->second;
}

void KnownOfRuns::improve(Report &Found, const llvm::Function &Entry) const {
  if (isBroken(Found))
    return;
  bool Changed = false;
  for (AssertionReport &A : Found.Assertions) {
    const Checks &Same = about(A);
    auto LeavesArray = [](const AssertionReport *B) {
      return B->Reason.Why.What == Cause::Kind::LeftArray;
    };
    auto Fails = [](const AssertionReport *B) {
      return B->Outcome == Status::Unsafe && B->Needs.empty();
    };
    if (auto Leaves = llvm::find_if(Same, LeavesArray); Leaves != Same.end()) {
      if (A.Outcome == Status::Unsafe || !isAboutPlace(A.What))
        continue;
      setUnknown(A, (*Leaves)->Reason);
    } else if (Same.empty() || isProved(A)) {
      continue;
    } else if (auto Failing = llvm::find_if(Same, Fails);
               Failing != Same.end()) {
      A = **Failing;
    } else if (areProved(Same)) {
      setProved(A);
    } else {
      continue;
    }
    Changed = true;
  }
  if (Changed)
    summarizeChecks(Found, Entry);
}

bool KnownOfRuns::holds(const Report &Found) const {
  if (isBroken(Found) ||
      (Found.Outcome == Report::Status::Unknown && Found.Assertions.empty()))
    return false;
  return llvm::all_of(Found.Assertions, [&](const AssertionReport &A) {
    const Checks &Same = about(A);
    return isProved(A) && !Same.empty() && areProved(Same);
  });
}
