//===- PassList.cpp - Lists of passes -------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassList.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Support/Statistics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace sooth {

Preparation::Preparation(Module &M, const PrepareOptions &Options)
    : M(M), Options(Options) {}

bool Preparation::isOnlySummarized(const Function &F) const {
  return isSummarized(F) && F.getName() != Options.Entry;
}

void Preparation::invalidate(Module &M, const PreservedAnalyses &Preserved) {
  // Only once it was asked for, and until it is forgotten itself.
  if (!Preserved.areAllPreserved())
    Analyses.Modules.getResult<FunctionAnalysisManagerModuleProxy>(M);
  Analyses.Modules.invalidate(M, Preserved);
}

void Preparation::invalidate(Function &F, const PreservedAnalyses &Preserved) {
  Analyses.Functions.invalidate(F, Preserved);
}

//===----------------------------------------------------------------------===//
// A pass
//===----------------------------------------------------------------------===//

template <class UnitT>
Expected<bool> passlist::runOne(StringRef Name, UnitT &On, Preparation &P,
                                function_ref<Expected<PassResult>()> Do) {
  double Seconds = 0;
  auto Result = [&] {
    ScopedTimer Timer(Seconds);
    return Do();
  }();
  if (!Result)
    return Result.takeError();
  P.invalidate(On, Result->Preserved);
  if (Statistics *Figures = P.Options.Figures) {
    Figures->add(("prepare." + Name + ".seconds").str(), Seconds);
    Figures->add(("prepare." + Name + ".changes").str(), Result->SaysChanged);
  }
  if (P.Options.OnStep)
    P.Options.OnStep(Name, P.M);
  return Result->SaysChanged;
}

template Expected<bool>
passlist::runOne<Module>(StringRef, Module &, Preparation &,
                         function_ref<Expected<PassResult>()>);
template Expected<bool>
passlist::runOne<Function>(StringRef, Function &, Preparation &,
                           function_ref<Expected<PassResult>()>);

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Returns whether one of them says that it has changed something.
template <class UnitT>
static Expected<bool> runAll(const std::vector<UnitPass<UnitT>> &Passes,
                             UnitT &On, Preparation &P) {
  bool Changed = false;
  for (const UnitPass<UnitT> &Pass : Passes) {
    auto Result = Pass.Run(On, P);
    if (!Result)
      return Result;
    Changed |= *Result;
  }
  return Changed;
}

template <class UnitT>
static std::vector<PassText>
textsOf(const std::vector<UnitPass<UnitT>> &Passes) {
  std::vector<PassText> Texts;
  for (const UnitPass<UnitT> &Pass : Passes)
    Texts.push_back(Pass.Text);
  return Texts;
}

template <class UnitT>
static UnitPass<UnitT> makeGroup(StringRef Name, StringRef Does,
                                 std::vector<UnitPass<UnitT>> Passes) {
  PassText Text{Name.str(), Does.str(), textsOf(Passes)};
  return {[Passes = std::move(Passes)](UnitT &On, Preparation &P) {
            return runAll(Passes, On, P);
          },
          std::move(Text)};
}

UnitPass<Module> group(StringRef Name, StringRef Does, ModulePasses Passes) {
  return makeGroup(Name, Does, std::move(Passes));
}
UnitPass<Function> group(StringRef Name, StringRef Does,
                         FunctionPasses Passes) {
  return makeGroup(Name, Does, std::move(Passes));
}

UnitPass<Module> eachFunction(FunctionPasses Passes, FunctionsWithBodies Of) {
  PassText Text{"", Passes.size() > 1 ? "in each function" : "",
                textsOf(Passes)};
  auto Run = [Passes = std::move(Passes),
              Of](Module &M, Preparation &P) -> Expected<bool> {
    bool Changed = false;
    for (Function &F : M) {
      if (F.isDeclaration() ||
          (Of == FunctionsWithBodies::Followed && P.isOnlySummarized(F)))
        continue;
      auto Result = runAll(Passes, F, P);
      if (!Result)
        return Result;
      Changed |= *Result;
    }
    return Changed;
  };
  return {std::move(Run), std::move(Text)};
}

UnitPass<Module> when(StringRef Says,
                      std::function<bool(const Preparation &)> Condition,
                      ModulePasses Passes) {
  PassText Text{"", ("if " + Says).str(), textsOf(Passes)};
  auto Run = [Passes = std::move(Passes), Condition = std::move(Condition)](
                 Module &M, Preparation &P) -> Expected<bool> {
    if (!Condition(P))
      return false;
    return runAll(Passes, M, P);
  };
  return {std::move(Run), std::move(Text)};
}

template <class UnitT>
static UnitPass<UnitT> makeIfChanged(std::vector<UnitPass<UnitT>> First,
                                     std::vector<UnitPass<UnitT>> Then) {
  PassText Text{"", "", textsOf(First)};
  Text.Parts.push_back({"", "if that changed something", textsOf(Then)});
  auto Run = [First = std::move(First), Then = std::move(Then)](
                 UnitT &On, Preparation &P) -> Expected<bool> {
    auto Result = runAll(First, On, P);
    if (!Result || !*Result)
      return Result;
    if (auto Next = runAll(Then, On, P); !Next)
      return Next;
    return true;
  };
  return {std::move(Run), std::move(Text)};
}

UnitPass<Module> ifChanged(ModulePasses First, ModulePasses Then) {
  return makeIfChanged(std::move(First), std::move(Then));
}
UnitPass<Function> ifChanged(FunctionPasses First, FunctionPasses Then) {
  return makeIfChanged(std::move(First), std::move(Then));
}

UnitPass<Module> rounds(unsigned Most, ModulePasses Passes, ModulePasses Then) {
  PassText Text{"",
                formatv("up to {0} times, until nothing changes", Most).str(),
                textsOf(Passes)};
  if (!Then.empty())
    Text.Parts.push_back({"", "if that changed something", textsOf(Then)});
  auto Run = [Most, Passes = std::move(Passes), Then = std::move(Then)](
                 Module &M, Preparation &P) -> Expected<bool> {
    bool Changed = false;
    for (unsigned Round = 0; Round < Most; ++Round) {
      auto Result = runAll(Passes, M, P);
      if (!Result)
        return Result;
      if (!*Result)
        break;
      Changed = true;
      if (auto Next = runAll(Then, M, P); !Next)
        return Next;
    }
    return Changed;
  };
  return {std::move(Run), std::move(Text)};
}

UnitPass<Module> measured(std::function<unsigned(const Module &)> Measure,
                          UnitPass<Module> Pass) {
  auto Run = [Measure = std::move(Measure), Of = std::move(Pass.Run)](
                 Module &M, Preparation &P) -> Expected<bool> {
    const unsigned Before = Measure(M);
    if (auto Result = Of(M, P); !Result)
      return Result;
    return Measure(M) != Before;
  };
  return {std::move(Run), std::move(Pass.Text)};
}

UnitPass<Module> uncounted(UnitPass<Module> Pass) {
  return measured([](const Module &) { return 0; }, std::move(Pass));
}

UnitPass<Function> untilNoneIsLeft(StringRef Says, unsigned Preparation::*Left,
                                   FunctionPasses Passes) {
  PassText Text{"", ("repeated " + Says).str(), textsOf(Passes)};
  auto Run = [Left, Passes = std::move(Passes)](
                 Function &F, Preparation &P) -> Expected<bool> {
    bool Changed = false;
    for (unsigned Before = ~0u;; Before = P.*Left) {
      auto Result = runAll(Passes, F, P);
      if (!Result)
        return Result;
      Changed |= *Result;
      if (P.*Left == 0 || P.*Left >= Before)
        return Changed;
    }
  };
  return {std::move(Run), std::move(Text)};
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

static void print(const PassText &Text, unsigned Indent, StringSet<> &Told,
                  raw_ostream &OS) {
  constexpr unsigned Column = 36;
  const bool IsKnown = !Text.Name.empty() && !Text.Parts.empty() &&
                       !Told.insert(Text.Name).second;
  if (!Text.Name.empty()) {
    OS.indent(Indent) << Text.Name;
    OS.indent(Column - std::min<size_t>(Column - 2, Indent + Text.Name.size()));
    OS << (IsKnown ? "as above" : Text.Does) << '\n';
  } else if (!Text.Does.empty()) {
    OS.indent(Indent) << Text.Does << ":\n";
  }
  if (IsKnown)
    return;
  const bool HasLine = !Text.Name.empty() || !Text.Does.empty();
  for (const PassText &Part : Text.Parts)
    print(Part, Indent + (HasLine ? 2 : 0), Told, OS);
}

void print(const PassText &List, raw_ostream &OS) {
  StringSet<> Told;
  print(List, 0, Told, OS);
}

} // namespace sooth
