//===- MarkLifetimes.cpp - A local is new where it is declared ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Passes/MarkLifetimes.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace sooth {

/// The local that \p R declares, or null. Parameters have a value there.
static AllocaInst *declaredLocal(DbgVariableRecord &R) {
  if (!R.isDbgDeclare() || R.getVariable()->getArg() ||
      R.getExpression()->getNumElements())
    return nullptr;
  auto *Local = dyn_cast_if_present<AllocaInst>(R.getAddress());
  return Local && Local->isStaticAlloca() && !Local->isArrayAllocation() &&
                 Local->getAllocatedType()->isSized()
             ? Local
             : nullptr;
}

static bool isEnd(const User *U) {
  auto *Mark = dyn_cast<IntrinsicInst>(U);
  return Mark && Mark->getIntrinsicID() == Intrinsic::lifetime_end;
}

PreservedAnalyses MarkLifetimesPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  SmallVector<std::pair<AllocaInst *, Instruction *>, 16> Declared;
  SmallVector<ReturnInst *, 1> Returns;
  for (BasicBlock &Block : F) {
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
      Returns.push_back(Return);
    for (Instruction &I : Block)
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        // Once, like the allocation, unless it ends before the function.
        if (AllocaInst *Local = declaredLocal(R);
            Local && (!Block.isEntryBlock() || any_of(Local->users(), isEnd)))
          Declared.push_back({Local, &I});
  }
  for (auto [Local, Place] : Declared) {
    const bool HasEnd = any_of(Local->users(), isEnd);
    IRBuilder<> Builder(Place);
    Builder.SetCurrentDebugLocation(DebugLoc());
    TypeSize Size =
        Local->getDataLayout().getTypeAllocSize(Local->getAllocatedType());
    auto *Bytes = Builder.getInt64(Size.getFixedValue());
    Builder.CreateLifetimeStart(Local, Bytes);
    // Where calls are inlined, a local that has a beginning gets no end.
    if (!HasEnd)
      for (ReturnInst *Return : Returns)
        IRBuilder<>(Return).CreateLifetimeEnd(Local, Bytes);
  }
  if (Declared.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace sooth
