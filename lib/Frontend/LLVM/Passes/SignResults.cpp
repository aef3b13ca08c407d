//===- SignResults.cpp - Results of which the sign matters ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignResults.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace sooth {

static constexpr StringLiteral LikeName = "sooth_nondet_libc_int_like";

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

bool chooseSignResults(Module &M) {
  const Function *Like = M.getFunction(LikeName);
  if (!Like)
    return false;
  SmallVector<CallInst *> Calls;
  for (const User *U : Like->users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->arg_size() == 1)
      Calls.push_back(const_cast<CallInst *>(Call));
  if (!all_of(Calls, [](const CallInst *Call) {
        SmallPtrSet<const Value *, 16> Seen;
        return isSignAllThatMatters(*Call, Seen);
      }))
    return false;
  for (CallInst *Call : Calls) {
    Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
  }
  return !Calls.empty();
}

} // namespace sooth
