//===- RejoinPointers.cpp - Pointers put together from their bytes --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejoinPointers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
/// One bit of a pointer's or a number's value, or a constant.
struct Bit {
  Value *Of; // null: it is Number
  unsigned Number;
  friend bool operator==(const Bit &, const Bit &) = default;
};
constexpr Bit Zero{nullptr, 0}, One{nullptr, 1};
using Bits = SmallVector<Bit, 64>;

class BitSources {
public:
  explicit BitSources(const DataLayout &Layout) : Layout(Layout) {}
  /// The lowest bit first.
  const Bits &of(Value *Number, unsigned Depth = 0);

private:
  Bits find(Value *Number, unsigned Depth);
  Bits numbered(Value *V, unsigned Width) const;

  /// One round of a copy has up to five operations.
  static constexpr unsigned MaxDepth = 100;
  const DataLayout &Layout;
  DenseMap<Value *, Bits> Known;
};
} // namespace

Bits BitSources::numbered(Value *V, unsigned Width) const {
  Bits Result;
  for (unsigned I = 0; I < Width; ++I)
    Result.push_back({V, I});
  return Result;
}

const Bits &BitSources::of(Value *Number, unsigned Depth) {
  if (auto It = Known.find(Number); It != Known.end())
    return It->second;
  Bits Found = find(Number, Depth);
  return Known[Number] = std::move(Found);
}

static Bit disjunction(Bit A, Bit B, Bit Unknown) {
  return A == Zero || A == B ? B : B == Zero ? A : Unknown;
}

Bits BitSources::find(Value *Number, unsigned Depth) {
  const unsigned Width = Number->getType()->getIntegerBitWidth();
  Bits Result = numbered(Number, Width);
  if (Depth == MaxDepth)
    return Result;
  auto Part = [&](Value *V) { return Bits(of(V, Depth + 1)); };
  Value *A, *B;
  const APInt *C;
  if (match(Number, m_APInt(C))) {
    for (unsigned I = 0; I < Width; ++I)
      Result[I] = (*C)[I] ? One : Zero;
  } else if (match(Number, m_PtrToInt(m_Value(A)))) {
    if (Layout.getPointerTypeSizeInBits(A->getType()) == Width)
      Result =
          match(A, m_IntToPtr(m_Value(B))) && B->getType() == Number->getType()
              ? Part(B)
              : numbered(A, Width);
  } else if (match(Number, m_Or(m_Value(A), m_Value(B)))) {
    Bits OfA = Part(A), OfB = Part(B);
    for (unsigned I = 0; I < Width; ++I)
      Result[I] = disjunction(OfA[I], OfB[I], Result[I]);
  } else if (match(Number, m_And(m_Value(A), m_APInt(C)))) {
    Bits OfA = Part(A);
    for (unsigned I = 0; I < Width; ++I)
      Result[I] = (*C)[I] ? OfA[I] : Zero;
  } else if (match(Number, m_ZExt(m_Value(A))) ||
             match(Number, m_Trunc(m_Value(A)))) {
    Result = Part(A);
    Result.resize(Width, Zero);
  } else if (match(Number, m_Shl(m_Value(A), m_APInt(C))) && C->ult(Width)) {
    Bits OfA = Part(A);
    for (unsigned I = 0, By = C->getZExtValue(); I < Width; ++I)
      Result[I] = I < By ? Zero : OfA[I - By];
  } else if (match(Number, m_LShr(m_Value(A), m_APInt(C))) && C->ult(Width)) {
    Bits OfA = Part(A);
    for (unsigned I = 0, By = C->getZExtValue(); I < Width; ++I)
      Result[I] = I + By < Width ? OfA[I + By] : Zero;
  }
  return Result;
}

/// The pointer whose number these are; null if there is none.
static Value *wholePointer(const Bits &Found) {
  Value *Pointer = Found.front().Of;
  if (!Pointer || !Pointer->getType()->isPointerTy())
    return nullptr;
  for (auto [I, B] : enumerate(Found))
    if (B != Bit{Pointer, unsigned(I)})
      return nullptr;
  return Pointer;
}

bool sooth::rejoinPointers(Function &F) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  BitSources Sources(Layout);
  SmallVector<WeakTrackingVH> Replaced;
  for (Instruction &I : instructions(F)) {
    auto *Cast = dyn_cast<IntToPtrInst>(&I);
    if (!Cast ||
        Cast->getOperand(0)->getType() != Layout.getIntPtrType(Cast->getType()))
      continue;
    Value *Pointer = wholePointer(Sources.of(Cast->getOperand(0)));
    if (!Pointer || Pointer->getType() != Cast->getType())
      continue;
    Cast->replaceAllUsesWith(Pointer);
    Replaced.push_back(Cast);
  }
  RecursivelyDeleteTriviallyDeadInstructions(Replaced);
  return !Replaced.empty();
}
