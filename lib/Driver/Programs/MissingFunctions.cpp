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
#include "sooth/Frontend/LLVM/Passes/UnseenTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

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

static std::string whatItDoes(bool Returns, bool Writes) {
  std::string Text = Returns ? "returns anything" : "";
  if (Writes)
    Text += std::string(Returns ? " and " : "") +
            "writes anything, but only to memory that it is given";
  return Text.empty() ? "changes nothing" : Text;
}

std::string sooth::assumptionAbout(const Function &F) {
  const bool Writes =
      F.isVarArg() || llvm::any_of(F.args(), [](const llvm::Argument &A) {
        return A.getType()->isPointerTy();
      });
  llvm::StringRef Name = F.getName();
  const llvm::StringRef Where =
      Name.consume_back(OfAnotherFileSuffix)
          ? "', if another file defines it, "
          : "' (no body was given; is a source file missing?) ";
  return ("'" + Name + Where).str() +
         whatItDoes(!F.getReturnType()->isVoidTy(), Writes);
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
                               whatItDoes(/*Returns=*/true, /*Writes=*/true);
}
