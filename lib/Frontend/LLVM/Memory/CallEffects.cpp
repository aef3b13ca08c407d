//===- CallEffects.cpp - What calls of summarized functions may change --===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEffects.h"

#include "Base/Contracts.h"
#include "sooth/Frontend/LLVM/Base/Stubs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

/// Of a place that a function assigns, for its parts to be told apart.
static constexpr uint64_t MostNamedBytes = 65536;

CallEffects::CallEffects(const PointsTo &Points, const Regions &Parts)
    : Points(Points), Parts(Parts) {
  for (const Function *F : Points.functions())
    if (isSummarized(*F) && any_of(F->users(), [](const User *By) {
          auto *I = dyn_cast<Instruction>(By);
          return I && callsSummarized(*I);
        }))
      Summarized.push_back(F);
  if (Summarized.empty())
    return;
  for (const Function *F : Points.functions()) {
    Effects &Of = Known[F];
    Of.Writes.resize(Parts.all().size());
    Of.FreesArgument.resize(F->arg_size());
    for (const Instruction &I : instructions(*F))
      addOwn(I, Of);
  }
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const Function *F : Points.functions())
      Changed |= addCallees(*F);
  }
  for (const Function *F : Summarized)
    keepToPlaces(*F);
}

/// The places of \p F that it says it assigns; nothing if it says nothing.
static std::optional<SmallVector<const CallBase *>>
placesOf(const Function &F) {
  if (!F.hasFnAttribute(PlaceCountName))
    return std::nullopt;
  SmallVector<const CallBase *> Places;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = calledFunction(*Call);
          Callee && Callee->getName() == PlaceName)
        Places.push_back(Call);
  unsigned Count = 0;
  if (!to_integer(F.getFnAttribute(PlaceCountName).getValueAsString(), Count) ||
      Count != Places.size())
    return std::nullopt;
  return Places;
}

/// What \p F changes of what was there before is in the places that it assigns:
/// that is checked where runs begin in it. What it has allocated it may fill.
void CallEffects::keepToPlaces(const Function &F) {
  auto Places = placesOf(F);
  if (!Places)
    return;
  Effects Named;
  Named.Writes.resize(Parts.all().size());
  for (const CallBase *Place : *Places) {
    auto At = Points.pointee(Place->getArgOperand(0));
    if (!At || Points.node(At->Node).IsWild)
      return;
    auto *Size = dyn_cast<ConstantInt>(Place->getArgOperand(1));
    const PointsTo::Node &Into = Points.node(At->Node);
    if (!Size || Into.HasTags || Into.IsFromNumbers ||
        Size->getValue().ugt(MostNamedBytes)) {
      addNode(At->Node, Named);
      continue;
    }
    for (uint64_t Byte = 0; Byte < Size->getZExtValue(); ++Byte)
      if (auto R = Parts.find({At->Node, At->Offset + int64_t(Byte)}))
        Named.Writes.set(*R);
  }
  Effects &Of = Known[&F];
  if (Of.Allocates)
    for (unsigned R : Of.Writes.set_bits())
      if (any_of(Points.node(Parts.all()[R].Node).Objects, [&](auto &Part) {
            return isa<CallBase>(Points.objects()[Part.first].Site);
          }))
        Named.Writes.set(R);
  Of.Writes = std::move(Named.Writes);
}

bool CallEffects::mayWrite(unsigned Region) const {
  return any_of(Summarized,
                [&](const Function *F) { return of(*F).Writes.test(Region); });
}

BitVector CallEffects::writesOf(const Instruction &I) const {
  Effects Of;
  Of.Writes.resize(Parts.all().size());
  Of.FreesArgument.resize(I.getFunction()->arg_size());
  addOwn(I, Of);
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || classify(*Call) != CalleeKind::Defined)
    return std::move(Of.Writes);
  auto Callee = Known.find(calledFunction(*Call));
  if (Callee != Known.end())
    return Callee->second.Writes;
  return BitVector(Parts.all().size(), true);
}

void CallEffects::addNode(PointsTo::NodeId N, Effects &Of) const {
  for (unsigned R : Parts.of(N))
    Of.Writes.set(R);
}

void CallEffects::addAll(Effects &Of) const {
  Of.Writes.set();
  Of.FreesArgument.set();
  Of.Allocates = true;
  for (PointsTo::NodeId N : Points.nodes())
    if (Points.node(N).IsFreed)
      Of.Frees.insert(N);
}

/// What code that is not seen may write. It frees nothing.
void CallEffects::addExposed(Effects &Of) const {
  for (PointsTo::NodeId N : Points.nodes())
    if (Points.node(N).IsExposed)
      addNode(N, Of);
}

/// What code of the program that is left out may free that it finds.
void CallEffects::addFreedByLeftOut(Effects &Of) const {
  for (PointsTo::NodeId N : Points.nodes())
    if (Points.node(N).IsExposed && Points.mayBeAllocated(N))
      Of.Frees.insert(N);
}

/// \p Bytes bytes, or any number of them, are written \p To somewhere.
void CallEffects::addWrite(const llvm::Value *To, std::optional<uint64_t> Bytes,
                           Effects &Of) const {
  auto At = Points.pointee(To);
  if (!At || Points.node(At->Node).IsWild)
    return addAll(Of);
  auto R = Bytes ? Parts.find(*At) : std::nullopt;
  if (R && *Bytes <= Parts.all()[*R].Unit)
    Of.Writes.set(*R);
  else
    addNode(At->Node, Of);
}

/// What a function has allocated itself is nothing to its callers.
void CallEffects::addFree(const llvm::Value *Pointer, Effects &Of) const {
  SmallVector<const llvm::Value *, 4> Origins;
  getUnderlyingObjects(Pointer, Origins, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const llvm::Value *Origin : Origins) {
    auto *Call = dyn_cast<CallBase>(Origin);
    if (isa<ConstantPointerNull>(Origin) ||
        (Call && classify(*Call) == CalleeKind::Allocation))
      continue;
    if (auto *A = dyn_cast<Argument>(Origin))
      Of.FreesArgument.set(A->getArgNo());
    else if (auto At = Points.pointee(Origin))
      Of.Frees.insert(At->Node);
  }
}

void CallEffects::addCall(const CallBase &Call, Effects &Of) const {
  switch (classify(Call)) {
  case CalleeKind::Allocation:
    Of.Allocates = true;
    return;
  case CalleeKind::Deallocation:
    return addFree(Call.getArgOperand(0), Of);
  case CalleeKind::Memory:
    if (auto *Memory = dyn_cast<MemIntrinsic>(&Call))
      addWrite(Memory->getRawDest(), std::nullopt, Of);
    return;
  case CalleeKind::External:
  case CalleeKind::InlineAsm:
    if (isInitialValue(Call)) // which has addresses as arguments
      return;
    if (callsLeftOut(Call) && leftOutEffects(Call).FreesFound)
      addFreedByLeftOut(Of);
    return addExposed(Of);
  case CalleeKind::Output: // printf's %n
    if (any_of(
            drop_begin(Call.args(), Call.getFunctionType()->getNumParams()),
            [](const llvm::Value *V) { return V->getType()->isPointerTy(); }))
      addExposed(Of);
    return;
  case CalleeKind::Indirect:
    return Call.hasFnAttr(UnknownTargetName) ? addExposed(Of) : addAll(Of);
  default:
    return;
  }
}

void CallEffects::addOwn(const Instruction &I, Effects &Of) const {
  const DataLayout &Layout = I.getDataLayout();
  if (auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call, Of);
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Type *T = Store->getValueOperand()->getType();
    return addWrite(Store->getPointerOperand(),
                    T->isAggregateType()
                        ? std::nullopt
                        : std::optional<uint64_t>(
                              Layout.getTypeStoreSize(T).getFixedValue()),
                    Of);
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    addWrite(I.getOperand(0), std::nullopt, Of);
    addExposed(Of);
  }
}

/// What is found in memory is for others to say.
bool CallEffects::mayReturnNull(const Function &F) const {
  auto IsNull = [&](const llvm::Value *Origin) {
    auto *Call = dyn_cast<CallBase>(Origin);
    if (!Call)
      return !isa<LoadInst, GlobalValue, AllocaInst>(Origin);
    switch (classify(*Call)) {
    case CalleeKind::Allocation:
      return Call->hasFnAttr(MayFailName);
    case CalleeKind::Defined: {
      auto Callee = Known.find(calledFunction(*Call));
      return Callee == Known.end() || Callee->second.MayReturnNull;
    }
    default:
      return !isInitialValue(*Call);
    }
  };
  return any_of(F, [&](const BasicBlock &B) {
    auto *Return = dyn_cast<ReturnInst>(B.getTerminator());
    const llvm::Value *Result = Return ? Return->getReturnValue() : nullptr;
    if (!Result || !Result->getType()->isPointerTy())
      return Result != nullptr; // or one of the parts
    SmallVector<const llvm::Value *, 4> Origins;
    getUnderlyingObjects(Result, Origins, /*LI=*/nullptr, /*MaxLookup=*/0);
    return any_of(Origins, IsNull);
  });
}

/// Whether that was not known yet.
bool CallEffects::addCallees(const Function &F) {
  Effects &Of = Known[&F];
  const size_t Before = Of.size();
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || classify(*Call) != CalleeKind::Defined)
      continue;
    auto Found = Known.find(calledFunction(*Call));
    if (Found == Known.end()) {
      addAll(Of);
      continue;
    }
    const Effects &Callee = Found->second;
    Of.Writes |= Callee.Writes;
    Of.Frees.insert(Callee.Frees.begin(), Callee.Frees.end());
    Of.Allocates |= Callee.Allocates;
    for (unsigned A : Callee.FreesArgument.set_bits())
      if (A < Call->arg_size())
        addFree(Call->getArgOperand(A), Of);
  }
  Of.MayReturnNull |= mayReturnNull(F);
  return Of.size() != Before;
}
