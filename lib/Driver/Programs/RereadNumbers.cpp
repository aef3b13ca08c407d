//===- RereadNumbers.cpp - Numbers that are read again --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RereadNumbers.h"

#include "UnsetMembers.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

void RereadNumbers::add(unsigned Which, const Instruction &Access) {
  Accesses[&Access].push_back(Which);
  Count = std::max(Count, Which + 1);
}

void RereadNumbers::add(std::optional<unsigned> Which,
                        const MemIntrinsic &Bytes) {
  Parts[&Bytes] = Which;
}

/// Without what functions of the program write, as far as that is not known.
BitVector RereadNumbers::writtenBy(const CallBase &Call) {
  const BitVector Nothing(Count), Anything(Count, true);
  if (isa<MemIntrinsic>(Call)) {
    auto Known = Parts.find(&Call);
    if (Known == Parts.end())
      return Anything;
    BitVector One(Count);
    if (Known->second)
      One.set(*Known->second);
    return One;
  }
  const Function *F = calledFunction(Call);
  if (isa<IntrinsicInst>(Call) || (F && F->getName() == HeldInMemoryName))
    return Nothing;
  if (!F)
    return Anything;
  if (F->isDeclaration())
    return Call.onlyReadsMemory() ? Nothing : Anything;
  auto Known = Written.find(F);
  return Known == Written.end() ? Nothing : Known->second;
}

BitVector RereadNumbers::writtenAt(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return writtenBy(*Call);
  BitVector Here(Count);
  if (isa<StoreInst>(I))
    if (auto Known = Accesses.find(&I); Known != Accesses.end())
      for (unsigned Which : Known->second)
        Here.set(Which);
  return Here;
}

void RereadNumbers::followCalls() {
  bool Grows = Written.empty();
  while (Grows) {
    Grows = false;
    for (const Function &F : M) {
      if (F.isDeclaration())
        continue;
      BitVector &Old = Written.try_emplace(&F, Count).first->second;
      BitVector New = Old;
      for (const Instruction &I : instructions(F))
        if (isa<StoreInst, CallBase>(I))
          New |= writtenAt(I);
      if (New == Old)
        continue;
      Written[&F] = std::move(New);
      Grows = true;
    }
  }
}

/// Whether nothing writes \p Which between \p Before, by which each way to \p
/// Load leads, and that.
bool RereadNumbers::isAsBefore(const Instruction &Before, const LoadInst &Load,
                               unsigned Which) {
  static constexpr unsigned MostBlocks = 200;
  SmallSetVector<const BasicBlock *, 16> Blocks;
  /// From where \p Begin is, or the block begins, up to \p End.
  auto IsQuiet = [&](const BasicBlock &B, const Instruction *End) {
    for (const Instruction *I = End ? End->getPrevNode() : &B.back(); I;
         I = I->getPrevNode()) {
      if (I == &Before)
        return true;
      if (isa<StoreInst, CallBase>(I) && writtenAt(*I).test(Which))
        return false;
    }
    for (const BasicBlock *From : predecessors(&B))
      Blocks.insert(From);
    return true;
  };
  if (!IsQuiet(*Load.getParent(), &Load))
    return false;
  for (unsigned I = 0; I < Blocks.size(); ++I)
    if (I == MostBlocks || !IsQuiet(*Blocks[I], nullptr))
      return false;
  return true;
}

/// What \p Load reads, if one of \p Earlier has it; else null.
llvm::Value *RereadNumbers::knownBefore(const LoadInst &Load,
                                        ArrayRef<Instruction *> Earlier,
                                        const DominatorTree &Order) {
  for (Instruction *Before : reverse(Earlier)) {
    if (getLoadStoreType(Before) != Load.getType() ||
        !Order.dominates(Before, &Load))
      continue;
    const auto &Mine = Accesses[&Load], &Theirs = Accesses[Before];
    for (unsigned Which : Mine)
      if (is_contained(Theirs, Which) && isAsBefore(*Before, Load, Which))
        return isa<LoadInst>(Before)
                   ? Before
                   : cast<StoreInst>(Before)->getValueOperand();
  }
  return nullptr;
}

void RereadNumbers::readOnce(Function &F) {
  followCalls();
  MapVector<const llvm::Value *, SmallVector<Instruction *>> At;
  const DominatorTree Order(F);
  for (BasicBlock *B : depth_first(&F.getEntryBlock()))
    for (Instruction &I : *B)
      if (Accesses.count(&I))
        At[getLoadStorePointerOperand(&I)].push_back(&I);
  SmallVector<LoadInst *> Again;
  for (auto &[Pointer, All] : At) {
    for (Instruction *I : All) {
      auto *Load = dyn_cast<LoadInst>(I);
      SmallVector<Instruction *> Others;
      copy_if(All, std::back_inserter(Others), [&](Instruction *Other) {
        return Other != I && !is_contained(Again, Other);
      });
      if (llvm::Value *Known =
              Load ? knownBefore(*Load, Others, Order) : nullptr) {
        Load->replaceAllUsesWith(Known);
        Again.push_back(Load);
      }
    }
  }
  for (LoadInst *Load : Again) {
    Accesses.erase(Load);
    Load->eraseFromParent();
  }
}
