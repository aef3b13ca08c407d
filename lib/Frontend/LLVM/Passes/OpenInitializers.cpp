//===- OpenInitializers.cpp - Bytes that initializers leave open ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenInitializers.h"

#include "Base/ArbitraryValues.h"
#include "sooth/Frontend/LLVM/Passes/FloatMeaning.h"
#include "sooth/Frontend/LLVM/Passes/UninitializedValues.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {
struct ByteRange {
  uint64_t Begin, End;
};
} // namespace

/// Whether a union is at \p Offset in a \p T: clang names their types.
static bool isInUnion(Type &T, uint64_t Offset, const DataLayout &Layout) {
  if (Offset >= Layout.getTypeStoreSize(&T))
    return false;
  if (auto *Array = dyn_cast<ArrayType>(&T)) {
    Type &Element = *Array->getElementType();
    return isInUnion(Element, Offset % Layout.getTypeAllocSize(&Element),
                     Layout);
  }
  auto *Struct = dyn_cast<StructType>(&T);
  if (!Struct)
    return false;
  if (Struct->hasName() && Struct->getName().starts_with("union."))
    return true;
  const StructLayout &Places = *Layout.getStructLayout(Struct);
  const unsigned I = Places.getElementContainingOffset(Offset);
  return isInUnion(*Struct->getElementType(I),
                   Offset - Places.getElementOffset(I), Layout);
}

/// Adds the undefined bytes of \p C, which begins at \p Offset, to \p Open, in
/// order; \returns it with zeros there. What is in no union of a \p Whole, if
/// that is not null, is padding, and stays undefined.
static Constant *fill(Constant &C, uint64_t Offset, Type *Whole,
                      const DataLayout &Layout,
                      SmallVectorImpl<ByteRange> &Open) {
  if (isa<UndefValue>(C)) {
    if (Whole && !isInUnion(*Whole, Offset, Layout))
      return &C;
    const uint64_t End = Offset + Layout.getTypeStoreSize(C.getType());
    if (!Open.empty() && Open.back().End == Offset)
      Open.back().End = End;
    else
      Open.push_back({Offset, End});
    return Constant::getNullValue(C.getType());
  }
  if (!sooth::containsUndef(C))
    return &C;
  auto *Struct = dyn_cast<StructType>(C.getType());
  auto *Array = dyn_cast<ArrayType>(C.getType());
  SmallVector<Constant *> Parts;
  for (unsigned I = 0; I < C.getNumOperands(); ++I) {
    auto *Part = cast<Constant>(C.getOperand(I));
    const uint64_t At =
        Struct ? Layout.getStructLayout(Struct)->getElementOffset(I)
               : I * Layout.getTypeAllocSize(Part->getType());
    Parts.push_back(fill(*Part, Offset + At, Whole, Layout, Open));
  }
  if (Struct)
    return ConstantStruct::get(Struct, Parts);
  return Array ? ConstantArray::get(Array, Parts) : ConstantVector::get(Parts);
}

/// Numbers that are aligned, as other members of a union are.
static void storeAnything(IRBuilder<> &Build, Value *To, Align ToAlign,
                          ByteRange Open) {
  while (Open.Begin < Open.End) {
    uint64_t Size =
        llvm::bit_floor(std::min<uint64_t>(Open.End - Open.Begin, 8));
    if (Open.Begin)
      Size = std::min(Size, Open.Begin & -Open.Begin);
    Value *Any =
        sooth::callAny(Build, sooth::AnyInitialByte, Build.getIntNTy(8 * Size));
    Build.CreateAlignedStore(
        Any,
        Build.CreateConstInBoundsGEP1_64(Build.getInt8Ty(), To, Open.Begin),
        commonAlignment(ToAlign, Open.Begin));
    Open.Begin += Size;
  }
}

static void storeAnythingInLoop(Instruction &Before, Value *To,
                                ByteRange Open) {
  Value *Count = ConstantInt::get(Type::getInt64Ty(Before.getContext()),
                                  Open.End - Open.Begin);
  auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(Count, &Before);
  IRBuilder<> Build(Body);
  Build.SetCurrentDebugLocation(Before.getDebugLoc());
  Value *First =
      Build.CreateConstInBoundsGEP1_64(Build.getInt8Ty(), To, Open.Begin);
  Build.CreateStore(
      sooth::callAny(Build, sooth::AnyInitialByte, Build.getInt8Ty()),
      Build.CreateInBoundsGEP(Build.getInt8Ty(), First, Index));
}

static void openBytesOf(MemCpyInst &Copy, ArrayRef<ByteRange> Open) {
  constexpr uint64_t MaxStored = 1024;
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length)
    return;
  for (ByteRange Each : Open) {
    Each.End = std::min(Each.End, Length->getZExtValue());
    if (Each.Begin >= Each.End)
      continue;
    Instruction &Next = *Copy.getNextNode();
    if (Each.End - Each.Begin > MaxStored) {
      storeAnythingInLoop(Next, Copy.getRawDest(), Each);
      continue;
    }
    IRBuilder<> Build(&Next);
    Build.SetCurrentDebugLocation(Copy.getDebugLoc());
    storeAnything(Build, Copy.getRawDest(), Copy.getDestAlign().valueOrOne(),
                  Each);
  }
}

/// The copies of \p G that give locals their first values. \p Local is the type
/// of one, or null.
static SmallVector<MemCpyInst *> copiesOf(const GlobalVariable &G,
                                          Type *&Local) {
  Local = nullptr;
  SmallVector<MemCpyInst *> Copies;
  // What clang made: variables have addresses that count.
  if (!G.isConstant() || !G.hasLocalLinkage() || !G.hasGlobalUnnamedAddr())
    return Copies;
  for (const User *U : G.users())
    if (auto *Copy = dyn_cast<MemCpyInst>(U);
        Copy && Copy->getRawSource() == &G) {
      Copies.push_back(const_cast<MemCpyInst *>(Copy));
      if (auto *To = dyn_cast<AllocaInst>(Copy->getRawDest()))
        Local = To->getAllocatedType();
    }
  return Copies;
}

void sooth::fillOpenInitializers(Module &M) {
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasInitializer() || isa<UndefValue>(G.getInitializer()) ||
        !containsUndef(*G.getInitializer()))
      continue;
    Type *Local;
    const SmallVector<MemCpyInst *> Copies = copiesOf(G, Local);
    SmallVector<ByteRange> Open;
    G.setInitializer(
        fill(*G.getInitializer(), 0, Local, M.getDataLayout(), Open));
    for (MemCpyInst *Copy : Copies)
      openBytesOf(*Copy, Open);
  }
}
