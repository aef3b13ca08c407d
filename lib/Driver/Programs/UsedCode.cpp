//===- UsedCode.cpp - Programs without what they do not use -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedCode.h"

#include "ArbitraryGlobals.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/WholeProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
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
  UsedValues takeAll() { return std::move(Seen); }

private:
  void addOperands(const llvm::User &U) {
    for (const llvm::Use &Operand : U.operands())
      add(*Operand.get());
  }

  UsedValues Seen;
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

UsedValues
sooth::usedFrom(const llvm::Module &M,
                llvm::function_ref<bool(const llvm::GlobalValue &)> IsRoot) {
  UsedConstants Used;
  for (const llvm::GlobalValue &G : M.global_values())
    if (IsRoot(G))
      Used.add(G);
  Used.follow();
  return Used.takeAll();
}

std::unique_ptr<llvm::Module> sooth::copyOf(const llvm::Module &M,
                                            const UsedValues &Used) {
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(
      M, Copies, [&](const llvm::GlobalValue *G) { return Used.contains(G); });
  for (const llvm::GlobalValue &G : M.global_values())
    if (!Used.contains(&G))
      if (auto *Declared = llvm::cast<llvm::GlobalValue>(Copies[&G]);
          Declared->use_empty())
        Declared->eraseFromParent();
  return Copy;
}

std::unique_ptr<llvm::Module> sooth::copyUsedCode(const llvm::Module &M) {
  UsedValues Used = usedFrom(M, [](const llvm::GlobalValue &G) {
    auto *F = llvm::dyn_cast<llvm::Function>(&G);
    return !F || !isLibraryModel(*F);
  });
  return copyOf(M, Used);
}

std::unique_ptr<llvm::Module> sooth::copyReachable(const llvm::Function &Entry,
                                                   const ProgramGlobals &Of) {
  const llvm::Module &M = *Entry.getParent();
  const ReachedCode Reached = reachedFrom(
      Entry, [&](const llvm::GlobalVariable &G) { return Of.storedIn(G); });
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy =
      llvm::CloneModule(M, Copies, [&](const llvm::GlobalValue *G) {
        return Reached.All.contains(G);
      });
  llvm::SmallVector<llvm::Function *> Callees;
  for (const llvm::Function *F : Reached.PointerCallees)
    Callees.push_back(llvm::cast<llvm::Function>(Copies[F]));
  keepPointerCallees(*Copy, Callees);
  return Copy;
}

void sooth::makeWholeProgram(llvm::Function &Entry) {
  llvm::Module &M = *Entry.getParent();
  internalize(M, Entry);
  dropUnreachable(M, Entry, Linkage::WholeProgram);
}
