//===- VariableType.cpp - Types that variables are declared with ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableType.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

Type *sooth::variableType(const Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return Local->isArrayAllocation() ? nullptr : Local->getAllocatedType();
  auto *Global = dyn_cast<GlobalVariable>(Object);
  Type *T = Global ? Global->getValueType() : nullptr;
  return T && T->isSized() ? T : nullptr;
}
