//===- MixedCells.cpp - Memory that holds pointers and numbers ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mixed cell has the scalars of a pointer. A number in it is the pointer that
// is that number: object 0. So what was written as a pointer is read as the
// same pointer, and only who reads it as a number, or a part of it, needs to
// know where objects are. Numbers that are narrower are parts of cells; writing
// one makes the cell a number.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "llvm/IR/Type.h"

using namespace sooth;
using namespace llvm;

/// What a cell holds, as a number; null if there is no such cell.
Expr MemoryModel::cellNumberOf(const MemoryState &M, unsigned R,
                               const CellNumber &C, FreshInput Unknown) const {
  Expr Object = Cells.read(M, Stores[R][0], C),
       Offset = Cells.read(M, Stores[R][1], C);
  if (!Object)
    return Expr();
  return Addresses.numberOf(M, Addresses.pointeesOf(R), {Object, Offset},
                            Unknown);
}

static Expr bytesOf(ExprContext &Ctx, Expr Word, uint64_t Begin,
                    uint64_t Size) {
  return Ctx.mkExtract(8 * (Begin + Size) - 1, 8 * Begin, Word);
}

/// Bytes of a cell become the number \p New.
void MemoryModel::setPart(MemoryState &M, unsigned R, const CellNumber &C,
                          ByteRange Bytes, Expr New, FreshInput Unknown) const {
  const uint64_t Unit = Parts.all()[R].Unit, Begin = Bytes.Begin,
                 End = Begin + Bytes.Size;
  if (Bytes.Size < Unit) {
    Expr Old = cellNumberOf(M, R, C, Unknown);
    if (!Old)
      return;
    if (Begin)
      New = Ctx.make(Kind::Concat, {New, bytesOf(Ctx, Old, 0, Begin)});
    if (End < Unit)
      New = Ctx.make(Kind::Concat, {bytesOf(Ctx, Old, End, Unit - End), New});
  }
  Cells.write(M, Stores[R][0], C, Ctx.bv(0, ObjectBits));
  Cells.write(M, Stores[R][1], C, Ctx.mkZeroExt(OffsetBits - 8 * Unit, New));
}

void MemoryModel::copyPart(MemoryState &M, const MemoryState &Before,
                           unsigned R, const CellNumber &To,
                           const CellNumber &From, ByteRange Bytes,
                           FreshInput Unknown) const {
  if (const auto &S = Shadows.find(R))
    if (Expr Bits = Cells.read(Before, *S, From))
      Shadows.setShadow(
          M, R, To, Bytes,
          Ctx.mkExtract(Bytes.Begin + Bytes.Size - 1, Bytes.Begin, Bits));
  if (Stores[R].empty())
    return;
  Expr Old = cellNumberOf(Before, R, From, Unknown);
  setPart(M, R, To, Bytes,
          Old ? bytesOf(Ctx, Old, Bytes.Begin, Bytes.Size)
              : Unknown(Ctx.bitVecSort(8 * Bytes.Size)),
          Unknown);
}

/// The pointer that a cell holds: a number may be the address of something.
Address MemoryModel::pointerIn(const MemoryState &M, unsigned R, Expr Object,
                               Expr Offset) const {
  if (none_of(Addresses.pointeesOf(R),
              [&](PointsTo::NodeId N) { return Addresses.isNumbered(N); }))
    return {Object, Offset};
  Address Found = Addresses.addressFrom(M, Addresses.pointeesOf(R),
                                        Addresses.narrowed(Offset));
  Expr IsNumber = Ctx.mkEq(Object, Ctx.bv(0, ObjectBits));
  return {Ctx.mkIte(IsNumber, Found.Object, Object),
          Ctx.mkIte(IsNumber, Found.Offset, Offset)};
}

Scalars MemoryModel::loadMixed(const MemoryState &M, const Access &A, Type *T,
                               FreshInput Unknown) const {
  const unsigned R = *A.InRegion;
  if (T->isPointerTy()) {
    CellNumber C = Locator.cellNumber(A, 0);
    Expr Object = Cells.read(M, Stores[R][0], C),
         Offset = Cells.read(M, Stores[R][1], C);
    if (!Object)
      return {Unknown(ObjectS), Unknown(OffsetS)};
    return scalarsOf(pointerIn(M, R, Object, Offset));
  }
  Expr Word;
  Locator.visitMixed(A, [&](const CellNumber &C, ByteRange Bytes, uint64_t) {
    Expr Number = cellNumberOf(M, R, C, Unknown);
    Expr Part = Number ? bytesOf(Ctx, Number, Bytes.Begin, Bytes.Size)
                       : Unknown(Ctx.bitVecSort(8 * Bytes.Size));
    Word = Word ? Ctx.make(Kind::Concat, {Part, Word}) : Part;
  });
  unsigned Width = scalarWidth(T);
  if (Width < Word.sort().width())
    Word = Ctx.mkExtract(Width - 1, 0, Word);
  return {Width == 1 ? Ctx.bvToBool(Word) : Word};
}

void MemoryModel::storeMixed(MemoryState &M, const Access &A, Type *T,
                             ArrayRef<Expr> New, FreshInput Unknown) const {
  const unsigned R = *A.InRegion;
  if (T->isPointerTy() && New.size() == 2 && New[0] && New[1]) {
    for (auto [S, Scalar] : zip_equal(Stores[R], New))
      Cells.write(M, S, Locator.cellNumber(A, 0), Scalar);
    return;
  }
  Locator.visitMixed(
      A, [&](const CellNumber &C, ByteRange Bytes, uint64_t From) {
        Expr Part = New.size() == 1 && New[0]
                        ? bytesOf(Ctx, New[0], From, Bytes.Size)
                        : Unknown(Ctx.bitVecSort(8 * Bytes.Size));
        setPart(M, R, C, Bytes, Part, Unknown);
      });
}
