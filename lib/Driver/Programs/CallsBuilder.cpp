//===- CallsBuilder.cpp - A function that calls others as chosen ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallsBuilder.h"

#include "sooth/Frontend/LLVM/Base/CallChoices.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

void CallsBuilder::declare(ArrayRef<Type *> Parameters) {
  Caller = Function::Create(
      FunctionType::get(Build.getVoidTy(), Parameters, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, CallerName, M);
}

void CallsBuilder::describeAs(const Function &Callee,
                              ArrayRef<Metadata *> Types) {
  const DISubprogram *Known = Callee.getSubprogram();
  if (Caller->getSubprogram() || !Known || !Known->getUnit())
    return;
  DIBuilder Debug(M, /*AllowUnresolved=*/false, Known->getUnit());
  Caller->setSubprogram(Debug.createFunction(
      Known->getFile(), CallerName, CallerName, Known->getFile(),
      Known->getLine(),
      Debug.createSubroutineType(Debug.getOrCreateTypeArray(Types)),
      Known->getLine(), DINode::FlagArtificial,
      DISubprogram::SPFlagDefinition));
}

BasicBlock *CallsBuilder::newBlock() {
  return BasicBlock::Create(M.getContext(), "", Caller);
}

Value *CallsBuilder::choose(Type *T, const Twine &What) {
  return Build.CreateCall(M.getOrInsertFunction((CallChoicePrefix + What).str(),
                                                FunctionType::get(T, false)));
}

Value *CallsBuilder::chooseBelow(uint64_t PowerOfTwo, const Twine &What) {
  return Build.CreateAnd(choose(Build.getInt32Ty(), What), PowerOfTwo - 1);
}

CallsBuilder::BuiltLoop CallsBuilder::beginLoop(Value *Rounds) {
  BasicBlock *Before = Build.GetInsertBlock(), *Head = newBlock(),
             *Body = newBlock(), *After = newBlock();
  Build.CreateBr(Head);
  Build.SetInsertPoint(Head);
  PHINode *Round = Build.CreatePHI(Build.getInt32Ty(), 2);
  Round->addIncoming(Build.getInt32(0), Before);
  Build.CreateCondBr(Build.CreateICmpULT(Round, Rounds), Body, After);
  Build.SetInsertPoint(Body);
  return {Round, After};
}

void CallsBuilder::endLoop(const BuiltLoop &L) {
  Value *Next = Build.CreateAdd(L.Round, Build.getInt32(1));
  L.Round->addIncoming(Next, Build.GetInsertBlock());
  Build.CreateBr(L.Round->getParent());
  Build.SetInsertPoint(L.After);
}

void CallsBuilder::createWays(Value *Which, size_t Count,
                              function_ref<void(size_t)> Make) {
  BasicBlock *Next = newBlock();
  SwitchInst *Switch = Build.CreateSwitch(
      Build.CreateURem(Which, Build.getInt32(uint32_t(Count))), Next);
  for (size_t Way = 0; Way < Count; ++Way) {
    BasicBlock *Here = newBlock();
    Switch->addCase(Build.getInt32(uint32_t(Way)), Here);
    Build.SetInsertPoint(Here);
    Make(Way);
    Build.CreateBr(Next);
  }
  Build.SetInsertPoint(Next);
}

void CallsBuilder::createCall(Function &Callee, ArrayRef<Value *> Arguments) {
  CallInst *Call = Build.CreateCall(&Callee, Arguments);
  Call->setCallingConv(Callee.getCallingConv());
  // (Calls are told, and nothing else that is done here.)
  const DISubprogram *Own = Callee.getSubprogram();
  if (DISubprogram *Where = Caller->getSubprogram(); Where && Own)
    Call->setDebugLoc(
        DILocation::get(M.getContext(), Own->getLine(), 0, Where));
  for (const Argument &A : Callee.args())
    Call->setAttributes(Call->getAttributes().addParamAttributes(
        M.getContext(), A.getArgNo(),
        AttrBuilder(M.getContext(),
                    Callee.getAttributes().getParamAttrs(A.getArgNo()))));
}
