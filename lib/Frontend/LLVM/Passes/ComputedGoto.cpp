//===- ComputedGoto.cpp - Labels as numbers -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComputedGoto.h"
#include "Base/ArbitraryValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// Numbers of labels stay below the addresses that anything may have.
static constexpr unsigned MaxLabels = 4000;

using Labels = DenseMap<const BasicBlock *, unsigned>;

/// The block of \p F that \p Address means: llvm::CloneModule leaves addresses
/// in initializers at the blocks of the function that \p F is a copy of.
static const BasicBlock *blockIn(const Function &F,
                                 const BlockAddress &Address) {
  const BasicBlock *B = Address.getBasicBlock();
  const Function *Original = B->getParent();
  if (Original == &F)
    return B;
  if (!Original || Original->size() != F.size())
    return nullptr;
  auto IsIt = [&](const BasicBlock &Other) { return &Other == B; };
  return &*std::next(
      F.begin(), std::distance(Original->begin(), find_if(*Original, IsIt)));
}

/// Replaces addresses of labels.
static Labels numberLabels(Module &M) {
  Labels Numbers;
  IntegerType *Number = M.getDataLayout().getIntPtrType(M.getContext());
  for (Function &F : M) {
    SmallVector<BlockAddress *> Addresses;
    for (User *U : F.users())
      if (auto *Address = dyn_cast<BlockAddress>(U))
        Addresses.push_back(Address);
    for (BlockAddress *Address : Addresses) {
      const BasicBlock *B = blockIn(F, *Address);
      if (!B || Numbers.size() == MaxLabels)
        continue;
      unsigned N = Numbers.try_emplace(B, Numbers.size() + 1).first->second;
      Address->replaceAllUsesWith(ConstantExpr::getIntToPtr(
          ConstantInt::get(Number, N), Address->getType()));
      Address->destroyConstant();
    }
  }
  return Numbers;
}

/// A switch that the user did not write.
static SwitchInst *chooseFrom(IRBuilder<> &Build, Value *Selector,
                              BasicBlock *Otherwise) {
  SwitchInst *Choice = Build.CreateSwitch(Selector, Otherwise);
  Choice->setMetadata(LLVMContext::MD_nosanitize,
                      MDNode::get(Build.getContext(), {}));
  return Choice;
}

static void lower(IndirectBrInst &Goto, const Labels &Numbers) {
  BasicBlock *From = Goto.getParent();
  LLVMContext &Context = From->getContext();
  SmallSetVector<BasicBlock *, 8> Targets(succ_begin(From), succ_end(From));
  auto *Elsewhere = BasicBlock::Create(Context, "no.label", From->getParent());
  // clang joins the gotos of a function in one, which has no place.
  if (!Goto.getDebugLoc() && pred_begin(From) != pred_end(From))
    Goto.setDebugLoc((*pred_begin(From))->getTerminator()->getDebugLoc());
  IRBuilder<> Build(&Goto);
  IntegerType *Number = Goto.getDataLayout().getIntPtrType(Context);
  SwitchInst *Known = chooseFrom(
      Build, Build.CreatePtrToInt(Goto.getAddress(), Number), Elsewhere);
  Build.SetInsertPoint(Elsewhere);
  FunctionCallee Any =
      From->getModule()->getOrInsertFunction(AnyLabel, Build.getInt32Ty());
  SwitchInst *Wild = chooseFrom(Build, Build.CreateCall(Any), Targets.front());
  for (BasicBlock *Target : Targets) {
    if (auto It = Numbers.find(Target); It != Numbers.end())
      Known->addCase(ConstantInt::get(Number, It->second), Target);
    if (Target != Targets.front())
      Wild->addCase(Build.getInt32(Wild->getNumCases()), Target);
    // One entry for each edge: there were as many as the goto lists it.
    for (PHINode &Phi : Target->phis()) {
      Value *In = Phi.getIncomingValueForBlock(From);
      Phi.removeIncomingValueIf(
          [&](unsigned I) { return Phi.getIncomingBlock(I) == From; },
          /*DeletePHIIfEmpty=*/false);
      if (Numbers.contains(Target))
        Phi.addIncoming(In, From);
      Phi.addIncoming(In, Elsewhere);
    }
  }
  Goto.eraseFromParent();
}

void lowerComputedGotos(Module &M) {
  Labels Numbers = numberLabels(M);
  SmallVector<IndirectBrInst *> Gotos;
  for (Function &F : M)
    for (BasicBlock &B : F)
      if (auto *Goto = dyn_cast_or_null<IndirectBrInst>(B.getTerminator());
          Goto && Goto->getNumDestinations() != 0)
        Gotos.push_back(Goto);
  for (IndirectBrInst *Goto : Gotos)
    lower(*Goto, Numbers);
}

} // namespace sooth
