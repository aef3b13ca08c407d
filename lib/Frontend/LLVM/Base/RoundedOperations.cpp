//===- RoundedOperations.cpp - Operations in any rounding mode ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundedOperations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace sooth;
using namespace llvm;

/// In the order of RoundedOperation.
static constexpr StringLiteral OperationNames[] = {
    "add",  "sub",  "mul",     "div",         "fma",
    "sqrt", "rint", "convert", "from.signed", "from.unsigned"};

std::optional<RoundedOperation> sooth::roundedOperation(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  if (!Name.consume_front(RoundedPrefix))
    return std::nullopt;
  for (auto [Number, Known] : enumerate(OperationNames))
    if (StringRef Rest = Name;
        Rest.consume_front(Known) && Rest.starts_with(":"))
      return RoundedOperation(Number);
  return std::nullopt;
}

CallInst *sooth::callRounded(IRBuilderBase &Build, RoundedOperation What,
                             Value *Mode, ArrayRef<Value *> Operands,
                             Type *Result) {
  SmallVector<Value *, 4> Arguments{Mode};
  append_range(Arguments, Operands);
  SmallVector<Type *, 4> Types;
  for (Value *V : Arguments)
    Types.push_back(V->getType());
  std::string Name =
      (RoundedPrefix + OperationNames[unsigned(What)] + ":").str();
  raw_string_ostream(Name) << *Result << '.' << *Operands[0]->getType();
  Module &M = *Build.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, FunctionType::get(Result, Types, /*isVarArg=*/false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::Speculatable);
  return Build.CreateCall(Callee, Arguments);
}
