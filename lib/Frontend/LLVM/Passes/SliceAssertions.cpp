//===- SliceAssertions.cpp - Only what decides about errors ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ErrorReach cuts, Relevance marks, and here the rest is removed.
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/SliceAssertions.h"
#include "ErrorReach.h"
#include "Relevance.h"
#include "Tidying.h"
#include "sooth/Frontend/LLVM/Passes/HardwareMeaning.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

namespace {
/// A block whose last branch is not relevant, and where it goes instead.
struct Shortcut {
  BasicBlock *From, *To;
};
} // namespace

static SmallVector<Shortcut, 8> findShortcuts(Function &F, const Relevance &R) {
  SmallVector<Shortcut, 8> Found;
  for (BasicBlock &Block : F) {
    Instruction *Branch = Block.getTerminator();
    if (Branch->getNumSuccessors() > 1 && !R.isRelevant(*Branch))
      Found.push_back({&Block, R.continuation(Block)});
  }
  return Found;
}

static bool eraseIrrelevant(Function &F, const Relevance &R) {
  SmallVector<Instruction *, 32> Dead;
  for (Instruction &I : instructions(F))
    if (!I.isTerminator() && !R.isRelevant(I))
      Dead.push_back(&I);
  for (Instruction *I : Dead)
    I->replaceAllUsesWith(PoisonValue::get(I->getType()));
  for (Instruction *I : Dead)
    I->eraseFromParent();
  return !Dead.empty();
}

/// Results and arguments that nobody needs are 0 from now on.
static bool clearUnused(Function &F, const Relevance &R) {
  bool Changed = false;
  auto clear = [&](Use &U) {
    if (isa<Constant>(U.get()) && !isa<UndefValue>(U.get()))
      return;
    U.set(Constant::getNullValue(U->getType()));
    Changed = true;
  };
  for (Instruction &I : instructions(F)) {
    if (isa<ReturnInst>(I) && I.getNumOperands() && !R.isResultRelevant(F))
      clear(I.getOperandUse(0));
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || classify(*Call) != CalleeKind::Defined)
      continue;
    if (Function *Callee = Call->getCalledFunction())
      for (Argument &A : Callee->args())
        if (!R.isRelevant(A) && !A.hasPassPointeeByValueCopyAttr() &&
            !A.hasStructRetAttr())
          clear(Call->getArgOperandUse(A.getArgNo()));
  }
  return Changed;
}

static bool removeIrrelevant(Function &F, const Relevance &R) {
  SmallVector<Shortcut, 8> Shortcuts = findShortcuts(F, R);
  bool Changed = clearUnused(F, R);
  Changed |= eraseIrrelevant(F, R);
  // All phis that are left are relevant, so S.To has none, or is the only
  // successor.
  for (const Shortcut &S : Shortcuts)
    branchDirectly(*S.From, *S.To);
  return cleanControlFlow(F) || Changed || !Shortcuts.empty();
}

PreservedAnalyses SliceAssertionsPass::run(Module &M,
                                           ModuleAnalysisManager &Modules) {
  const Function *Entry = M.getFunction(Options.Entry);
  if (Entry && Entry->isDeclaration())
    Entry = nullptr;
  HardwareMeaningPass().run(M, Modules);

  auto &Analyses =
      Modules.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  ErrorReach Reach(M, Entry);
  for (Function &F : M)
    if (!F.isDeclaration()) {
      Reach.cut(F);
      cleanControlFlow(F);
      Analyses.invalidate(F, PreservedAnalyses::none());
    }

  Relevance Relevant(M, Entry, Analyses);
  for (Function &F : M)
    if (!F.isDeclaration())
      removeIrrelevant(F, Relevant);
  return PreservedAnalyses::none();
}

} // namespace sooth
