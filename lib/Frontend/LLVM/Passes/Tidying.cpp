//===- Tidying.cpp - What needs no analysis and no undef ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidying.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace sooth {

/// Where a branch goes whatever its condition may turn out to be, or null.
static BasicBlock *onlyDestination(Instruction &Branch) {
  if (Branch.getNumSuccessors() == 0 || !isa<BranchInst, SwitchInst>(Branch))
    return nullptr;
  if (auto *Switch = dyn_cast<SwitchInst>(&Branch))
    if (auto *Value = dyn_cast<ConstantInt>(Switch->getCondition()))
      return Switch->findCaseValue(Value)->getCaseSuccessor();
  if (auto *Two = dyn_cast<BranchInst>(&Branch); Two && Two->isConditional())
    if (auto *Value = dyn_cast<ConstantInt>(Two->getCondition()))
      return Two->getSuccessor(Value->isZero() ? 1 : 0);
  BasicBlock *First = Branch.getSuccessor(0);
  return all_of(successors(&Branch),
                [First](BasicBlock *Next) { return Next == First; })
             ? First
             : nullptr;
}

bool branchDirectly(BasicBlock &Block, BasicBlock &To) {
  Instruction *Branch = Block.getTerminator();
  if (auto *Plain = dyn_cast<BranchInst>(Branch);
      Plain && Plain->isUnconditional() && Plain->getSuccessor(0) == &To)
    return false;
  bool Kept = false; // An entry for Block in the phis of To.
  for (BasicBlock *Next : successors(Branch)) {
    if (Next == &To && !Kept)
      Kept = true;
    else
      Next->removePredecessor(&Block, /*KeepOneInputPHIs=*/true);
  }
  BranchInst *Direct = BranchInst::Create(&To, Branch->getIterator());
  Direct->setDebugLoc(Branch->getDebugLoc());
  Branch->eraseFromParent();
  return true;
}

/// The number that \p V is, as a pointer; null if it is none.
static Constant *numberOfPointer(const Value *V) {
  if (isa<ConstantPointerNull>(V))
    return const_cast<Constant *>(cast<Constant>(V));
  auto *E = dyn_cast<ConstantExpr>(V);
  return E && E->getOpcode() == Instruction::IntToPtr &&
                 isa<ConstantInt>(E->getOperand(0))
             ? const_cast<ConstantExpr *>(E)
             : nullptr;
}

/// Where no object is compared, nothing depends on where objects are.
static bool compareNumbers(BasicBlock &Block) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(Block)) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    Constant *A = Compare ? numberOfPointer(Compare->getOperand(0)) : nullptr;
    Constant *B = Compare ? numberOfPointer(Compare->getOperand(1)) : nullptr;
    Constant *Result =
        A && B ? ConstantFoldCompareInstOperands(Compare->getPredicate(), A, B,
                                                 I.getDataLayout())
               : nullptr;
    if (!isa_and_nonnull<ConstantInt>(Result))
      continue;
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Not LLVM's ConstantFoldTerminator, which takes an unreachable default of a
/// switch for one that cannot be taken.
bool cleanControlFlow(Function &F) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= compareNumbers(Block);
  for (BasicBlock &Block : F)
    if (BasicBlock *To = onlyDestination(*Block.getTerminator()))
      Changed |= branchDirectly(Block, *To);
  Changed |= EliminateUnreachableBlocks(F);
  for (BasicBlock &Block : make_early_inc_range(F))
    Changed |= MergeBlockIntoPredecessor(&Block);
  return Changed;
}

bool forwardParts(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Extract = dyn_cast<ExtractValueInst>(&I);
    Value *Part = Extract ? FindInsertedValue(Extract->getAggregateOperand(),
                                              Extract->getIndices())
                          : nullptr;
    if (!Part || isa<UndefValue>(Part) || Part == Extract)
      continue;
    Extract->replaceAllUsesWith(Part);
    Extract->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Whether nothing sees \p First but what sets all other parts of it, too.
static bool isCompleted(InsertValueInst &First) {
  auto *Ty = dyn_cast<StructType>(First.getType());
  SmallSetVector<unsigned, 8> Set;
  for (InsertValueInst *I = &First; Ty && I;) {
    if (I->getNumIndices() != 1)
      return false;
    Set.insert(I->getIndices()[0]);
    if (Set.size() == Ty->getNumElements())
      return true;
    auto *Next =
        I->hasOneUse() ? dyn_cast<InsertValueInst>(I->user_back()) : nullptr;
    I = Next && Next->getAggregateOperand() == I ? Next : nullptr;
  }
  return false;
}

bool startFromZeros(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Insert = dyn_cast<InsertValueInst>(&I);
    if (!Insert || !isa<UndefValue>(Insert->getAggregateOperand()) ||
        !isCompleted(*Insert))
      continue;
    Insert->setOperand(InsertValueInst::getAggregateOperandIndex(),
                       Constant::getNullValue(I.getType()));
    Changed = true;
  }
  return Changed;
}

/// Whether the program that is replayed makes this call.
static bool isAnswered(const CallBase &Call) {
  const CalleeKind Kind = classify(Call);
  return (Kind == CalleeKind::Nondet || Kind == CalleeKind::Output) &&
         !calledFunction(Call)->isIntrinsic() &&
         !isMadeByPasses(*calledFunction(Call));
}

static bool isUnneeded(const Instruction &I, UnusedCalls Calls) {
  if (!I.use_empty() || I.isTerminator() || I.isEHPad())
    return false;
  if (auto *Call = dyn_cast<CallBase>(&I)) // slicing looks at all copies
    return effectOf(*Call) == Effect::None && !Call->getMetadata(CopiesName) &&
           (Calls == UnusedCalls::Remove || !isAnswered(*Call));
  if (isa<LoadInst>(I))
    return !I.isVolatile() && !I.isAtomic();
  return !I.mayHaveSideEffects();
}

bool removeUnusedResults(Function &F, UnusedCalls Calls) {
  SmallSetVector<Instruction *, 32> Worklist;
  for (Instruction &I : instructions(F))
    if (isUnneeded(I, Calls))
      Worklist.insert(&I);
  bool Changed = !Worklist.empty();
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    SmallVector<Value *, 4> Operands(I->operand_values());
    I->eraseFromParent();
    for (Value *V : Operands)
      if (auto *Operand = dyn_cast<Instruction>(V);
          Operand && isUnneeded(*Operand, Calls))
        Worklist.insert(Operand);
  }
  return Changed;
}

} // namespace sooth
