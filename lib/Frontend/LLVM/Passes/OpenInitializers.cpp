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
struct Bytes {
  uint64_t Begin, End;
};
} // namespace

/// Adds the undefined bytes of \p C, which begins at \p Offset, to \p Open, in
/// order; \returns it with zeros there.
static Constant *fill(Constant &C, uint64_t Offset, const DataLayout &Layout,
                      SmallVectorImpl<Bytes> &Open) {
  if (isa<UndefValue>(C)) {
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
    Parts.push_back(fill(*Part, Offset + At, Layout, Open));
  }
  if (Struct)
    return ConstantStruct::get(Struct, Parts);
  return Array ? ConstantArray::get(Array, Parts) : ConstantVector::get(Parts);
}

/// Numbers that are aligned, as other members of a union are.
static void storeAnything(IRBuilder<> &Build, Value *To, Align ToAlign,
                          Bytes Open) {
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

static void storeAnythingInLoop(Instruction &Before, Value *To, Bytes Open) {
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

static void openBytesOf(MemCpyInst &Copy, ArrayRef<Bytes> Open) {
  constexpr uint64_t MaxStored = 1024;
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length)
    return;
  for (Bytes Each : Open) {
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

void sooth::fillOpenInitializers(Module &M) {
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasInitializer() || isa<UndefValue>(G.getInitializer()) ||
        !containsUndef(*G.getInitializer()))
      continue;
    SmallVector<Bytes> Open;
    G.setInitializer(fill(*G.getInitializer(), 0, M.getDataLayout(), Open));
    // What clang made: variables have addresses that count.
    if (!G.isConstant() || !G.hasLocalLinkage() || !G.hasGlobalUnnamedAddr())
      continue;
    SmallVector<MemCpyInst *> Copies;
    for (User *U : G.users())
      if (auto *Copy = dyn_cast<MemCpyInst>(U);
          Copy && Copy->getRawSource() == &G)
        Copies.push_back(Copy);
    for (MemCpyInst *Copy : Copies)
      openBytesOf(*Copy, Open);
  }
}
