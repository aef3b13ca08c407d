//===- ProgramEnd.cpp - What runs when a program ends ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramEnd.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

void sooth::endLocals(Instruction &Leaving) {
  IRBuilder<> Build(&Leaving);
  for (Instruction &I : instructions(*Leaving.getFunction())) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    if (!Local || !Local->isStaticAlloca())
      continue;
    if (auto Size = Local->getAllocationSize(Local->getDataLayout()))
      Build.CreateLifetimeEnd(Local, Build.getInt64(Size->getFixedValue()));
  }
}
