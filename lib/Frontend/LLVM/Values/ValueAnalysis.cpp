//===- ValueAnalysis.cpp - What values a whole program computes -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Values/ValueAnalysis.h"

#include "Source/Messages.h"
#include "ValueInterpreter.h"
#include "sooth/Frontend/LLVM/Base/OperationNumbers.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>
#include <set>
#include <tuple>

using namespace sooth;

/// Whether it has a place of its own, and what that is.
static SourceLocation placeOf(const llvm::CallBase &Call) {
  return classify(Call) == CalleeKind::MemoryCheck ? nearestLocation(Call)
                                                   : errorLocation(Call);
}

/// In terms of the source, those at one place joined.
static std::vector<ArgumentByValues>
argumentsOf(const ValueInterpreter::Findings &Found) {
  std::map<std::tuple<SourceLocation, std::string, std::string>,
           ArgumentByValues>
      All;
  for (const auto &[Key, Pointers] : Found.Given) {
    const auto [Call, To] = Key;
    const llvm::Function &Callee = *To;
    const llvm::DISubprogram *Source = Callee.getSubprogram();
    for (const auto &[Number, Given] : Pointers) {
      ArgumentByValues New{
          nearestLocation(*Call),
          (Source ? Source->getName() : Callee.getName()).str(),
          Callee.getArg(Number)->getName().str(), Given.MayBeNull, Given.Bytes};
      for (unsigned Other : Given.MayShareWith)
        New.MayShareWith.insert(Callee.getArg(Other)->getName().str());
      auto [At, IsNew] =
          All.try_emplace({New.Where, New.Callee, New.Parameter}, New);
      if (IsNew)
        continue;
      ArgumentByValues &Old = At->second;
      Old.MayBeNull |= New.MayBeNull;
      Old.Bytes = Old.Bytes && New.Bytes
                      ? std::optional(std::min(*Old.Bytes, *New.Bytes))
                      : std::nullopt;
      Old.MayShareWith.merge(New.MayShareWith);
    }
  }
  std::vector<ArgumentByValues> Result;
  for (auto &[Key, Of] : All)
    Result.push_back(std::move(Of));
  return Result;
}

/// The same in terms of the source.
static ValuesOfProgram valuesOf(const llvm::Module &M,
                                const ValueInterpreter::Findings &Found) {
  std::map<std::tuple<SourceLocation, std::string, OperationsAt>, CheckByValues>
      All;
  auto Of = [&](const SourceLocation &Where, const std::string &Check,
                const OperationsAt &Operations) -> CheckByValues & {
    return All
        .try_emplace({Where, Check, Operations},
                     CheckByValues{Where, Check, Operations, {}})
        .first->second;
  };
  for (const auto &[Check, MayFail] : Found.MayFailInLibrary)
    Of(errorLocation(*Check.CalledAt), Check.Check, Check.Operations).MayFail |=
        MayFail;
  for (const llvm::Function &F : M) {
    if (isLibraryModel(F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      if (!Call)
        continue;
      const CalleeKind Kind = classify(*Call);
      if (Kind != CalleeKind::MemoryCheck && Kind != CalleeKind::Error &&
          Kind != CalleeKind::Assert)
        continue;
      CheckByValues &Here =
          Of(placeOf(*Call), checkOf(*Call).str(), operationOf(*Call));
      if (auto Failing = Found.Failing.find(Call);
          Failing != Found.Failing.end())
        Here.MayFail |= Failing->second;
      Here.MayLeaveArray |= Found.Leaving.contains(Call);
    }
  }
  ValuesOfProgram Result;
  for (auto &[Key, Of] : All)
    Result.Checks.push_back(std::move(Of));
  Result.Arguments = argumentsOf(Found);
  return Result;
}

/// Calls \p Meet for what is in both lists, by \p keyOf, and adds to \p Known
/// what is in \p More alone.
template <typename T, typename KeyT, typename MeetT>
static void meet(std::vector<T> &Known, std::vector<T> More, KeyT keyOf,
                 MeetT Meet) {
  std::map<decltype(keyOf(Known.front())), size_t> At;
  for (size_t I = 0; I < Known.size(); ++I)
    At[keyOf(Known[I])] = I;
  for (T &New : More)
    if (auto Old = At.find(keyOf(New)); Old != At.end())
      Meet(Known[Old->second], New);
    else
      Known.push_back(std::move(New));
}

/// Adds to \p Known what another analysis of the same program has found out.
static void addKnown(ValuesOfProgram &Known, ValuesOfProgram More) {
  // (Checks in models that one of them does not come to are those that hold.)
  meet(
      Known.Checks, std::move(More.Checks),
      [](const CheckByValues &C) {
        return std::make_tuple(C.Where, C.Check, C.Operations);
      },
      [](CheckByValues &Old, const CheckByValues &New) {
        Old.MayFail &= New.MayFail;
        Old.MayLeaveArray &= New.MayLeaveArray;
      });
  meet(
      Known.Arguments, std::move(More.Arguments),
      [](const ArgumentByValues &A) {
        return std::make_tuple(A.Where, A.Callee, A.Parameter);
      },
      [](ArgumentByValues &Old, const ArgumentByValues &New) {
        Old.MayBeNull &= New.MayBeNull;
        Old.Bytes = std::max(Old.Bytes, New.Bytes);
        std::erase_if(Old.MayShareWith, [&](const std::string &Other) {
          return !New.MayShareWith.contains(Other);
        });
      });
}

/// How hasty it is at first, and then where something is left to find out:
/// most of what can be found out is found soon.
static constexpr size_t HasteAtFirst = 100, HasteThen = 1;

llvm::Expected<ValuesOfProgram>
sooth::analyzeValues(const llvm::Function &Entry,
                     const ValueAnalysisOptions &Options) {
  std::optional<ValuesOfProgram> Known;
  for (size_t Haste : {HasteAtFirst, HasteThen}) {
    ValueInterpreter Interpreter(*Entry.getParent(), Options, Haste);
    if (llvm::Error E = Interpreter.run(Entry)) {
      if (Haste == HasteThen && !Known)
        return std::move(E);
      // (What is too coarse in haste need not be so with care.)
      llvm::consumeError(std::move(E));
      continue;
    }
    ValuesOfProgram Now = valuesOf(*Entry.getParent(), Interpreter.findings());
    if (Known)
      addKnown(*Known, std::move(Now));
    else
      Known = std::move(Now);
    if (llvm::all_of(Known->Checks,
                     [](const CheckByValues &C) { return C.holds(); }))
      break;
  }
  return std::move(*Known);
}

/// What is checked of \p I, if all is.
static llvm::ArrayRef<MemoryProperty> checkedOf(const llvm::Instruction &I) {
  static constexpr MemoryProperty All[] = {MemoryProperty::Access,
                                           MemoryProperty::Alignment,
                                           MemoryProperty::Uninitialized};
  if (llvm::isa<llvm::LoadInst>(I))
    return All;
  if (llvm::isa<llvm::StoreInst>(I))
    return llvm::ArrayRef(All).take_front(2);
  return {};
}

void sooth::addEvidentChecks(const llvm::Module &Program,
                             const MemoryProperties &Asked,
                             std::vector<CheckByValues> &Checks) {
  using Place = std::pair<SourceLocation, std::string>;
  std::set<std::pair<Place, OperationsAt>> Known;
  std::set<Place> HasUnnumbered;
  for (const CheckByValues &C : Checks) {
    const Place Here(C.Where, C.Check);
    Known.insert({Here, C.Operations});
    if (C.Operations.empty())
      HasUnnumbered.insert(Here);
  }
  for (const llvm::Function &F : Program) {
    if (isLibraryModel(F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      const OperationsAt Number = operationOf(I);
      if (Number.empty())
        continue;
      for (MemoryProperty P : checkedOf(I)) {
        const Place Here(nearestLocation(I), std::string(nameOf(P)));
        if (Asked.count(P) && !HasUnnumbered.count(Here) &&
            Known.insert({Here, Number}).second)
          Checks.push_back({Here.first, Here.second, Number, {}});
      }
    }
  }
}
