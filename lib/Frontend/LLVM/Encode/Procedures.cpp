//===- Procedures.cpp - Which functions are encoded once each -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Procedures.h"

#include "Base/MemoryUse.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Passes/SplitCalls.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

Procedures::Procedures(const Function &Entry, Recursion R) : OfCallees(R) {
  Visited.insert(&Entry);
  CallGraph Graph(const_cast<Module &>(*Entry.getParent()));
  for (auto C = scc_begin(&Graph); !C.isAtEnd(); ++C)
    if (C.hasCycle())
      for (CallGraphNode *Node : *C)
        if (Node->getFunction())
          Recursive.insert(Node->getFunction());
  visit(Entry);
  std::reverse(Order.begin(), Order.end());
  for (const Function *Caller : Order)
    forEachCall(*Caller, [&](const CallInst &Call) {
      Calls[Call.getCalledFunction()].push_back(&Call);
      Encoded.insert(&Call);
    });
}

/// The calls in \p F that can be encoded and where control can come.
void Procedures::forEachCall(const Function &F,
                             function_ref<void(const CallInst &)> Tell) const {
  for (const BasicBlock *B : depth_first(&F))
    for (const Instruction &I : *B)
      if (auto *Call = dyn_cast<CallInst>(&I); Call && isEncodable(*Call))
        Tell(*Call);
}

/// Depth first; what is finished last has no callers among what is left.
void Procedures::visit(const Function &F) {
  forEachCall(F, [&](const CallInst &Call) {
    if (Visited.insert(Call.getCalledFunction()).second)
      visit(*Call.getCalledFunction());
  });
  Order.push_back(&F);
}

bool Procedures::isEncodable(const CallInst &Call) const {
  if (classify(Call) != CalleeKind::Defined || Call.isMustTailCall() ||
      callsSummarized(Call))
    return false;
  const Function *Callee = Call.getCalledFunction(); // null if types differ
  return Callee && standsAlone(Call) && isProcedure(*Callee);
}

/// Whether calls copy what \p A points to: the copy is an object that nothing
/// in the program allocates.
static bool isCopied(const Argument &A) {
  return A.hasPassPointeeByValueCopyAttr() && !A.use_empty();
}

/// A call in it that is none of a procedure may do anything to memory.
bool Procedures::isProcedure(const Function &F) const {
  if (auto Known = IsProcedure.find(&F); Known != IsProcedure.end())
    return Known->second;
  bool MayRecurse = OfCallees == Recursion::Allowed;
  // What a cycle goes through is a procedure if all of it is; if that turns out
  // to be wrong, so is the answer for others of the cycle (encodeModular()).
  if (MayRecurse)
    IsProcedure[&F] = true;
  bool Result =
      !F.isVarArg() && none_of(F.args(), isCopied) &&
      (MayRecurse || !Recursive.contains(&F)) &&
      (MayRecurse || leavesMemoryAlone(F)) &&
      all_of(instructions(F), [&](const Instruction &I) {
        auto *Call = dyn_cast<CallBase>(&I);
        return !Call || classify(*Call) != CalleeKind::Defined ||
               (isa<CallInst>(Call) && isEncodable(cast<CallInst>(*Call)));
      });
  return IsProcedure[&F] = Result;
}

ArrayRef<const CallInst *> Procedures::callsOf(const Function &F) const {
  auto It = Calls.find(&F);
  return It == Calls.end() ? ArrayRef<const CallInst *>()
                           : ArrayRef(It->second);
}

const Function *Procedures::calledBy(const Instruction &I) const {
  return Encoded.contains(&I) ? cast<CallInst>(I).getCalledFunction() : nullptr;
}
