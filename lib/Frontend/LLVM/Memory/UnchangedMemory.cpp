//===- UnchangedMemory.cpp - Memory that is as it was at first ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnchangedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

UnchangedMemory::UnchangedMemory(const Function &F, const PointsTo &Points,
                                 const Regions &Parts, const CallEffects &Calls)
    : Points(Points), Parts(Parts), Writes(Parts.all().size()) {
  for (const Instruction &I : instructions(F)) {
    if (!I.mayWriteToMemory())
      continue;
    const BitVector Written = Calls.writesOf(I);
    for (unsigned R : Written.set_bits())
      Writes[R].push_back(&I);
  }
}

/// The blocks that runs come to after the end of one that writes \p Region.
const UnchangedMemory::Blocks &
UnchangedMemory::blocksAfterWrites(unsigned Region) {
  auto [It, IsNew] = AfterWrites.try_emplace(Region);
  if (!IsNew)
    return It->second;
  SmallVector<const BasicBlock *> Worklist;
  auto Follow = [&](const BasicBlock *B) {
    for (const BasicBlock *Next : successors(B))
      if (It->second.insert(Next).second)
        Worklist.push_back(Next);
  };
  for (const Instruction *I : Writes[Region])
    Follow(I->getParent());
  while (!Worklist.empty())
    Follow(Worklist.pop_back_val());
  return It->second;
}

bool UnchangedMemory::mayFollowWrite(const LoadInst &Load, unsigned Region) {
  return blocksAfterWrites(Region).contains(Load.getParent()) ||
         any_of(Writes[Region], [&](const Instruction *I) {
           return I->getParent() == Load.getParent() && I->comesBefore(&Load);
         });
}

bool UnchangedMemory::isAsAtFirst(const LoadInst &Load) {
  auto At = Points.pointee(Load.getPointerOperand());
  if (!At || Load.isVolatile() || Load.getType()->isAggregateType())
    return false;
  const PointsTo::Node &Node = Points.node(At->Node);
  if (Node.IsWild || Node.HasTags || Node.IsFromNumbers)
    return false;
  const auto R = Parts.find(*At);
  const uint64_t Bytes =
      Load.getDataLayout().getTypeStoreSize(Load.getType()).getFixedValue();
  if (R && Bytes <= Parts.all()[*R].Unit)
    return !mayFollowWrite(Load, *R);
  return none_of(Parts.of(At->Node),
                 [&](unsigned Part) { return mayFollowWrite(Load, Part); });
}
