//===- SelfCheck.cpp - The program against its model ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"

#include "ModelRun.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Execute/ModuleRun.h"
#include "sooth/Frontend/LLVM/Passes/TailRecursion.h"
#include "sooth/Frontend/LLVM/Passes/UnrollLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

namespace {
/// One program with its model.
class Comparison {
public:
  Comparison(const llvm::Module &Program, PrepareOptions How,
             const EncodeOptions &Encode, const SelfCheckOptions &O,
             const Budget &B);
  SelfCheckResult run();

private:
  llvm::Error prepare();
  void compare(const ChosenInputs &Inputs);
  /// Inputs, and what the program does with them.
  using KnownRuns = std::vector<std::pair<ChosenInputs, ObservedRun>>;
  std::optional<RunDifference> differenceOfModule(const llvm::Module &M,
                                                  const KnownRuns &Known);
  std::string stepOfDifference(const KnownRuns &Known);
  void compareSteps(ChosenInputs::AtPlace Are);

  const llvm::Module &Program;
  PrepareOptions How;
  const EncodeOptions &Encode;
  const SelfCheckOptions &O;
  const Budget &B;
  PlaceNumbers Places;
  MentionedNumbers Numbers;
  ExprContext Ctx;
  std::unique_ptr<llvm::Module> Prepared;
  std::optional<CompiledModule> Native;
  EncodedProgram Encoded;
  SelfCheckResult Result;
};
} // namespace

Comparison::Comparison(const llvm::Module &Program, PrepareOptions How,
                       const EncodeOptions &Encode, const SelfCheckOptions &O,
                       const Budget &B)
    : Program(Program), How(std::move(How)), Encode(Encode), O(O), B(B),
      Numbers(mentionedNumbers(Program)) {
  // What the program itself does not do.
  this->How.Memory = {};
  this->How.Allocations = PrepareOptions::Allocation::Succeeds;
  this->How.Inputs = PrepareOptions::Inputs::All;
}

llvm::Error Comparison::prepare() {
  auto Compiled =
      CompiledModule::compile(Program, {.Entry = How.Entry}, Places);
  if (!Compiled)
    return Compiled.takeError();
  Native.emplace(std::move(*Compiled));
  Prepared = llvm::CloneModule(Program);
  if (llvm::Error E = prepareModule(*Prepared, How))
    return E;
  if (O.BeforeEncoding)
    O.BeforeEncoding(*Prepared);
  auto Model = encodeCfa(Ctx, *Prepared->getFunction(How.Entry), Encode);
  if (!Model)
    return Model.takeError();
  Encoded = std::move(*Model);
  return llvm::Error::success();
}

/// Whether each call in the source that is left is there once, with the calls
/// around it.
static ChosenInputs::AtPlace inputsOf(const llvm::Module &M) {
  const bool IsOne = llvm::count_if(M, [](const llvm::Function &F) {
                       return !F.isDeclaration();
                     }) == 1;
  bool HasJumps = hasCopiedLoops(M);
  for (const llvm::Function &F : M)
    for (const llvm::Instruction &I : llvm::instructions(F))
      HasJumps |= I.getMetadata(TailCallName) != nullptr;
  return IsOne && !HasJumps ? ChosenInputs::AtPlace::Various
                            : ChosenInputs::AtPlace::Alike;
}

std::optional<RunDifference>
Comparison::differenceOfModule(const llvm::Module &M, const KnownRuns &Known) {
  if (llvm::verifyModule(M))
    return std::nullopt;
  auto Compiled = CompiledModule::compile(
      M, {.Entry = How.Entry, .From = ModuleRunOptions::Assignments::Recorded},
      Places);
  if (!Compiled) {
    llvm::consumeError(Compiled.takeError());
    return std::nullopt;
  }
  for (const auto &[Inputs, Expected] : Known)
    if (auto D =
            differenceOf(Expected, Compiled->run(Inputs), Places, "the IR"))
      return D;
  return std::nullopt;
}

/// The first step after which the IR does not do any more what the program did,
/// and where; empty if there is none.
std::string Comparison::stepOfDifference(const KnownRuns &Known) {
  std::string Found;
  uint64_t Last = 0;
  PrepareOptions Watched = How;
  Watched.OnStep = [&](llvm::StringRef Step, const llvm::Module &M) {
    if (How.OnStep)
      How.OnStep(Step, M);
    const uint64_t Hash = llvm::StructuralHash(M, /*DetailedHash=*/true);
    if (!Found.empty() || Hash == Last || B.exhausted())
      return;
    Last = Hash;
    ++Result.Steps;
    if (auto D = differenceOfModule(M, Known))
      Found = "after " + Step.str() + ": at " + D->Where.str() + " " + D->Text;
  };
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(Program);
  llvm::consumeError(prepareModule(*Copy, Watched));
  return Found;
}

void Comparison::compareSteps(ChosenInputs::AtPlace Are) {
  static constexpr unsigned MostRuns = 5;
  KnownRuns Known;
  for (unsigned I = 0; I < std::min(O.Runs, MostRuns); ++I) {
    const ChosenInputs Inputs(O.Seed + I, Are, Numbers);
    Known.emplace_back(Inputs, Native->run(Inputs));
  }
  Result.Difference = stepOfDifference(Known);
}

void Comparison::compare(const ChosenInputs &Inputs) {
  const ObservedRun Run = Native->run(Inputs);
  const ModelRun Model =
      runModel(*Encoded.Model, Inputs, Places, O.MaxModelSteps);
  auto Cut = [&](const std::string &Why) { ++Result.Cut[Why]; };
  if (auto D = differenceOf(Run, Model.Seen, Places, "the model")) {
    if (!Model.Guessed.empty())
      return Cut(Model.Guessed);
    const std::string Step = stepOfDifference({{Inputs, Run}});
    Result.Difference = "at " + D->Where.str() + ": " + D->Text + " (" +
                        (Step.empty() ? "after preparing" : Step) + ")";
    return;
  }
  Result.Values += Model.Seen.Values.size();
  if (Run.Ending.How == RunEnding::Kind::Cut)
    return Cut(Run.Ending.Why);
  if (Model.Seen.Ending.How == RunEnding::Kind::Cut)
    return Cut(Model.Seen.Ending.Why);
  ++Result.Ended;
}

SelfCheckResult Comparison::run() {
  if (llvm::Error E = prepare()) {
    Result.NotRun = llvm::toString(std::move(E));
    return std::move(Result);
  }
  const ChosenInputs::AtPlace Are = inputsOf(*Prepared);
  for (unsigned I = 0; I < O.Runs && Result.Difference.empty(); ++I) {
    if (B.exhausted()) {
      Result.Cut["time is up"] += O.Runs - I;
      break;
    }
    compare(ChosenInputs(O.Seed + I, Are, Numbers));
  }
  if (O.Of == SelfCheckOptions::Steps::Always && Result.Difference.empty())
    compareSteps(Are);
  return std::move(Result);
}

SelfCheckResult sooth::selfCheck(const llvm::Module &Program,
                                 PrepareOptions How,
                                 const EncodeOptions &Encode,
                                 const SelfCheckOptions &O, const Budget &B) {
  return Comparison(Program, std::move(How), Encode, O, B).run();
}

std::string sooth::describe(const SelfCheckResult &R) {
  if (!R.NotRun.empty())
    return "self-check: no run: " + R.NotRun;
  if (!R.Difference.empty())
    return "self-check: " + R.Difference;
  unsigned Cut = 0;
  std::string Why;
  for (const auto &[Reason, Count] : R.Cut) {
    Cut += Count;
    Why += (Why.empty() ? "" : "; ") + std::to_string(Count) + ": " + Reason;
  }
  std::string Text = "self-check: " + std::to_string(R.Ended) +
                     " runs agree with the model up to their end";
  if (Cut)
    Text += ", " + std::to_string(Cut) + " as far as they were compared (" +
            Why + ")";
  Text += "; " + std::to_string(R.Values) + " assignments";
  if (R.Steps)
    Text += "; " + std::to_string(R.Steps) + " steps of preparing it";
  return Text;
}
