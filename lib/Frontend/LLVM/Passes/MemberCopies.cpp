//===- MemberCopies.cpp - Structures copied member by member --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberCopies.h"

#include "Base/AliasRules.h"
#include "Base/MemoryChecks.h"
#include "Base/VariableType.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

/// Of more, copies stay as they are.
static constexpr unsigned MostMembers = 32;

namespace {
struct ScalarMember {
  uint64_t Offset;
  Type *T;
  friend bool operator==(const ScalarMember &, const ScalarMember &) = default;
};
using ScalarMembers = SmallVector<ScalarMember, 8>;
} // namespace

/// Appends the scalars of a \p T that is at \p Offset, in their order; false if
/// these are too many or say not all of what may be there, or if it has arrays,
/// whose elements have one cell where they are copied as a whole.
static bool addMembers(Type *T, uint64_t Offset, const DataLayout &Layout,
                       ScalarMembers &All) {
  if (auto *Structure = dyn_cast<StructType>(T)) {
    // (That is how clang names them.)
    if (Structure->hasName() && Structure->getName().starts_with("union."))
      return false;
    const StructLayout &Places = *Layout.getStructLayout(Structure);
    for (auto [I, Part] : enumerate(Structure->elements()))
      if (!addMembers(Part, Offset + Places.getElementOffset(I), Layout, All))
        return false;
    return true;
  }
  const bool IsWhole = Layout.getTypeSizeInBits(T) ==
                       8 * Layout.getTypeStoreSize(T).getFixedValue();
  if (!IsWhole || !(T->isIntegerTy() || T->isFloatTy() || T->isDoubleTy() ||
                    (T->isPointerTy() && T->getPointerAddressSpace() == 0)))
    return false;
  All.push_back({Offset, T});
  return All.size() <= MostMembers;
}

/// Appends integers that are all of what is from \p Begin to \p End.
static void addPadding(uint64_t Begin, uint64_t End, LLVMContext &Context,
                       ScalarMembers &All) {
  while (Begin < End) {
    uint64_t Size = 8;
    while (Begin % Size != 0 || Begin + Size > End)
      Size /= 2;
    All.push_back({Begin, IntegerType::get(Context, unsigned(8 * Size))});
    Begin += Size;
  }
}

/// The members of a \p T and what is between them; nothing if addMembers() says
/// so.
static std::optional<ScalarMembers> membersOf(Type *T,
                                              const DataLayout &Layout) {
  ScalarMembers Scalars, All;
  if (!addMembers(T, 0, Layout, Scalars))
    return std::nullopt;
  uint64_t Begin = 0;
  for (const ScalarMember &M : Scalars) {
    addPadding(Begin, M.Offset, T->getContext(), All);
    All.push_back(M);
    Begin = M.Offset + Layout.getTypeStoreSize(M.T);
  }
  addPadding(Begin, Layout.getTypeAllocSize(T), T->getContext(), All);
  return All;
}

/// What is at \p Pointer as the code that made it and the code that uses it
/// say.
static void addTypesAt(const Value &Pointer, SmallVectorImpl<Type *> &Types) {
  if (auto *Local = dyn_cast<AllocaInst>(&Pointer))
    Types.push_back(Local->getAllocatedType());
  else if (auto *Global = dyn_cast<GlobalVariable>(&Pointer))
    Types.push_back(Global->getValueType());
  else if (auto *Gep = dyn_cast<GEPOperator>(&Pointer))
    Types.push_back(Gep->getResultElementType());
  if (isa<Constant>(Pointer))
    return;
  for (const User *By : Pointer.users())
    if (auto *Gep = dyn_cast<GEPOperator>(By);
        Gep && Gep->getPointerOperand() == &Pointer)
      Types.push_back(Gep->getSourceElementType());
}

/// The same for what is read from a variable, at all places where it is.
static SmallVector<Type *> typesAt(const Value &Pointer) {
  SmallVector<Type *> Types;
  addTypesAt(Pointer, Types);
  auto *Load = dyn_cast<LoadInst>(&Pointer);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (Variable)
    for (const User *By : Variable->users())
      if (auto *Other = dyn_cast<LoadInst>(By);
          Other && Other != Load && Other->getType()->isPointerTy())
        addTypesAt(*Other, Types);
  return Types;
}

/// The structure of \p Size bytes at the beginning of a \p T; null if there is
/// none.
static Type *partOfSize(Type *T, uint64_t Size, const DataLayout &Layout) {
  while (T->isSized() && Layout.getTypeAllocSize(T) > Size) {
    if (auto *Array = dyn_cast<ArrayType>(T))
      T = Array->getElementType();
    else if (auto *Structure = dyn_cast<StructType>(T);
             Structure && Structure->getNumElements())
      T = Structure->getElementType(0);
    else
      return nullptr;
  }
  return T->isSized() && isa<StructType>(T) &&
                 Layout.getTypeAllocSize(T) == Size
             ? T
             : nullptr;
}

/// What \p Copy copies if all that is known of both sides agrees on that;
/// nothing if it does not, or nothing is known.
static std::optional<ScalarMembers> membersOf(const MemTransferInst &Copy) {
  const DataLayout &Layout = Copy.getDataLayout();
  const uint64_t Size = cast<ConstantInt>(Copy.getLength())->getZExtValue();
  std::optional<ScalarMembers> Known;
  for (const Value *Side : {Copy.getRawDest(), Copy.getRawSource()}) {
    if (Side->getType()->getPointerAddressSpace() != 0)
      return std::nullopt;
    for (Type *T : typesAt(*Side)) {
      Type *Part = partOfSize(T, Size, Layout);
      auto Here = Part ? membersOf(Part, Layout) : std::nullopt;
      if (!Here || (Known && *Known != *Here))
        return std::nullopt;
      Known = std::move(Here);
    }
  }
  return Known;
}

static bool isInitializer(const MemTransferInst &Copy) {
  auto *From = dyn_cast<GlobalVariable>(Copy.getSource());
  return From && From->isConstant() && From->hasDefinitiveInitializer();
}

/// Whether \p Pointer is a variable of \p Size bytes.
static bool isVariable(const Value *Pointer, uint64_t Size,
                       const DataLayout &Layout) {
  Type *T = variableType(Pointer);
  return T && Layout.getTypeAllocSize(T) == Size;
}

/// Whether all of a variable is copied to all of another: both are of one
/// shape.
static bool areVariables(const MemTransferInst &Copy) {
  const uint64_t Size = cast<ConstantInt>(Copy.getLength())->getZExtValue();
  return isVariable(Copy.getRawDest(), Size, Copy.getDataLayout()) &&
         isVariable(Copy.getRawSource(), Size, Copy.getDataLayout());
}

/// All is read before anything is written: also what overlaps is copied.
static void expand(MemTransferInst &Copy, const ScalarMembers &All) {
  const bool IsChecked = checkBefore(Copy, MemoryCheck::Kind::Write);
  CallBase *Mark = checkBefore(Copy, MemoryCheck::Kind::Copy);
  const DataLayout &Layout = Copy.getDataLayout();
  IRBuilder<> Builder(&Copy);
  auto At = [&](Value *Base, uint64_t Offset) {
    return Offset ? Builder.CreatePtrAdd(Base, Builder.getInt64(Offset)) : Base;
  };
  auto TypeOf = [&](const ScalarMember &M) {
    return copiedType(Copy, M.Offset,
                      Layout.getTypeStoreSize(M.T).getFixedValue());
  };
  SmallVector<Value *> Read;
  for (const ScalarMember &M : All) {
    Value *From = At(Copy.getRawSource(), M.Offset);
    if (Mark) // what is uninitialized stays so, and is not asked about here
      Builder.CreateCall(
          Mark->getFunctionType(), Mark->getCalledOperand(),
          {From, Builder.getInt64(Layout.getTypeStoreSize(M.T))});
    LoadInst *Load = Builder.CreateAlignedLoad(
        M.T, From,
        commonAlignment(Copy.getSourceAlign().valueOrOne(), M.Offset));
    setEffectiveType(*Load, TypeOf(M));
    Read.push_back(Load);
  }
  if (Mark)
    Mark->eraseFromParent();
  for (auto [M, New] : zip_equal(All, Read)) {
    StoreInst *Store = Builder.CreateAlignedStore(
        New, At(Copy.getRawDest(), M.Offset),
        commonAlignment(Copy.getDestAlign().valueOrOne(), M.Offset));
    setEffectiveType(*Store, TypeOf(M));
    if (IsChecked)
      Store->setMetadata(CheckedName, MDNode::get(Copy.getContext(), {}));
  }
}

bool sooth::copyByMembers(Function &F) {
  SmallVector<std::pair<MemTransferInst *, ScalarMembers>> Found;
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<MemTransferInst>(&I);
        Copy && isa<ConstantInt>(Copy->getLength()) && !Copy->isVolatile() &&
        !isInitializer(*Copy) && !areVariables(*Copy))
      if (auto All = membersOf(*Copy))
        Found.emplace_back(Copy, std::move(*All));
  for (auto &[Copy, All] : Found) {
    if (auto *Apart = dyn_cast<MemCpyInst>(Copy))
      checkOverlap(*Apart, MemoryCheck::Kind::Apart);
    expand(*Copy, All);
    Copy->eraseFromParent();
  }
  return !Found.empty();
}
