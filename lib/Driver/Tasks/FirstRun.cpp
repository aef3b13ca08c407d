//===- FirstRun.cpp - Running a program without inputs first --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstRun.h"

#include "EntryVerification.h"
#include "Programs/LoadedProgram.h"

#include "sooth/Engine/Run/Run.h"
#include "sooth/Frontend/LLVM/Execute/ModuleRun.h"
#include "sooth/Frontend/LLVM/Execute/OnlyRun.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

/// Below, engines answer at once.
static constexpr uint64_t LeastSteps = 500;
/// What confirming a violation may take.
static constexpr double MostSeconds = 5;
/// How much of the time is left when a search begins.
static constexpr double ShareOfSearch = 0.6, MostSecondsOfSearch = 20;
/// The same where time is not limited: nobody wants to wait for it.
static constexpr double SecondsWithoutLimit = 3;
static constexpr uint64_t MaxStepsOfEach = 200'000;
/// Where functions are called in any order: many short runs come further.
static constexpr uint64_t MaxStepsOfCalls = 20'000;
static constexpr double ShareOfCalls = 0.8;

/// Verifies what the run does last, as a program.
static Report confirm(const llvm::Module &Straight, const VerificationTask &T,
                      VerifierOptions::Goal Until, const Budget &B) {
  PrepareOptions How = T.Prepare;
  How.Which = PrepareOptions::Stages::Second;
  ExprContext Ctx;
  auto Loaded = LoadedProgram::load(Ctx, Straight, How, encodeOptions(T));
  if (!Loaded)
    return Report::unknown(reasonOf(Loaded.takeError()));
  VerifierOptions O = T.Verifier;
  O.Until = Until;
  return Loaded->verify(B, O).Answer;
}

/// Whether the processor, which knows nothing of checks of memory, is not of
/// another opinion about \p Program, the run of which is said to end.
static bool isConfirmedNatively(const llvm::Module &Program) {
  PlaceNumbers Places;
  auto Compiled = CompiledModule::compile(Program, {}, Places);
  if (!Compiled) {
    llvm::consumeError(Compiled.takeError());
    return true;
  }
  const MentionedNumbers None;
  const ChosenInputs Inputs(0, ChosenInputs::AtPlace::Alike, None);
  return Compiled->run(Inputs).Ending.How != RunEnding::Kind::Failed;
}

static Report proved(uint64_t Steps) {
  Report R;
  R.Explanation = "all checks hold: all runs end, as there is only one (of " +
                  std::to_string(Steps) + " steps)";
  R.Outcome = Report::Status::Safe;
  R.Engine = NameOfRun;
  R.Proof = ("all runs end (engine " + NameOfRun + ")").str();
  return R;
}

/// A copy of \p Program that can be run; null if it cannot.
static std::unique_ptr<llvm::Module> runnable(const llvm::Module &Program,
                                              const VerificationTask &T) {
  PrepareOptions How = T.Prepare;
  // (Which allocations may fail, only the second stage says.)
  if (How.Allocations == PrepareOptions::Allocation::MayFail)
    return nullptr;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(Program);
  How.Which = PrepareOptions::Stages::First;
  if (llvm::Error E = prepareModule(*Copy, How)) {
    llvm::consumeError(std::move(E));
    return nullptr;
  }
  return Copy;
}

std::optional<Report> sooth::reportOfOnlyRun(const llvm::Module &Program,
                                             const VerificationTask &T,
                                             const Budget &B) {
  std::unique_ptr<llvm::Module> Copy = runnable(Program, T);
  if (!Copy)
    return std::nullopt;
  // Also those that nobody has written.
  const unsigned Checks = countAssertions(*Copy);
  const OnlyRun Run = runOnly(*Copy->getFunction(T.Prepare.Entry));
  if (Run.Steps < LeastSteps)
    return std::nullopt;
  std::optional<Report> R;
  switch (Run.How) {
  case OnlyRun::Ending::Unknown:
    return std::nullopt;
  case OnlyRun::Ending::Fails:
    R = confirm(*Copy, T, VerifierOptions::Goal::FirstViolation,
                B.share(0.5, MostSeconds));
    if (R->Outcome != Report::Status::Unsafe)
      return std::nullopt;
    break;
  case OnlyRun::Ending::Ends:
    if (!isConfirmedNatively(*Copy))
      return std::nullopt;
    R = proved(Run.Steps);
    break;
  }
  R->Written =
      R->Outcome == Report::Status::Safe ? Checks : countAssertions(Program);
  R->Figures.set("run.steps", double(Run.Steps));
  return R;
}

std::vector<AssertionReport>
sooth::violationsInCalls(const llvm::Module &Program, const VerificationTask &T,
                         const Budget &B) {
  std::unique_ptr<llvm::Module> Copy = runnable(Program, T);
  if (!Copy)
    return {};
  std::vector<AssertionReport> Found;
  const OnlyRunLimits Limits{.MaxSteps = MaxStepsOfCalls};
  // (What is found last is to be confirmed, too.)
  const Budget Search = B.share(ShareOfCalls);
  searchCalls(
      *Copy->getFunction(T.Prepare.Entry), Limits,
      [&] { return !Search.exhausted(); },
      [&](std::unique_ptr<llvm::Module> Straight) {
        const Report R =
            confirm(*Straight, T, VerifierOptions::Goal::EveryAssertion,
                    B.share(1, MostSeconds));
        for (const AssertionReport &A : R.Assertions)
          if (A.Outcome == AssertionReport::Status::Unsafe)
            Found.push_back(A);
      });
  return Found;
}

Report sooth::reportOfSearch(const llvm::Module &Program,
                             const VerificationTask &T, const Budget &B) {
  const Report None = Report::unknown({UnknownReason::Kind::Timeout});
  const Budget Own =
      B.share(ShareOfSearch,
              B.remainingMs() ? MostSecondsOfSearch : SecondsWithoutLimit);
  // What cannot be confirmed would be found again.
  std::unique_ptr<llvm::Module> Copy = runnable(Program, T);
  if (!Copy)
    return None;
  const OnlyRunLimits Limits{.MaxSteps = MaxStepsOfEach};
  if (!searchRuns(*Copy->getFunction(T.Prepare.Entry), Limits,
                  [&] { return !Own.exhausted(); }))
    return None;
  Report R = confirm(*Copy, T, VerifierOptions::Goal::FirstViolation,
                     B.share(0.5, MostSeconds));
  if (R.Outcome != Report::Status::Unsafe)
    return None;
  R.Written = countAssertions(Program);
  return R;
}
