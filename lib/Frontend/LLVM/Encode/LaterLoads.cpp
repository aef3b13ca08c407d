//===- LaterLoads.cpp - Pointers that are read after a call ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterLoads.h"

#include "Memory/PointsTo.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// Whether \p I leaves what is not known in memory.
static bool isNotExecuted(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && (callsSummarized(I) || isUnseen(*Call));
}

LaterLoads::LaterLoads(const Function &F)
    : AfterEntry(find(F.getEntryBlock(), F.getEntryBlock().begin(),
                      [](const llvm::Value &V) { return isa<Argument>(V); })) {
  SmallVector<const CallBase *> Calls;
  for (const Instruction &I : instructions(F))
    if (isNotExecuted(I))
      Calls.push_back(cast<CallBase>(&I));
  if (Calls.empty())
    return;
  const DominatorTree Dominators(const_cast<Function &>(F));
  for (const CallBase *Call : Calls) {
    Loads Found =
        find(*Call->getParent(), std::next(Call->getIterator()),
             [&](const llvm::Value &V) {
               auto *Computed = dyn_cast<Instruction>(&V);
               return isa<Argument>(V) ||
                      (Computed && Dominators.dominates(Computed, Call));
             });
    if (!Found.empty())
      AfterCalls[Call] = std::move(Found);
  }
}

ArrayRef<const LoadInst *> LaterLoads::after(const CallBase &Call) const {
  auto It = AfterCalls.find(&Call);
  return It == AfterCalls.end() ? ArrayRef<const LoadInst *>() : It->second;
}

/// From \p First, in \p Start, where runs begin or a call is behind them.
LaterLoads::Loads LaterLoads::find(const BasicBlock &Start,
                                   BasicBlock::const_iterator First,
                                   IsKnownAt IsKnown) {
  static constexpr size_t Most = 16;
  const DataLayout &Layout = Start.getModule()->getDataLayout();
  auto PlaceOf = [&](const LoadInst &Load) {
    APInt Distance(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()),
                   0);
    const llvm::Value *From =
        Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
            Layout, Distance, /*AllowNonInbounds=*/true);
    return std::pair(From, Distance.getSExtValue());
  };
  Loads Found;
  // What is read in any case is known then; what was found needs no more.
  SmallSet<std::pair<const llvm::Value *, int64_t>, 16> Seen;
  for (const Instruction &I : make_range(First, Start.end())) {
    if (isNotExecuted(I))
      return Found;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Seen.insert(PlaceOf(*Load));
  }
  SmallVector<const BasicBlock *> Open;
  SmallPtrSet<const BasicBlock *, 32> Reached;
  auto GoOnFrom = [&](const BasicBlock &B) {
    for (const BasicBlock *Next : successors(&B))
      if (Reached.insert(Next).second)
        Open.push_back(Next);
  };
  GoOnFrom(Start);
  while (!Open.empty()) {
    const BasicBlock *B = Open.pop_back_val();
    bool Ends = false;
    for (const Instruction &I : *B) {
      if ((Ends = isNotExecuted(I)))
        break;
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->getType()->isPointerTy())
        continue;
      const auto Place = PlaceOf(*Load);
      if (!IsKnown(*Place.first) || !Seen.insert(Place).second)
        continue;
      Found.push_back(Load);
      if (Found.size() == Most)
        return Found;
    }
    if (!Ends)
      GoOnFrom(*B);
  }
  return Found;
}
