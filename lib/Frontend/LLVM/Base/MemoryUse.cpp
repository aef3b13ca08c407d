//===- MemoryUse.cpp - Functions that leave memory alone ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryUse.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static bool exchangesAddresses(const Function &F) {
  return mayHoldPointer(F.getReturnType()) ||
         any_of(F.args(), [](const Argument &A) {
           return mayHoldPointer(A.getType()) && !A.use_empty();
         });
}

static bool touchesMemory(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return isa<AllocaInst>(I) || I.mayReadOrWriteMemory();
  switch (classify(*Call)) {
  case CalleeKind::Memory:
  case CalleeKind::MemoryCheck:
  case CalleeKind::Allocation:
  case CalleeKind::Deallocation:
    return true;
  default:
    return false;
  }
}

static bool callsUnknownCode(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (classify(*Call)) {
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
    return true;
  case CalleeKind::Output:
    return any_of(Call->args(),
                  [](const Value *V) { return V->getType()->isPointerTy(); });
  default:
    return false;
  }
}

static bool anyTouchesMemory(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(instructions(F), touchesMemory);
  });
}

bool leavesMemoryAlone(const Function &F) {
  if (exchangesAddresses(F) || any_of(instructions(F), touchesMemory))
    return false;
  return none_of(instructions(F), callsUnknownCode) ||
         !anyTouchesMemory(*F.getParent());
}

} // namespace sooth
