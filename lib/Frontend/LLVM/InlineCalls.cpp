//===- InlineCalls.cpp - Calls become the called bodies -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/InlineCalls.h"
#include "sooth/Frontend/LLVM/Vocabulary.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {

/// Functions in the order in which they are inlined: callees first.
static std::vector<Function *>
bottomUp(Module &M, SmallPtrSetImpl<Function *> &Recursive) {
  std::vector<Function *> Order;
  CallGraph Graph(M);
  for (auto Component = scc_begin(&Graph); !Component.isAtEnd(); ++Component)
    for (CallGraphNode *Node : *Component) {
      Function *F = Node->getFunction();
      if (!F || F->isDeclaration())
        continue;
      Order.push_back(F);
      if (Component.hasCycle())
        Recursive.insert(F);
    }
  return Order;
}

/// LLVM wants to know where a call is as soon as the callee's code knows.
static void ensureLocation(CallInst &Call) {
  DISubprogram *Subprogram = Call.getFunction()->getSubprogram();
  if (!Call.getDebugLoc() && Subprogram)
    Call.setDebugLoc(DILocation::get(Call.getContext(), 0, 0, Subprogram));
}

static bool inlineInto(Function &Caller,
                       const SmallPtrSetImpl<Function *> &Recursive,
                       unsigned SizeLimit) {
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(Caller))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && classify(*Call) == CalleeKind::Defined)
      Calls.push_back(Call);

  bool Changed = false;
  uint64_t Size = Caller.getInstructionCount();
  for (CallInst *Call : Calls) {
    Function *Callee = Call->getCalledFunction();
    if (!Callee || Recursive.contains(Callee) || Callee == &Caller ||
        !isInlineViable(*Callee).isSuccess())
      continue;
    uint64_t CalleeSize = Callee->getInstructionCount();
    if (Size + CalleeSize > SizeLimit)
      continue;
    ensureLocation(*Call);
    InlineFunctionInfo Info;
    if (!InlineFunction(*Call, Info).isSuccess())
      continue;
    Size += CalleeSize;
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses InlineCallsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallPtrSet<Function *, 8> Recursive;
  bool Changed = false;
  for (Function *F : bottomUp(M, Recursive))
    Changed |= inlineInto(*F, Recursive, Options.SizeLimit);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
