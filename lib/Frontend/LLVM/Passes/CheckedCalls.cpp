//===- CheckedCalls.cpp - All calls of a function -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedCalls.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static bool isDirectCall(const Use &U, const Function &F) {
  auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isCallee(&U) &&
         Call->getFunctionType() == F.getFunctionType();
}

SmallVector<CallBase *> directCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (const Use &U : F.uses())
    if (isDirectCall(U, F))
      Calls.push_back(cast<CallBase>(U.getUser()));
  return Calls;
}

/// What is called through pointers to \p F.
static CallInst *makeCheckedCall(Function &F) {
  Module &M = *F.getParent();
  auto *Checked =
      Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                       F.getName() + ".checked", M);
  Checked->setAttributes(F.getAttributes());
  Checked->removeFnAttr(SummarizedName); // what it checks is of its callers
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Checked));
  SmallVector<Value *> Arguments(make_pointer_range(Checked->args()));
  CallInst *Call = Builder.CreateCall(&F, Arguments);
  Call->setAttributes(F.getAttributes().removeFnAttributes(M.getContext()));
  if (F.getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return Call;
}

SmallVector<CallBase *> allCalls(Function &F) {
  SmallVector<CallBase *> Calls = directCalls(F);
  if (Calls.size() == F.getNumUses())
    return Calls;
  CallInst *Call = makeCheckedCall(F);
  F.replaceUsesWithIf(Call->getFunction(),
                      [&](const Use &U) { return !isDirectCall(U, F); });
  Calls.push_back(Call);
  return Calls;
}

} // namespace sooth
