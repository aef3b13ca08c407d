//===- BoundRecursion.cpp - Copies of recursive functions, to a depth -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/BoundRecursion.h"
#include "Base/AfterRecursion.h"
#include "RecursionStack.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace sooth {

using Level = DenseMap<Function *, Function *>;

/// Instructions of the copies of \p Cycle if they are nested \p Depth deep and
/// all inlined into those that call the cycle from outside.
static double inlinedSize(const RecursionCycle &Cycle, unsigned Depth,
                          double Enough) {
  DenseMap<Function *, double> Inner, Here;
  for (unsigned D = 0; D < Depth; ++D) {
    for (Function *F : Cycle) {
      double Size = F->getInstructionCount();
      for (CallInst *Call : callsInto(*F, Cycle))
        Size += Inner.lookup(Call->getCalledFunction());
      if (Size > Enough)
        return Size;
      Here[F] = Size;
    }
    Inner = Here;
  }
  double Sum = 0;
  for (Function *F : Cycle)
    for (User *U : F->users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (Call && !Cycle.contains(Call->getFunction()))
        Sum += Here.lookup(F);
    }
  return std::max(Sum, Here.lookup(Cycle.front()));
}

static unsigned affordableDepth(const RecursionCycle &Cycle,
                                const BoundRecursionOptions &Options) {
  unsigned Depth = 1;
  while (Depth < Options.Depth &&
         inlinedSize(Cycle, Depth + 1, Options.SizeLimit) <= Options.SizeLimit)
    ++Depth;
  return Depth;
}

static void endAt(CallInst &Call, unsigned Depth) {
  IRBuilder<> Builder(&Call);
  createRecursionLimit(Builder, *Call.getCalledFunction(), Depth,
                       Call.getDebugLoc());
  changeToUnreachable(&Call);
}

/// Their names are those of the functions, for the user.
static Level copyOf(const RecursionCycle &Cycle) {
  Level Copy;
  for (Function *F : Cycle) {
    ValueToValueMapTy Values;
    Copy[F] = CloneFunction(F, Values);
    Copy[F]->setLinkage(GlobalValue::InternalLinkage);
  }
  return Copy;
}

static void bound(const RecursionCycle &Cycle, unsigned Depth) {
  // All copies are made before the first one changes.
  std::vector<Level> Levels(Depth);
  for (Function *F : Cycle)
    Levels[0][F] = F;
  for (unsigned D = 1; D < Depth; ++D)
    Levels[D] = copyOf(Cycle);
  for (unsigned D = 0; D + 1 < Depth; ++D)
    for (Function *F : Cycle)
      for (CallInst *Call : callsInto(*Levels[D][F], Cycle))
        Call->setCalledFunction(Levels[D + 1][Call->getCalledFunction()]);
  // With a call goes what follows it in its block.
  for (Function *F : Cycle)
    for (auto Calls = callsInto(*Levels.back()[F], Cycle); !Calls.empty();
         Calls = callsInto(*Levels.back()[F], Cycle))
      endAt(*Calls.front(), Depth);
}

/// Calls of other functions would stay, and with them all copies.
/// (isInlineViable() wants functions that are not recursive.)
static bool canBeInlined(const Function &F) {
  return !F.isVarArg() && none_of(F, [](const BasicBlock &B) {
    return isa<IndirectBrInst>(B.getTerminator()) || B.hasAddressTaken();
  });
}

PreservedAnalyses BoundRecursionPass::run(Module &M, ModuleAnalysisManager &) {
  if (Options.Depth == 0)
    return PreservedAnalyses::all();
  std::vector<RecursionCycle> Cycles =
      recursionCycles(M, CountedCalls::Followed);
  erase_if(Cycles, [](const RecursionCycle &Cycle) {
    return any_of(Cycle, [](Function *F) { return !canBeInlined(*F); });
  });
  recordAfterRecursion(M, Cycles);
  for (const RecursionCycle &Cycle : Cycles)
    if (const unsigned Depth = affordableDepth(Cycle, Options);
        Depth < Options.Depth && fitsOnStack(Cycle))
      keepOnStack(*Cycle.front(), Options.Depth);
    else
      bound(Cycle, Depth);
  return !Cycles.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace sooth
