//===- PassedCopies.cpp - Structures that are passed by value -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedCopies.h"

#include "RenewedLocals.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

/// Passes a copy of what \p Call passes to \p To.
static void passCopy(CallBase &Call, const Argument &To) {
  const unsigned Number = To.getArgNo();
  Type *T = Call.getParamByValType(Number);
  const DataLayout &Layout = Call.getDataLayout();
  const Align Alignment = std::max(Call.getParamAlign(Number).valueOrOne(),
                                   Layout.getABITypeAlign(T));
  // The callee's own, which ends with it; nobody sees that if no pointer is kept.
  const bool IsOutlived =
      To.getParent()->getAttributes().hasParamAttr(Number, OutlivedName);
  IRBuilder<> Builder(&Call);
  IRBuilder<> AtEntry(&*Call.getFunction()->getEntryBlock().begin());
  AllocaInst *Copy = (IsOutlived ? Builder : AtEntry)
                         .CreateAlloca(T, Layout.getAllocaAddrSpace(), nullptr,
                                       To.hasName() ? To.getName() : "copy");
  Copy->setAlignment(Alignment);
  Copy->setUsedWithInAlloca(IsOutlived); // not one for the whole function
  Builder.CreateMemCpy(Copy, Alignment, Call.getArgOperand(Number),
                       Call.getParamAlign(Number),
                       Layout.getTypeAllocSize(T).getFixedValue());
  Call.setArgOperand(Number, Copy);
  if (!IsOutlived)
    return;
  IRBuilder<> After(Call.getNextNode());
  After.SetCurrentDebugLocation(DebugLoc());
  After.CreateLifetimeEnd(Copy);
}

bool sooth::copyPassedStructures(Module &M, const Function &Entry) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee =
          Call && !Call->isMustTailCall() ? Call->getCalledFunction() : nullptr;
      if (!Callee || classify(*Call) != CalleeKind::Defined)
        continue;
      for (const Argument &A : Callee->args())
        if (Call->isByValArgument(A.getArgNo())) {
          passCopy(*Call, A);
          Changed = true;
        }
    }
  for (Function &F : M) {
    if (F.isDeclaration() || &F == &Entry || F.hasAddressTaken())
      continue;
    for (Argument &A : F.args())
      if (A.hasByValAttr()) {
        Changed = true;
        A.removeAttr(Attribute::ByVal);
        for (User *By : F.users())
          if (auto *Call = dyn_cast<CallBase>(By))
            Call->removeParamAttr(A.getArgNo(), Attribute::ByVal);
      }
  }
  return Changed;
}
