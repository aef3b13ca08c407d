//===- TrackedObjects.cpp - Memory that is only loaded and stored ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrackedObjects.h"
#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

TrackedObjects::TrackedObjects(Module &M) {
  for (GlobalVariable &G : M.globals())
    // What callers know they may read through pointers that they pass.
    if (G.hasLocalLinkage() && !isKnownOutside(G))
      track(G);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<AllocaInst>(I))
        track(I);
}

void TrackedObjects::track(Value &Object) {
  Accesses Found;
  if (!collect(Object, Found))
    return;
  for (const Access &A : Found) {
    if (A.How == Access::Kind::Read) {
      Reads[A.I].push_back(&Object);
      continue;
    }
    Writers[&Object].push_back(A.I);
    Writes.insert(A.I);
  }
}

/// Memory intrinsics and lifetime markers. False for all other calls.
bool TrackedObjects::collectCall(Instruction &I, const Use &U,
                                 Accesses &Found) {
  if (I.isLifetimeStartOrEnd()) {
    Found.push_back({&I, Access::Kind::Write});
    return true;
  }
  auto *Memory = dyn_cast<MemIntrinsic>(&I);
  if (!Memory)
    return false;
  bool IsTarget = &U == &Memory->getRawDestUse();
  Found.push_back({&I, IsTarget ? Access::Kind::Write : Access::Kind::Read});
  return true;
}

bool TrackedObjects::collect(Value &Address, Accesses &Found) {
  for (Use &U : Address.uses()) {
    User *User = U.getUser();
    if (isa<GEPOperator, BitCastOperator>(User)) {
      if (!collect(*User, Found))
        return false;
    } else if (auto *Load = dyn_cast<LoadInst>(User)) {
      Found.push_back({Load, Access::Kind::Read});
    } else if (auto *Store = dyn_cast<StoreInst>(User)) {
      if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
        return false;
      Found.push_back({Store, Access::Kind::Write});
    } else if (!isa<CallBase>(User) ||
               !collectCall(*cast<Instruction>(User), U, Found)) {
      return false;
    }
  }
  return true;
}

ArrayRef<Instruction *> TrackedObjects::writersOf(const Value &Object) const {
  auto It = Writers.find(&Object);
  return It == Writers.end() ? ArrayRef<Instruction *>() : It->second;
}

ArrayRef<Value *> TrackedObjects::readBy(const Instruction &I) const {
  auto It = Reads.find(&I);
  return It == Reads.end() ? ArrayRef<Value *>() : It->second;
}

bool TrackedObjects::writesElsewhere(const Instruction &I) const {
  bool IsWrite = isa<StoreInst, MemIntrinsic>(I) || I.isLifetimeStartOrEnd();
  return IsWrite && !Writes.contains(&I);
}

} // namespace sooth
