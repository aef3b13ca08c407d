//===- ToldSteps.cpp - What people are told of a run ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Driver/Report/Wording.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace sooth;
using StepKind = StoryStep::Kind;

static bool isInLibrary(const StoryStep &S) {
  return llvm::StringRef(S.Where.File).starts_with(LibraryFileName);
}

/// Whether a model of the library, some of which are told as their calls,
/// chooses there what nobody outside sees by that name.
static bool isChoiceOfModel(const StoryStep &S) {
  return S.What == StepKind::Input &&
         llvm::StringRef(S.Function).starts_with("sooth_nondet_libc_");
}

/// Whether step \p I, in the library, is a call of what the program gave to it.
static bool callsBack(llvm::ArrayRef<StoryStep> Steps, size_t I) {
  return Steps[I].What == StepKind::Call && I + 1 < Steps.size() &&
         !isInLibrary(Steps[I + 1]) && Steps[I + 1].What != StepKind::Return;
}

namespace {
/// Tells what the program does of a run, step by step.
class OutsideSteps {
public:
  void add(llvm::ArrayRef<StoryStep> Steps, size_t I);
  std::vector<StoryStep> Told;

private:
  bool isReturnOfGiven(const StoryStep &S);
  bool isEndOfLastCall(const StoryStep &S);
  void addParameters(llvm::ArrayRef<StoryStep> Steps, size_t I);

  /// The last place outside.
  SourceLocation Last;
  /// What the library has called and what has not returned: its name, and where
  /// the program called the library.
  std::vector<std::pair<std::string, SourceLocation>> Given;
};
} // namespace

bool OutsideSteps::isReturnOfGiven(const StoryStep &S) {
  if (S.What != StepKind::Return || Given.empty() ||
      Given.back().first != S.Function)
    return false;
  Last = Given.back().second;
  Given.pop_back();
  return true;
}

/// Tells with the call at step \p I what the library's function is given, which
/// it says next: on one line, that of its parameters.
void OutsideSteps::addParameters(llvm::ArrayRef<StoryStep> Steps, size_t I) {
  for (size_t K = I + 1; K < Steps.size(); ++K) {
    const StoryStep &S = Steps[K];
    if (S.What != StepKind::Assignment || !S.Function.empty() ||
        !isInLibrary(S) || S.Where.Line != Steps[I + 1].Where.Line)
      return;
    llvm::append_range(Told.back().Values, S.Values);
  }
}

/// Whether nothing is told of the call that \p S is the return of, but for what
/// it returns, which says more than the call.
bool OutsideSteps::isEndOfLastCall(const StoryStep &S) {
  if (S.What != StepKind::Return || !S.Values.empty() || Told.empty() ||
      Told.back().Function != S.Function)
    return false;
  if (Told.size() > 1 && Told.back().What == StepKind::Input &&
      Told[Told.size() - 2].What == StepKind::Call &&
      Told[Told.size() - 2].Function == S.Function)
    Told.erase(Told.end() - 2);
  return Told.back().What == StepKind::Call ||
         Told.back().What == StepKind::Input;
}

void OutsideSteps::add(llvm::ArrayRef<StoryStep> Steps, size_t I) {
  const StoryStep &S = Steps[I];
  if (isChoiceOfModel(S))
    return;
  if (!isInLibrary(S))
    Last = S.Where;
  else if (callsBack(Steps, I))
    Given.emplace_back(S.Function, Last);
  else if (!isReturnOfGiven(S))
    return;
  if (isEndOfLastCall(S))
    return;
  Told.push_back(S);
  Told.back().Where = Last;
  if (S.What == StepKind::Call && !isInLibrary(S))
    addParameters(Steps, I);
}

std::vector<StoryStep> sooth::outsideLibrary(llvm::ArrayRef<StoryStep> Steps) {
  OutsideSteps Outside;
  for (size_t I = 0; I < Steps.size(); ++I)
    Outside.add(Steps, I);
  return std::move(Outside.Told);
}

/// In place of \p Hidden. (Of a very long run not all steps are kept.)
static ToldStep leftOut(llvm::ArrayRef<StoryStep> Hidden) {
  size_t Count = 0;
  bool AreKept = true;
  for (const StoryStep &S : Hidden) {
    const bool IsMany = S.What == StepKind::Steps || S.What == StepKind::Blocks;
    AreKept &= !IsMany;
    Count += S.What == StepKind::Steps ? S.Number : 1;
  }
  return {{},
          "... " + std::to_string(Count) + " more steps (sooth --json has " +
              (AreKept ? "all)" : "more)")};
}

std::vector<ToldStep> sooth::toldSteps(llvm::ArrayRef<StoryStep> Steps,
                                       size_t Most) {
  const std::vector<StoryStep> Outside = outsideLibrary(Steps);
  const llvm::ArrayRef<StoryStep> All = Outside;
  const size_t AtBegin = All.size() > Most ? Most / 4 : All.size();
  const size_t AtEnd = All.size() > Most ? Most - AtBegin - 1 : 0;
  std::vector<ToldStep> Told;
  auto Add = [&](llvm::ArrayRef<StoryStep> Some) {
    for (const StoryStep &S : Some)
      Told.push_back({S.Where, wordsFor(S)});
  };
  Add(All.take_front(AtBegin));
  if (All.size() > Most)
    Told.push_back(leftOut(All.drop_front(AtBegin).drop_back(AtEnd)));
  Add(All.take_back(AtEnd));
  return Told;
}
