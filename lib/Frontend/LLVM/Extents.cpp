//===- Extents.cpp - Which array a pointer walks over ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Arrays of one element at the end of structures are often longer than they
/// say.
static bool isArray(Type *T) {
  auto *Array = dyn_cast<ArrayType>(T);
  return Array && Array->getNumElements() > 1;
}

/// The outermost array in a structure that the indices lead to or into.
static std::optional<ByteRange> arrayOf(const GEPOperator &Gep,
                                        const DataLayout &Layout) {
  auto It = gep_type_begin(&Gep), End = gep_type_end(&Gep);
  auto *First = dyn_cast<ConstantInt>(It.getOperand());
  Type *T = Gep.getSourceElementType();
  if (!First || T->isScalableTy() || (isArray(T) && !First->isZero()))
    return std::nullopt;
  int64_t Offset = First->getSExtValue() * int64_t(Layout.getTypeAllocSize(T));
  for (++It; It != End && !isArray(T); ++It) {
    auto *Index = dyn_cast<ConstantInt>(It.getOperand());
    if (!Index)
      return std::nullopt;
    T = It.getIndexedType();
    StructType *In = It.getStructTypeOrNull();
    Offset += In ? int64_t(Layout.getStructLayout(In)->getElementOffset(
                       Index->getZExtValue()))
                 : Index->getSExtValue() * int64_t(Layout.getTypeAllocSize(T));
  }
  if (!isArray(T))
    return std::nullopt;
  return ByteRange{Offset, Layout.getTypeAllocSize(T)};
}

/// The type of an object, if its declaration says it.
static Type *typeOf(const Value *Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object))
    return Local->isArrayAllocation() ? nullptr : Local->getAllocatedType();
  auto *Global = dyn_cast<GlobalVariable>(Object);
  Type *T = Global ? Global->getValueType() : nullptr;
  return T && T->isSized() ? T : nullptr;
}

/// The outermost array in a structure that contains the byte at \p Offset.
/// Nothing if that is also the beginning of a structure: which of the two is
/// meant, nobody knows.
static std::optional<ByteRange> arrayAt(Type *T, uint64_t Offset,
                                        const DataLayout &Layout) {
  uint64_t Begin = 0;
  while (auto *In = dyn_cast<StructType>(T)) {
    const StructLayout *Members = Layout.getStructLayout(In);
    if (Offset == Begin || Offset - Begin >= Members->getSizeInBytes())
      return std::nullopt;
    unsigned Index = Members->getElementContainingOffset(Offset - Begin);
    Begin += Members->getElementOffset(Index);
    T = In->getElementType(Index);
  }
  uint64_t Size = Layout.getTypeAllocSize(T);
  if (!isArray(T) || Offset >= Begin + Size)
    return std::nullopt;
  return ByteRange{int64_t(Begin), Size};
}

//===----------------------------------------------------------------------===//
// Guesses
//===----------------------------------------------------------------------===//

Extents::Extents(const Module &M, Members How)
    : Layout(M.getDataLayout()), How(How) {
  if (How == Members::Joined)
    return;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const Function &F : M) {
      for (const Argument &A : F.args())
        Changed |= update(A);
      for (const Instruction &I : instructions(F))
        Changed |= update(I);
    }
  }
}

bool Extents::update(const Value &V) {
  if (!V.getType()->isPointerTy())
    return false;
  Guess Old = Guesses.lookup(&V);
  Guess New = meet(Old, compute(V)); // Only ever grows.
  Guesses[&V] = New;
  return New != Old;
}

Extents::Guess Extents::meet(const Guess &A, const Guess &B) {
  if (A.What == Guess::Kind::None)
    return B;
  if (B.What == Guess::Kind::None || A == B)
    return A;
  if (A.What == Guess::Kind::Whole)
    return A;
  if (B.What == Guess::Kind::Whole)
    return B;
  return {Guess::Kind::Array, {std::max(A.In.Size, B.In.Size), std::nullopt}};
}

Extents::Guess Extents::guess(const Value *V) const {
  if (isa<ConstantPointerNull, UndefValue>(V))
    return {};
  if (auto *C = dyn_cast<Constant>(V))
    return isa<GEPOperator>(C) ? computeStep(*cast<GEPOperator>(C))
                               : Guess{Guess::Kind::Whole, {}};
  return Guesses.lookup(V);
}

Extents::Guess Extents::compute(const Value &V) const {
  Guess All;
  if (auto *A = dyn_cast<Argument>(&V)) {
    const Function &F = *A->getParent();
    if (!F.hasLocalLinkage())
      return {Guess::Kind::Whole, {}};
    for (const Use &U : F.uses()) {
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (!Call || !Call->isCallee(&U) || A->getArgNo() >= Call->arg_size())
        return {Guess::Kind::Whole, {}};
      All = meet(All, guess(Call->getArgOperand(A->getArgNo())));
    }
  } else if (auto *Phi = dyn_cast<PHINode>(&V)) {
    for (const Value *In : Phi->incoming_values())
      All = meet(All, guess(In));
  } else if (auto *Select = dyn_cast<SelectInst>(&V)) {
    All = meet(guess(Select->getTrueValue()), guess(Select->getFalseValue()));
  } else if (auto *Frozen = dyn_cast<FreezeInst>(&V)) {
    return guess(Frozen->getOperand(0));
  } else if (auto *Gep = dyn_cast<GEPOperator>(&V)) {
    return computeStep(*Gep);
  } else {
    return {Guess::Kind::Whole, {}};
  }
  // Wherever several paths meet, the array is given up to the walk.
  All.In.Position.reset();
  return All;
}

Extents::Guess Extents::computeStep(const GEPOperator &Gep) const {
  const Guess Whole{Guess::Kind::Whole, {}};
  if (!Gep.getType()->isPointerTy())
    return Whole;
  Guess Base = guess(Gep.getPointerOperand());
  if (Base.What == Guess::Kind::None)
    return Base;
  APInt Step(Layout.getIndexTypeSizeInBits(Gep.getType()), 0);
  bool IsFixed = Gep.accumulateConstantOffset(Layout, Step);
  if (Base.What == Guess::Kind::Array && !Base.In.Position)
    return Base;
  auto Range = rangeOf(Gep);
  if (!Range)
    return Whole;
  Guess Result{Guess::Kind::Array, {Range->Size, std::nullopt}};
  if (!IsFixed)
    return Result;
  int64_t Position = Step.getSExtValue() - Range->Begin;
  if (Position < 0 || uint64_t(Position) > Range->Size)
    return Whole;
  Result.In.Position = Position;
  return Result;
}

std::optional<ByteRange> Extents::rangeOf(const GEPOperator &Gep) const {
  if (How == Members::Joined)
    return std::nullopt;
  const Value *Base = Gep.getPointerOperand();
  Guess At = guess(Base);
  if (At.What == Guess::Kind::Array)
    return At.In.Position
               ? std::optional(ByteRange{-*At.In.Position, At.In.Size})
               : std::nullopt;
  auto Range = arrayOf(Gep, Layout);
  // The declaration of the object tells as much as the types of the steps.
  APInt Offset(Layout.getIndexTypeSizeInBits(Base->getType()), 0);
  const Value *Object =
      Base->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  Type *T = typeOf(Object);
  APInt Step(Offset.getBitWidth(), 0);
  if (!Range && T && Gep.accumulateConstantOffset(Layout, Step) &&
      (Offset + Step).isNonNegative()) {
    Range = arrayAt(T, (Offset + Step).getZExtValue(), Layout);
    if (Range)
      Range->Begin -= Offset.getSExtValue();
  }
  // An array that is all of its object has no neighbours.
  bool IsAll = Range && T && Offset.getSExtValue() + Range->Begin == 0 &&
               Range->Size >= Layout.getTypeAllocSize(T);
  return IsAll ? std::nullopt : Range;
}

std::optional<Extent> Extents::of(const Value *Pointer) const {
  Guess G = guess(Pointer);
  return G.What == Guess::Kind::Array ? std::optional(G.In) : std::nullopt;
}
