//===- AddressConstants.cpp - Constants computed from addresses -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressConstants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace sooth {

static bool computesWithAddress(const Value *V) {
  auto *E = dyn_cast<ConstantExpr>(V);
  if (!E)
    return false;
  bool IsNumber = E->getOpcode() == Instruction::PtrToInt ||
                  (E->getOpcode() == Instruction::IntToPtr &&
                   !isa<ConstantInt>(E->getOperand(0)));
  return IsNumber || any_of(E->operands(), [](const Use &Operand) {
           return computesWithAddress(Operand);
         });
}

/// The instruction before which an operand of \p I has to be computed.
static Instruction &userOf(Instruction &I, unsigned Operand) {
  auto *Phi = dyn_cast<PHINode>(&I);
  return Phi ? *Phi->getIncomingBlock(Operand)->getTerminator() : I;
}

static void setOperand(Instruction &I, unsigned Operand, Instruction &New) {
  auto *Phi = dyn_cast<PHINode>(&I);
  if (!Phi)
    return I.setOperand(Operand, &New);
  // Edges from one block bring one value.
  Phi->setIncomingValueForBlock(Phi->getIncomingBlock(Operand), &New);
}

bool expandAddressConstants(Function &F) {
  SmallVector<Instruction *> Worklist;
  for (Instruction &I : instructions(F))
    Worklist.push_back(&I);
  bool Changed = false;
  while (!Worklist.empty()) {
    Instruction &I = *Worklist.pop_back_val();
    for (unsigned K = 0; K < I.getNumOperands(); ++K) {
      if (!computesWithAddress(I.getOperand(K)))
        continue;
      Instruction *New =
          cast<ConstantExpr>(I.getOperand(K))->getAsInstruction();
      New->insertBefore(&userOf(I, K));
      New->setDebugLoc(I.getDebugLoc());
      setOperand(I, K, *New);
      Worklist.push_back(New);
      Changed = true;
    }
  }
  return Changed;
}

} // namespace sooth
