//===- PassedCopies.cpp - Structures that are passed by value -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedCopies.h"

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
  IRBuilder<> AtEntry(&*Call.getFunction()->getEntryBlock().begin());
  AllocaInst *Copy =
      AtEntry.CreateAlloca(T, Layout.getAllocaAddrSpace(), nullptr,
                           To.hasName() ? To.getName() : "copy");
  Copy->setAlignment(Alignment);
  IRBuilder<> Builder(&Call);
  ConstantInt *Bytes =
      Builder.getInt64(Layout.getTypeAllocSize(T).getFixedValue());
  Builder.CreateLifetimeStart(Copy, Bytes);
  Builder.CreateMemCpy(Copy, Alignment, Call.getArgOperand(Number),
                       Call.getParamAlign(Number),
                       Bytes);
  Call.setArgOperand(Number, Copy);
  // It is the callee's, and ends with it.
  IRBuilder<> After(Call.getNextNode());
  After.SetCurrentDebugLocation(DebugLoc());
  After.CreateLifetimeEnd(Copy, Bytes);
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
