//===- GateChecks.cpp - Checks that count now and then --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GateChecks.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

static bool isGated(const CallBase &Call) {
  switch (sooth::classify(Call)) {
  case sooth::CalleeKind::Error:
  case sooth::CalleeKind::Assert:
    return true;
  case sooth::CalleeKind::MemoryCheck:
    // A copy is known by the mark before it; nothing is asked there.
    return sooth::describeCheck(Call).What != sooth::MemoryCheck::Kind::Copy;
  default:
    return false;
  }
}

void sooth::gateChecks(Module &M, const struct PrepareOptions::Gate &G) {
  GlobalVariable *Variable = M.getGlobalVariable(G.Variable, true);
  if (!Variable)
    return;
  std::vector<CallBase *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && isGated(*Call))
        Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    IRBuilder<> Builder(Call);
    Value *Now = Builder.CreateLoad(Builder.getInt32Ty(), Variable);
    Value *IsTime = Builder.CreateICmpEQ(Now, Builder.getInt32(G.Value));
    if (classify(*Call) == CalleeKind::MemoryCheck) {
      Instruction *Then = SplitBlockAndInsertIfThen(IsTime, Call, false);
      Call->moveBefore(Then);
      continue;
    }
    FunctionCallee Continue = M.getOrInsertFunction(
        ContinueIfName, Builder.getVoidTy(), Builder.getInt1Ty());
    Builder.CreateCall(Continue, {IsTime});
  }
}
