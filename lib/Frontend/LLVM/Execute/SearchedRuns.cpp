//===- SearchedRuns.cpp - Runs with inputs that are chosen ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepRunner.h"
#include "sooth/Frontend/LLVM/Execute/ModuleRun.h"

#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using namespace llvm;

bool sooth::searchRuns(Function &Entry, const OnlyRunLimits &Limits,
                       function_ref<bool()> HasTime) {
  using Keeps = StepRunner::Keeps;
  const MentionedNumbers Numbers = mentionedNumbers(*Entry.getParent());
  InputSearch Inputs(Numbers);
  StepRunner::CallKinds Kinds;
  auto Fails = [&](Keeps What) {
    return StepRunner(Entry, Limits, What, Kinds, &Inputs).run().How ==
           OnlyRun::Ending::Fails;
  };
  while (HasTime()) {
    Inputs.beginRun();
    if (Fails(Keeps::Nothing)) {
      Inputs.beginAgain();
      return Fails(Keeps::Trace);
    }
    Inputs.endRun();
  }
  return false;
}

/// Runs after which a search ends that has found nothing new, or as many as it
/// took to find what it knows.
static constexpr uint64_t LeastInVain = 2'000;
/// What is told of a run may take so many more steps.
static constexpr uint64_t MostStepsToShorten = 500'000;

/// Leaves out of \p Known, with which something fails, what it does not need,
/// and makes zeros of the rest where that does, too: most are how often
/// something is done.
static void shorten(InputSearch::Inputs &Known,
                    function_ref<bool(const InputSearch::Inputs &)> Fails) {
  auto Try = [&](InputSearch::Inputs Simpler) {
    if (Simpler == Known || !Fails(Simpler))
      return false;
    Known = std::move(Simpler);
    return true;
  };
  for (size_t Count = Known.size(); Count > 0; Count /= 2)
    for (size_t At = 0; At < Known.size();) {
      const size_t End = std::min(At + Count, Known.size());
      InputSearch::Inputs Fewer = Known, Less = Known;
      Fewer.erase(Fewer.begin() + At, Fewer.begin() + End);
      for (size_t I = At; I < End; ++I)
        Less[I].clearAllBits();
      if (!Try(std::move(Fewer))) {
        Try(std::move(Less));
        At = End;
      }
    }
}

void sooth::searchCalls(Function &Entry, const OnlyRunLimits &Limits,
                        function_ref<bool()> HasTime,
                        function_ref<void(std::unique_ptr<Module>)> Tell) {
  using Keeps = StepRunner::Keeps;
  const MentionedNumbers Numbers = mentionedNumbers(*Entry.getParent());
  InputSearch Inputs(Numbers);
  StepRunner::CallKinds Kinds;
  SmallPtrSet<const Instruction *, 8> Told;
  auto Run = [&] {
    StepRunner Runner(Entry, Limits, Keeps::Nothing, Kinds, &Inputs);
    Runner.choosesForCallers(&Told);
    return Runner.run();
  };
  uint64_t LastNew = 0;
  for (uint64_t Runs = 0;
       HasTime() && Runs < LastNew + std::max(LastNew, LeastInVain); ++Runs) {
    Inputs.beginRun();
    const Instruction *Failed = Run().Failed;
    InputSearch::Inputs Known = Inputs.given();
    if (Inputs.endRun())
      LastNew = Runs;
    if (!Failed)
      continue;
    uint64_t Steps = 0;
    shorten(Known, [&](const InputSearch::Inputs &Fewer) {
      if (Steps > MostStepsToShorten)
        return false;
      Inputs.beginWith(Fewer);
      const OnlyRun Result = Run();
      Inputs.endRun();
      Steps += Result.Steps;
      return Result.Failed == Failed;
    });
    Told.insert(Failed);
    std::unique_ptr<Module> Copy = CloneModule(*Entry.getParent());
    StepRunner::CallKinds OfCopy;
    Inputs.beginWith(Known);
    StepRunner Again(*Copy->getFunction(Entry.getName()), Limits, Keeps::Trace,
                     OfCopy, &Inputs);
    Again.choosesForCallers(nullptr);
    if (Again.run().How == OnlyRun::Ending::Fails)
      Tell(std::move(Copy));
  }
}
