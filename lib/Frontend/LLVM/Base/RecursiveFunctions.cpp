//===- RecursiveFunctions.cpp - Cycles of direct calls --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecursiveFunctions.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace sooth {

CallGraph followedCalls(Module &M) {
  CallGraph Graph(M);
  auto IsSummarized = [](const CallGraphNode::CallRecord &Call) {
    const Function *Callee = Call.second->getFunction();
    return Callee && isSummarized(*Callee);
  };
  for (Function &F : M) {
    CallGraphNode &Node = *Graph[&F];
    for (auto Call = find_if(Node, IsSummarized); Call != Node.end();
         Call = find_if(Node, IsSummarized))
      Node.removeCallEdge(Call);
    // As if it was called from somewhere else: it is not to be forgotten.
    if (isSummarized(F))
      Graph.getExternalCallingNode()->addCalledFunction(nullptr, &Node);
  }
  return Graph;
}

std::vector<RecursionCycle> recursionCycles(Module &M, CountedCalls Which) {
  std::vector<RecursionCycle> Result;
  CallGraph Graph =
      Which == CountedCalls::Followed ? followedCalls(M) : CallGraph(M);
  for (auto Component = scc_begin(&Graph); !Component.isAtEnd(); ++Component) {
    if (!Component.hasCycle())
      continue;
    RecursionCycle Cycle;
    for (CallGraphNode *Node : *Component)
      if (Function *F = Node->getFunction();
          F && classify(*F) == CalleeKind::Defined)
        Cycle.insert(F);
    if (!Cycle.empty())
      Result.push_back(std::move(Cycle));
  }
  return Result;
}

SmallVector<CallInst *, 4> callsInto(Function &F, const RecursionCycle &Cycle) {
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && Cycle.contains(Callee))
        Calls.push_back(Call);
  return Calls;
}

} // namespace sooth
