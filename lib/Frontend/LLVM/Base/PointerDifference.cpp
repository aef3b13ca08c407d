//===- PointerDifference.cpp - Subtraction of pointers --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerDifference.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

std::pair<const Value *, const Value *>
sooth::pointerDifference(const Instruction &I) {
  if (I.getOpcode() != Instruction::Sub)
    return {};
  auto *A = dyn_cast<PtrToIntOperator>(I.getOperand(0));
  auto *B = dyn_cast<PtrToIntOperator>(I.getOperand(1));
  bool IsPlain = A && B && A->getPointerOperandType()->isPointerTy() &&
                 B->getPointerOperandType()->isPointerTy() &&
                 I.getType()->isIntegerTy() &&
                 I.getType()->getIntegerBitWidth() <= 64;
  if (!IsPlain)
    return {};
  return {A->getPointerOperand(), B->getPointerOperand()};
}

std::pair<const llvm::Value *, const llvm::Value *>
sooth::orderedPointers(const llvm::Instruction &I) {
  auto *Compare = llvm::dyn_cast<llvm::ICmpInst>(&I);
  if (Compare && Compare->isRelational() &&
      Compare->getOperand(0)->getType()->isPointerTy())
    return {Compare->getOperand(0), Compare->getOperand(1)};
  return pointerDifference(I);
}
