//===- Verdict.cpp - What several checks come to --------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Verdict.h"

#include "llvm/ADT/STLExtras.h"

using namespace sooth;
using CheckStatus = AssertionReport::Status;

CheckKey sooth::keyOf(const AssertionReport &A) { return {A.Where, A.What}; }

//===----------------------------------------------------------------------===//
// Internal errors
//===----------------------------------------------------------------------===//

static bool isInternal(const UnknownReason &Why) {
  return Why.What == UnknownReason::Kind::Internal;
}

bool sooth::isBroken(const Report &R) {
  return R.Outcome == Report::Status::Unknown && isInternal(R.Reason);
}

bool sooth::castsDoubt(const UnknownReason &Why) {
  if (!isInternal(Why))
    return false;
  if (!Why.Each.empty())
    return llvm::any_of(Why.Each, [](auto &Each) { return castsDoubt(Each); });
  return Why.Why.What != Cause::Kind::WorkerEnded &&
         Why.Why.What != Cause::Kind::VerifierEnded;
}

bool sooth::castsDoubt(const Report &R) {
  return R.Outcome == Report::Status::Unknown && castsDoubt(R.Reason);
}

static void forget(AssertionReport &A, const UnknownReason &Why) {
  A.Outcome = CheckStatus::Unknown;
  A.Reason = Why;
  A.Trace.clear();
  A.Assumed.clear();
  A.Again = {};
  A.Needs.clear();
  A.IsRestated = A.ByCheapestMeans = false;
}

/// Leaves nothing that \p R says of checks.
static void forgetAnswers(Report &R) {
  for (AssertionReport &A : R.Assertions)
    forget(A, R.Reason);
  for (FunctionReport &Old : R.Functions) {
    FunctionReport F;
    F.Name = std::move(Old.Name);
    F.Where = Old.Where;
    F.Seconds = Old.Seconds;
    F.NotVerified = R.Reason;
    Old = std::move(F);
  }
  R.Engine.clear();
  R.Proof.clear();
  R.Invariant.clear();
  R.InvariantInC.clear();
  R.ClaimedInC.clear();
  R.Certificates.clear();
  R.Explored.reset();
}

void sooth::breakReport(Report &R, const UnknownReason &Why) {
  R.Outcome = Report::Status::Unknown;
  R.Reason = Why;
  if (castsDoubt(Why))
    forgetAnswers(R);
}

void sooth::breakBy(Report &R, const Report &Error) {
  breakReport(R, Error.Reason);
  for (const std::string &Note : Error.Notes)
    if (!llvm::is_contained(R.Notes, Note))
      R.Notes.push_back(Note);
}

//===----------------------------------------------------------------------===//
// Several answers to one question
//===----------------------------------------------------------------------===//

/// What is told, if there are several answers.
static unsigned rankOf(const AssertionReport &A) {
  switch (A.Outcome) {
  case CheckStatus::Safe:
    return 0;
  case CheckStatus::Unknown:
    return castsDoubt(A.Reason) ? 3 : 1;
  case CheckStatus::Unsafe:
    return 2;
  }
  llvm_unreachable("unknown status");
}

bool sooth::mergeChecks(AssertionReport &Old, AssertionReport New) {
  addOperations(Old.Operations, New.Operations);
  const bool IsSafe = Old.Outcome == CheckStatus::Safe;
  if (IsSafe && New.Outcome == CheckStatus::Safe) {
    for (const Need &N : New.Needs)
      addNeed(Old.Needs, N);
    Old.IsRestated |= New.IsRestated;
    return false;
  }
  const bool IsUnsafe = New.Outcome == CheckStatus::Unsafe;
  if (rankOf(New) < rankOf(Old) || (rankOf(New) == rankOf(Old) && !IsUnsafe))
    return false;
  New.Operations = std::move(Old.Operations);
  Old = std::move(New);
  return true;
}

std::optional<size_t> JoinedChecks::add(AssertionReport A) {
  auto [At, IsNew] = Places.try_emplace(keyOf(A), Checks.size());
  if (IsNew)
    Checks.push_back(std::move(A));
  else if (!mergeChecks(Checks[At->second], std::move(A)))
    return std::nullopt;
  return At->second;
}

void JoinedChecks::miss(const UnknownReason &Why) {
  if (!Missing || !isInternal(*Missing) ||
      (castsDoubt(Why) && !castsDoubt(*Missing)))
    Missing = Why;
}

std::vector<AssertionReport> JoinedChecks::take() {
  Places.clear();
  return std::exchange(Checks, {});
}

//===----------------------------------------------------------------------===//
// The outcome
//===----------------------------------------------------------------------===//

void sooth::concludeRuns(Report &R,
                         const std::optional<UnknownReason> &Missing) {
  auto Find = [&](CheckStatus S) {
    auto Found = llvm::find_if(R.Assertions, [&](const AssertionReport &A) {
      return A.Outcome == S && !A.Suppressed;
    });
    return Found == R.Assertions.end() ? nullptr : &*Found;
  };
  const bool IsError = Missing && isInternal(*Missing);
  const AssertionReport *Unknown = Find(CheckStatus::Unknown);
  if (!IsError && Find(CheckStatus::Unsafe)) {
    R.Outcome = Report::Status::Unsafe;
  } else if (Missing || Unknown) {
    R.Outcome = Report::Status::Unknown;
    R.Reason = Missing ? *Missing : Unknown->Reason;
  } else {
    R.Outcome = Report::Status::Safe;
  }
}

void sooth::conclude(Report &R, const std::optional<UnknownReason> &Missing) {
  if (Missing && isInternal(*Missing))
    breakReport(R, *Missing);
  else
    concludeRuns(R, Missing);
}

void sooth::concludeAgain(Report &R) {
  if (!R.Assertions.empty() && !isBroken(R))
    conclude(R);
}

void sooth::concludeOpen(Report &R) {
  if (R.Outcome != Report::Status::Safe)
    return;
  auto Open = llvm::find_if(R.Assertions, [](const AssertionReport &A) {
    return A.Outcome == CheckStatus::Safe && A.IsRestated && !A.Suppressed;
  });
  if (Open == R.Assertions.end())
    return;
  R.Outcome = Report::Status::Unknown;
  R.Reason = {.What = UnknownReason::Kind::Callers, .Where = Open->Where};
}

//===----------------------------------------------------------------------===//
// Counting and reasons
//===----------------------------------------------------------------------===//

FunctionReport sooth::countChecks(llvm::ArrayRef<AssertionReport> Checks) {
  FunctionReport All;
  for (const AssertionReport &A : Checks)
    All.add(A);
  return All;
}

Remark sooth::whyOpen(const Report &R) {
  auto Unknown = llvm::find_if(R.Assertions, [](const AssertionReport &A) {
    return A.Outcome == CheckStatus::Unknown && !A.Suppressed;
  });
  const bool IsUnknown = Unknown != R.Assertions.end();
  UnknownReason Reason = R.Reason;
  if (IsUnknown && R.Outcome != Report::Status::Unknown)
    Reason = Unknown->Reason;
  SourceLocation Where = Reason.Where;
  if (!Where.isValid() && IsUnknown)
    Where = Unknown->Where;
  Reason.Where = {}; // told apart
  return {Where, Reason.str()};
}
