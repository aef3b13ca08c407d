//===- InitializedLocals.cpp - Locals that plainly have a value -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitializedLocals.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/iterator_range.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace sooth {

/// Whether storing \p V to a part of a variable of type \p To initializes it.
/// Where clang passes structures as numbers, these may have parts that are not.
static bool isInitialized(const Value *V, const Type *To) {
  if (isa<UndefValue, FreezeInst>(V))
    return false;
  if (auto *Load = dyn_cast<LoadInst>(V))
    return !isCopy(*Load);
  bool MayBeStructure = isa<Argument, PHINode, SelectInst, ExtractValueInst>(V);
  if (auto *Call = dyn_cast<CallBase>(V)) {
    CalleeKind Kind = classify(*Call);
    MayBeStructure =
        Kind == CalleeKind::Defined || Kind == CalleeKind::Indirect;
  }
  return !MayBeStructure || !To->isAggregateType();
}

bool InitializedLocals::isCaptured(const AllocaInst &Local) {
  auto [It, IsNew] = Captured.try_emplace(&Local, false);
  if (IsNew)
    It->second = mayBeKept(Local);
  return It->second;
}

/// Of writing \p Bytes bytes, which are initialized if \p Writes.
InitializedLocals::Does InitializedLocals::effectOfStore(const Value *Pointer,
                                                         uint64_t Bytes,
                                                         bool Writes,
                                                         const Part &P) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  if (Object != P.Local) {
    bool IsOther =
        Writes || isIdentifiedObject(Object) || !isCaptured(*P.Local);
    return IsOther ? Does::Nothing : Does::Spoil;
  }
  if (!Writes)
    return Does::Spoil;
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  bool Covers = Base == P.Local && Offset.ule(P.Begin) &&
                P.End - Offset.getZExtValue() <= Bytes;
  return Covers ? Does::Write : Does::Nothing;
}

InitializedLocals::Does InitializedLocals::effect(const Instruction &I,
                                                  const Part &P) {
  if (&I == P.Local)
    return Does::Spoil;
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *New = Store->getValueOperand();
    return effectOfStore(Store->getPointerOperand(),
                         Layout.getTypeStoreSize(New->getType()),
                         isInitialized(New, P.Local->getAllocatedType()), P);
  }
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return Does::Nothing;
  if (I.isLifetimeStartOrEnd())
    return getUnderlyingObject(Call->getArgOperand(1)) == P.Local
               ? Does::Spoil
               : Does::Nothing;
  if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
    auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    auto *Copy = dyn_cast<MemTransferInst>(Memory);
    auto *From = Copy ? dyn_cast<GlobalVariable>(
                            getUnderlyingObject(Copy->getRawSource()))
                      : nullptr;
    bool Writes = !Copy || (From && From->isConstant());
    return effectOfStore(Memory->getRawDest(),
                         Length ? Length->getZExtValue() : 0, Writes, P);
  }
  switch (classify(*Call)) {
  case CalleeKind::MemoryCheck: {
    // Where the run goes on, what was asked is true.
    MemoryCheck Check = describeCheck(*Call);
    auto *Size = dyn_cast_or_null<ConstantInt>(Check.Size);
    return Check.isOfContent() && Size
               ? effectOfStore(Check.Pointer, Size->getZExtValue(),
                               /*Writes=*/true, P)
               : Does::Nothing;
  }
  case CalleeKind::Defined:
  case CalleeKind::External:
  case CalleeKind::Indirect:
  case CalleeKind::InlineAsm:
    return isCaptured(*P.Local) ? Does::Spoil : Does::Nothing;
  default:
    return Does::Nothing;
  }
}

/// What \p I may write or spoil; null if that may be anything that is captured,
/// and \p I itself if it is nothing.
const Value *InitializedLocals::written(const Instruction &I) const {
  const Value *Pointer = nullptr;
  if (isa<AllocaInst>(I))
    return &I;
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Pointer = Store->getPointerOperand();
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (I.isLifetimeStartOrEnd()) {
      Pointer = Call->getArgOperand(1);
    } else if (auto *Memory = dyn_cast<MemIntrinsic>(Call)) {
      Pointer = Memory->getRawDest();
    } else {
      switch (classify(*Call)) {
      case CalleeKind::MemoryCheck:
        Pointer = describeCheck(*Call).Pointer;
        break;
      case CalleeKind::Defined:
      case CalleeKind::External:
      case CalleeKind::Indirect:
      case CalleeKind::InlineAsm:
        return nullptr;
      default:
        break;
      }
    }
  }
  if (!Pointer)
    return &I;
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  return isIdentifiedObject(Object) ? Object : nullptr;
}

void InitializedLocals::index(const Function &F) {
  assert((!Indexed || Indexed == &F) && "of one function");
  if (Indexed)
    return;
  Indexed = &F;
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (const Value *Object = written(I); !Object)
        Elsewhere[&B].push_back(&I);
      else if (auto *Local = dyn_cast<AllocaInst>(Object))
        Naming[Local][&B].push_back(&I);
}

/// What the last of the instructions of \p Block does that does anything, of
/// those before \p End if that is given.
InitializedLocals::Does InitializedLocals::lastEffect(const BasicBlock &Block,
                                                      const Instruction *End,
                                                      const Part &P) {
  index(*P.Local->getFunction());
  auto In = [&](const ByBlock &All) -> ArrayRef<const Instruction *> {
    auto It = All.find(&Block);
    return It == All.end() ? ArrayRef<const Instruction *>()
                           : ArrayRef<const Instruction *>(It->second);
  };
  // The last ones of both first.
  ArrayRef<const Instruction *> Own = In(Naming[P.Local]), Others;
  if (isCaptured(*P.Local))
    Others = In(Elsewhere);
  while (!Own.empty() || !Others.empty()) {
    auto &Last = Others.empty() || (!Own.empty() &&
                                    Others.back()->comesBefore(Own.back()))
                     ? Own
                     : Others;
    const Instruction *I = Last.back();
    Last = Last.drop_back();
    if (!End || I->comesBefore(End))
      if (Does What = effect(*I, P); What != Does::Nothing)
        return What;
  }
  return Block.isEntryBlock() ? Does::Spoil : Does::Nothing;
}

/// The greatest solution: what no block has spoiled on some way to another is
/// written where that begins.
const InitializedLocals::Blocks &
InitializedLocals::spoiledAtStart(const Part &P) {
  auto [It, IsNew] = SpoiledAtStart.try_emplace({P.Local, P.Begin, P.End});
  Blocks &Found = It->second;
  if (!IsNew)
    return Found;
  SmallVector<const BasicBlock *> Spoiled;
  DenseMap<const BasicBlock *, Does> Effects;
  auto Note = [&](const BasicBlock &B) {
    if ((Effects[&B] = lastEffect(B, nullptr, P)) == Does::Spoil)
      Spoiled.push_back(&B);
  };
  index(*P.Local->getFunction());
  Note(P.Local->getFunction()->getEntryBlock());
  for (const ByBlock *All : {&Naming[P.Local], &Elsewhere})
    if (All != &Elsewhere || isCaptured(*P.Local))
      for (const auto &[Block, Instructions] : *All)
        if (!Effects.count(Block))
          Note(*Block);
  while (!Spoiled.empty())
    for (const BasicBlock *Next : successors(Spoiled.pop_back_val()))
      if (Found.insert(Next).second && Effects.lookup(Next) == Does::Nothing)
        Spoiled.push_back(Next);
  return Found;
}

bool InitializedLocals::isWrittenBefore(const Instruction &Place,
                                        const Part &P) {
  const BasicBlock &Block = *Place.getParent();
  const Does What = lastEffect(Block, &Place, P);
  return What == Does::Write ||
         (What == Does::Nothing && !spoiledAtStart(P).contains(&Block));
}

bool InitializedLocals::isWritten(const Value *Pointer, uint64_t Bytes,
                                  const Instruction &Place) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Local = dyn_cast<AllocaInst>(Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true));
  if (!Local || Offset.isNegative())
    return false;
  uint64_t Begin = Offset.getZExtValue();
  return isWrittenBefore(Place, {Local, Begin, Begin + Bytes});
}

static bool isOnlyStoredTo(const Value &Address, const Type *To) {
  return all_of(Address.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (isa<GEPOperator, BitCastOperator>(By))
      return isOnlyStoredTo(*By, To);
    if (auto *Store = dyn_cast<StoreInst>(By))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             isInitialized(Store->getValueOperand(), To);
    if (auto *Copy = dyn_cast<MemTransferInst>(By))
      return &U == &Copy->getRawSourceUse();
    auto *Call = dyn_cast<CallBase>(By);
    return isa<LoadInst, MemSetInst>(By) ||
           (Call && classify(*Call) == CalleeKind::MemoryCheck);
  });
}

bool isAlwaysInitialized(const GlobalVariable &G) {
  return G.isConstant() || isOnlyStoredTo(G, G.getValueType());
}

} // namespace sooth
