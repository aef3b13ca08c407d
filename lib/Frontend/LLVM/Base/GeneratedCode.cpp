//===- GeneratedCode.cpp - What clang's code generator leaves -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/GeneratedCode.h"

#include "sooth/Frontend/LLVM/Base/AnalysisManagers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace sooth;
using namespace llvm;

/// Whether \p B has nothing but the trap of a check.
static bool isTrap(const BasicBlock &B) {
  auto *Trap = dyn_cast<IntrinsicInst>(&B.front());
  return Trap && Trap->getIntrinsicID() == Intrinsic::ubsantrap &&
         isa<UnreachableInst>(Trap->getNextNode());
}

/// Lets \p Branch lead to a trap where it was to lead to \p Shared.
static void giveOwnTrap(Instruction &Branch, BasicBlock &Shared) {
  ValueToValueMapTy Map;
  BasicBlock *Own = CloneBasicBlock(&Shared, Map, "", Shared.getParent());
  Own->setName("trap");
  for (Instruction &I : *Own)
    I.setDebugLoc(Branch.getDebugLoc());
  Branch.replaceSuccessorWith(&Shared, Own);
}

/// Where checks share a trap, nobody knows which of them failed.
static void splitTraps(Function &F) {
  SmallVector<BasicBlock *> Shared;
  for (BasicBlock &B : F)
    if (isTrap(B) && !pred_empty(&B) && !B.getSinglePredecessor())
      Shared.push_back(&B);
  for (BasicBlock *B : Shared) {
    const SmallVector<BasicBlock *> From(predecessors(B));
    for (BasicBlock *P : drop_begin(From))
      giveOwnTrap(*P->getTerminator(), *B);
    for (Instruction &I : *B)
      I.setDebugLoc(From.front()->getTerminator()->getDebugLoc());
  }
}

/// What is expected of a condition is not known when code is not optimized.
static void dropExpectations(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call &&
        (Call->getIntrinsicID() == Intrinsic::expect ||
         Call->getIntrinsicID() == Intrinsic::expect_with_probability)) {
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
}

/// What is to be inlined whatever the level is.
static void inlineAlways(Module &M) {
  if (none_of(M, [](const Function &F) {
        return F.hasFnAttribute(Attribute::AlwaysInline) && !F.isDeclaration();
      }))
    return;
  AnalysisManagers Analyses;
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, Analyses.Modules);
}

bool sooth::takeNoteOfOptimizers(Module &M) {
  NamedMDNode *Notes = M.getNamedMetadata("llvm.commandline");
  if (!Notes || none_of(Notes->operands(), [](const MDNode *Note) {
        auto *Text = Note->getNumOperands() == 1
                         ? dyn_cast_or_null<MDString>(Note->getOperand(0))
                         : nullptr;
        return Text && Text->getString() == GeneratedForOptimizers;
      }))
    return false;
  Notes->eraseFromParent();
  return true;
}

void sooth::undoForOptimizers(Module &M) {
  for (Function &F : M)
    if (F.hasAvailableExternallyLinkage()) {
      F.deleteBody();
      F.setSubprogram(nullptr);
    } else {
      splitTraps(F);
      dropExpectations(F);
    }
  inlineAlways(M);
}
