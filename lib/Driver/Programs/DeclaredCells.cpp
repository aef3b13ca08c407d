//===- DeclaredCells.cpp - What pointers in memory are declared as --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredCells.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

DeclaredCells::DeclaredCells(const Module &M)
    : Structures(structuresByName(M)) {}

DeclaredCells::Place DeclaredCells::placeOf(const GEPOperator &Step) const {
  auto *Outer = dyn_cast<StructType>(Step.getSourceElementType());
  const DIType *T =
      Outer && Outer->hasName() ? Structures.lookup(Outer->getName()) : nullptr;
  if (!T)
    return {};
  // Which element of an array does not matter.
  SmallVector<llvm::Value *> Indices;
  for (const Use &Index : Step.indices())
    Indices.push_back(isa<ConstantInt>(Index) && !Indices.empty()
                          ? Index.get()
                          : ConstantInt::get(Index->getType(), 0));
  const DataLayout &Layout = cast<Instruction>(Step).getDataLayout();
  return {T, uint64_t(Layout.getIndexedOffsetInType(Outer, Indices))};
}

/// Whether it leads to an element of an array of pointers, or to what is behind
/// such a step: that is declared as the array is.
static const GEPOperator *stepOverPointers(const llvm::Value &Address) {
  auto *Step = dyn_cast<GetElementPtrInst>(&Address);
  Type *Of = Step ? Step->getSourceElementType() : nullptr;
  while (auto *Array = dyn_cast_or_null<ArrayType>(Of))
    Of = Array->getElementType();
  return Of && Of->isPointerTy() ? cast<GEPOperator>(Step) : nullptr;
}

const DIType *DeclaredCells::typeAt(const llvm::Value &Address) const {
  if (const GEPOperator *Step = stepOverPointers(Address))
    return typeAt(*Step->getPointerOperand());
  if (auto *Step = dyn_cast<GetElementPtrInst>(&Address)) {
    const Place At = placeOf(cast<GEPOperator>(*Step));
    return scalarAt(At.In, At.Offset);
  }
  if (isa<AllocaInst, GlobalVariable>(Address)) {
    const DIType *T = variableType(Address);
    return T ? scalarAt(T, 0) : nullptr;
  }
  if (auto *Load = dyn_cast<LoadInst>(&Address))
    return pointedType(typeAt(*Load->getPointerOperand()));
  if (auto *A = dyn_cast<Argument>(&Address))
    return pointedType(declaredType(*A));
  if (auto *Call = dyn_cast<CallBase>(&Address))
    if (const Function *Callee = calledFunction(*Call))
      return pointedType(declaredResult(*Callee));
  return nullptr;
}

DeclaredPointer DeclaredCells::pointerAt(const llvm::Value &Address) const {
  if (const GEPOperator *Step = stepOverPointers(Address))
    return pointerAt(*Step->getPointerOperand());
  if (auto *Step = dyn_cast<GetElementPtrInst>(&Address)) {
    const Place At = placeOf(cast<GEPOperator>(*Step));
    return sooth::pointerAt(At.In, At.Offset);
  }
  return {.Target = structureKey(pointedType(typeAt(Address)))};
}
