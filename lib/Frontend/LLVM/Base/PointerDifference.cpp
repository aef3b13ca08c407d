//===- PointerDifference.cpp - Subtraction of pointers, and from them -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerDifference.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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

uint64_t sooth::elementSteppedBack(const GEPOperator &Step,
                                   const DataLayout &Layout) {
  constexpr int64_t MostBytes = 3;
  const Value *First = *Step.idx_begin();
  Type *Element = Step.getSourceElementType();
  if (!Element->isSized() || Step.getType()->isVectorTy())
    return 0;
  const TypeSize Size = Layout.getTypeAllocSize(Element);
  if (Size.isScalable())
    return 0;
  if (auto *By = dyn_cast<ConstantInt>(First)) {
    const int64_t Count = By->getSExtValue();
    return Count < 0 && (Size > 1 || -Count <= MostBytes) ? Size.getFixedValue()
                                                          : 0;
  }
  return match(First, m_Neg(m_Value())) ? Size.getFixedValue() : 0;
}

bool sooth::goesBack(const GEPOperator &Step, const DataLayout &Layout) {
  if (elementSteppedBack(Step, Layout))
    return true;
  APInt Distance(Layout.getIndexTypeSizeInBits(Step.getType()), 0);
  return !Step.getType()->isVectorTy() &&
         Step.accumulateConstantOffset(Layout, Distance) &&
         Distance.isNegative();
}
