//===- MissingFunctions.cpp - Functions that should have a body -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingFunctions.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
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

namespace {
/// What code and the values of variables lead to.
class Reach {
public:
  void add(const llvm::Value *V) {
    if (isa<llvm::Constant>(V) && Seen.insert(V).second)
      Open.push_back(V);
  }
  /// Everything that was added leads to what it uses.
  void close();
  bool contains(const llvm::Value *V) const { return Seen.contains(V); }

private:
  llvm::SmallPtrSet<const llvm::Value *, 32> Seen;
  llvm::SmallVector<const llvm::Value *, 32> Open;
};
} // namespace

void Reach::close() {
  while (!Open.empty()) {
    const llvm::Value *V = Open.pop_back_val();
    for (const llvm::Use &U : cast<llvm::User>(V)->operands())
      add(U.get());
    const auto *F = dyn_cast<Function>(V);
    if (!F || isLibraryModel(*F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      for (const llvm::Use &U : I.operands())
        add(U.get());
  }
}

std::vector<const Function *>
sooth::missingFunctions(const llvm::Module &M,
                        llvm::ArrayRef<const Function *> Entries) {
  Reach Reached;
  for (const Function *F : Entries)
    Reached.add(F);
  Reached.close();
  std::vector<const Function *> Result;
  for (const Function &F : M)
    if (Reached.contains(&F) && isMissing(F))
      Result.push_back(&F);
  return Result;
}
