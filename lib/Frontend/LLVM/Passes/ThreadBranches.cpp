//===- ThreadBranches.cpp - Jump threading through blocks that do nothing -===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's JumpThreading does this, too, but concludes from undefined behaviour
// what branches do, and copies what is checked.
//
//===----------------------------------------------------------------------===//

#include "ThreadBranches.h"

#include "Base/AddedComparisons.h"
#include "Tidying.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace {
class BranchThreading {
public:
  explicit BranchThreading(Function &F) : F(F), Layout(F.getDataLayout()) {}
  bool run();

private:
  using Folded = SmallDenseMap<const Instruction *, Constant *, 8>;
  bool isThreadable(const BasicBlock &B) const;
  Constant *valueFrom(Value *V, BasicBlock *From, BasicBlock &In,
                      Folded &Known) const;
  BasicBlock *destination(BasicBlock *From, BasicBlock &B) const;
  void thread(BasicBlock *From, BasicBlock &B, BasicBlock &To);

  Function &F;
  const DataLayout &Layout;
  SmallPtrSet<const BasicBlock *, 16> Headers;
};
} // namespace

/// Whether copies of \p B cost little and do nothing.
bool BranchThreading::isThreadable(const BasicBlock &B) const {
  static constexpr unsigned Most = 8;
  const Instruction &End = *B.getTerminator();
  if (Headers.contains(&B) || B.phis().empty() ||
      !isa<BranchInst, SwitchInst>(End) || End.getNumSuccessors() < 2)
    return false;
  unsigned Count = 0;
  for (const Instruction &I : B)
    if (!isa<PHINode>(I) && !I.isTerminator() &&
        (++Count > Most || I.mayReadOrWriteMemory() || I.mayHaveSideEffects() ||
         isa<AllocaInst, FreezeInst>(I)))
      return false;
  return true;
}

/// The constant that \p V, used at the end of \p In, is in runs that come from
/// \p From; null if it is none. Nothing follows from undefined values.
Constant *BranchThreading::valueFrom(Value *V, BasicBlock *From, BasicBlock &In,
                                     Folded &Known) const {
  if (isa<ConstantInt, ConstantPointerNull>(V))
    return cast<Constant>(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != &In)
    return nullptr;
  auto [It, IsNew] = Known.try_emplace(I, nullptr);
  if (!IsNew)
    return It->second;
  Constant *Result = nullptr;
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    Value *Incoming = Phi->getIncomingValueForBlock(From);
    if (isa<ConstantInt, ConstantPointerNull>(Incoming))
      Result = cast<Constant>(Incoming);
  } else if (isa<CmpInst, BinaryOperator, CastInst, SelectInst>(I)) {
    SmallVector<Constant *, 3> Operands;
    for (Value *Operand : I->operand_values()) {
      Constant *C = valueFrom(Operand, From, In, Known);
      if (!C)
        return nullptr;
      Operands.push_back(C);
    }
    Constant *C = ConstantFoldInstOperands(I, Operands, Layout);
    if (isa_and_nonnull<ConstantInt, ConstantPointerNull>(C))
      Result = C;
  }
  return Known[I] = Result;
}

/// Where runs that come from \p From leave \p B; null if that depends.
BasicBlock *BranchThreading::destination(BasicBlock *From,
                                         BasicBlock &B) const {
  Folded Known;
  Instruction *End = B.getTerminator();
  auto *Switch = dyn_cast<SwitchInst>(End);
  auto *Value = dyn_cast_or_null<ConstantInt>(
      valueFrom(Switch ? Switch->getCondition()
                       : cast<BranchInst>(End)->getCondition(),
                From, B, Known));
  if (!Value)
    return nullptr;
  return Switch ? Switch->findCaseValue(Value)->getCaseSuccessor()
                : End->getSuccessor(Value->isZero() ? 1 : 0);
}

/// Comparisons with null in \p B of what is null in runs that come from \p
/// From, which are to go another way, keep that they ask about a choice.
static void noteChoices(const BasicBlock *From, BasicBlock &B) {
  for (Instruction &I : B) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    auto *Phi = Compare ? dyn_cast<PHINode>(Compare->getOperand(0)) : nullptr;
    if (Phi && Phi->getParent() == &B &&
        isa<ConstantPointerNull>(Phi->getIncomingValueForBlock(From)))
      I.setMetadata(sooth::ChosenComparisonName,
                    MDNode::get(I.getContext(), {}));
  }
}

/// Makes runs that come from \p From go through a copy of \p B to \p To.
void BranchThreading::thread(BasicBlock *From, BasicBlock &B, BasicBlock &To) {
  ValueToValueMapTy Copies;
  BasicBlock *Copy = CloneBasicBlock(&B, Copies, "", &F);
  Copy->moveBefore(&B);
  for (PHINode &Phi : B.phis()) {
    auto *Of = cast<PHINode>(Copies[&Phi]);
    Copies[&Phi] = Phi.getIncomingValueForBlock(From);
    Of->replaceAllUsesWith(Copies[&Phi]);
    Of->eraseFromParent();
  }
  for (Instruction &I : *Copy) {
    RemapDbgRecordRange(F.getParent(), I.getDbgRecordRange(), Copies,
                        RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    RemapInstruction(&I, Copies,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  for (PHINode &Phi : To.phis()) {
    Value *Old = Phi.getIncomingValueForBlock(&B);
    Value *New = Copies.lookup(Old);
    Phi.addIncoming(New ? New : Old, Copy);
  }
  Instruction *End = Copy->getTerminator();
  BranchInst *Direct = BranchInst::Create(&To, End->getIterator());
  Direct->setDebugLoc(End->getDebugLoc());
  End->eraseFromParent();
  From->getTerminator()->replaceSuccessorWith(&B, Copy);
  B.removePredecessor(From, /*KeepOneInputPHIs=*/true);
  // What others used of B is the one or the other now.
  for (Instruction &I : B) {
    SmallVector<Use *, 8> Outside;
    for (Use &U : I.uses()) {
      auto *By = cast<Instruction>(U.getUser());
      auto *Phi = dyn_cast<PHINode>(By);
      const BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : By->getParent();
      if (At != &B)
        Outside.push_back(&U);
    }
    if (Outside.empty())
      continue;
    SSAUpdater Rejoin;
    Rejoin.Initialize(I.getType(), I.getName());
    Rejoin.AddAvailableValue(&B, &I);
    Rejoin.AddAvailableValue(Copy, Copies.lookup(&I));
    for (Use *U : Outside)
      Rejoin.RewriteUse(*U);
  }
}

bool BranchThreading::run() {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 16> BackEdges;
  FindFunctionBackedges(F, BackEdges);
  for (auto [From, To] : BackEdges)
    Headers.insert(To);
  // A copy is a new predecessor of its successor, which may be threaded again.
  SmallSetVector<BasicBlock *, 32> ToDo;
  for (BasicBlock &B : F)
    ToDo.insert(&B);
  static constexpr unsigned MostCopies = 2000;
  unsigned Copied = 0;
  while (!ToDo.empty() && Copied < MostCopies) {
    BasicBlock &B = *ToDo.pop_back_val();
    if (!isThreadable(B))
      continue;
    const SmallSetVector<BasicBlock *, 8> Before(pred_begin(&B), pred_end(&B));
    for (BasicBlock *From : Before) {
      const bool IsOnlyEdge = llvm::count(successors(From), &B) == 1;
      BasicBlock *To = IsOnlyEdge && isa<BranchInst, SwitchInst>(
                                         From->getTerminator())
                           ? destination(From, B)
                           : nullptr;
      if (!To || To == &B)
        continue;
      noteChoices(From, B);
      thread(From, B, *To);
      ToDo.insert(To);
      ++Copied;
    }
  }
  return Copied > 0;
}

bool sooth::threadBranches(Function &F) {
  // Blocks that have one predecessor left become one with it, and may then be
  // such a block themselves.
  static constexpr unsigned MostRounds = 8;
  unsigned Round = 0;
  for (; Round < MostRounds && BranchThreading(F).run(); ++Round)
    cleanControlFlow(F);
  return Round > 0;
}
