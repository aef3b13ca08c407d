//===- ViolationReplay.cpp - Harnesses for what a task found --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run was found of a slice of the program: what does not influence the
// violation is missing. Of a program that starts in main, the rest is found by
// running all of it with the same inputs, and 0 for others. Where that is
// another run, as some of the calls at one place are missing, the violation is
// looked for once more, with all that the program does; so it always is if
// there is memory of callers, which cannot be 0 where the program goes through
// it.
//
//===----------------------------------------------------------------------===//

#include "ViolationReplay.h"

#include "ReplayCommand.h"
#include "Verify/HavocCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace sooth;
using Status = AssertionReport::Status;

/// A trace of the slice may lack calls that the real program makes.
static constexpr unsigned MaxReplaySteps = 1000000;
/// To look for a violation that is known already; and if that is only for
/// inputs that do not influence it.
static constexpr double MostSeconds = 60, MostSecondsForInputs = 10;
/// Of a run for which it is found out whether it depends on approximations.
static constexpr size_t MaxCheckedSteps = 100000;

static PrepareOptions withEverything(PrepareOptions How) {
  How.Slice = PrepareOptions::Slice::Off;
  How.Loops = PrepareOptions::Loops::AsWritten;
  return How;
}

/// Looks for \p Violated in all of a program.
static VerifiedProgram findAgain(LoadedProgram &Whole,
                                 const AssertionReport &Violated,
                                 const VerificationTask &T, const Budget &B) {
  VerifierOptions O = T.Verifier;
  O.Until = VerifierOptions::Goal::FirstViolation;
  O.IsAsked = [&](const ErrorLocation &E) {
    return E.Where == Violated.Where && E.What.What == Violated.What.What;
  };
  return Whole.verify(B, O);
}

static void tellInstead(const VerifiedProgram &Found, AssertionReport &To) {
  for (const AssertionReport &A : Found.Answer.Assertions)
    if (A.Outcome == Status::Unsafe) {
      To.Trace = A.Trace;
      To.Assumed = A.Assumed;
    }
}

/// The run takes other edges, perhaps, if approximations have other values.
static bool mayBeAnother(const Cfa &C, const CfaTrace &T, const Budget &B) {
  return T.Steps.size() > MaxCheckedSteps ||
         findDecidingHavoc(C, T, B).has_value();
}

RecordedViolation sooth::recordViolation(const VerificationTask &T,
                                         const VerifiedModel &Of,
                                         const Witness &Violation) {
  RecordedViolation Result;
  Result.Run = recordRun(Of.Model, Violation.Run);
  auto Whole = LoadedProgram::load(Of.Model.context(), Of.Program,
                                   withEverything(Of.Prepared), Of.Encoded);
  if (!Whole) {
    llvm::consumeError(Whole.takeError());
    return Result;
  }
  Result.Whole.emplace(std::move(*Whole));
  Result.Complete = replay(Result.Whole->model(), Result.Run,
                           Violation.Violated, MaxReplaySteps);
  if (!Result.Complete) {
    Result.Again = findAgain(*Result.Whole, Violation.Violated, T,
                             Of.Left.child(MostSecondsForInputs));
    if (Result.Again->Violations.empty())
      return Result;
    const Cfa &C = Result.Whole->model();
    const CfaTrace &Found = Result.Again->Violations.front().Run;
    Result.Complete = ReplayedRun{Found, recordRun(C, Found)};
  }
  Result.MayLackInputs =
      mayBeAnother(Result.Whole->model(), Result.Complete->Trace, Of.Left);
  return Result;
}

/// \p Part with what is missing elsewhere in \p Whole, of which it is a part:
/// all of it is linked.
static OpenProgram withRest(OpenProgram Part, const OpenProgram &Whole) {
  auto Add = [](auto &To, const auto &From) {
    for (const auto &New : From)
      if (llvm::none_of(To,
                        [&](const auto &Old) { return Old.Name == New.Name; }))
        To.push_back(New);
  };
  Add(Part.Missing, Whole.Missing);
  Add(Part.MissingGlobals, Whole.MissingGlobals);
  return Part;
}

namespace {
class ReplayMaker {
public:
  ReplayMaker(const VerificationTask &T, const llvm::Module &Whole,
              const VerifiedModel &Of, Report &R)
      : T(T), Of(Of), R(R),
        Open(withRest(describeOpenProgram(Of.Program, Of.Prepared.Entry),
                      describeOpenProgram(Whole, Of.Prepared.Entry))) {}
  void add(const Witness &Violation, AssertionReport &To);

private:
  bool addOfClosed(const Witness &Violation, AssertionReport &To);
  bool addOfOpen(const Witness &Violation, AssertionReport &To);
  void addObstacles(const AssertionReport &Violated, ReplayPlan &Plan) const;

  const VerificationTask &T;
  const VerifiedModel &Of;
  Report &R;
  const OpenProgram Open;
};
} // namespace

void ReplayMaker::addObstacles(const AssertionReport &Violated,
                               ReplayPlan &Plan) const {
  if (Plan.How == ReplayPlan::Unset::Painted && Plan.Obstacle.empty() &&
      T.Compile.Model == DataModel::Bits32)
    Plan.Obstacle = "with -m32, variables that were never written can be given "
                    "no other value than 0";
  for (const std::string &Name : Open.StaticErrors)
    if (Plan.Obstacle.empty() &&
        Violated.What == Failure(Failure::Kind::ErrorCall, Name))
      Plan.Obstacle = "'" + Name +
                      "' is static, so no other file can tell that "
                      "it is called";
  if (Plan.Obstacle.empty() && Open.FilesAreKept)
    Plan.Obstacle = "it may read what it has written to a file, which a "
                    "harness does not provide";
  if (Plan.Obstacle.empty() && Violated.Check == "contract")
    Plan.Obstacle = "compilers see nothing of contracts";
}

/// Whether the run is complete.
bool ReplayMaker::addOfClosed(const Witness &Violation, AssertionReport &To) {
  const AssertionReport &Violated = Violation.Violated;
  auto [Run, Complete, Whole, Again, MayLackInputs] =
      recordViolation(T, Of, Violation);
  if (Again)
    tellInstead(*Again, To);
  ReplayPlan Plan = planReplay(Of.Model, Run, Violated, MaxReplaySteps);
  if (std::string Missing = undeliverable(Run); !Missing.empty())
    Plan.Obstacle = Missing;
  if (Complete) {
    ReplayPlan OfWhole =
        planReplay(Whole->model(), Complete->Outside, Violated, MaxReplaySteps);
    Run = std::move(Complete->Outside);
    if (Plan.Obstacle.empty())
      Plan = OfWhole;
  }
  addObstacles(Violated, Plan);
  To.Again = {writeHarness(Open, Of.Model, Run, Plan, Violated), "", Plan};
  return !MayLackInputs;
}

/// The same of a run that has memory of callers.
bool ReplayMaker::addOfOpen(const Witness &Violation, AssertionReport &To) {
  PrepareOptions Everything = withEverything(Of.Prepared);
  Everything.followCalls();
  auto Whole = LoadedProgram::load(Of.Model.context(), Of.Program, Everything,
                                   Of.Encoded);
  std::optional<VerifiedProgram> Found;
  if (Whole)
    Found = findAgain(*Whole, To, T, Of.Left.child(MostSeconds));
  else
    llvm::consumeError(Whole.takeError());
  const bool IsComplete = Found && !Found->Violations.empty();
  const Cfa &C = IsComplete ? Whole->model() : Of.Model;
  const Witness &Replayed = IsComplete ? Found->Violations.front() : Violation;
  if (IsComplete)
    tellInstead(*Found, To);
  const RecordedRun Run = recordRun(C, Replayed.Run);
  ReplayPlan Plan = planReplay(C, Run, Replayed.Violated, MaxReplaySteps);
  if (std::string Missing = undeliverable(Run); !Missing.empty())
    Plan.Obstacle = Missing;
  addObstacles(Replayed.Violated, Plan);
  To.Again = {writeHarness(Open, C, Run, Plan, To), "", Plan};
  return IsComplete;
}

void ReplayMaker::add(const Witness &Violation, AssertionReport &To) {
  const bool IsComplete =
      R.HasOutside ? addOfOpen(Violation, To) : addOfClosed(Violation, To);
  To.Again.Entry = Open.Entry;
  static constexpr llvm::StringLiteral Incomplete =
      "the harness may lack inputs that do not influence the violation";
  if (!IsComplete && !llvm::is_contained(R.Notes, Incomplete))
    R.Notes.push_back(Incomplete.str());
}

void sooth::addReplays(const VerificationTask &T, const llvm::Module &Whole,
                       const VerifiedModel &Of, const VerifiedProgram &Verified,
                       Report &R) {
  if (R.Outcome != Report::Status::Unsafe)
    return;
  ReplayMaker Maker(T, Whole, Of, R);
  for (const Witness &Violation : Verified.Violations)
    for (AssertionReport &A : R.Assertions)
      if (A.Outcome == Status::Unsafe && A.Where == Violation.Violated.Where &&
          A.What == Violation.Violated.What)
        Maker.add(Violation, A);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// In a folder each violation has a file of its own.
static std::string pathFor(const AssertionReport &A, llvm::StringRef Folder,
                           std::set<std::string> &Taken) {
  std::string Name = A.Again.Entry + "-" + std::to_string(A.Where.Line),
              Own = Name;
  for (unsigned I = 2; !Taken.insert(Own).second; ++I)
    Own = Name + "-" + std::to_string(I);
  llvm::SmallString<64> Path(Folder);
  llvm::sys::path::append(Path, Own + ".c");
  return Path.str().str();
}

static void place(const VerificationTask &T, const OpenProgram &Open,
                  const std::string &Path, AssertionReport &A, Report &R) {
  const std::string Which =
      llvm::count_if(R.Assertions,
                     [](const AssertionReport &Other) {
                       return !Other.Again.Harness.empty();
                     }) > 1
          ? A.Where.str() + ": "
          : "";
  if (!A.Again.Plan.Obstacle.empty())
    R.Notes.push_back(Which +
                      "the run cannot be replayed: " + A.Again.Plan.Obstacle);
  A.Again.Command = replayCommand(T, Open, A.Again.Plan, A.What, Path);
  R.Notes.push_back(Which + "replay it with: " + A.Again.Command);
  R.Outputs.push_back({Path, A.Again.Harness});
}

void sooth::writeReplays(const VerificationTask &T, const llvm::Module &Program,
                         Report &R) {
  const OpenProgram Open = describeOpenProgram(Program, T.Prepare.Entry);
  std::set<std::string> Taken;
  unsigned Written = 0;
  for (AssertionReport &A : R.Assertions) {
    if (A.Outcome != Status::Unsafe || A.Again.Harness.empty())
      continue;
    const bool IsFolder = llvm::sys::path::is_separator(T.HarnessPath.back());
    if (++Written > 1 && !IsFolder) {
      R.Notes.push_back(
          "the harness is for the first violation; one that ends in "
          "'/' is a folder for those of all");
      break;
    }
    place(T, Open, IsFolder ? pathFor(A, T.HarnessPath, Taken) : T.HarnessPath,
          A, R);
  }
  if (Written == 0 && T.CertificatePath.empty())
    R.Notes.push_back("no violation, so no harness is written");
}
