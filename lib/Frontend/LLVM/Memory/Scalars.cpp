//===- Scalars.cpp - The scalars a value consists of ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

/// Beyond this a value is not taken apart.
static constexpr unsigned MaxScalars = 256;
/// Wider integers (_BitInt) are not modelled.
static constexpr unsigned MaxWidth = 4096;

/// Appends the leaves of \p T; false if there are too many.
static bool flatten(Type *T, SmallVectorImpl<Type *> &Out) {
  if (auto *Struct = dyn_cast<StructType>(T)) {
    for (Type *Element : Struct->elements())
      if (!flatten(Element, Out))
        return false;
    return true;
  }
  if (auto *Array = dyn_cast<ArrayType>(T)) {
    if (Array->getNumElements() > MaxScalars)
      return false;
    for (uint64_t I = 0; I < Array->getNumElements(); ++I)
      if (!flatten(Array->getElementType(), Out))
        return false;
    return true;
  }
  if (T->isPointerTy()) {
    Out.push_back(Type::getInt32Ty(T->getContext()));
    Out.push_back(Type::getInt64Ty(T->getContext()));
  } else {
    Out.push_back(T);
  }
  return Out.size() <= MaxScalars;
}

SmallVector<Type *, 1> sooth::scalarTypes(Type *T) {
  SmallVector<Type *, 1> Leaves;
  if (!flatten(T, Leaves))
    Leaves.assign(1, T);
  return Leaves;
}

Sort sooth::scalarSort(ExprContext &Ctx, Type *T) {
  if (!isModelled(T))
    return Sort();
  unsigned Width = scalarWidth(T);
  return Width == 1 ? Ctx.boolSort() : Ctx.bitVecSort(Width);
}

bool sooth::hasModelledScalar(Type *T) {
  return any_of(scalarTypes(T), isModelled);
}

std::optional<FpFormat> sooth::fpFormat(const Type *T) {
  switch (T->getTypeID()) {
  case Type::HalfTyID:
    return FpFormat::Half;
  case Type::BFloatTyID:
    return FpFormat::BFloat;
  case Type::FloatTyID:
    return FpFormat::Single;
  case Type::DoubleTyID:
    return FpFormat::Double;
  case Type::X86_FP80TyID:
    return FpFormat::Extended;
  case Type::FP128TyID:
    return FpFormat::Quad;
  default:
    return std::nullopt;
  }
}

bool sooth::isModelled(Type *T) {
  return fpFormat(T) ||
         (T->isIntegerTy() && T->getIntegerBitWidth() <= MaxWidth);
}

unsigned sooth::scalarWidth(Type *T) {
  auto Format = fpFormat(T);
  return Format ? fpWidth(*Format) : T->getIntegerBitWidth();
}

std::optional<APInt> sooth::constantBits(const Constant *C) {
  if (auto *Int = dyn_cast_or_null<ConstantInt>(C))
    return Int->getValue();
  if (auto *Number = dyn_cast_or_null<ConstantFP>(C))
    return Number->getValueAPF().bitcastToAPInt();
  return std::nullopt;
}

bool sooth::isTransparent(Type *T) {
  SmallVector<Type *, 1> Leaves;
  return flatten(T, Leaves);
}

/// Calls \p Visit on the leaves of \p C, with null for a leaf that is not a
/// constant of its own (an element of an aggregate-valued expression).
static void visitLeaves(const Constant *C,
                        function_ref<void(const Constant *, Type *)> Visit) {
  Type *T = C->getType();
  if (!T->isAggregateType() || !isTransparent(T))
    return Visit(C, T);
  unsigned Count =
      T->isStructTy() ? T->getStructNumElements() : T->getArrayNumElements();
  for (unsigned I = 0; I < Count; ++I) {
    if (const Constant *Element = C->getAggregateElement(I)) {
      visitLeaves(Element, Visit);
      continue;
    }
    for (Type *Leaf :
         scalarTypes(ExtractValueInst::getIndexedType(T, ArrayRef(I))))
      Visit(nullptr, Leaf);
  }
}

unsigned sooth::firstScalar(Type *T, ArrayRef<unsigned> Indices) {
  unsigned Before = 0;
  for (unsigned Index : Indices) {
    for (unsigned I = 0; I < Index; ++I)
      Before += scalarTypes(ExtractValueInst::getIndexedType(T, I)).size();
    T = ExtractValueInst::getIndexedType(T, Index);
  }
  return Before;
}

bool sooth::hasUndefinedScalar(const Constant *C) {
  bool Found = false;
  visitLeaves(C, [&](const Constant *Leaf, Type *T) {
    Found |= (isModelled(T) || T->isPointerTy()) &&
             isa_and_nonnull<UndefValue>(Leaf);
  });
  return Found;
}

bool sooth::isUnmapped(const APInt &Number) {
  constexpr unsigned PageBits = 12;
  return Number.getActiveBits() <= PageBits ||
         Number.countl_one() + PageBits >= Number.getBitWidth();
}

/// Null, a number that no object has, or an object and an offset.
static bool isPlainAddress(const Constant *C) {
  if (auto *E = dyn_cast<ConstantExpr>(C);
      E && E->getOpcode() == Instruction::IntToPtr) {
    auto *Number = dyn_cast<ConstantInt>(E->getOperand(0));
    return Number && isUnmapped(Number->getValue());
  }
  auto *Base = C;
  while (auto *Gep = dyn_cast<GEPOperator>(Base)) {
    if (!Gep->hasAllConstantIndices())
      return false;
    Base = cast<Constant>(Gep->getPointerOperand());
  }
  return isa<GlobalValue, ConstantPointerNull>(Base);
}

bool sooth::hasKnownScalars(const Constant *C) {
  bool Known = true;
  visitLeaves(C, [&](const Constant *Leaf, Type *T) {
    if (isModelled(T))
      Known &= Leaf && (constantBits(Leaf) || isa<UndefValue>(Leaf));
    else if (T->isPointerTy())
      Known &= Leaf && (isa<UndefValue>(Leaf) || isPlainAddress(Leaf));
  });
  return Known;
}

Scalars sooth::constantScalars(ExprContext &Ctx, const Constant *C,
                               OtherConstant Other) {
  Scalars Result;
  visitLeaves(C, [&](const Constant *Leaf, Type *T) {
    if (!isModelled(T) && !T->isPointerTy())
      return Result.push_back(Expr());
    auto Bits = constantBits(Leaf);
    if (!Bits)
      return append_range(Result, Other(Leaf, T));
    Result.push_back(Bits->getBitWidth() == 1 ? Ctx.boolean(Bits->isOne())
                                              : Ctx.bv(*Bits));
  });
  return Result;
}
