//===- IndexSum.cpp - A number, and what is added to it -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexSum.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

namespace {
struct Step {
  const llvm::Value *From;
  int64_t Added;
};
} // namespace

/// \p V, if it is a sum of a number and a constant.
static std::optional<Step> stepOf(const llvm::Value *V) {
  auto Make = [](Instruction::BinaryOps How, const llvm::Value *From,
                 const llvm::Value *By) -> std::optional<Step> {
    auto *Number = dyn_cast<ConstantInt>(By);
    if (!Number || Number->getBitWidth() > 64)
      return std::nullopt;
    if (How == Instruction::Add)
      return Step{From, Number->getSExtValue()};
    if (How == Instruction::Sub && Number->getSExtValue() != INT64_MIN)
      return Step{From, -Number->getSExtValue()};
    return std::nullopt;
  };
  if (auto *Sum = dyn_cast<BinaryOperator>(V))
    return Make(Sum->getOpcode(), Sum->getOperand(0), Sum->getOperand(1));
  auto *Part = dyn_cast<ExtractValueInst>(V);
  auto *Checked =
      Part ? dyn_cast<WithOverflowInst>(Part->getAggregateOperand()) : nullptr;
  return Checked && Part->getIndices().front() == 0
             ? Make(Checked->getBinaryOp(), Checked->getLHS(),
                    Checked->getRHS())
             : std::nullopt;
}

IndexSum sooth::asIndexSum(const llvm::Value *Index) {
  IndexSum S{Index};
  for (;;) {
    if (isa<SExtInst, ZExtInst, FreezeInst>(S.Of)) {
      if (!isa<FreezeInst>(S.Of))
        S.HasSign = isa<SExtInst>(S.Of);
      S.Of = cast<User>(S.Of)->getOperand(0);
    } else if (auto Next = stepOf(S.Of)) {
      if (AddOverflow(S.Added, Next->Added, S.Added))
        return {Index};
      S.Of = Next->From;
    } else {
      return S;
    }
  }
}
