//===- ForwardConstants.cpp - Constants through calls ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForwardConstants.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

/// All calls of \p F; nothing if it may be called in another way.
static SmallVector<CallInst *, 8> directCalls(Function &F) {
  SmallVector<CallInst *, 8> Calls;
  if (F.isDeclaration() || !F.hasLocalLinkage())
    return {};
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallInst>(U.getUser());
    bool IsPlain = Call && Call->isCallee(&U) && !Call->isMustTailCall() &&
                   Call->getFunctionType() == F.getFunctionType() &&
                   classify(*Call) == CalleeKind::Defined;
    if (!IsPlain)
      return {};
    Calls.push_back(Call);
  }
  return Calls;
}

static bool isPlainConstant(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && !containsUndef(*C);
}

static bool forwardArguments(Function &F, ArrayRef<CallInst *> Calls) {
  bool Changed = false;
  for (Argument &A : F.args()) {
    if (A.use_empty() || A.hasPassPointeeByValueCopyAttr())
      continue;
    Value *First = Calls[0]->getArgOperand(A.getArgNo());
    if (!isPlainConstant(First) || !all_of(Calls, [&](CallInst *Call) {
          return Call->getArgOperand(A.getArgNo()) == First;
        }))
      continue;
    A.replaceAllUsesWith(First);
    Changed = true;
  }
  return Changed;
}

/// The part of the result at \p Indices, if it is one constant or one argument;
/// null otherwise.
static Value *returnedPart(Function &F, ArrayRef<unsigned> Indices) {
  Value *Part = nullptr;
  for (BasicBlock &Block : F) {
    auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
    if (!Return)
      continue;
    Value *Here = Return->getReturnValue();
    if (!Indices.empty())
      Here = FindInsertedValue(Here, Indices);
    if (!Here || (Part && Part != Here) ||
        !(isPlainConstant(Here) || isa<Argument>(Here)))
      return nullptr;
    Part = Here;
  }
  return Part;
}

static Value *inCaller(Value *Returned, CallInst &Call) {
  auto *A = dyn_cast<Argument>(Returned);
  return A ? Call.getArgOperand(A->getArgNo()) : Returned;
}

static bool forwardResult(Function &F, CallInst &Call) {
  bool Changed = false;
  auto Replace = [&](Instruction &I, ArrayRef<unsigned> Indices) {
    Value *Part = I.use_empty() ? nullptr : returnedPart(F, Indices);
    if (!Part || Part->getType() != I.getType())
      return;
    I.replaceAllUsesWith(inCaller(Part, Call));
    Changed = true;
  };
  if (!Call.getType()->isVoidTy() && !Call.getType()->isAggregateType())
    Replace(Call, {});
  for (User *U : make_early_inc_range(Call.users()))
    if (auto *Extract = dyn_cast<ExtractValueInst>(U))
      Replace(*Extract, Extract->getIndices());
  return Changed;
}

bool forwardConstants(Module &M) {
  bool Any = false, Changed = true;
  while (Changed) {
    Changed = false;
    for (Function &F : M) {
      SmallVector<CallInst *, 8> Calls = directCalls(F);
      if (Calls.empty())
        continue;
      Changed |= forwardArguments(F, Calls);
      for (CallInst *Call : Calls)
        Changed |= forwardResult(F, *Call);
    }
    Any |= Changed;
  }
  return Any;
}

} // namespace sooth
