//===- SplitCalls.cpp - A call stands alone in its block ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/SplitCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

/// The entry block is no call's: it reads the arguments.
static bool isAtStart(const CallInst &Call) {
  const BasicBlock &B = *Call.getParent();
  return !B.isEntryBlock() && B.getFirstNonPHI() == &Call;
}

static bool isAtEnd(const CallInst &Call) {
  auto *Next = dyn_cast<BranchInst>(Call.getNextNode());
  return Next && Next->isUnconditional();
}

bool standsAlone(const CallInst &Call) {
  return isAtStart(Call) && isAtEnd(Call);
}

static bool isolate(CallInst &Call) {
  bool Changed = false;
  StringRef Name = calledFunction(Call)->getName();
  if (!isAtStart(Call)) {
    Call.getParent()->splitBasicBlock(Call.getIterator(), "call." + Name);
    Changed = true;
  }
  if (!isAtEnd(Call)) {
    Call.getParent()->splitBasicBlock(std::next(Call.getIterator()),
                                      "after." + Name);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses SplitCallsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && !Call->isMustTailCall() &&
        classify(*Call) == CalleeKind::Defined)
      Calls.push_back(Call);
  bool Changed = false;
  for (CallInst *Call : Calls)
    Changed |= isolate(*Call);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
