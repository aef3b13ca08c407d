//===- VectorSignatures.cpp - Vectors that functions are given and give ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSignatures.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

static Type *withoutVector(Type *T) {
  auto *Vector = dyn_cast<FixedVectorType>(T);
  return Vector ? ArrayType::get(Vector->getElementType(),
                                 Vector->getNumElements())
                : T;
}

/// The same type if there are no vectors in it.
static FunctionType *withoutVectors(FunctionType *T) {
  SmallVector<Type *> Parameters(map_range(T->params(), withoutVector));
  return FunctionType::get(withoutVector(T->getReturnType()), Parameters,
                           T->isVarArg());
}

static Value *toArray(IRBuilder<> &Build, Value *V) {
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (!Vector)
    return V;
  Value *Array = PoisonValue::get(withoutVector(Vector));
  for (unsigned I = 0; I < Vector->getNumElements(); ++I)
    Array = Build.CreateInsertValue(Array, Build.CreateExtractElement(V, I), I);
  return Array;
}

/// \p Array is \p To's elements, or already of that type.
static Value *toVector(IRBuilder<> &Build, Value *Array, Type *To) {
  if (Array->getType() == To)
    return Array;
  Value *Vector = PoisonValue::get(To);
  for (unsigned I = 0; I < cast<FixedVectorType>(To)->getNumElements(); ++I)
    Vector = Build.CreateInsertElement(Vector,
                                       Build.CreateExtractValue(Array, I), I);
  return Vector;
}

static void takeBody(Function &New, Function &Old) {
  New.splice(New.begin(), &Old);
  IRBuilder<> Build(&*New.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (auto [Before, Now] : zip(Old.args(), New.args())) {
    Now.takeName(&Before);
    Before.replaceAllUsesWith(toVector(Build, &Now, Before.getType()));
  }
  for (BasicBlock &Block : New)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator());
        Return && Return->getReturnValue()) {
      IRBuilder<> Before(Return);
      Return->setOperand(0, toArray(Before, Return->getReturnValue()));
    }
}

static void replaceFunction(Function &F) {
  FunctionType *Type = withoutVectors(F.getFunctionType());
  if (F.isDeclaration() || Type == F.getFunctionType())
    return;
  auto *New = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "");
  F.getParent()->getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  New->setComdat(F.getComdat());
  New->copyMetadata(&F, 0);
  New->IsNewDbgInfoFormat = F.IsNewDbgInfoFormat;
  takeBody(*New, F);
  New->takeName(&F);
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
}

/// Whether what \p Call calls takes arrays now.
static bool callsRewritten(const CallInst &Call) {
  const Function *Callee = calledFunction(Call);
  return !Call.isInlineAsm() && !(Callee && Callee->isDeclaration()) &&
         withoutVectors(Call.getFunctionType()) != Call.getFunctionType();
}

static void replaceCall(CallInst &Call) {
  IRBuilder<> Build(&Call);
  SmallVector<Value *> Arguments;
  for (auto [I, Argument] : enumerate(Call.args()))
    Arguments.push_back(I < Call.getFunctionType()->getNumParams()
                            ? toArray(Build, Argument)
                            : Argument.get());
  auto *New = Build.CreateCall(withoutVectors(Call.getFunctionType()),
                               Call.getCalledOperand(), Arguments);
  New->setAttributes(Call.getAttributes());
  New->setCallingConv(Call.getCallingConv());
  New->copyMetadata(Call);
  Value *Result = toVector(Build, New, Call.getType());
  Result->takeName(&Call);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

void replaceVectorSignatures(Module &M) {
  for (Function &F : make_early_inc_range(M))
    replaceFunction(F);
  SmallVector<CallInst *> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && callsRewritten(*Call))
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    replaceCall(*Call);
}

} // namespace sooth
