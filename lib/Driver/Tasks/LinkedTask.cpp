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

/// Adds what calls give a parameter, as checks of calls tell it: as many bytes
/// as there are, and each parameter that may lead to the same object.
static void addArgument(const ArgumentByValues &A, Report &R) {
  auto Add = [&](Failure::Kind What, bool Holds) -> Failure & {
    AssertionReport &New = R.Assertions.emplace_back();
    New.What = Failure(What, A.Parameter);
    New.What.Objects.push_back({NamedObject::Kind::Function, A.Callee});
    New.Where = A.Where;
    New.Check = "call";
    New.Outcome = Holds ? Status::Safe : Status::Unknown;
    return New.What;
  };
  Add(Failure::Kind::ArgumentIsNull, !A.MayBeNull);
  Add(Failure::Kind::ArgumentTooSmall, A.Bytes.has_value()).Number =
      A.Bytes.value_or(0);
  Add(Failure::Kind::ArgumentsOverlap, true);
  for (const std::string &Other : A.MayShareWith)
    Add(Failure::Kind::ArgumentsOverlap, false)
        .Objects.push_back({NamedObject::Kind::Variable, Other});
}

/// What becomes of checks by the values that \p M computes, as KnownOfRuns
/// takes it. Safe if all hold; Unknown, and nothing, if that cannot be found
/// out.
static Report lookAtValues(const llvm::Module &M, const VerificationTask &T,
                           const Budget &B) {
  auto Values = valuesOfProgram(M, T.Prepare, B);
  if (!Values)
    return Report::unknown(reasonOf(Values.takeError()));
  Report R = Report::done();
  // (Of what is left when the program ends, they say nothing.)
  if (!T.Prepare.Memory.count(MemoryProperty::Leak) &&
      llvm::all_of(Values->Checks,
                   [](const CheckByValues &C) { return C.holds(); }))
    R.Outcome = Report::Status::Safe;
  for (const CheckByValues &C : Values->Checks) {
    auto Add = [&](Failure::Kind What, bool MayFail) {
      AssertionReport A;
      A.What = What;
      A.Where = C.Where;
      A.Check = C.Check;
      A.Operations = C.Operations;
      if (!MayFail)
        A.Outcome = Status::Safe;
      else if (C.MayLeaveArray)
        A.Reason = {UnknownReason::Kind::Undefined, Cause::Kind::LeftArray};
      R.Assertions.push_back(std::move(A));
    };
    if (C.holds() || C.MayFail == WaysToFail::any()) {
      Add(Failure::Kind::Other, !C.holds());
      continue;
    }
    Add(Failure::Kind::NullAccess, C.MayFail.ThroughNull);
    Add(Failure::Kind::AccessAfterEnd, C.MayFail.AfterEnd);
    Add(Failure::Kind::OutsideAccess, C.MayFail.Otherwise);
  }
  for (const ArgumentByValues &A : Values->Arguments)
    addArgument(A, R);
  return R;
}

/// Whether a run violates what holds by values, as none may. (A run may fail
/// after a pointer has left its array.)
static bool isContradicted(const Report &ByValues, const Report &Runs) {
  auto LeavesArray = [](const AssertionReport &A) {
    return A.Reason.Why.What == Cause::Kind::LeftArray;
  };
  auto IsWrong = [&](const AssertionReport &A) {
    return A.Outcome == Status::Safe &&
           llvm::any_of(Runs.Assertions, [&](const AssertionReport &B) {
             return B.Outcome == Status::Unsafe && KnownOfRuns::isAbout(A, B);
           });
  };
  return llvm::none_of(ByValues.Assertions, LeavesArray) &&
         llvm::any_of(ByValues.Assertions, IsWrong);
}

/// Adds to \p R, by functions, where values do not show that a run stays in
/// what a model of the C library covers. Functions by themselves may not be
/// asked, as they need that their callers see to it.
static void addLeftModels(const Report &ByValues, Report &R) {
  static constexpr llvm::StringLiteral Kind = "assert";
  static const char *const What = "more than a model of the C library covers";
  auto IsAsked = [&](const AssertionReport &B) {
    return llvm::any_of(R.Assertions, [&](const AssertionReport &A) {
      return A.Where == B.Where && A.Check == Kind;
    });
  };
  for (const AssertionReport &B : ByValues.Assertions) {
    if (B.Outcome == Status::Safe || B.Check != Kind || IsAsked(B))
      continue;
    AssertionReport A;
    A.What = Failure(What);
    A.Where = B.Where;
    A.Check = B.Check;
    A.Reason = {UnknownReason::Kind::Undefined, {Cause::Kind::Quoted, What}};
    R.Assertions.push_back(std::move(A));
  }
}

/// The same in a process of its own; Unknown where it was not asked for.
static Report askValues(const llvm::Module &M, const VerificationTask &T,
                        const Budget &B) {
  const Budget Share =
      B.remainingMs()
          ? B.share(FileTimes::Values, FileTimes::MostSecondsForValues)
          : B.child(FileTimes::SecondsForValues);
  return runSupervised(Share, {.MemoryMB = memoryForOpenFunction(T)},
                       [&] { return lookAtValues(M, T, Share); });
}

/// What the user should know of that.
static std::string textOnValues(const Report &ByValues) {
  if (ByValues.Outcome == Report::Status::Unknown)
    return "nothing found out: " + ByValues.Reason.str();
  size_t Holding = 0, All = 0;
  for (const AssertionReport &A : ByValues.Assertions) {
    // (What arguments are is told apart from checks.)
    Holding += A.Outcome == Status::Safe && A.What.What == Failure::Kind::Other;
    All += A.What.What == Failure::Kind::Other ||
           A.What.What == Failure::Kind::NullAccess;
  }
  return std::to_string(Holding) + " of " + std::to_string(All) +
         " checks hold, each counted once for all calls of its function";
}

Report sooth::verifyLinkedProgram(const llvm::Module &M,
                                  const VerificationTask &T, const Budget &B,
                                  VerifiedListener OnVerified,
                                  FromMainVerifier FromMain) {
  // In a process of its own, as preparing a program cannot be interrupted.
  auto LookAt = [&](LookedAtBy How, std::optional<double> Most = {}) {
    Budget Share = shareOf(How, M, B);
    if (Most)
      Share = Share.child(*Most);
    return runSupervised(Share, {.MemoryMB = memoryForOpenFunction(T)},
                         [&] { return FromMain(How, Share); });
  };
  const bool IsClosed = !T.Linked->IsVisible && T.Linked->Exported.empty();
  const bool IsByValues = IsClosed && T.Linked->IsByValues;
  auto IsEnough = [&](const Report &R) {
    return isBroken(R) || B.exhausted() || (IsClosed && isDecided(R));
  };
  Report RanBefore = Report::done();
  if (IsByValues) {
    RanBefore = LookAt(LookedAtBy::Running, FileTimes::SecondsBeforeValues);
    if (IsEnough(RanBefore))
      return RanBefore;
  }
  std::optional<Report> ByValues;
  std::string OnValues;
  bool DoAllHold = false;
  if (IsByValues) {
    if (CallChecks::partOfRuns(T) == CallChecks::HoldsIn::ToFirstViolation) {
      ByValues = askValues(M, T, B);
      OnValues = textOnValues(*ByValues);
      DoAllHold = ByValues->Outcome == Report::Status::Safe;
    } else {
      OnValues = "nothing found out without --check=memory";
    }
  }
  // Where all holds, nothing else has anything to add.
  Report Ran = DoAllHold ? Report::done() : LookAt(LookedAtBy::Running);
  if (!DoAllHold && IsEnough(Ran))
    return Ran;
  Report Runs = DoAllHold ? Report::done() : LookAt(LookedAtBy::Any);
  if (isBroken(Runs) || B.exhausted())
    return Runs;
  addViolations(std::move(Ran), Runs);
  addViolations(std::move(RanBefore), Runs);
  // What others call besides is not known to hold for them.
  if (!IsClosed)
    llvm::erase_if(Runs.Assertions, [](const AssertionReport &A) {
      return A.Outcome != Status::Unsafe;
    });
  else if (Runs.Outcome != Report::Status::Done && isDecided(Runs))
    return Runs;
  const bool HasValues =
      ByValues && ByValues->Outcome != Report::Status::Unknown;
  if (HasValues && isContradicted(*ByValues, Runs)) {
    breakReport(Runs, {UnknownReason::Kind::Internal,
                       {Cause::Kind::Contradiction, "values", "a run"}});
    return Runs;
  }
  Report R = verifyAsFunctions(
      M, T, B, OnVerified, KnownOfRuns(Runs, HasValues ? &*ByValues : nullptr));
  if (HasValues)
    R.Notes.push_back(
        "checks that hold by the values that the program computes "
        "have no certificate");
  if (!OnValues.empty())
    R.Linked.emplace().OnValues = OnValues;
  if (HasValues && !isBroken(R))
    addLeftModels(*ByValues, R);
  addOthers(Runs, R);
  return R;
}
