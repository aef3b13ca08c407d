//===- MissingFunctions.cpp - Functions that should have a body -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingFunctions.h"

#include "ReachableCode.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using llvm::Function;

bool sooth::isMissing(const Function &F) {
  if (!F.isDeclaration() || F.isIntrinsic() || F.use_empty() ||
      classify(F) != CalleeKind::External)
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

std::string sooth::assumptionAbout(const Function &F) {
  const bool Writes =
      F.isVarArg() || llvm::any_of(F.args(), [](const llvm::Argument &A) {
        return A.getType()->isPointerTy();
      });
  const bool Returns = !F.getReturnType()->isVoidTy();
  std::string Effect = Returns ? "returns anything" : "";
  if (Writes)
    Effect += std::string(Returns ? " and " : "") +
              "writes anything, but only to memory that it is given";
  return "'" + F.getName().str() +
         "' (no body was given; is a source file missing?) " +
         (Effect.empty() ? "changes nothing" : Effect);
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
