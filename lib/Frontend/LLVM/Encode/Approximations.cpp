//===- Approximations.cpp - Why a result may be anything ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"

#include "Base/ArbitraryValues.h"
#include "Operations.h"
#include "Source/Messages.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static std::string describeArithmetic(const Instruction &I) {
  if (I.getOpcode() == Instruction::FRem)
    return "floating-point remainder";
  if (isa<FPMathOperator>(I) && !isDefinedArithmetic(I))
    return "floating-point number of a precision that the compiler chooses";
  return "floating-point number";
}

static std::string describeCall(const CallBase &Call) {
  if (Call.isInlineAsm())
    return "result of inline assembly";
  const Function *F = calledFunction(Call);
  if (StringRef What = F ? anyValue(F->getName()) : ""; !What.empty())
    return What.str();
  if (!F)
    return "result of a call through a function pointer";
  if (F->isVarArg() && !F->isDeclaration())
    return "variable arguments that the program reads itself";
  return "result of " + quoted(F->getName()) +
         (F->isDeclaration() ? "" : ", which is not inlined");
}

std::string sooth::approximationReason(const Instruction &I,
                                       const SourceMap &Names) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (Load && Load->isVolatile())
    return "volatile pointer that others write";
  if (Load)
    return describeRead(Load->getPointerOperand(), Names);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    return "atomic access to memory";
  if (auto *Call = dyn_cast<CallBase>(&I))
    return describeCall(*Call);
  if (isa<VAArgInst>(I))
    return "variable argument";
  for (const llvm::Value *Operand : I.operands()) {
    Type *T = Operand->getType();
    if (T->isVectorTy())
      return "vector";
    if (T->isFloatingPointTy())
      return describeArithmetic(I);
    if (T->isPointerTy())
      return isa<ICmpInst>(I) ? "comparison of pointers"
                              : "address used as a number";
    if (T->isIntegerTy() && !isModelled(T))
      return "integer of " + utostr(T->getIntegerBitWidth()) + " bits";
  }
  return std::string("operation '") + I.getOpcodeName() + "'";
}
