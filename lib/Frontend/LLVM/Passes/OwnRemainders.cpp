//===- OwnRemainders.cpp - Inputs that are their remainders ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnRemainders.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

static constexpr StringLiteral MarkName = "sooth.own.remainder";

const ConstantInt *positiveDivisor(const BinaryOperator &I) {
  auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
  const bool IsSigned =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  bool IsPositive =
      By && (IsSigned ? By->getValue().isStrictlyPositive() : !By->isZero());
  return IsPositive ? By : nullptr;
}

static Instruction *onlyUser(const Instruction &I) {
  return I.hasOneUse() ? cast<Instruction>(I.use_begin()->getUser()) : nullptr;
}

/// The remainder that is all that is used of \p Call.
static BinaryOperator *onlyRemainder(const CallBase &Call) {
  const Instruction *V = &Call;
  Instruction *Use = onlyUser(Call);
  if (Use && isa<ZExtInst, SExtInst>(Use)) {
    V = Use;
    Use = onlyUser(*Use);
  }
  auto *Rest = dyn_cast_or_null<BinaryOperator>(Use);
  bool IsRemainder = Rest && (Rest->getOpcode() == Instruction::URem ||
                              Rest->getOpcode() == Instruction::SRem);
  return IsRemainder && Rest->getOperand(0) == V && positiveDivisor(*Rest)
             ? Rest
             : nullptr;
}

void markOwnRemainders(Function &F) {
  MDNode *Mark = MDNode::get(F.getContext(), {});
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->getType()->isIntegerTy() ||
        Call->getType()->isIntegerTy(1) ||
        classify(*Call) != CalleeKind::Nondet)
      continue;
    if (BinaryOperator *Rest = onlyRemainder(*Call)) {
      Call->setMetadata(MarkName, Mark);
      Rest->setMetadata(MarkName, Mark);
    }
  }
}

const BinaryOperator *ownRemainder(const CallBase &Call) {
  return Call.hasMetadata(MarkName) ? onlyRemainder(Call) : nullptr;
}

bool isOwnRemainder(const Instruction &I) { return I.hasMetadata(MarkName); }

} // namespace sooth
