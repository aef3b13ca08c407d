//===- Extents.cpp - Which array a pointer ranges over --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"

#include "Base/VariableType.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Arrays of one element at the end of structures are often longer than they
/// say, see isTail.
static bool isArray(Type *T) {
  auto *Array = dyn_cast<ArrayType>(T);
  return Array && Array->getNumElements() > 1;
}

/// Whether member \p Index of \p In, of type \p T, is as long as what is left
/// of the object: it comes last, and says of its length nothing or 1.
static bool isTail(const StructType &In, const ConstantInt &Index, Type *T) {
  return isa<ArrayType>(T) && !isArray(T) &&
         Index.getZExtValue() + 1 == In.getNumElements() &&
         In.getNumElements() > 1;
}

/// The steps that the indices say, one for each array in a structure.
static SmallVector<PointerStep, 2> stepsInto(const GEPOperator &Gep,
                                             const DataLayout &Layout) {
  SmallVector<PointerStep, 2> Steps(1);
  for (auto It = gep_type_begin(&Gep), End = gep_type_end(&Gep); It != End;
       ++It) {
    PointerStep &Last = Steps.back();
    auto *Index = dyn_cast<ConstantInt>(It.getOperand());
    Type *T = It.getIndexedType();
    if (StructType *In = It.getStructTypeOrNull()) {
      Last.Fixed += int64_t(
          Layout.getStructLayout(In)->getElementOffset(Index->getZExtValue()));
      if (isArray(T))
        Steps.push_back({0, 0, ByteRange{0, Layout.getTypeAllocSize(T)}});
      else if (isTail(*In, *Index, T))
        Steps.push_back({0, 0, ByteRange{0, BytesToTheEnd}});
      continue;
    }
    const uint64_t Scale = Layout.getTypeAllocSize(T);
    if (Index)
      Last.Fixed += Index->getSExtValue() * int64_t(Scale);
    else
      Last.Stride = std::gcd(Last.Stride, Scale);
  }
  return Steps;
}

/// The innermost array in a structure that contains the byte at \p Offset. That
/// of a structure, if its first byte is meant: whether that is rather an array
/// in it, nobody knows.
static std::optional<ByteRange> arrayAt(Type *T, uint64_t Offset,
                                        const DataLayout &Layout) {
  std::optional<ByteRange> Found;
  uint64_t Begin = 0;
  while (true) {
    if (auto *In = dyn_cast<StructType>(T)) {
      const StructLayout *Members = Layout.getStructLayout(In);
      if (Offset == Begin || Offset - Begin >= Members->getSizeInBytes())
        return Found;
      unsigned Index = Members->getElementContainingOffset(Offset - Begin);
      Begin += Members->getElementOffset(Index);
      T = In->getElementType(Index);
      continue;
    }
    const uint64_t Size = Layout.getTypeAllocSize(T);
    if (!isArray(T) || Offset >= Begin + Size)
      return Found;
    Found = ByteRange{int64_t(Begin), Size};
    while (auto *Array = dyn_cast<ArrayType>(T))
      T = Array->getElementType();
    const uint64_t Element = Layout.getTypeAllocSize(T);
    Begin += (Offset - Begin) / std::max(Element, uint64_t(1)) * Element;
  }
}

/// The structure that \p Pointer points to, as what makes it or uses it has it.
static StructType *structureBehind(const Value *Pointer) {
  Type *T = variableType(Pointer);
  if (auto *Gep = dyn_cast<GEPOperator>(Pointer))
    T = Gep->getResultElementType();
  while (T && T->isArrayTy())
    T = T->getArrayElementType();
  if (isa_and_nonnull<StructType>(T))
    return cast<StructType>(T);
  if (isa<Constant>(Pointer))
    return nullptr;
  for (const User *U : Pointer->users())
    if (auto *Gep = dyn_cast<GEPOperator>(U);
        Gep && Gep->getPointerOperand() == Pointer)
      if (auto *In = dyn_cast<StructType>(Gep->getSourceElementType()))
        return In;
  return nullptr;
}

/// The array that comes first in the structure behind \p Pointer, if its
/// elements are of this size: the front end does not tell it from the
/// structure. Or if it is most of the structure, and consists of elements of
/// this size, other than bytes, as well.
static std::optional<ByteRange>
firstArray(const Value *Pointer, uint64_t Element, const DataLayout &Layout) {
  StructType *In = structureBehind(Pointer);
  if (!In || Element == 0)
    return std::nullopt;
  Type *T = In;
  while (isa<StructType>(T) && T->getStructNumElements() > 0)
    T = T->getStructElementType(0);
  if (!isArray(T) || Layout.getTypeAllocSize(T) >= Layout.getTypeAllocSize(In))
    return std::nullopt;
  const uint64_t Size = Layout.getTypeAllocSize(T);
  while (T->isArrayTy())
    T = T->getArrayElementType();
  const bool IsMost = 2 * Size >= Layout.getTypeAllocSize(In);
  const bool Fits = Element > 1 && Size % Element == 0 && IsMost;
  if (T->isStructTy() || (Layout.getTypeAllocSize(T) != Element && !Fits))
    return std::nullopt;
  return ByteRange{0, Size};
}

/// The bytes of the numbers or pointers that \p Gep steps over; 0 if it steps
/// over others.
static uint64_t elementOf(const GEPOperator &Gep, const DataLayout &Layout) {
  Type *T = Gep.getSourceElementType();
  return T->isSingleValueType() ? Layout.getTypeAllocSize(T).getKnownMinValue()
                                : 0;
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

Extents::Guess Extents::guess(const Value *V, const Value *As) const {
  Guess Is = guess(V);
  if (Is.What == Guess::Kind::None || Is.In.Position || structureBehind(As))
    return Is;
  for (const User *U : As->users())
    if (auto *Gep = dyn_cast<GEPOperator>(U);
        Gep && Gep->getPointerOperand() == As)
      if (auto Array = firstArray(V, elementOf(*Gep, Layout), Layout))
        return {Guess::Kind::Array, {Array->Size, 0}};
  return Is;
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
      All = meet(All, guess(Call->getArgOperand(A->getArgNo()), A));
    }
  } else if (auto *Phi = dyn_cast<PHINode>(&V)) {
    for (const Value *In : Phi->incoming_values())
      All = meet(All, guess(In, Phi));
  } else if (auto *Select = dyn_cast<SelectInst>(&V)) {
    All = meet(guess(Select->getTrueValue(), Select),
               guess(Select->getFalseValue(), Select));
  } else if (auto *Frozen = dyn_cast<FreezeInst>(&V)) {
    return guess(Frozen->getOperand(0));
  } else if (auto *Gep = dyn_cast<GEPOperator>(&V)) {
    return computeStep(*Gep);
  } else {
    return {Guess::Kind::Whole, {}};
  }
  // Wherever several paths meet, the array is given up.
  All.In.Position.reset();
  return All;
}

Extents::Guess Extents::computeStep(const GEPOperator &Gep) const {
  const Guess Whole{Guess::Kind::Whole, {}};
  if (!Gep.getType()->isPointerTy() ||
      Gep.getSourceElementType()->isScalableTy())
    return Whole;
  Guess Base = guess(Gep.getPointerOperand());
  if (Base.What == Guess::Kind::None)
    return Base;
  const PointerStep Last = stepsOf(Gep).back();
  if (!Last.Array)
    return Base.What == Guess::Kind::Array && !Base.In.Position ? Base : Whole;
  Guess Result{Guess::Kind::Array, {Last.Array->Size, std::nullopt}};
  if (Last.Stride)
    return Result;
  int64_t Position = Last.Fixed - Last.Array->Begin;
  if (Position < 0 || uint64_t(Position) > Last.Array->Size)
    return Whole;
  Result.In.Position = Position;
  return Result;
}

/// Where the first step of \p Gep, which moves its base, stays. What is all of
/// its object has no neighbours, and needs not be told from them.
void Extents::setArrays(const GEPOperator &Gep,
                        SmallVectorImpl<PointerStep> &Steps) const {
  PointerStep &First = Steps.front();
  const Value *Base = Gep.getPointerOperand();
  Guess At = guess(Base);
  if (At.What == Guess::Kind::Array && At.In.Position) {
    First.Array = ByteRange{-*At.In.Position, At.In.Size};
    return;
  }
  if (First.Stride)
    First.Array = firstArray(Base, elementOf(Gep, Layout), Layout);
  if (First.Array || At.What == Guess::Kind::Array)
    return;
  Type *Source = Gep.getSourceElementType();
  auto *Index = dyn_cast<ConstantInt>(Gep.getOperand(1));
  // From the first row of a matrix many programs go over all of them.
  auto *Row = dyn_cast<GEPOperator>(Base);
  const bool IsRow = Row && Row->getResultElementType() == Source &&
                     Row->hasAllConstantIndices();
  if (isArray(Source) && Index && Index->isZero() && !IsRow)
    First.Array = ByteRange{0, Layout.getTypeAllocSize(Source)};
  // The declaration of the object tells as much as the types of the steps.
  APInt Offset(Layout.getIndexTypeSizeInBits(Base->getType()), 0);
  const Value *Object =
      Base->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  Type *T = variableType(Object);
  APInt Step(Offset.getBitWidth(), 0);
  if (!First.Array && T && Steps.size() == 1 &&
      Gep.accumulateConstantOffset(Layout, Step) &&
      (Offset + Step).isNonNegative()) {
    First.Array = arrayAt(T, (Offset + Step).getZExtValue(), Layout);
    if (First.Array)
      First.Array->Begin -= Offset.getSExtValue();
  }
  int64_t Begin = Offset.getSExtValue();
  for (PointerStep &S : Steps) {
    if (T && S.Array && Begin + S.Array->Begin == 0 &&
        S.Array->Size >= Layout.getTypeAllocSize(T))
      S.Array.reset();
    if (S.Stride)
      return;
    Begin += S.Fixed;
  }
}

SmallVector<PointerStep, 2> Extents::stepsOf(const GEPOperator &Gep) const {
  SmallVector<PointerStep, 2> Steps = stepsInto(Gep, Layout);
  if (How == Members::Joined) {
    PointerStep All;
    for (const PointerStep &S : Steps) {
      All.Fixed += S.Fixed;
      All.Stride = std::gcd(All.Stride, S.Stride);
    }
    return {All};
  }
  setArrays(Gep, Steps);
  return Steps;
}

std::optional<Extent> Extents::of(const Value *Pointer, const Value *As) const {
  if (How == Members::Joined)
    return std::nullopt;
  Guess G = As ? guess(Pointer, As) : guess(Pointer);
  return G.What == Guess::Kind::Array ? std::optional(G.In) : std::nullopt;
}
