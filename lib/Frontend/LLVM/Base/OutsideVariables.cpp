//===- OutsideVariables.cpp - Variables that others know -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/OutsideVariables.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

/// Metadata of variables.
static constexpr StringLiteral KnownOutsideName = "sooth.known.outside";

void sooth::noteKnownOutside(GlobalVariable &G) {
  G.setMetadata(KnownOutsideName, MDNode::get(G.getContext(), {}));
  G.setExternallyInitialized(true); // no pass may take it for its own
}

bool sooth::isKnownOutside(const GlobalVariable &G) {
  return G.hasMetadata(KnownOutsideName);
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
