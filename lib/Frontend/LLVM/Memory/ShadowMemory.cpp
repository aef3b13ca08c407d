//===- ShadowMemory.cpp - Which cells have been written -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the program asks whether what it reads was written, each region that it
// asks about has a shadow: one bit for each cell, 1 as long as the cell is
// uninitialized, or one for each byte of a mixed cell. Shadows are stored as
// the cells are, and copied with them.
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"

#include "llvm/IR/GlobalVariable.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Cells of globals beyond which an array of shadows that has others, too, is
/// not written down.
static constexpr uint64_t MaxListedCells = 4096;

static bool isGlobal(const MemoryObject &Object) {
  return isa<GlobalVariable>(Object.Site);
}

unsigned ShadowMemory::shadowBits(unsigned R) const {
  const Region &Part = Parts.all()[R];
  return Part.isMixed() ? Part.Unit : 1;
}

/// Of a cell that was not written.
Expr ShadowMemory::shadowOf(unsigned R) const {
  return Ctx.bv(APInt::getAllOnes(shadowBits(R)));
}

/// What an array of shadows holds at first; null if that cannot be said.
Expr ShadowMemory::initialShadow(unsigned R,
                                 const CellVariables::Storage &S) const {
  const Region &Part = Parts.all()[R];
  auto &Objects = Points.node(Part.Node).Objects;
  bool AllGlobal = all_of(Objects, [&](auto &Entry) {
    return isGlobal(Points.objects()[Entry.first]);
  });
  const Expr Zero = Ctx.bv(0, shadowBits(R));
  Expr Initial =
      Ctx.mkConstArray(S.Array.sort(), AllGlobal ? Zero : shadowOf(R));
  if (AllGlobal)
    return Initial;
  uint64_t Listed = 0;
  for (auto [O, Start] : Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (!isGlobal(Object))
      continue;
    uint64_t Count = Geometry.cellsOf(Part, O);
    Listed += Count;
    if (!Object.Size || Listed > MaxListedCells)
      return Expr();
    for (uint64_t I = 0; I < Count; ++I) {
      CellVariables::CellNumber Here =
          Cells.cellAt(Part, Lifetimes.number(O), I);
      Initial = Ctx.mkStore(Initial, Cells.key(S, Here), Zero);
    }
  }
  return Initial;
}

/// Whether it is all from outside, and counts as written.
bool ShadowMemory::isOutside(const Region &Part) const {
  auto &Objects = Points.node(Part.Node).Objects;
  return !Objects.empty() && all_of(Objects, [&](auto &Entry) {
    return Points.objects()[Entry.first].IsOutside;
  });
}

void ShadowMemory::addVariables(MemoryVariables &Variables) {
  for (unsigned R = 0; R < Parts.all().size(); ++R)
    addShadow(R, Variables);
}

void ShadowMemory::addShadow(unsigned R, MemoryVariables &Variables) {
  const Region &Part = Parts.all()[R];
  All.emplace_back();
  if (!Points.asksForContent() || !Part.IsRead ||
      Geometry.isConstantRegion(Part) || isOutside(Part))
    return;
  CellVariables::Storage S =
      Cells.make(R, Ctx.bitVecSort(shadowBits(R)), ".uninitialized", Variables);
  SmallVector<Expr> Facts{Variables.Init};
  for (const CellVariables::Storage::Cell &Cell : S.Cells)
    Facts.push_back(Ctx.mkEq(Cell.Var, isGlobal(Points.objects()[Cell.Object])
                                           ? Ctx.bv(0, shadowBits(R))
                                           : shadowOf(R)));
  if (S.Array) {
    Expr Initial = initialShadow(R, S);
    if (!Initial)
      return;
    Facts.push_back(Ctx.mkEq(S.Array, Initial));
  }
  Variables.Init = Ctx.mkAnd(Facts);
  All[R] = std::move(S);
}

/// Those of some bytes of a mixed cell.
static Expr bitsOf(ExprContext &Ctx, Expr Shadow, ByteRange Bytes) {
  return Ctx.mkExtract(Bytes.Begin + Bytes.Size - 1, Bytes.Begin, Shadow);
}

Expr ShadowMemory::read(const MemoryState &M, unsigned R,
                        const CellVariables::CellNumber &C) const {
  Expr Bits = Cells.read(M, *All[R], C);
  if (!Bits || !Points.node(Parts.all()[R].Node).IsOutside)
    return Bits;
  return Ctx.mkIte(Lifetimes.isOutside(C.Object),
                   Ctx.bv(0, Bits.sort().width()), Bits);
}

std::optional<Expr> ShadowMemory::isInitialized(const MemoryState &M,
                                                const Access &A) const {
  if (!A.InRegion)
    return std::nullopt;
  const Region &Part = Parts.all()[*A.InRegion];
  if (Geometry.isConstantRegion(Part) || isOutside(Part))
    return Ctx.trueExpr();
  if (!All[*A.InRegion])
    return std::nullopt;
  SmallVector<Expr> Facts;
  if (Part.isMixed())
    Locator.visitMixed(
        A, [&](const CellVariables::CellNumber &C, ByteRange Bytes, uint64_t) {
          if (Expr Bits = read(M, *A.InRegion, C))
            Facts.push_back(
                Ctx.mkEq(bitsOf(Ctx, Bits, Bytes), Ctx.bv(0, Bytes.Size)));
        });
  for (uint64_t I = 0; !Part.isMixed() && I * Part.Unit < A.Bytes; ++I)
    // Outside of all objects there is nothing to say.
    if (Expr Bit = read(M, *A.InRegion, Locator.cellNumber(A, I)))
      Facts.push_back(Ctx.mkEq(Bit, Ctx.bv(0, 1)));
  return Ctx.mkAnd(Facts);
}

SmallVector<Expr> ShadowMemory::uninitializedBytes(const MemoryState &M,
                                                   const Access &A,
                                                   const Type *T) const {
  SmallVector<Expr> Bytes(A.Bytes, Ctx.bv(0, 1));
  // The cell may begin before the bytes.
  auto Put = [&](unsigned R, const CellVariables::CellNumber &C, int64_t From) {
    Expr Bits = All[R] ? read(M, R, C) : Expr();
    const int64_t Unit = Parts.all()[R].Unit;
    for (int64_t I = 0; Bits && I < Unit; ++I)
      if (From + I >= 0 && From + I < int64_t(Bytes.size()))
        Bytes[From + I] =
            Parts.all()[R].isMixed() ? Ctx.mkExtract(I, I, Bits) : Bits;
  };
  if (T->isAggregateType()) {
    Locator.visitCells(
        A, A.Bytes, [&](unsigned R, const Access &Cell, int64_t Delta) {
          const Region &Part = Parts.all()[R];
          if (Part.isMixed() ||
              (Delta >= 0 && uint64_t(Delta) + Part.Unit <= A.Bytes))
            Put(R, Locator.cellNumber(Cell, 0), Delta);
        });
  } else if (A.InRegion && Parts.all()[*A.InRegion].isMixed()) {
    Locator.visitMixed(A, [&](const CellVariables::CellNumber &C, ByteRange Of,
                              uint64_t From) {
      Put(*A.InRegion, C, int64_t(From) - Of.Begin);
    });
  } else if (A.InRegion) {
    const uint64_t Unit = Parts.all()[*A.InRegion].Unit;
    for (uint64_t I = 0; I * Unit < A.Bytes; ++I)
      Put(*A.InRegion, Locator.cellNumber(A, I), I * Unit);
  }
  return Bytes;
}

void ShadowMemory::setUninitialized(MemoryState &M, const Access &A,
                                    ArrayRef<Expr> Bytes) const {
  auto BitOf = [&](uint64_t From, uint64_t Count) {
    Expr Bit = Ctx.bv(0, 1);
    for (uint64_t I = From; I < From + Count && I < Bytes.size(); ++I)
      Bit = Ctx.mkIte(Ctx.mkEq(Bytes[I], Ctx.bv(1, 1)), Bytes[I], Bit);
    return Bit;
  };
  if (!A.InRegion || !All[*A.InRegion])
    return;
  if (Parts.all()[*A.InRegion].isMixed())
    return Locator.visitMixed(A, [&](const CellVariables::CellNumber &C,
                                     ByteRange Of, uint64_t From) {
      Expr New;
      for (uint64_t I = From; I < From + Of.Size; ++I)
        New = New ? Ctx.make(Kind::Concat, {BitOf(I, 1), New}) : BitOf(I, 1);
      setShadow(M, *A.InRegion, C, Of, New);
    });
  const uint64_t Unit = Parts.all()[*A.InRegion].Unit;
  for (uint64_t I = 0; I * Unit < A.Bytes; ++I)
    Cells.write(M, *All[*A.InRegion], Locator.cellNumber(A, I),
                BitOf(I * Unit, Unit));
}

bool ShadowMemory::initializeAll(MemoryState &M, const Access &To,
                                 uint64_t Bytes) const {
  auto &Objects = Points.node(To.Node).Objects;
  const MemoryObject *Only =
      Objects.size() == 1 ? &Points.objects()[Objects.front().first] : nullptr;
  if (!Only || Only->How == Instances::Many || Only->Size != Bytes ||
      To.At.Offset != Ctx.bv(0, OffsetBits))
    return false;
  for (unsigned R : Parts.of(To.Node))
    if (const auto &S = All[R]) {
      for (const CellVariables::Storage::Cell &Cell : S->Cells)
        M.set(Cell.Var, Ctx.bv(0, shadowBits(R)));
      if (S->Array)
        M.set(S->Array,
              Ctx.mkConstArray(S->Array.sort(), Ctx.bv(0, shadowBits(R))));
    }
  return true;
}

/// Sets the bits of some bytes of a mixed cell.
void ShadowMemory::setShadow(MemoryState &M, unsigned R,
                             const CellVariables::CellNumber &C,
                             ByteRange Bytes, Expr New) const {
  const uint64_t Unit = Parts.all()[R].Unit, Begin = Bytes.Begin,
                 End = Begin + Bytes.Size;
  Expr Old = Cells.read(M, *All[R], C);
  if (!Old)
    return;
  if (Begin)
    New = Ctx.make(Kind::Concat, {New, Ctx.mkExtract(Begin - 1, 0, Old)});
  if (End < Unit)
    New = Ctx.make(Kind::Concat, {Ctx.mkExtract(Unit - 1, End, Old), New});
  Cells.write(M, *All[R], C, New);
}

/// \p Bytes bytes are written, of which the cell is \p Delta after the first:
/// a part of the cell, or all of it.
void ShadowMemory::initializeCell(MemoryState &M, unsigned R,
                                  const CellVariables::CellNumber &C,
                                  int64_t Delta, uint64_t Bytes,
                                  FreshInput Unknown) const {
  if (!All[R])
    return;
  ByteRange Of = CellGeometry::partOf(Parts.all()[R], Delta, Bytes);
  if (Parts.all()[R].isMixed())
    return setShadow(M, R, C, Of, Ctx.bv(0, Of.Size));
  const bool IsWhole = Of.Size == Parts.all()[R].Unit;
  Expr Before = Cells.read(M, *All[R], C);
  Expr Zero = Ctx.bv(0, 1);
  if (!IsWhole && Before)
    Before = Ctx.mkIte(Ctx.mkEq(Before, Zero), Zero, Unknown(Zero.sort()));
  Cells.write(M, *All[R], C, IsWhole || !Before ? Zero : Before);
}
