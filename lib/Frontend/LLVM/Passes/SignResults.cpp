//===- SignResults.cpp - Results of which the sign matters ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignResults.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace sooth {

static constexpr StringLiteral LikeName = "sooth_nondet_libc_int_like";
static constexpr StringLiteral AnyName = "sooth_nondet_libc_int";

/// Whether \p Compare has the same result for all numbers \p V of one sign.
static bool comparesSign(const ICmpInst &Compare, const Value &V) {
  const bool IsLeft = Compare.getOperand(0) == &V;
  const auto P =
      IsLeft ? Compare.getPredicate() : Compare.getSwappedPredicate();
  const Value *With = Compare.getOperand(IsLeft ? 1 : 0);
  if (match(With, m_Zero()))
    return Compare.isEquality() || Compare.isSigned();
  return (match(With, m_One()) &&
          (P == ICmpInst::ICMP_SLT || P == ICmpInst::ICMP_SGE)) ||
         (match(With, m_AllOnes()) &&
          (P == ICmpInst::ICMP_SGT || P == ICmpInst::ICMP_SLE));
}

/// Whether nothing but its sign is used of \p V, and of what hands it on.
static bool isSignAllThatMatters(const Value &V,
                                 SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(&V).second)
    return true;
  return all_of(V.users(), [&](const User *U) {
    if (auto *Compare = dyn_cast<ICmpInst>(U))
      return comparesSign(*Compare, V);
    if (auto *Choice = dyn_cast<SelectInst>(U);
        Choice && Choice->getCondition() == &V)
      return false;
    return isa<PHINode, SelectInst, FreezeInst>(U) &&
           isSignAllThatMatters(*U, Seen);
  });
}

bool chooseSignResults(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == LikeName)
      Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    SmallPtrSet<const Value *, 16> Seen;
    if (isSignAllThatMatters(*Call, Seen)) {
      Call->replaceAllUsesWith(Call->getArgOperand(0));
    } else {
      auto *Any = CallInst::Create(
          F.getParent()->getOrInsertFunction(AnyName, Call->getType()), "",
          Call->getIterator());
      Any->takeName(Call);
      Any->setDebugLoc(Call->getDebugLoc());
      Call->replaceAllUsesWith(Any);
    }
    Call->eraseFromParent();
  }
  return !Calls.empty();
}

} // namespace sooth
