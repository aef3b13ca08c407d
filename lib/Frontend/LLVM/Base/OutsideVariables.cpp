//===- OutsideVariables.cpp - Variables that others know -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

/// Metadata of variables.
static constexpr StringLiteral KnownOutsideName = "sooth.known.outside";

void sooth::noteKnownOutside(GlobalVariable &G, const WaysFromOutside &Ways) {
  auto Number = [&](unsigned N) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(G.getContext()), N));
  };
  SmallVector<Metadata *> Numbers{Number(Ways.IsFound)};
  for (unsigned Argument : Ways.Arguments)
    Numbers.push_back(Number(Argument));
  G.setMetadata(KnownOutsideName, MDNode::get(G.getContext(), Numbers));
  G.setExternallyInitialized(true); // no pass may take it for its own
}

bool sooth::isKnownOutside(const GlobalVariable &G) {
  return G.hasMetadata(KnownOutsideName);
}

WaysFromOutside sooth::waysFromOutside(const GlobalVariable &G) {
  WaysFromOutside Ways;
  const MDNode *Note = G.getMetadata(KnownOutsideName);
  if (!Note)
    return Ways;
  auto Number = [](const MDOperand &Of) {
    return unsigned(mdconst::extract<ConstantInt>(Of)->getZExtValue());
  };
  Ways.IsFound = Number(Note->getOperand(0)) != 0;
  for (const MDOperand &Argument : drop_begin(Note->operands()))
    Ways.Arguments.push_back(Number(Argument));
  return Ways;
}

void sooth::noteStoredOutside(Module &M, ArrayRef<StoredAddress> All) {
  if (All.empty())
    return;
  LLVMContext &Ctx = M.getContext();
  SmallVector<Constant *> Addresses;
  NamedMDNode *Notes = M.getOrInsertNamedMetadata(StoredOutsideName);
  for (const StoredAddress &A : All) {
    Addresses.push_back(A.Where);
    auto Number = [&](uint64_t N) {
      return ConstantAsMetadata::get(
          ConstantInt::get(Type::getInt64Ty(Ctx), N));
    };
    Notes->addOperand(MDNode::get(
        Ctx, {Number(A.Step), const_cast<Metadata *>(A.In.Container),
              Number(A.In.Offset), const_cast<Metadata *>(A.In.Target)}));
  }
  auto *Type = ArrayType::get(PointerType::getUnqual(Ctx), Addresses.size());
  new GlobalVariable(M, Type, /*isConstant=*/true,
                     GlobalValue::AppendingLinkage,
                     ConstantArray::get(Type, Addresses), StoredOutsideName);
}

SmallVector<StoredAddress> sooth::storedOutside(const Module &M) {
  SmallVector<StoredAddress> All;
  const GlobalVariable *List = M.getGlobalVariable(StoredOutsideName);
  const NamedMDNode *Notes = M.getNamedMetadata(StoredOutsideName);
  if (!List || !Notes)
    return All;
  for (unsigned I = 0; I < Notes->getNumOperands(); ++I) {
    const MDNode *Note = Notes->getOperand(I);
    auto Number = [&](unsigned N) {
      return mdconst::extract<ConstantInt>(Note->getOperand(N))->getZExtValue();
    };
    All.push_back({List->getInitializer()->getAggregateElement(I),
                   Number(0),
                   {Note->getOperand(1), Number(2), Note->getOperand(3)}});
  }
  return All;
}
