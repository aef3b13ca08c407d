//===- SplitCalls.cpp - A call stands alone in its block ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/SplitCalls.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

static bool isAtStart(const CallInst &Call) {
  return Call.getParent()->getFirstNonPHI() == &Call;
}

static bool isAtEnd(const CallInst &Call) {
  auto *Next = dyn_cast<BranchInst>(Call.getNextNode());
  return Next && Next->isUnconditional();
}

static bool standAlone(CallInst &Call) {
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
    Changed |= standAlone(*Call);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
