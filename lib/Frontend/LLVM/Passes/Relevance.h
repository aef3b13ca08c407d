//===- Relevance.h - What errors depend on --------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second step of slice-assertions: which instructions are relevant for
// whether an error is reached. A least fixed point over the whole module. It
// starts from roots, which are relevant whatever follows:
//
//  * errors, assertions, assumptions, exits; calls of unknown effect; accesses
//    that are volatile or atomic, stores through addresses that are not
//    understood, and stores that might go past the end of their object;
//  * `ret` and `unreachable`, the ways to leave a function;
//  * the branches back into loops that are not known to end;
//
// and is closed under
//
//  * operands: of an operation, of a phi; between the arguments of calls and
//    parameters, the results of calls and `ret`;
//  * control: a relevant instruction makes the branches relevant that its block
//    is control dependent on (Ferrante et al.; the iterated post-dominance
//    frontier). A relevant phi depends on which of its edges is taken, and so
//    on what decides about its predecessors;
//  * memory: a relevant read of an object makes all writes to it relevant. An
//    object is tracked so if its address is used for nothing but accesses, and
//    callers do not know it; writes to all others are roots;
//  * calls: a call is relevant if its result is, or if the function has an
//    effect: it contains a root, or a relevant store to a global;
//  * copies: of the copies of one call (unroll-loops) all are relevant or none,
//    so that the inputs of a run are told apart as in the program.
//
// Post-dominance is LLVM's, in which endless loops have an exit that is never
// taken. That does no harm because their back edges are roots: if a branch lies
// on a path to something relevant that avoids the branch's post-dominator, it
// is in the iterated frontier, and if a path never gets to the post-dominator
// it takes a back edge for ever.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_RELEVANCE_H
#define SOOTH_LIB_FRONTEND_LLVM_RELEVANCE_H

#include "TrackedObjects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace sooth {

class Relevance {
public:
  /// \p Entry may be null. The functions of \p M must not change afterwards
  /// while this is asked.
  Relevance(llvm::Module &M, const llvm::Function *Entry,
            llvm::FunctionAnalysisManager &Analyses);

  bool isRelevant(const llvm::Instruction &I) const {
    return Relevant.contains(&I);
  }
  bool isRelevant(const llvm::Argument &A) const {
    return RelevantArguments.contains(&A);
  }
  bool isResultRelevant(const llvm::Function &F) const {
    return RelevantResults.contains(&F);
  }
  /// Where the branch at the end of \p Block leads if it is not relevant: the
  /// block's immediate post-dominator. Never null for such a block.
  llvm::BasicBlock *continuation(const llvm::BasicBlock &Block) const;

private:
  void findCalls();
  void markUnknownCallers();
  void markRecursion(llvm::Module &M);
  void markRoots(llvm::Function &F);
  void markLoops(llvm::Function &F);
  void run();

  void mark(llvm::Instruction &I);
  void markRoot(llvm::Instruction &I);
  void markOperand(llvm::Value *V);
  void markArgument(llvm::Argument &A);
  void markResult(llvm::Function &F);
  void markEffect(llvm::Function &F);
  void markObject(llvm::Value &Object);
  void markControl(llvm::BasicBlock &Block);

  void visit(llvm::Instruction &I);
  void visitCall(llvm::CallBase &Call);
  bool visitControl();
  bool keepInconsistentBranches();

  const llvm::Function *Entry;
  llvm::FunctionAnalysisManager &Analyses;
  TrackedObjects Objects;
  llvm::SmallVector<llvm::Function *, 16> Functions;
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<llvm::CallBase *, 4>>
      Callers;
  /// By what they have in common.
  llvm::DenseMap<const llvm::MDNode *, llvm::SmallVector<llvm::CallBase *, 4>>
      Copies;

  llvm::DenseSet<const llvm::Instruction *> Relevant;
  llvm::SmallPtrSet<const llvm::Argument *, 16> RelevantArguments;
  llvm::SmallPtrSet<const llvm::Function *, 16> RelevantResults, WithEffect;
  llvm::SmallPtrSet<const llvm::Value *, 16> RelevantObjects;
  /// Relevant instructions whose consequences are still to be drawn.
  llvm::SmallVector<llvm::Instruction *, 64> Worklist;
  /// Blocks about whose execution must be decided as in the program, and those
  /// of them whose control dependence is still to be looked up.
  llvm::SmallPtrSet<llvm::BasicBlock *, 32> RelevantBlocks;
  llvm::MapVector<llvm::Function *, llvm::SmallPtrSet<llvm::BasicBlock *, 8>>
      NewBlocks;
};

} // namespace sooth

#endif
