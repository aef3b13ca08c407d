//===- UnrollLoops.cpp - Short loops become straight code -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/UnrollLoops.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace sooth {

static constexpr StringLiteral CopiedName = "sooth.copied.loops";

bool hasCopiedLoops(const Module &M) { return M.getNamedMetadata(CopiedName); }

static constexpr unsigned MaxRoundsOfLoop = 8;
/// Of all copies of a loop, and of all loops of a function.
static constexpr size_t MaxOfLoop = 1000, MaxOfFunction = 10000;

/// Whether the loop walks through memory.
static bool walks(const Loop &L) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (const Value *Where = getLoadStorePointerOperand(&I);
          Where && !L.isLoopInvariant(Where))
        return true;
  return false;
}

static size_t sizeOf(const Loop &L) {
  size_t Size = 0;
  for (const BasicBlock *B : L.blocks())
    Size += B->size();
  return Size;
}

/// How often the loop is to be copied if no more than \p Room instructions are
/// to be added; 0 if it stays. (A condition at the beginning is asked once more
/// than there are rounds.)
static unsigned copiesOf(const Loop &L, ScalarEvolution &SE, size_t Room) {
  unsigned Copies = SE.getSmallConstantMaxTripCount(&L);
  if (Copies > MaxRoundsOfLoop + 1 || !walks(L))
    return 0;
  return sizeOf(L) * Copies > std::min(MaxOfLoop, Room) ? 0 : Copies;
}

/// So that slicing keeps inputs in order (Relevance.h).
static void markInputs(const Loop &L) {
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (auto *Call = dyn_cast<CallBase>(&I); Call &&
                                               !Call->getType()->isVoidTy() &&
                                               !Call->getMetadata(CopiesName))
        Call->setMetadata(CopiesName, MDNode::getDistinct(I.getContext(), {}));
}

PreservedAnalyses UnrollLoopsPass::run(Function &F,
                                       FunctionAnalysisManager &Functions) {
  auto &LI = Functions.getResult<LoopAnalysis>(F);
  auto &SE = Functions.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = Functions.getResult<DominatorTreeAnalysis>(F);
  auto &AC = Functions.getResult<AssumptionAnalysis>(F);
  auto &TTI = Functions.getResult<TargetIRAnalysis>(F);
  OptimizationRemarkEmitter ORE(&F);
  bool Changed = false;
  size_t Room = MaxOfFunction;
  SmallVector<Loop *, 8> Loops(LI.getLoopsInPreorder());
  for (Loop *L : reverse(Loops)) { // inner ones first
    if (!copiesOf(*L, SE, Room))
      continue;
    Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, true);
    Changed |= formLCSSARecursively(*L, DT, &LI, &SE);
    unsigned Copies = copiesOf(*L, SE, Room);
    if (!Copies)
      continue;
    const size_t Added = sizeOf(*L) * Copies;
    markInputs(*L);
    UnrollLoopOptions O{};
    O.Count = Copies;
    O.Force = true;
    O.ForgetAllSCEV = true;
    if (UnrollLoop(L, O, &LI, &SE, &DT, &AC, &TTI, &ORE,
                   /*PreserveLCSSA=*/true) == LoopUnrollResult::Unmodified)
      continue;
    Room -= Added;
    Changed = true;
    F.getParent()->getOrInsertNamedMetadata(CopiedName);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
