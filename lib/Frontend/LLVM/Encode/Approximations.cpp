//===- Approximations.cpp - Why a result may be anything ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"

#include "Base/ArbitraryValues.h"
#include "Operations.h"
#include "Source/PathOfPointer.h"
#include "Source/SourceMap.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static Cause causeOfArithmetic(const Instruction &I) {
  if (I.getOpcode() == Instruction::FRem)
    return Cause::Kind::FloatRemainder;
  if (isa<FPMathOperator>(I) && !isDefinedArithmetic(I))
    return Cause::Kind::FloatPrecision;
  return Cause::Kind::FloatNumber;
}

static Cause causeOfResult(const CallBase &Call) {
  if (Call.isInlineAsm())
    return Cause::Kind::AssemblyResult;
  const Function *F = calledFunction(Call);
  if (!F)
    return Cause::Kind::PointerTargetResult;
  if (auto Any = anyValue(F->getName()))
    return *Any;
  if (F->isVarArg() && !F->isDeclaration())
    return Cause::Kind::OwnVariableArguments;
  return {F->isDeclaration() ? Cause::Kind::FunctionResult
                             : Cause::Kind::NotInlinedResult,
          F->getName()};
}

static Cause causeOfRead(const llvm::Value *Pointer, const SourceMap &Names) {
  const llvm::Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  StringRef Name = objectName(Object);
  if (Name.empty()) {
    if (const UserName *Known = Names.nameOf(Object);
        Known && !Known->IsOfLibrary)
      return {Cause::Kind::ReadThroughPointer, Known->Path.str()};
    return Cause::Kind::ReadThroughAnyPointer;
  }
  const Type *T = nullptr;
  if (auto *Alloca = dyn_cast<AllocaInst>(Object))
    T = Alloca->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalValue>(Object))
    T = Global->getValueType();
  if (T && T->isArrayTy())
    return {Cause::Kind::ReadOfArray,
            AccessPath(Name.str(), elementSteps(Pointer, Object, Names)).str()};
  return {T && T->isStructTy() ? Cause::Kind::ReadOfStructure
                               : Cause::Kind::ReadOfVariable,
          Name};
}

Cause sooth::causeOfApproximation(const Instruction &I,
                                  const SourceMap &Names) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (Load && Load->isVolatile() && Load->getType()->isPointerTy())
    return Cause::Kind::VolatilePointer;
  if (Load)
    return causeOfRead(Load->getPointerOperand(), Names);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    return Cause::Kind::AtomicAccess;
  if (auto *Call = dyn_cast<CallBase>(&I))
    return causeOfResult(*Call);
  if (isa<VAArgInst>(I))
    return Cause::Kind::VariableArgument;
  for (const llvm::Value *Operand : I.operands()) {
    Type *T = Operand->getType();
    if (T->isVectorTy())
      return Cause::Kind::Vector;
    if (T->isFloatingPointTy())
      return causeOfArithmetic(I);
    if (T->isPointerTy())
      return isa<ICmpInst>(I) ? Cause::Kind::PointerComparison
                              : Cause::Kind::AddressAsNumber;
    if (T->isIntegerTy() && !isModelled(T))
      return {Cause::Kind::WideInteger, uint64_t(T->getIntegerBitWidth())};
  }
  return {Cause::Kind::Operation, I.getOpcodeName()};
}
