//===- ArgumentCounts.cpp - Numbers that may say how long arrays are ------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgumentCounts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

namespace {
struct NumberUse {
  const llvm::Value *Number;
  /// Whether it has fewer bits than the argument.
  bool IsCut;
};
} // namespace

/// Whether \p By limits nothing with \p What; what it computes from that is
/// added to \p Pending.
static bool limitsNothing(const User &By, const NumberUse &What,
                          SmallVectorImpl<NumberUse> &Pending) {
  if (auto *Compare = dyn_cast<ICmpInst>(&By))
    return any_of(Compare->operand_values(),
                  [](const llvm::Value *V) { return isa<Constant>(V); });
  if (isa<SwitchInst>(By))
    return true;
  if (isa<TruncInst, ZExtInst, SExtInst, FreezeInst, BinaryOperator,
          WithOverflowInst, ExtractValueInst>(By)) {
    Pending.push_back({&By, What.IsCut || isa<TruncInst>(By)});
    return Pending.size() < 64;
  }
  if (auto *Step = dyn_cast<GetElementPtrInst>(&By))
    return isa<AllocaInst, GlobalVariable>(
        getUnderlyingObject(Step->getPointerOperand(), /*MaxLookup=*/0));
  if (isa<StoreInst>(By))
    return What.IsCut;
  if (auto *Call = dyn_cast<CallBase>(&By))
    return What.IsCut && none_of(Call->args(), [](const llvm::Value *V) {
             return V->getType()->isPointerTy();
           });
  return false;
}

bool sooth::saysNoLength(const Argument &Number) {
  SmallVector<NumberUse> Pending{{&Number, false}};
  for (unsigned I = 0; I < Pending.size(); ++I) {
    const NumberUse What = Pending[I];
    for (const User *By : What.Number->users())
      if (!limitsNothing(*By, What, Pending))
        return false;
  }
  return true;
}
