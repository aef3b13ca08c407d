//===- ReachableCode.cpp - What runs from some functions may come to ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachableCode.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace sooth;

ReachableCode::ReachableCode(llvm::ArrayRef<const llvm::Function *> Entries) {
  llvm::SmallVector<const llvm::Value *, 32> Pending;
  auto Add = [&](const llvm::Value *V) {
    if (llvm::isa<llvm::Constant>(V) && Seen.insert(V).second)
      Pending.push_back(V);
  };
  for (const llvm::Function *F : Entries)
    Add(F);
  while (!Pending.empty()) {
    const llvm::Value *V = Pending.pop_back_val();
    for (const llvm::Use &U : llvm::cast<llvm::User>(V)->operands())
      Add(U.get());
    const auto *F = llvm::dyn_cast<llvm::Function>(V);
    if (!F || isLibraryModel(*F))
      continue;
    for (const llvm::Instruction &I : llvm::instructions(*F))
      for (const llvm::Use &U : I.operands())
        Add(U.get());
  }
}

bool ReachableCode::contains(const llvm::Function &F) const {
  return Seen.contains(&F);
}

/// Depth first: a call of a function that is being visited closes a cycle.
bool sooth::hasRecursion(const llvm::Function &Entry) {
  llvm::DenseMap<const llvm::Function *, bool> IsDone;
  llvm::SmallVector<std::pair<const llvm::Function *, bool>, 32> Pending{
      {&Entry, false}};
  while (!Pending.empty()) {
    auto [F, IsLeft] = Pending.pop_back_val();
    if (IsLeft) {
      IsDone[F] = true;
      continue;
    }
    if (!IsDone.try_emplace(F, false).second)
      continue;
    Pending.push_back({F, true});
    for (const llvm::Instruction &I : llvm::instructions(*F)) {
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      const llvm::Function *Callee = Call ? calledFunction(*Call) : nullptr;
      if (!Callee || Callee->isDeclaration())
        continue;
      auto Known = IsDone.find(Callee);
      if (Known == IsDone.end())
        Pending.push_back({Callee, false});
      else if (!Known->second)
        return true;
    }
  }
  return false;
}
