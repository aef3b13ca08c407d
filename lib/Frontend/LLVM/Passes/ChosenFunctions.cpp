//===- ChosenFunctions.cpp - Functions that a resolver chooses ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static bool handsOverMemory(const CallBase &Call) {
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Call.isByValArgument(I) || Call.paramHasAttr(I, Attribute::StructRet))
      return true;
  return false;
}

/// Whether what \p Name is given can be handed on as it is.
static bool canHandOn(const GlobalIFunc &Name) {
  return !cast<FunctionType>(Name.getValueType())->isVarArg() &&
         none_of(Name.users(), [](const User *By) {
           auto *Call = dyn_cast<CallBase>(By);
           return Call && handsOverMemory(*Call);
         });
}

/// Lets \p F be what \p Resolver chooses.
static void callChosen(Function &F, Function &Resolver) {
  IRBuilder<> Build(BasicBlock::Create(F.getContext(), "", &F));
  Value *Chosen = Build.CreateCall(&Resolver);
  SmallVector<Value *> Arguments;
  for (Argument &A : F.args())
    Arguments.push_back(&A);
  CallInst *Result = Build.CreateCall(F.getFunctionType(), Chosen, Arguments);
  if (F.getReturnType()->isVoidTy())
    Build.CreateRetVoid();
  else
    Build.CreateRet(Result);
}

void sooth::callChosenFunctions(Module &M) {
  for (GlobalIFunc &Name : make_early_inc_range(M.ifuncs())) {
    Function *Resolver = Name.getResolverFunction();
    if (!Resolver || !Resolver->arg_empty() || !canHandOn(Name))
      continue;
    Function *F = Function::Create(cast<FunctionType>(Name.getValueType()),
                                   Name.getLinkage(), "", &M);
    F->takeName(&Name);
    callChosen(*F, *Resolver);
    Name.replaceAllUsesWith(F);
    Name.eraseFromParent();
  }
}
