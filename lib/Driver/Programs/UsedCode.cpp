//===- UsedCode.cpp - Programs without what they do not use -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedCode.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;

namespace {
/// Constants that some of them lead to through operands.
class UsedConstants {
public:
  void add(const llvm::Value &V) {
    if (llvm::isa<llvm::Constant>(V) && Seen.insert(&V).second)
      Pending.push_back(&V);
  }
  void follow();
  bool contains(const llvm::Value &V) const { return Seen.contains(&V); }

private:
  void addOperands(const llvm::User &U) {
    for (const llvm::Use &Operand : U.operands())
      add(*Operand.get());
  }

  llvm::SmallPtrSet<const llvm::Value *, 32> Seen;
  llvm::SmallVector<const llvm::Value *, 32> Pending;
};
} // namespace

void UsedConstants::follow() {
  while (!Pending.empty()) {
    const auto *U = llvm::cast<llvm::User>(Pending.pop_back_val());
    addOperands(*U);
    if (const auto *F = llvm::dyn_cast<llvm::Function>(U))
      for (const llvm::Instruction &I : llvm::instructions(*F))
        addOperands(I);
  }
}

/// With what those functions lead to of which \p IsRoot holds, and variables.
static std::unique_ptr<llvm::Module>
copyUsedBy(const llvm::Module &M,
           llvm::function_ref<bool(const llvm::Function &)> IsRoot) {
  UsedConstants Used;
  for (const llvm::GlobalValue &G : M.global_values())
    if (auto *F = llvm::dyn_cast<llvm::Function>(&G); !F || IsRoot(*F))
      Used.add(G);
  Used.follow();
  auto IsUsed = [&](const llvm::GlobalValue *G) {
    return !llvm::isa<llvm::Function>(G) || Used.contains(*G);
  };
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(M, Copies, IsUsed);
  for (const llvm::Function &F : M)
    if (!IsUsed(&F))
      if (auto *Declared = llvm::cast<llvm::Function>(Copies[&F]);
          Declared->use_empty())
        Declared->eraseFromParent();
  return Copy;
}

std::unique_ptr<llvm::Module> sooth::copyUsedCode(const llvm::Module &M) {
  return copyUsedBy(M,
                    [](const llvm::Function &F) { return !isLibraryModel(F); });
}

static bool storesFunction(const llvm::Function &F) {
  return llvm::any_of(llvm::instructions(F), [](const llvm::Instruction &I) {
    auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I);
    return Store && llvm::isa<llvm::Function>(Store->getValueOperand());
  });
}

std::unique_ptr<llvm::Module> sooth::copyUsedCode(const llvm::Module &M,
                                                  const llvm::Function &Entry) {
  return copyUsedBy(M, [&](const llvm::Function &F) {
    return &F == &Entry || storesFunction(F);
  });
}

void sooth::keepReachable(llvm::Function &Entry) {
  llvm::Module &M = *Entry.getParent();
  internalize(M, Entry);
  dropUnreachable(M, Entry, Linkage::WholeProgram);
}
