//===- InlineCalls.cpp - Calls become the called bodies -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/InlineCalls.h"
#include "Base/CallLocation.h"
#include "Base/MemoryUse.h"
#include "Base/RecursiveFunctions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace sooth {

std::optional<ProcedureEncoding> procedureEncoding(StringRef Name) {
  return StringSwitch<std::optional<ProcedureEncoding>>(Name)
      .Case("inline", ProcedureEncoding::Inline)
      .Case("wait", ProcedureEncoding::Wait)
      .Case("auto", ProcedureEncoding::Auto)
      .Default(std::nullopt);
}

/// Functions in the order in which they are inlined: callees first.
static std::vector<Function *>
bottomUp(Module &M, SmallPtrSetImpl<Function *> &Recursive) {
  std::vector<Function *> Order;
  CallGraph Graph = followedCalls(M);
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

namespace {
/// Decides which functions are inlined, and does it.
class Inliner {
public:
  Inliner(Module &M, const InlineCallsOptions &Options)
      : M(M), Options(Options) {}
  bool run();

private:
  bool isWanted(const Function &Callee) const;
  bool inlineInto(Function &Caller);

  Module &M;
  const InlineCallsOptions &Options;
  SmallPtrSet<Function *, 8> Recursive;
  /// Callees first: decided when their own calls are done.
  SmallPtrSet<const Function *, 16> Inlined;
};
} // namespace

static unsigned countCalls(const Function &F) {
  return count_if(F.users(), [](const User *U) { return isa<CallBase>(U); });
}

/// Whether a copy of \p F brings in no location at which an invariant is
/// needed, so that it becomes part of large blocks.
static bool isLoopFree(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  return BackEdges.empty() &&
         none_of(instructions(F), [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && classify(*Call) == CalleeKind::Defined;
         });
}

/// Debug records are no instructions.
static unsigned sizeOf(const Function &F) { return F.getInstructionCount(); }

bool Inliner::isWanted(const Function &Callee) const {
  switch (Options.Procedures) {
  case ProcedureEncoding::Inline:
    return true;
  case ProcedureEncoding::Wait:
    return !leavesMemoryAlone(Callee);
  case ProcedureEncoding::Auto:
    return countCalls(Callee) < 2 || !leavesMemoryAlone(Callee) ||
           (sizeOf(Callee) <= Options.Threshold && isLoopFree(Callee));
  }
  llvm_unreachable("no way to encode procedures");
}

bool Inliner::inlineInto(Function &Caller) {
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(Caller))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && classify(*Call) == CalleeKind::Defined)
      Calls.push_back(Call);

  bool Changed = false;
  uint64_t Size = sizeOf(Caller);
  for (CallInst *Call : Calls) {
    Function *Callee = Call->getCalledFunction();
    if (!Callee || isSummarized(*Callee) || Recursive.contains(Callee) ||
        Callee == &Caller || !Inlined.contains(Callee) ||
        !isInlineViable(*Callee).isSuccess())
      continue;
    uint64_t CalleeSize = sizeOf(*Callee);
    if (Size + CalleeSize > Options.SizeLimit)
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

bool Inliner::run() {
  bool Changed = false;
  for (Function *F : bottomUp(M, Recursive)) {
    Changed |= inlineInto(*F);
    if (isWanted(*F))
      Inlined.insert(F);
  }
  return Changed;
}

PreservedAnalyses InlineCallsPass::run(Module &M, ModuleAnalysisManager &) {
  return Inliner(M, Options).run() ? PreservedAnalyses::none()
                                   : PreservedAnalyses::all();
}

} // namespace sooth
