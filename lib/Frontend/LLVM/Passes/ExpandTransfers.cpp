//===- ExpandTransfers.cpp - Copies and fills as loops --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandTransfers.h"

#include "Base/MemoryChecks.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace sooth {

namespace {
/// A length in bytes as a number of elements.
struct ElementCount {
  Value *Count;
  uint64_t Size;
};
} // namespace

/// How the program computes the length of \p Transfer: "n * sizeof *p".
static std::optional<ElementCount> elementsOf(MemIntrinsic &Transfer) {
  using namespace PatternMatch;
  constexpr uint64_t MaxElement = 256;
  Value *Count = nullptr;
  const APInt *Size = nullptr;
  Value *Length = Transfer.getLength();
  if (!match(Length, m_c_Mul(m_Value(Count), m_APInt(Size))) || Size->ule(1) ||
      Size->ugt(MaxElement))
    return std::nullopt;
  const uint64_t Bytes = Size->getZExtValue();
  SimplifyQuery Query(Transfer.getDataLayout(), &Transfer);
  auto *Factor = ConstantInt::get(Length->getType(), *Size);
  bool IsExact = computeOverflowForSignedMul(Count, Factor, Query) ==
                     OverflowResult::NeverOverflows ||
                 computeOverflowForUnsignedMul(Count, Factor, Query) ==
                     OverflowResult::NeverOverflows;
  if (IsExact)
    return ElementCount{Count, Bytes};
  // What remains after an overflow is a multiple of it, too.
  if (!isPowerOf2_64(Bytes))
    return std::nullopt;
  IRBuilder<> Builder(&Transfer);
  return ElementCount{Builder.CreateLShr(Length, Log2_64(Bytes)), Bytes};
}

/// How large the numbers or pointers are that the variable consists of which
/// \p Pointer leads into; 0 if that is not known.
static uint64_t elementSize(const Value *Pointer, const DataLayout &Layout) {
  const Value *Object = getUnderlyingObject(Pointer);
  Type *T = nullptr;
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    T = Local->getAllocatedType();
  else if (auto *Global = dyn_cast<GlobalVariable>(Object))
    T = Global->getValueType();
  while (T && T->isArrayTy())
    T = T->getArrayElementType();
  return T && T->isSingleValueType() && !T->isVectorTy()
             ? Layout.getTypeAllocSize(T).getFixedValue()
             : 0;
}

static std::optional<ElementCount> manyElements(const MemIntrinsic &Transfer);

/// Whether \p Place, or what is at a distance from it, is copied to or from in
/// one step: then the encoder has its object in one array with another one.
static bool isCopiedAtOnce(const Value &Place) {
  return any_of(Place.users(), [](const User *U) {
    if (isa<GetElementPtrInst>(U))
      return isCopiedAtOnce(*U);
    auto *Copy = dyn_cast<MemTransferInst>(U);
    return Copy && isa<ConstantInt>(Copy->getLength()) && !manyElements(*Copy);
  });
}

/// Whether the encoder knows what it fills, however much that is.
static bool fillsWhole(const MemIntrinsic &Transfer) {
  const Value *To = Transfer.getRawDest()->stripPointerCasts();
  const DataLayout &Layout = Transfer.getDataLayout();
  auto *Local = dyn_cast<AllocaInst>(To);
  auto *Global = dyn_cast<GlobalVariable>(To);
  const uint64_t Bytes =
      cast<ConstantInt>(Transfer.getLength())->getZExtValue();
  auto Size = Local ? Local->getAllocationSize(Layout) : std::nullopt;
  if (Global)
    Size = Layout.getTypeAllocSize(Global->getValueType());
  return isa<MemSetInst>(Transfer) && Size &&
         *Size == TypeSize::getFixed(Bytes) && !isCopiedAtOnce(*To);
}

/// The elements of a \p Transfer of a constant length that is too long to be
/// done in one step; nothing if it is not, or they are not known.
static std::optional<ElementCount> manyElements(const MemIntrinsic &Transfer) {
  constexpr uint64_t MostAtOnce = 1024; // as in Memory/MemoryCells.cpp
  auto *Length = dyn_cast<ConstantInt>(Transfer.getLength());
  if (!Length || Transfer.isVolatile() || isa<MemMoveInst>(Transfer) ||
      Length->getValue().ule(MostAtOnce) || fillsWhole(Transfer))
    return std::nullopt;
  const DataLayout &Layout = Transfer.getDataLayout();
  uint64_t Size = elementSize(Transfer.getRawDest(), Layout);
  if (auto *Copy = dyn_cast<MemCpyInst>(&Transfer)) {
    const uint64_t From = elementSize(Copy->getRawSource(), Layout);
    if (Size && From && Size != From)
      return std::nullopt;
    Size = std::max(Size, From);
  }
  const uint64_t Bytes = Length->getZExtValue();
  if (!Size || Bytes % Size || Bytes / Size <= MostAtOnce)
    return std::nullopt;
  return ElementCount{ConstantInt::get(Length->getType(), Bytes / Size), Size};
}

/// A loop in which each element is filled or copied as a whole: so cells stay
/// as large as they are.
static bool expandByElements(MemIntrinsic &Transfer) {
  std::optional<ElementCount> Elements;
  if (isa<ConstantInt>(Transfer.getLength()))
    Elements = manyElements(Transfer);
  else if (!isa<MemMoveInst>(Transfer))
    Elements = elementsOf(Transfer);
  if (!Elements)
    return false;
  IRBuilder<> Builder(&Transfer);
  Value *IsSome = Builder.CreateIsNotNull(Elements->Count);
  Instruction *Then =
      SplitBlockAndInsertIfThen(IsSome, &Transfer, /*Unreachable=*/false);
  auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(Elements->Count, Then);
  Builder.SetInsertPoint(Body);
  Builder.SetCurrentDebugLocation(Transfer.getDebugLoc());
  auto *Element = ArrayType::get(Builder.getInt8Ty(), Elements->Size);
  auto At = [&, Index = Index](Value *Base) {
    return Builder.CreateGEP(Element, Base, Index);
  };
  Value *To = At(Transfer.getRawDest());
  if (auto *Copy = dyn_cast<MemCpyInst>(&Transfer))
    Builder.CreateMemCpy(To, MaybeAlign(), At(Copy->getRawSource()),
                         MaybeAlign(), Elements->Size);
  else
    Builder.CreateMemSet(To, cast<MemSetInst>(Transfer).getValue(),
                         Elements->Size, MaybeAlign());
  return true;
}

/// The blocks of \p F that are not in \p Old are made of a transfer at
/// \p Where. \p IsChecked: it was checked as a whole.
static void markExpanded(Function &F,
                         const SmallPtrSetImpl<const BasicBlock *> &Old,
                         const DebugLoc &Where, bool IsChecked) {
  for (BasicBlock &B : F)
    if (!Old.contains(&B))
      for (Instruction &I : B) {
        if (!I.getDebugLoc())
          I.setDebugLoc(Where);
        if (IsChecked && isa<StoreInst, MemIntrinsic>(I))
          I.setMetadata(CheckedName, MDNode::get(F.getContext(), {}));
      }
}

static SmallVector<MemIntrinsic *> openTransfers(Function &F, bool Many) {
  SmallVector<MemIntrinsic *> Open;
  for (Instruction &I : instructions(F))
    if (auto *Transfer = dyn_cast<MemIntrinsic>(&I);
        Transfer && !Transfer->isVolatile() &&
        (!isa<ConstantInt>(Transfer->getLength()) ||
         (Many && manyElements(*Transfer))))
      Open.push_back(Transfer);
  return Open;
}

void checkCopiesApart(Function &F) {
  for (MemIntrinsic *Transfer : openTransfers(F, /*Many=*/false))
    if (auto *Copy = dyn_cast<MemCpyInst>(Transfer))
      checkOverlap(*Copy, MemoryCheck::Kind::Apart);
}

void expandTransfers(Function &F, bool Many) {
  TargetTransformInfo Target(F.getDataLayout());
  for (MemIntrinsic *Transfer : openTransfers(F, Many)) {
    auto *Copy = dyn_cast<MemCpyInst>(Transfer);
    const bool IsChecked = checkBefore(*Transfer, MemoryCheck::Kind::Write);
    SmallPtrSet<const BasicBlock *, 32> Old;
    // What comes after it gets a block of its own, too.
    SplitBlock(Transfer->getParent(), Transfer);
    SplitBlock(Transfer->getParent(), Transfer->getNextNode());
    for (const BasicBlock &B : F)
      if (&B != Transfer->getParent())
        Old.insert(&B);
    if (Copy)
      checkOverlap(*Copy, MemoryCheck::Kind::Apart);
    if (expandByElements(*Transfer))
      ;
    else if (Copy)
      expandMemCpyAsLoop(Copy, Target);
    else if (auto *Fill = dyn_cast<MemSetInst>(Transfer))
      expandMemSetAsLoop(Fill);
    else if (!expandMemMoveAsLoop(cast<MemMoveInst>(Transfer), Target))
      continue;
    const DebugLoc Where = Transfer->getDebugLoc();
    Transfer->eraseFromParent();
    markExpanded(F, Old, Where, IsChecked);
  }
}

} // namespace sooth
