//===- ReadPointers.cpp - Which pointers in variables some code reads -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadPointers.h"

#include "DeclaredCells.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/PointerTypes.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

static bool isStub(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && callsLeftOut(*Call);
  });
}

ReadPointers::ReadPointers(const Module &M)
    : IsOfPart(hasLeftOut(M)), ReadsAll(!IsOfPart) {
  if (ReadsAll)
    return;
  const DeclaredCells Declared(M);
  for (const Function &F : M)
    if (!isStub(F))
      for (const Instruction &I : instructions(F))
        visit(I, Declared);
}

void ReadPointers::visit(const Instruction &I, const DeclaredCells &Declared) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->getType()->isPointerTy())
      read(*Load->getPointerOperand(), Declared);
    else if (mayHoldPointer(Load->getType()) &&
             !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())))
      ReadsAll = true;
  } else if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    const llvm::Value *From = getUnderlyingObject(Copy->getRawSource());
    if (auto *G = dyn_cast<GlobalVariable>(From))
      Whole.insert(G);
    else
      ReadsAll |= !isa<AllocaInst>(From);
  } else if (isa<AtomicRMWInst, AtomicCmpXchgInst, VAArgInst>(I)) {
    ReadsAll = true;
  }
}

void ReadPointers::read(const llvm::Value &Address,
                        const DeclaredCells &Declared) {
  const llvm::Value *Of = getUnderlyingObject(&Address, /*MaxLookup=*/0);
  if (isa<AllocaInst>(Of))
    return;
  auto *G = dyn_cast<GlobalVariable>(Of);
  if (!G) {
    const DeclaredPointer As = Declared.pointerAt(Address);
    const DIType *Target = pointedType(Declared.typeAt(Address));
    if (!As.Container &&
        isa_and_nonnull<DIBasicType>(withoutQualifiers(Target)))
      FindsToNumbers = true;
    else
      Found.insert(As);
    return;
  }
  const DataLayout &Layout = G->getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  if (Address.stripAndAccumulateConstantOffsets(Layout, Offset,
                                                /*AllowNonInbounds=*/true) == G)
    Cells.insert({G, Offset.getZExtValue()});
  else
    Whole.insert(G);
}

bool ReadPointers::mayRead(const GlobalVariable &G, uint64_t Offset,
                           bool Anywhere) const {
  if (ReadsAll || Whole.contains(&G))
    return true;
  auto First = Cells.lower_bound({&G, Anywhere ? 0 : Offset});
  if (First != Cells.end() && First->first == &G &&
      (Anywhere || First->second == Offset))
    return true;
  const DIType *T = variableType(G);
  return mayFind(T ? pointerAt(T, Offset) : DeclaredPointer());
}

bool ReadPointers::mayFind(const DeclaredPointer &Cell) const {
  return ReadsAll || (FindsToNumbers && !Cell.Target) ||
         any_of(Found,
                [&](const DeclaredPointer &By) { return mayBeOne(By, Cell); });
}
