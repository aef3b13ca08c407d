//===- TailRecursion.cpp - Recursion that is a loop becomes one -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/TailRecursion.h"
#include "Base/CallLocation.h"
#include "Base/RecursiveFunctions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/TailRecursionElimination.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {

/// Instructions that one function of a cycle may add to the others.
static constexpr unsigned MaxAdded = 500;

/// A function of the cycle that all others can take in: it does not call
/// itself, and is small. Null if there is none.
static Function *findPassage(const RecursionCycle &Cycle) {
  for (Function *F : Cycle) {
    auto CallsOfF = [&](Function &Caller) {
      return count_if(callsInto(Caller, Cycle), [&](CallInst *Call) {
        return Call->getCalledFunction() == F;
      });
    };
    unsigned Copies = 0;
    for (Function *Caller : Cycle)
      Copies += CallsOfF(*Caller);
    if (Copies > 0 && CallsOfF(*F) == 0 && isInlineViable(*F).isSuccess() &&
        Copies * F->getInstructionCount() <= MaxAdded)
      return F;
  }
  return nullptr;
}

static bool inlineInto(Function &Caller, Function &Callee) {
  RecursionCycle Alone;
  Alone.insert(&Callee);
  bool Changed = false;
  for (CallInst *Call : callsInto(Caller, Alone)) {
    ensureLocation(*Call);
    InlineFunctionInfo Info;
    Changed |= InlineFunction(*Call, Info).isSuccess();
  }
  return Changed;
}

/// One step towards functions that call but themselves.
static bool joinCycle(Module &M) {
  for (const RecursionCycle &Cycle : recursionCycles(M)) {
    const bool IsFollowed =
        !all_of(Cycle, [](const Function *F) { return isSummarized(*F); });
    Function *Passage =
        IsFollowed && Cycle.size() > 1 ? findPassage(Cycle) : nullptr;
    bool Changed = false;
    for (Function *Caller : Cycle)
      if (Passage && Caller != Passage)
        Changed |= inlineInto(*Caller, *Passage);
    if (Changed)
      return true;
  }
  return false;
}

static bool hasLocalMemory(const Function &F) {
  return any_of(instructions(F),
                [](const Instruction &I) { return isa<AllocaInst>(I); });
}

/// Where all that is left to do is to return, returns at once: LLVM looks for a
/// call and a `ret` no further than one jump away.
static void foldReturns(Function &F) {
  SmallVector<BasicBlock *, 8> Worklist(make_pointer_range(F));
  while (!Worklist.empty()) {
    BasicBlock *B = Worklist.pop_back_val();
    auto *Return = dyn_cast<ReturnInst>(B->getFirstNonPHIOrDbg());
    if (!Return || B->isEntryBlock())
      continue;
    SmallVector<BasicBlock *, 4> Before(predecessors(B));
    for (BasicBlock *From : Before) {
      auto *Jump = dyn_cast<BranchInst>(From->getTerminator());
      if (!Jump || Jump->isConditional())
        continue;
      FoldReturnIntoUncondBranch(Return, B, From);
      Worklist.push_back(From);
    }
  }
  EliminateUnreachableBlocks(F);
}

/// A copy of \p F that calls itself where \p F does.
static Function *copyOf(Function &F) {
  ValueToValueMapTy Values;
  Function *Copy = CloneFunction(&F, Values);
  RecursionCycle Old;
  Old.insert(&F);
  for (CallInst *Call : callsInto(*Copy, Old))
    Call->setCalledFunction(Copy);
  return Copy;
}

static bool callsItself(Function &F) {
  RecursionCycle Alone;
  Alone.insert(&F);
  return !callsInto(F, Alone).empty();
}

/// So that the jumps of \p Loop are told as the calls that they were.
static void markCalls(Function &Loop) {
  BasicBlock &Entry = Loop.getEntryBlock();
  DISubprogram *Source = Loop.getSubprogram();
  BasicBlock *Body = Entry.getSingleSuccessor();
  if (!Source || !Body)
    return;
  for (BasicBlock *Before : predecessors(Body))
    if (Before != &Entry)
      Before->getTerminator()->setMetadata(TailCallName, Source);
}

/// A sum of results that is computed from the outermost call inwards has values
/// on the way that no variable ever has.
static void forgetPartialResults(Function &Loop) {
  BasicBlock &Entry = Loop.getEntryBlock();
  BasicBlock *Body = Entry.getSingleSuccessor();
  if (!Body)
    return;
  SmallPtrSet<const Value *, 4> Partial;
  for (PHINode &Phi : Body->phis()) {
    const int FromEntry = Phi.getBasicBlockIndex(&Entry);
    if (FromEntry < 0 || isa<Argument>(Phi.getIncomingValue(FromEntry)))
      continue;
    Partial.insert(&Phi);
    for (const User *U : Phi.users())
      if (isa<BinaryOperator>(U))
        Partial.insert(U);
  }
  for (Instruction &I : instructions(Loop))
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      if (any_of(R.location_ops(),
                 [&](const Value *V) { return Partial.contains(V); }))
        R.setKillLocation();
}

/// Replaces \p F by a loop, if it can be one: where some calls remain, jumps
/// instead of the others would but hide what the function does.
static bool becomeLoop(Function &F, FunctionAnalysisManager &Functions) {
  if (hasLocalMemory(F) || !callsItself(F))
    return false;
  Function *Loop = copyOf(F);
  foldReturns(*Loop);
  TailCallElimPass().run(*Loop, Functions);
  Functions.clear(*Loop, Loop->getName());
  bool IsLoop = !callsItself(*Loop);
  if (IsLoop) {
    markCalls(*Loop);
    forgetPartialResults(*Loop);
    Functions.clear(F, F.getName());
    Loop->takeName(&F);
    F.replaceAllUsesWith(Loop);
    F.eraseFromParent();
  } else {
    Loop->deleteBody(); // with the calls of itself
    Loop->eraseFromParent();
  }
  return IsLoop;
}

PreservedAnalyses TailRecursionPass::run(Module &M,
                                         ModuleAnalysisManager &Modules) {
  bool Changed = false;
  // Each step takes one function out of a cycle.
  for (size_t Steps = M.size(); Steps > 0 && joinCycle(M); --Steps)
    Changed = true;
  auto &Functions =
      Modules.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (Changed)
    Functions.clear();
  for (const RecursionCycle &Cycle : recursionCycles(M))
    if (Cycle.size() == 1)
      Changed |= becomeLoop(*Cycle.front(), Functions);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
