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

/// How an access fails, as values tell it: through null, after the end, or else
/// (OutsideAccess).
static Failure::Kind wayOf(const Failure &F) {
  switch (F.What) {
  case Failure::Kind::NullAccess:
    return Failure::Kind::NullAccess;
  case Failure::Kind::AccessAfterFree:
  case Failure::Kind::AccessAfterEnd:
    return Failure::Kind::AccessAfterEnd;
  default:
    return Failure::Kind::OutsideAccess;
  }
}

/// Whether it is about where a pointer leads, and not only to what.
static bool isAboutPlace(const Failure &What) {
  return wayOf(What) == Failure::Kind::OutsideAccess;
}

static bool isProved(const AssertionReport &A) {
  return A.Outcome == Status::Safe && A.Needs.empty();
}

/// Whether there are some, and all hold.
static bool areProved(llvm::ArrayRef<const AssertionReport *> Same) {
  return !Same.empty() &&
         llvm::all_of(Same, [](auto *A) { return isProved(*A); });
}

KnownOfRuns::ByPlace KnownOfRuns::byPlace(const Report &R) {
  ByPlace All;
  for (const AssertionReport &A : R.Assertions)
    All[{A.Where, A.Check}].push_back(&A);
  return All;
}

KnownOfRuns::KnownOfRuns(const Report &ByEngines, const Report *ByValues)
    : Engines(byPlace(ByEngines)),
      Values(ByValues ? byPlace(*ByValues) : ByPlace()),
      HasValues(ByValues != nullptr) {
  std::string Holding;
  for (const ByPlace *All : {&Engines, &Values})
    for (const auto &[Key, Same] : *All)
      for (const AssertionReport *A : Same)
        if (isProved(*A)) {
          Holding += Key.first.str() + " " + Key.second;
          for (unsigned Number : A->Operations)
            Holding += " " + std::to_string(Number);
          Holding += "\n";
        }
  Hash = hashOfText(Holding);
}

static bool haveCommon(const OperationsAt &A, const OperationsAt &B) {
  return llvm::any_of(A, [&](unsigned N) { return llvm::is_contained(B, N); });
}

/// Those of \p Same, which are about its place, that are about operations of
/// \p A. Where nothing is said of one, what is said of all counts.
static std::vector<const AssertionReport *>
ofOperations(const AssertionReport &A,
             std::vector<const AssertionReport *> Same) {
  OperationsAt Missing = A.Operations;
  for (const AssertionReport *B : Same)
    llvm::erase_if(Missing, [&](unsigned N) {
      return llvm::is_contained(B->Operations, N);
    });
  if (Missing.empty() && !A.Operations.empty())
    llvm::erase_if(Same, [&](const AssertionReport *B) {
      return !B->Operations.empty() && !haveCommon(A.Operations, B->Operations);
    });
  return Same;
}

/// Whether what is said by values of \p ByValues is said of \p What, too.
static bool isSameWay(const Failure &ByValues, const Failure &What) {
  return ByValues.What == Failure::Kind::Other ||
         wayOf(ByValues) == wayOf(What);
}

/// Whether \p A is about an argument of a call. Of these, values say what they
/// are, and not what was checked.
static bool isOfArgument(const AssertionReport &A) { return A.Check == "call"; }

/// Whether what is said by values of an argument, \p ByValues, is said of the
/// one that \p A is about.
static bool isSameArgument(const Failure &ByValues, const Failure &A) {
  if (ByValues.What != A.What || ByValues.Subject != A.Subject || A.IsWrite ||
      A.Objects.empty() || ByValues.Objects.empty() ||
      ByValues.Objects[0] != A.Objects[0])
    return false;
  // (How many elements there are, that another argument counts, is not said.)
  if (A.What == Failure::Kind::ArgumentTooSmall)
    return A.Objects.size() == 1;
  // (Where no other one is named, it may be said of any.)
  return ByValues.Objects.size() < 2 || A.Objects.size() < 2 ||
         ByValues.Objects[1].Name == A.Objects[1].Name;
}

bool KnownOfRuns::isAbout(const AssertionReport &ByValues,
                          const AssertionReport &A) {
  if (A.Where != ByValues.Where || A.Check != ByValues.Check)
    return false;
  // (An argument may be longer than what is needed.)
  if (isOfArgument(A))
    return isSameArgument(ByValues.What, A.What) &&
           ByValues.What.Number >= A.What.Number;
  return isSameWay(ByValues.What, A.What) &&
         (A.Operations.empty() || ByValues.Operations.empty() ||
          haveCommon(A.Operations, ByValues.Operations));
}

/// Whether \p What is about what is compared, and no access.
static bool isOfComparison(const Failure &What) {
  switch (What.What) {
  case Failure::Kind::NumberCompared:
  case Failure::Kind::LiteralsCompared:
  case Failure::Kind::OtherOrdered:
    return true;
  default:
    return false;
  }
}

KnownOfRuns::Checks KnownOfRuns::saidByValues(const AssertionReport &A) const {
  if (isOfComparison(A.What))
    return {};
  auto Found = Values.find({A.Where, A.Check});
  if (Found == Values.end())
    return {};
  Checks Same = Found->second;
  const bool IsOfCall = isOfArgument(A);
  llvm::erase_if(Same, [&](const AssertionReport *B) {
    return IsOfCall ? !isSameArgument(B->What, A.What)
                    : !isSameWay(B->What, A.What);
  });
  // An argument may be longer than what is needed, not shorter.
  if (IsOfCall)
    return llvm::any_of(Same,
                        [&](const AssertionReport *B) {
                          return B->What.Number < A.What.Number;
                        })
               ? Checks()
               : Same;
  return ofOperations(A, std::move(Same));
}

KnownOfRuns::Checks KnownOfRuns::saidByEngines(const AssertionReport &A) const {
  auto Found = Engines.find({A.Where, A.Check});
  return Found == Engines.end() ? Checks() : ofOperations(A, Found->second);
}

bool KnownOfRuns::isKnownToHold(const AssertionReport &A) const {
  return areProved(saidByValues(A)) || areProved(saidByEngines(A));
}

void KnownOfRuns::improve(Report &Found, const llvm::Function &Entry) const {
  if (isBroken(Found))
    return;
  auto LeavesArray = [](const AssertionReport *B) {
    return B->Reason.Why.What == Cause::Kind::LeftArray;
  };
  auto Fails = [](const AssertionReport *B) {
    return B->Outcome == Status::Unsafe && B->Needs.empty();
  };
  bool Changed = false;
  for (AssertionReport &A : Found.Assertions) {
    const Checks ByValues = saidByValues(A), ByEngines = saidByEngines(A);
    if (auto Leaves = llvm::find_if(ByValues, LeavesArray);
        Leaves != ByValues.end()) {
      if (A.Outcome == Status::Unsafe || !isAboutPlace(A.What))
        continue;
      setUnknown(A, (*Leaves)->Reason);
    } else if (isProved(A)) {
      continue;
    } else if (auto Failing = llvm::find_if(ByEngines, Fails);
               Failing != ByEngines.end()) {
      A = **Failing;
    } else if (areProved(ByValues) || areProved(ByEngines)) {
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
    return isProved(A) && isKnownToHold(A);
  });
}
