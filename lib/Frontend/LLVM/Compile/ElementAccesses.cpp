//===- ElementAccesses.cpp - Elements one behind an array -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementAccesses.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

namespace {
/// The address of an element, where clang has checked that the index is no more
/// than how many elements there are.
struct ElementAddress {
  GetElementPtrInst *Address;
  ICmpInst *Checked;
};
} // namespace

/// Whether \p B only says that a check of an index fails.
static bool isTrapOfBounds(const BasicBlock &B) {
  auto *Trap = dyn_cast<IntrinsicInst>(&B.front());
  auto *Kind = Trap && Trap->getIntrinsicID() == Intrinsic::ubsantrap
                   ? dyn_cast<ConstantInt>(Trap->getArgOperand(0))
                   : nullptr;
  return Kind && Kind->getZExtValue() == BoundsCheck;
}

/// The addresses that are computed right after \p Branch, which checks one.
static std::optional<ElementAddress> addressAfter(const BranchInst &Branch) {
  auto *Checked = Branch.isConditional()
                      ? dyn_cast<ICmpInst>(Branch.getCondition())
                      : nullptr;
  auto *Count =
      Checked ? dyn_cast<ConstantInt>(Checked->getOperand(1)) : nullptr;
  if (!Count || Count->isZero() ||
      Checked->getPredicate() != CmpInst::ICMP_ULE ||
      !Checked->hasMetadata(LLVMContext::MD_nosanitize) ||
      !isTrapOfBounds(*Branch.getSuccessor(1)))
    return std::nullopt;
  for (Instruction &I : *Branch.getSuccessor(0)) {
    auto *Step = dyn_cast<GetElementPtrInst>(&I);
    auto *Array =
        Step ? dyn_cast<ArrayType>(Step->getSourceElementType()) : nullptr;
    if (Array && Step->getNumIndices() == 2 &&
        Array->getNumElements() == Count->getZExtValue())
      return ElementAddress{Step, Checked};
  }
  return std::nullopt;
}

/// Where \p Pointer, or a part of what it leads to, is accessed; other than by
/// copies, which are asked about as calls (MemberWrites.h), if not \p Copies.
static void addAccesses(Value &Pointer, bool Copies,
                        SmallVectorImpl<Instruction *> &All) {
  for (User *By : Pointer.users()) {
    auto *Step = dyn_cast<GetElementPtrInst>(By);
    auto *Store = dyn_cast<StoreInst>(By);
    if (Step && Step->getPointerOperand() == &Pointer &&
        isa<StructType, ArrayType>(Step->getSourceElementType()))
      addAccesses(*Step, Copies, All);
    else if (isa<LoadInst>(By) || (Copies && isa<MemIntrinsic>(By)) ||
             (Store && Store->getPointerOperand() == &Pointer))
      All.push_back(cast<Instruction>(By));
  }
}

/// The variable that \p Store alone writes, and of which nothing else is done
/// than to read it; null if there is none.
static AllocaInst *onlyWrittenBy(StoreInst &Store) {
  auto *Local = dyn_cast<AllocaInst>(Store.getPointerOperand());
  const bool IsOnly = Local && all_of(Local->users(), [&](const User *By) {
                        return By == &Store || isa<LoadInst>(By) ||
                               isa<DbgInfoIntrinsic, LifetimeIntrinsic>(By);
                      });
  return IsOnly ? Local : nullptr;
}

static SmallVector<Instruction *> accessesTo(GetElementPtrInst &Element) {
  SmallVector<Instruction *> All;
  addAccesses(Element, /*Copies=*/false, All);
  for (User *By : Element.users())
    if (auto *Store = dyn_cast<StoreInst>(By);
        Store && Store->getValueOperand() == &Element)
      if (AllocaInst *Local = onlyWrittenBy(*Store))
        for (User *Read : Local->users())
          if (isa<LoadInst>(Read))
            addAccesses(*Read, /*Copies=*/true, All);
  return All;
}

/// Lets runs go on at \p Before only if the index that \p Checked is about is
/// that of an element.
static void require(const ICmpInst &Checked, Instruction &Before) {
  BasicBlock *From = Before.getParent();
  BasicBlock *Rest = From->splitBasicBlock(&Before);
  LLVMContext &Context = From->getContext();
  BasicBlock *Trap =
      BasicBlock::Create(Context, "trap", From->getParent(), Rest);
  From->getTerminator()->eraseFromParent();
  IRBuilder<> Build(From);
  Build.SetCurrentDebugLocation(Before.getDebugLoc());
  Value *Fits =
      Build.CreateICmpULT(Checked.getOperand(0), Checked.getOperand(1));
  if (auto *Decides = dyn_cast<Instruction>(Fits))
    Decides->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(Context, {}));
  Build.CreateCondBr(Fits, Rest, Trap);
  Build.SetInsertPoint(Trap);
  Build.CreateIntrinsic(Intrinsic::ubsantrap, {}, {Build.getInt8(BoundsCheck)})
      ->setDoesNotReturn();
  Build.CreateUnreachable();
}

void checkElementAccesses(Module &Program) {
  for (Function &F : Program) {
    if (F.isDeclaration())
      continue;
    // Before the program is changed.
    DominatorTree Before(F);
    SmallVector<std::pair<ICmpInst *, Instruction *>> ToCheck;
    for (BasicBlock &B : F)
      if (auto *Branch = dyn_cast<BranchInst>(B.getTerminator()))
        if (auto Known = addressAfter(*Branch)) {
          const SmallVector<Instruction *> All = accessesTo(*Known->Address);
          for (Instruction *I : All)
            if (Before.dominates(Known->Address, I) &&
                none_of(All, [&](const Instruction *First) {
                  return First != I && Before.dominates(First, I);
                }))
              ToCheck.push_back({Known->Checked, I});
        }
    for (auto [Checked, I] : ToCheck)
      require(*Checked, *I);
  }
}

} // namespace sooth
