//===- MemoryShadow.cpp - Which cells have been written -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the program asks whether what it reads was written, each region that it
// asks about has a shadow: one bit for each cell, 1 as long as the cell is
// uninitialized. Shadows are stored as the cells are, and copied with them.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "llvm/IR/GlobalVariable.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// Cells of globals beyond which an array of shadows that has others, too, is
/// not written down.
static constexpr uint64_t MaxListed = 4096;

static bool isGlobal(const MemoryObject &Object) {
  return isa<GlobalVariable>(Object.Site);
}

/// What an array of shadows holds at first; null if that cannot be said.
Expr MemoryModel::initialShadow(unsigned R, const Storage &S) const {
  const Region &Part = Parts.all()[R];
  auto &Objects = Points.node(Part.Node).Objects;
  bool AllGlobal = all_of(Objects, [&](auto &Entry) {
    return isGlobal(Points.objects()[Entry.first]);
  });
  Expr Initial = Ctx.mkConstArray(S.Array.sort(), Ctx.bv(!AllGlobal, 1));
  if (AllGlobal)
    return Initial;
  uint64_t Listed = 0;
  for (auto [O, Start] : Objects) {
    const MemoryObject &Object = Points.objects()[O];
    if (!isGlobal(Object))
      continue;
    uint64_t Count = cellsOf(Part, O);
    Listed += Count;
    if (!Object.Size || Listed > MaxListed)
      return Expr();
    for (uint64_t I = 0; I < Count; ++I) {
      CellNumber Here = cellAt(Part, number(O), I);
      Initial = Ctx.mkStore(Initial, key(S, Here), Ctx.bv(0, 1));
    }
  }
  return Initial;
}

void MemoryModel::addShadow(unsigned R) {
  const Region &Part = Parts.all()[R];
  Shadows.emplace_back();
  if (!Points.asksForContent() || !Part.IsRead || isConstantRegion(Part))
    return;
  Storage S = makeStorage(R, Ctx.bitVecSort(1), ".uninitialized");
  SmallVector<Expr> Facts{Init};
  for (const Storage::Cell &Cell : S.Cells)
    Facts.push_back(Ctx.mkEq(
        Cell.Var, Ctx.bv(!isGlobal(Points.objects()[Cell.Object]), 1)));
  if (S.Array) {
    Expr Initial = initialShadow(R, S);
    if (!Initial)
      return;
    Facts.push_back(Ctx.mkEq(S.Array, Initial));
  }
  Init = Ctx.mkAnd(Facts);
  Shadows[R] = std::move(S);
}

std::optional<Expr> MemoryModel::isInitialized(const MemoryState &M,
                                               const Access &A) const {
  if (!A.InRegion)
    return std::nullopt;
  const Region &Part = Parts.all()[*A.InRegion];
  if (isConstantRegion(Part))
    return Ctx.trueExpr();
  if (!Shadows[*A.InRegion])
    return std::nullopt;
  SmallVector<Expr> All;
  for (uint64_t I = 0; I * Part.Unit < A.Bytes; ++I)
    // Outside of all objects there is nothing to say.
    if (Expr Bit = read(M, *Shadows[*A.InRegion], cellNumber(A, I)))
      All.push_back(Ctx.mkEq(Bit, Ctx.bv(0, 1)));
  return Ctx.mkAnd(All);
}

SmallVector<Expr> MemoryModel::uninitializedBytes(const MemoryState &M,
                                                  const Access &A,
                                                  const Type *T) const {
  SmallVector<Expr> Bytes(A.Bytes, Ctx.bv(0, 1));
  auto Put = [&](unsigned R, const CellNumber &C, uint64_t From) {
    Expr Bit = Shadows[R] ? read(M, *Shadows[R], C) : Expr();
    for (uint64_t I = 0; Bit && I < Parts.all()[R].Unit; ++I)
      if (From + I < Bytes.size())
        Bytes[From + I] = Bit;
  };
  if (T->isAggregateType()) {
    visitCells(A, A.Bytes, [&](unsigned R, const Access &Cell, int64_t Delta) {
      if (Delta >= 0 && Delta + Parts.all()[R].Unit <= A.Bytes)
        Put(R, cellNumber(Cell, 0), Delta);
    });
  } else if (A.InRegion) {
    const uint64_t Unit = Parts.all()[*A.InRegion].Unit;
    for (uint64_t I = 0; I * Unit < A.Bytes; ++I)
      Put(*A.InRegion, cellNumber(A, I), I * Unit);
  }
  return Bytes;
}

void MemoryModel::setUninitialized(MemoryState &M, const Access &A,
                                   ArrayRef<Expr> Bytes) const {
  auto BitOf = [&](uint64_t From, uint64_t Count) {
    Expr Bit = Ctx.bv(0, 1);
    for (uint64_t I = From; I < From + Count && I < Bytes.size(); ++I)
      Bit = Ctx.mkIte(Ctx.mkEq(Bytes[I], Ctx.bv(1, 1)), Bytes[I], Bit);
    return Bit;
  };
  if (!A.InRegion || !Shadows[*A.InRegion])
    return;
  const uint64_t Unit = Parts.all()[*A.InRegion].Unit;
  for (uint64_t I = 0; I * Unit < A.Bytes; ++I)
    write(M, *Shadows[*A.InRegion], cellNumber(A, I), BitOf(I * Unit, Unit));
}

SmallVector<const MemoryModel::Storage *, 3>
MemoryModel::componentsOf(unsigned R) const {
  SmallVector<const Storage *, 3> All;
  for (const Storage &S : Stores[R])
    All.push_back(&S);
  if (Shadows[R])
    All.push_back(&*Shadows[R]);
  return All;
}

bool MemoryModel::initializeAll(MemoryState &M, const Access &To,
                                uint64_t Bytes) const {
  auto &Objects = Points.node(To.Node).Objects;
  const MemoryObject *Only =
      Objects.size() == 1 ? &Points.objects()[Objects.front().first] : nullptr;
  if (!Only || Only->How == Instances::Many || Only->Size != Bytes ||
      To.At.Offset != Ctx.bv(0, OffsetBits))
    return false;
  for (unsigned R : Parts.of(To.Node))
    if (const auto &S = Shadows[R]) {
      for (const Storage::Cell &Cell : S->Cells)
        M.set(Cell.Var, Ctx.bv(0, 1));
      if (S->Array)
        M.set(S->Array, Ctx.mkConstArray(S->Array.sort(), Ctx.bv(0, 1)));
    }
  return true;
}

/// What is written is a part of the cell, or all of it.
void MemoryModel::initializeCell(MemoryState &M, unsigned R,
                                 const CellNumber &C,
                                 std::optional<uint64_t> Whole,
                                 FreshInput Unknown) const {
  if (!Shadows[R])
    return;
  Expr Before = read(M, *Shadows[R], C);
  Expr Zero = Ctx.bv(0, 1);
  if (!Whole && Before)
    Before = Ctx.mkIte(Ctx.mkEq(Before, Zero), Zero, Unknown(Zero.sort()));
  write(M, *Shadows[R], C, Whole || !Before ? Zero : Before);
}
