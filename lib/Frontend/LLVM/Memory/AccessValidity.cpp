//===- AccessValidity.cpp - Which accesses to memory are valid ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessValidity.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Whether the bytes lie inside an object of this size.
Expr AccessValidity::fits(const MemoryState &M, const Access &A,
                          unsigned Object, std::optional<uint64_t> KnownSize,
                          Expr Size) const {
  const PointsTo::Node &Node = Points.node(A.Node);
  const uint64_t Period = Node.Offsets.Period;
  const bool IsFixed = isFixed(A);
  SmallVector<Expr> All;
  // Where in this object the access is, as the program's text has it.
  const uint64_t Here = A.Fixed - Points.displacement(A.Node, Object);
  if (Addresses.mayHaveAnyOffset(A.Node) && IsFixed)
    All.push_back(Ctx.mkEq(A.At.Offset, Ctx.bv(Here, OffsetBits)));
  const Region *R =
      A.InRegion && !A.Cell.empty() ? &Parts.all()[*A.InRegion] : nullptr;
  const uint64_t Pitch = R && A.Steps.empty()   ? R->Dimensions.front().Pitch
                         : !A.Enclosing.empty() ? A.Enclosing.back()->Stride
                                                : Period;
  if (Addresses.mayHaveAnyOffset(A.Node) && !IsFixed && !A.IsFree &&
      A.Steps.empty() && Pitch > 1) {
    // Objects may begin in the middle of a subobject.
    All.push_back(Ctx.mkEq(
        Ctx.make(Kind::BvUrem, {A.At.Offset, Ctx.bv(Pitch, OffsetBits)}),
        Ctx.bv(uint64_t(reduced(int64_t(Here), Pitch)), OffsetBits)));
  }
  if (A.IsInside) {
    All.push_back(A.IsInside);
    // In all periods that are there altogether.
    const int64_t Begin =
        Geometry.subobjectBegin(*A.Enclosing.front(), A.Node, Object);
    if (A.IsByTerms && Period && KnownSize && Begin >= 0) {
      const uint64_t End = Begin + A.Enclosing.front()->Size;
      const uint64_t Count =
          *KnownSize < End ? 0 : (*KnownSize - End) / Period + 1;
      if (*KnownSize <= Count * Period + Begin) {
        All.push_back(Ctx.mkUlt(A.Steps.front(), Ctx.bv(Count, OffsetBits)));
        return Ctx.mkAnd(All);
      }
    }
  } else if (!A.Enclosing.empty())
    All.push_back(isInSubobject(A, Object));
  const int64_t First = R ? Geometry.firstIn(*R, Object) + A.Inner : 0;
  if (R && KnownSize && A.Enclosing.empty() && !IsFixed && First >= 0) {
    uint64_t Count = *KnownSize < First + A.Bytes
                         ? 0
                         : (*KnownSize - First - A.Bytes) / Pitch + 1;
    All.push_back(Ctx.mkUlt(A.Cell.front(), Ctx.bv(Count, OffsetBits)));
    return Ctx.mkAnd(All);
  }
  if (A.MayWrap && A.Enclosing.empty() && !Outside.isAmple(A.Node))
    All.push_back(
        Ctx.mkUlt(A.Cell.front(), Ctx.bv(uint64_t(1) << 32, OffsetBits)));
  if (!A.Enclosing.empty() && Period == 0 && KnownSize &&
      Geometry.isSubobjectInside(*A.Enclosing.front(), A.Node, Object))
    return Ctx.mkAnd(All);
  Expr Offset = IsFixed ? Ctx.bv(Here, OffsetBits) : A.At.Offset;
  Expr EndsInside = endsInside(A, Offset, Size);
  All.push_back(Outside.isAmple(A.Node)
                    ? Ctx.mkOr(Lifetimes.isOutside(A.At.Object), EndsInside)
                    : EndsInside);
  return Ctx.mkAnd(All);
}

/// Whether it is at one place of the objects of its node.
bool AccessValidity::isFixed(const Access &A) const {
  return Points.node(A.Node).Offsets.Period == 0 && !A.IsFree &&
         A.Enclosing.empty();
}

/// Whether its bytes from \p Offset on are among the first \p Size.
Expr AccessValidity::endsInside(const Access &A, Expr Offset, Expr Size) const {
  Expr Bytes = Ctx.bv(A.Bytes, OffsetBits);
  return Ctx.mkAnd(Ctx.mkUle(Bytes, Size),
                   Ctx.mkUle(Offset, Ctx.make(Kind::BvSub, {Size, Bytes})));
}

/// Whether the bytes are in the subobject that their pointer is meant to stay
/// in.
Expr AccessValidity::isInSubobject(const Access &A, unsigned Object) const {
  const Subobject &In = *A.Enclosing.front();
  if (A.Bytes > In.Size)
    return Ctx.falseExpr();
  const int64_t Begin = Geometry.subobjectBegin(In, A.Node, Object);
  if (!A.Cell.empty()) {
    const Region &R = Parts.all()[*A.InRegion];
    const int64_t First = Geometry.firstIn(R, Object) + A.Inner - Begin;
    const int64_t Last = int64_t(In.Size - A.Bytes) - First;
    if (Last < 0)
      return Ctx.falseExpr();
    return Ctx.mkUlt(
        A.Cell.front(),
        Ctx.bv(uint64_t(Last) / R.Dimensions.front().Pitch + 1, OffsetBits));
  }
  Expr Distance =
      Ctx.make(Kind::BvSub, {A.At.Offset, Ctx.bv(uint64_t(Begin), OffsetBits)});
  return Ctx.mkUle(Distance, Ctx.bv(In.Size - A.Bytes, OffsetBits));
}

/// The same at any offset of the object, whatever cells or subobjects it has.
static Access anywhere(Access A) {
  A.Enclosing.clear();
  A.Steps.clear();
  A.IsInside = Expr();
  A.Cell.clear();
  A.MayWrap = false;
  A.IsFree = true;
  return A;
}

Expr AccessValidity::isInObject(const MemoryState &M, const Access &A) const {
  if (A.Enclosing.empty() && !Addresses.mayHaveAnyOffset(A.Node))
    return isValid(M, A);
  const Access Free = anywhere(A);
  // Of several indices, the former is easier to see.
  return A.IsInside ? Ctx.mkOr(isValid(M, A), isValid(M, Free))
                    : isValid(M, Free);
}

Expr AccessValidity::isValid(const MemoryState &M, const Access &A) const {
  if (!A.HasObjects)
    return Ctx.falseExpr();
  const PointsTo::Node &Node = Points.node(A.Node);
  SmallVector<Expr> Ways;
  for (auto [O, Start] : Node.Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (Object.How == Instances::Many)
      continue;
    Expr IsIt = Ctx.mkEq(A.At.Object, Lifetimes.number(O));
    if (IsIt.isFalse())
      continue;
    Expr Live = Lifetimes.liveVariable(O);
    Ways.push_back(
        Ctx.mkAnd({IsIt, fits(M, A, O, Object.Size, Lifetimes.sizeOf(M, O)),
                   Live ? M.now(Live) : Ctx.trueExpr()}));
  }
  Expr Sizes = Lifetimes.sizesVariable(A.Node),
       Lives = Lifetimes.livesVariable(A.Node);
  Expr Live = Lives ? Ctx.bvToBool(Ctx.mkSelect(M.now(Lives), A.At.Object))
                    : Ctx.trueExpr();
  for (auto [I, Many] : enumerate(Points.manyObjects(A.Node))) {
    std::optional<uint64_t> Known;
    if (!Sizes) // all are as large
      Known = Points.objects()[Many.One].Size;
    Expr Size = Sizes ? Ctx.mkSelect(M.now(Sizes), A.At.Object)
                      : Ctx.bv(*Known, OffsetBits);
    Ways.push_back(
        Ctx.mkAnd({Lifetimes.isOfMany(A.At.Object, A.Node, unsigned(I)), Live,
                   fits(M, A, Many.One, Known, Size)}));
  }
  return Ctx.mkOr(Ways);
}

Expr AccessValidity::isWithinAmple(const MemoryState &M,
                                   const Access &A) const {
  Expr Sizes = Lifetimes.sizesVariable(A.Node);
  if (!Outside.isAmple(A.Node) || isFixed(A) || !Sizes)
    return Ctx.trueExpr();
  return Ctx.mkOr(
      Ctx.mkNot(Lifetimes.isOutside(A.At.Object)),
      endsInside(A, A.At.Offset, Ctx.mkSelect(M.now(Sizes), A.At.Object)));
}

Expr AccessValidity::hasBytes(const MemoryState &M, const llvm::Value *Pointer,
                              const Address &At, uint64_t Bytes) const {
  Access Free = anywhere(Locator.access(Pointer, At, 1));
  Free.Bytes = Bytes;
  return isValid(M, Free);
}

Expr AccessValidity::isValidRange(const MemoryState &M,
                                  const llvm::Value *Pointer, const Address &At,
                                  Expr Size) const {
  // The first byte is inside, and the last is in the same object.
  const Access First = anywhere(Locator.access(Pointer, At, 1));
  Expr Last = Ctx.make(
      Kind::BvAdd,
      {At.Offset, Ctx.make(Kind::BvSub, {Size, Ctx.bv(1, OffsetBits)})});
  Access End = First;
  End.At.Offset = Last;
  return Ctx.mkAnd(
      {isValid(M, First), isValid(M, End), Ctx.mkUle(At.Offset, Last)});
}

Expr AccessValidity::isFunction(const llvm::Value *Pointer,
                                const Address &At) const {
  Expr IsIt = Lifetimes.isObjectThat(Pointer, At.Object, [&](unsigned O) {
    return isa<Function>(Points.objects()[O].Site) ? Ctx.trueExpr() : Expr();
  });
  // A pointer to a function from outside leads to some function.
  if (auto Cell = Points.pointee(Pointer);
      Cell && Points.node(Cell->Node).IsOutside)
    IsIt = Ctx.mkOr(IsIt, Lifetimes.isOutside(At.Object));
  return Ctx.mkAnd(IsIt, Ctx.mkEq(At.Offset, Ctx.bv(0, OffsetBits)));
}

Expr AccessValidity::isConstant(const llvm::Value *Pointer,
                                const Address &At) const {
  return Lifetimes.isObjectThat(Pointer, At.Object, [&](unsigned O) {
    auto *G = dyn_cast<GlobalVariable>(Points.objects()[O].Site);
    return G && G->isConstant() ? Ctx.trueExpr() : Expr();
  });
}

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

/// As far as the distance between the pointers is known.
bool AccessValidity::neverOverlap(const Range &A, const Range &B,
                                  bool CountsSame) const {
  auto P = Points.pointee(A.Pointer), Q = Points.pointee(B.Pointer);
  if (!P || !Q || P->Node != Q->Node)
    return true;
  auto IsByte = [&](const Range &R) {
    return R.Size.isConst() && R.Size.value().bits().ule(1);
  };
  if (!CountsSame && IsByte(A) && IsByte(B))
    return true;
  uint64_t Period = Points.node(P->Node).Offsets.Period;
  for (PointsTo::Cell At : {*P, *Q})
    for (const Subobject *Z : Points.positionOf(At).Enclosing)
      Period = std::gcd(Period, Z->Stride);
  // Without a period offsets are constants, for which the formula is as good.
  if (Period == 0 || Addresses.mayHaveAnyOffset(P->Node) || !A.Size.isConst() ||
      !B.Size.isConst())
    return false;
  const uint64_t OfA = A.Size.value().bits().getZExtValue(),
                 OfB = B.Size.value().bits().getZExtValue();
  const uint64_t AtA = Parts.offsetInNode(*P) % Period,
                 AtB = Parts.offsetInNode(*Q) % Period;
  const uint64_t Distance = (AtA + Period - AtB) % Period;
  if (Distance == 0)
    return !CountsSame && OfA <= Period && OfB <= Period;
  return Distance >= OfB && Period - Distance >= OfA;
}

Expr AccessValidity::overlap(const Range &A, const Range &B,
                             bool CountsSame) const {
  if (neverOverlap(A, B, CountsSame))
    return Ctx.falseExpr();
  Expr IsObject = Ctx.mkNot(Ctx.mkEq(A.At.Object, Ctx.bv(0, ObjectBits)));
  auto Minus = [&](const Range &X, const Range &Y) {
    return Ctx.make(Kind::BvSub, {X.At.Offset, Y.At.Offset});
  };
  auto IsSome = [&](const Range &R) {
    return Ctx.mkNot(Ctx.mkEq(R.Size, Ctx.bv(0, OffsetBits)));
  };
  Expr IsWanted = CountsSame ? Ctx.trueExpr()
                             : Ctx.mkNot(Ctx.mkEq(A.At.Offset, B.At.Offset));
  return Ctx.mkAnd({Ctx.mkEq(A.At.Object, B.At.Object), IsObject, IsSome(A),
                    IsSome(B), IsWanted,
                    Ctx.mkOr(Ctx.mkUlt(Minus(A, B), B.Size),
                             Ctx.mkUlt(Minus(B, A), A.Size))});
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

Expr AccessValidity::isMisaligned(const llvm::Value *Pointer, const Address &At,
                                  uint64_t By) const {
  auto Cell = Points.pointee(Pointer);
  if (!Cell)
    return Ctx.falseExpr();
  const PointsTo::Node &Node = Points.node(Cell->Node);
  Expr Low = Ctx.make(Kind::BvAnd, {At.Offset, Ctx.bv(By - 1, OffsetBits)});
  Expr IsOdd = Ctx.mkNot(Ctx.mkEq(Low, Ctx.bv(0, OffsetBits)));
  uint64_t Period = Node.Offsets.Period;
  for (const Subobject *Z : Points.positionOf(*Cell).Enclosing)
    Period = std::gcd(Period, Z->Stride);
  // The points-to analysis often knows.
  auto IsOff = [&](unsigned O) {
    // What callers pass is taken to be aligned, which is a need; a violation
    // is none of theirs.
    if (Points.mayBeMisaligned(O, By) &&
        (Outside.environment() == Environment::Any ||
         Outside.environment() == Environment::Ample))
      return Ctx.boolean(Outside.environment() == Environment::Any);
    if (Points.alignmentOf(O) < By)
      return Ctx.trueExpr();
    if (Addresses.mayHaveAnyOffset(Cell->Node) || Period % By != 0)
      return IsOdd;
    uint64_t Offset =
        Parts.offsetInNode(*Cell) - Points.displacement(Cell->Node, O);
    return Ctx.boolean(Offset % By != 0);
  };
  Expr IsFixed = Lifetimes.isObjectThat(Pointer, At.Object, [&](unsigned O) {
    return Points.objects()[O].How == Instances::One ? IsOff(O) : Expr();
  });
  SmallVector<Expr> Ways{IsFixed};
  for (auto [I, Many] : enumerate(Points.manyObjects(Cell->Node))) {
    SmallVector<Expr> Off;
    for (auto [O, Start] : Node.Objects)
      if (Points.objects()[O].How == Instances::Many &&
          reduced(Start, Node.Offsets.Period) == Many.Start)
        Off.push_back(IsOff(O));
    Ways.push_back(Ctx.mkAnd(
        Lifetimes.isOfMany(At.Object, Cell->Node, unsigned(I)), Ctx.mkOr(Off)));
  }
  return Ctx.mkOr(Ways);
}
