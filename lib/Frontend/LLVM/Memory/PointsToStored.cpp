//===- PointsToStored.cpp - Variables that are found where they were put --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer that is read from memory of others may be the address of a variable
// that the program has stored there, in a run of any of its functions. Where
// the program would see that, both have one node: where both are accessed in
// the same way, and one is written or freed, or where they are compared.
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

/// How the pointer at \p At is declared, if the declarations of all objects
/// that it may be in tell the same.
DeclaredPointer PointsTo::pointerDeclaredAt(Cell At) const {
  const Node &N = Nodes[At.Node];
  std::optional<DeclaredPointer> Found;
  for (auto [O, Start] : N.Objects) {
    const DIType *Of = Objects[O].Type;
    const int64_t Size = Of ? int64_t(Of->getSizeInBits() / 8) : 0;
    const int64_t Offset = At.Offset - Start;
    if (!Objects[O].IsOutside || (Offset < 0 && N.Offsets.Period == 0))
      continue;
    const DeclaredPointer Here =
        Size ? pointerAt(Of, uint64_t(reduced(Offset, Size)))
             : DeclaredPointer();
    if (Found && Here != *Found)
      return {};
    Found = Here;
  }
  return Found.value_or(DeclaredPointer());
}

/// Whether a pointer that is declared as \p Found may be \p Address: by how the
/// pointers are declared that hold it, and what is there.
bool PointsTo::mayBeFoundAs(const DeclaredPointer &Found,
                            const StoredAddress &Address) const {
  if (!mayBeOne(Found, Address.In))
    return false;
  if (!Found.Target || Found.Target == Address.In.Target)
    return true;
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.Where->getType()), 0);
  const Value *Of = Address.Where->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  const DIType *T = variableType(*Of);
  return !T ||
         mayHoldStructure(T,
                          Address.Step ? std::nullopt
                                       : std::optional(Offset.getZExtValue()),
                          Found.Target);
}

/// The comparisons of pointers in \p Functions.
static SmallVector<const ICmpInst *>
comparisonsIn(ArrayRef<const Function *> Functions) {
  SmallVector<const ICmpInst *> All;
  for (const Function *F : Functions)
    for (const Instruction &I : instructions(*F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I);
          Compare && Compare->getOperand(0)->getType()->isPointerTy())
        All.push_back(Compare);
  return All;
}

/// Whether one of both is written, and the other accessed in the same way.
static bool haveSame(const auto &A, const auto &B) {
  return any_of(A, [&](auto &Entry) {
    auto Same = B.find(Entry.first);
    return Same != B.end() && (Entry.second || Same->second);
  });
}

void PointsTo::joinStored() {
  if (Stored.empty() || FoundOutside.empty())
    return;
  std::map<NodeId, Shapes> By = shapesByNode();
  const SmallVector<const ICmpInst *> Comparisons = comparisonsIn(Functions);
  auto LeadsTo = [&](const Value *V, NodeId N) {
    auto At = placeOf(V);
    return At && find(*At).Node == N;
  };
  auto AreCompared = [&](NodeId A, NodeId B) {
    return any_of(Comparisons, [&](const ICmpInst *Compare) {
      const Value *X = Compare->getOperand(0), *Y = Compare->getOperand(1);
      return (LeadsTo(X, A) && LeadsTo(Y, B)) ||
             (LeadsTo(Y, A) && LeadsTo(X, B));
    });
  };
  for (const StoredAddress &Address : Stored) {
    auto At = placeOf(Address.Where);
    const unsigned O = ObjectOf.lookup(getUnderlyingObject(Address.Where));
    for (const auto &[Found, Declared] : FoundOutside) {
      const NodeId N = find(ownPlace(Found)).Node, Own = find(*At).Node;
      if (!mayBeFoundAs(Declared, Address))
        continue;
      if (N != Own && !Nodes[N].IsFreed && !haveSame(By[N], By[Own]) &&
          !AreCompared(N, Own))
        continue;
      Changed |= StoredObjects.insert(O).second;
      if (Address.Step)
        makePeriodic(*At, Address.Step);
      unify(ownPlace(Found), *At);
      if (N != Own)
        By = shapesByNode();
    }
  }
}
