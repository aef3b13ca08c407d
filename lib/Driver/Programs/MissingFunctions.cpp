//===- MissingFunctions.cpp - Functions that should have a body -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingFunctions.h"

#include "ReachableCode.h"

#include "sooth/Frontend/LLVM/Base/UnseenVersions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/NonLocalJumps.h"
#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"
#include "sooth/Frontend/LLVM/Passes/UnseenTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <iterator>

using namespace sooth;
using llvm::Function;

bool sooth::isMissing(const Function &F) {
  if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() ||
      classify(F) != CalleeKind::External || isThroughPointer(F) ||
      isNonLocalJump(F))
    return false;
  // Names of compilers and C libraries begin with two underscores.
  llvm::StringRef Name = F.getName();
  if (Name.starts_with("__") || Name.starts_with("sooth"))
    return false;
  llvm::TargetLibraryInfoImpl Library{
      llvm::Triple(F.getParent()->getTargetTriple())};
  llvm::LibFunc Known;
  return !Library.getLibFunc(Name, Known);
}

namespace {
/// What a function that is not shown may do.
struct Effects {
  bool Returns, Writes;
  friend bool operator==(const Effects &, const Effects &) = default;
};
} // namespace

static Effects effectsOf(const Function &F) {
  return {!F.getReturnType()->isVoidTy(),
          F.isVarArg() || llvm::any_of(F.args(), [](const llvm::Argument &A) {
            return A.getType()->isPointerTy();
          })};
}

/// "returns anything", said of \p Count functions.
static std::string whatTheyDo(Effects E, size_t Count = 1) {
  const char *Ending = Count == 1 ? "s" : "";
  std::string Text =
      E.Returns ? std::string("return") + Ending + " anything" : "";
  if (E.Writes)
    Text += std::string(E.Returns ? " and " : "") + "write" + Ending +
            " anything, but only to memory that " +
            (Count == 1 ? "it is given" : "they are given");
  return Text.empty() ? std::string("change") + Ending + " nothing" : Text;
}

/// "'f', 'g' and 3 more".
static std::string quotedNames(llvm::ArrayRef<const Function *> Of) {
  constexpr size_t MostTold = 8;
  const size_t Told = Of.size() > MostTold + 1 ? MostTold : Of.size();
  std::string Text;
  for (size_t I = 0; I < Told; ++I)
    Text += (I == 0               ? "'"
             : I + 1 == Of.size() ? " and '"
                                  : ", '") +
            Of[I]->getName().str() + "'";
  return Told == Of.size()
             ? Text
             : Text + " and " + std::to_string(Of.size() - Told) + " more";
}

/// What \p Of do: "'f' and 'g' change nothing; 'h' returns anything".
static std::string whatEachDoes(llvm::ArrayRef<const Function *> Of) {
  std::vector<std::string> Parts;
  for (Effects E : {Effects{false, false}, Effects{false, true},
                    Effects{true, false}, Effects{true, true}}) {
    std::vector<const Function *> Alike;
    llvm::copy_if(Of, std::back_inserter(Alike),
                  [&](const Function *F) { return effectsOf(*F) == E; });
    if (!Alike.empty())
      Parts.push_back(quotedNames(Alike) + " " + whatTheyDo(E, Alike.size()));
  }
  return llvm::join(Parts, "; ");
}

/// Whether \p F is one of those of C or POSIX that start threads, or have them
/// wait for each other, or handle signals.
static bool isOfThreadsOrSignals(const Function &F) {
  static constexpr llvm::StringLiteral Families[] = {"pthread_", "thrd_",
                                                     "mtx_", "cnd_", "tss_"};
  static constexpr llvm::StringLiteral Names[] = {
      "call_once", "signal",       "raise",       "kill",          "sigaction",
      "sigqueue",  "sigprocmask",  "sigsuspend",  "sigaltstack",   "setitimer",
      "alarm",     "timer_create", "sem_init",    "sem_destroy",   "sem_open",
      "sem_close", "sem_wait",     "sem_trywait", "sem_timedwait", "sem_post"};
  const llvm::StringRef Name = F.getName();
  return llvm::is_contained(Names, Name) ||
         llvm::any_of(Families, [&](llvm::StringRef Family) {
           return Name.starts_with(Family);
         });
}

static std::string
assumptionOfNoBody(llvm::ArrayRef<const Function *> Missing) {
  return Missing.size() == 1
             ? "'" + Missing.front()->getName().str() +
                   "' (no body was given; is a source file missing?) " +
                   whatTheyDo(effectsOf(*Missing.front()))
             : "functions without a body (are source files missing?): " +
                   whatEachDoes(Missing);
}

std::vector<std::string>
sooth::assumptionsAbout(llvm::ArrayRef<const Function *> Missing) {
  std::vector<std::string> All;
  std::vector<const Function *> Without, Concurrent;
  for (const Function *F : Missing)
    if (llvm::StringRef Name = F->getName();
        Name.consume_back(OfAnotherFileSuffix))
      All.push_back("'" + Name.str() + "', if another file defines it, " +
                    whatTheyDo(effectsOf(*F)));
    else
      (isOfThreadsOrSignals(*F) ? Concurrent : Without).push_back(F);
  if (!Without.empty())
    All.push_back(assumptionOfNoBody(Without));
  if (!Concurrent.empty())
    All.push_back("threads and signals are not modelled: " +
                  whatEachDoes(Concurrent));
  return All;
}

std::string sooth::assumptionAboutSignals(const llvm::Module &M) {
  const std::optional<FlagSetters> Of = flagSetters(M);
  if (!Of)
    return "";
  auto Quoted = [](const llvm::GlobalValue *V) {
    std::string Text = "'" + V->getName().str() + "'";
    auto *F = llvm::dyn_cast<Function>(V);
    const llvm::DISubprogram *Where = F ? F->getSubprogram() : nullptr;
    return Where ? Text + " (line " + std::to_string(Where->getLine()) + ")"
                 : Text;
  };
  std::string Text =
      "signal handlers are not run: " +
      llvm::join(llvm::map_range(Of->Handlers, Quoted), ", ") +
      (Of->Handlers.size() == 1 ? " does nothing" : " do nothing");
  if (Of->Flags.empty())
    return Text;
  return Text + " but change " +
         llvm::join(llvm::map_range(Of->Flags, Quoted), ", ") +
         ", a read of which yields anything";
}

std::vector<const Function *>
sooth::missingFunctions(const llvm::Module &M,
                        llvm::ArrayRef<const Function *> Entries) {
  const ReachableCode Reached(Entries);
  std::vector<const Function *> Result;
  for (const Function &F : M)
    if (Reached.contains(F) && isMissing(F))
      Result.push_back(&F);
  return Result;
}

std::string
sooth::assumptionAboutTargets(const llvm::Module &M,
                              llvm::ArrayRef<const Function *> Entries) {
  const ReachableCode Reached(Entries);
  std::vector<const Function *> Functions;
  for (const Function &F : M)
    if (!F.isDeclaration() && Reached.contains(F))
      Functions.push_back(&F);
  const std::vector<std::string> Targets = unseenTargets(Functions);
  return Targets.empty() ? ""
                         : "what is called as " + llvm::join(Targets, ", ") +
                               ", and not shown, " +
                               whatTheyDo({.Returns = true, .Writes = true});
}
