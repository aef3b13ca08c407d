//===- CleanupSwitches.cpp - Where clang goes on after a cleanup ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CleanupSwitches.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// What the program itself marks as unreachable has a place in it.
static bool isMarkedByClang(const BasicBlock &B) {
  return isa<UnreachableInst>(B.front()) && !B.front().getDebugLoc();
}

static bool readsWayOut(const SwitchInst &Switch) {
  auto *Load = dyn_cast<LoadInst>(Switch.getCondition());
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && Slot->getName().starts_with("cleanup.dest.slot") &&
         all_of(Slot->users(), [&](const User *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return isa<LoadInst>(U) ||
                  (Store && isa<ConstantInt>(Store->getValueOperand()));
         });
}

bool sooth::completeCleanupSwitches(Function &F) {
  bool Changed = false;
  for (BasicBlock &B : F) {
    auto *Switch = dyn_cast<SwitchInst>(B.getTerminator());
    if (!Switch || Switch->getNumCases() == 0 || !F.getSubprogram() ||
        !isMarkedByClang(*Switch->getDefaultDest()) || !readsWayOut(*Switch))
      continue;
    auto Last = std::prev(Switch->case_end());
    BasicBlock *Way = Last->getCaseSuccessor();
    Switch->setDefaultDest(Way);
    Switch->removeCase(Last);
    if (Switch->getNumCases() == 0) {
      BranchInst::Create(Way, Switch->getIterator())
          ->setDebugLoc(Switch->getDebugLoc());
      Switch->eraseFromParent();
    }
    Changed = true;
  }
  return Changed;
}
