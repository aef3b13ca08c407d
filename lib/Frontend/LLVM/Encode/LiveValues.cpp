//===- LiveValues.cpp - Which SSA values decide something -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveValues.h"

#include "Base/Contracts.h"
#include "Base/PointerDifference.h"
#include "Memory/PointsTo.h"
#include "Operations.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

/// Whether an operand has no value that could be computed again.
static bool isUnknownConstant(const llvm::Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && hasModelledScalar(C->getType()) &&
         (hasUndefinedScalar(C) || !hasKnownScalars(C));
}

ValueRole sooth::valueRole(const Instruction &I) {
  if (I.getType()->isVoidTy() || !hasModelledScalar(I.getType()))
    return ValueRole::Unmodelled;
  if (isa<PHINode>(I))
    return ValueRole::Phi;
  if (isOperation(I) && none_of(I.operands(), isUnknownConstant))
    return ValueRole::Operation;
  return ValueRole::Input;
}

SmallVector<const llvm::Value *, 2>
sooth::operandsOfInput(const Instruction &I) {
  if (auto [A, B] = pointerDifference(I); A)
    return {A, B};
  switch (I.getOpcode()) {
  case Instruction::Call:
    // What an address is asked for.
    if (auto *Size = dyn_cast<IntrinsicInst>(&I);
        Size && Size->getIntrinsicID() == Intrinsic::objectsize)
      return {I.getOperand(0)};
    if (asksForMemory(cast<CallBase>(I)))
      return SmallVector<const llvm::Value *, 2>(cast<CallBase>(I).args());
    return promisedSize(cast<CallBase>(I));
  case Instruction::Load:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return {I.getOperand(0)};
  case Instruction::ICmp:
    if (I.getOperand(0)->getType()->isPointerTy())
      return {I.getOperand(0), I.getOperand(1)};
    return {};
  default:
    return {};
  }
}

LiveValues::LiveValues(const Procedures &P) : Program(P) {
  for (const Function *F : P.topDown())
    findDeciding(*F);
  while (!Worklist.empty()) {
    const llvm::Value *V = Worklist.pop_back_val();
    if (auto *A = dyn_cast<Argument>(V))
      demandPassed(*A);
    else
      demandOperands(*cast<Instruction>(V));
  }
}

/// The operands of \p I that decide something by themselves.
static SmallVector<const llvm::Value *, 2>
decidingOperands(const Instruction &I) {
  if (auto *Branch = dyn_cast<BranchInst>(&I))
    return Branch->isConditional()
               ? SmallVector<const llvm::Value *, 2>{Branch->getCondition()}
               : SmallVector<const llvm::Value *, 2>{};
  if (auto *Switch = dyn_cast<SwitchInst>(&I))
    return {Switch->getCondition()};
  if (I.isIntDivRem() && isOperation(I))
    return {I.getOperand(0), I.getOperand(1)};
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return {Store->getPointerOperand(), Store->getValueOperand()};
  if (isa<LoadInst>(I) && !isOperation(I)) // It may trap.
    return {I.getOperand(0)};
  if (auto *Local = dyn_cast<AllocaInst>(&I))
    return {Local->getArraySize()};
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    CalleeKind Kind = classify(*Call);
    if (Kind == CalleeKind::Assert || Kind == CalleeKind::Assume)
      return {Call->getArgOperand(0)};
    if (Kind == CalleeKind::Memory || Kind == CalleeKind::Allocation ||
        Kind == CalleeKind::Deallocation || Kind == CalleeKind::MemoryCheck ||
        Kind == CalleeKind::Lifetime)
      return SmallVector<const llvm::Value *, 2>(Call->args());
  }
  return {};
}

void LiveValues::findDeciding(const Function &F) {
  for (const BasicBlock *B : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *B)
      for (const llvm::Value *V : decidingOperands(I))
        demand(V, B);
}

/// \p V decides something in the block \p From; null if that is nowhere in
/// its function. What a call edge assigns is wanted beyond its block.
void LiveValues::demand(const llvm::Value *V, const BasicBlock *From) {
  auto *I = dyn_cast<Instruction>(V);
  auto *A = dyn_cast<Argument>(V);
  if (!I && !A)
    return;
  if (Live.insert(V).second)
    Worklist.push_back(V);
  const BasicBlock *Own = I ? I->getParent() : &A->getParent()->getEntryBlock();
  bool IsPassed =
      I ? Program.calledBy(*I) != nullptr : A->getParent() != &Program.entry();
  if (IsPassed || Own != From)
    demandEverywhere(V);
}

/// \p V is wanted in another block, and so is what it is computed from.
void LiveValues::demandEverywhere(const llvm::Value *V) {
  SmallVector<const llvm::Value *> Pending{V};
  while (!Pending.empty()) {
    const llvm::Value *Next = Pending.pop_back_val();
    if (!Shared.insert(Next).second)
      continue;
    auto *I = dyn_cast<Instruction>(Next);
    if (I && valueRole(*I) == ValueRole::Operation)
      for (const llvm::Value *Operand : I->operands())
        if (isa<Instruction>(Operand) || isa<Argument>(Operand))
          Pending.push_back(Operand);
  }
}

void LiveValues::demandOperands(const Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
      demand(Phi->getIncomingValue(K), Phi->getIncomingBlock(K));
    return;
  }
  if (const Function *Callee = Program.calledBy(I))
    return demandReturned(*Callee);
  for (const llvm::Value *Operand : operandsOfInput(I))
    demand(Operand, I.getParent());
  // An input on something undefined is still an operation.
  if (isOperation(I))
    for (const llvm::Value *Operand : I.operands())
      demand(Operand, I.getParent());
}

/// The entry's arguments come from nowhere.
void LiveValues::demandPassed(const Argument &A) {
  for (const CallInst *Call : Program.callsOf(*A.getParent()))
    demand(Call->getArgOperand(A.getArgNo()), Call->getParent());
}

void LiveValues::demandReturned(const Function &Callee) {
  for (const BasicBlock &B : Callee)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      demand(Return->getReturnValue(), nullptr);
}
