//===- CellVariables.cpp - The state variables that cells are -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CellVariables.h"

#include "Base/ArgumentObjects.h"
#include "ObjectText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

Expr CellVariables::key(const Storage &S, const CellNumber &C) const {
  Expr Key = S.ByObject ? C.Object : Expr();
  auto Append = [&](Expr Index) {
    Key = Key ? Ctx.make(Kind::Concat, {Key, Index}) : Index;
  };
  for (auto [I, Bits] : enumerate(S.IndexBits)) {
    if (Bits == 0)
      continue;
    Append(I < C.Indices.size() ? Ctx.mkExtract(Bits - 1, 0, C.Indices[I])
                                : Ctx.bv(C.Side, Bits));
  }
  return Key ? Key : Ctx.bv(0, 1);
}

Expr CellVariables::isCell(const Region &R, const Storage::Cell &Cell,
                           const CellNumber &C, bool OneObject) const {
  SmallVector<uint64_t, 3> Indices = Geometry.indicesOf(R, Cell.Index);
  if (Indices.pop_back_val() != C.Side)
    return Ctx.falseExpr();
  SmallVector<Expr> All;
  if (!OneObject)
    All.push_back(Ctx.mkEq(C.Object, Lifetimes.number(Cell.Object)));
  for (auto [Index, Here] : zip_equal(C.Indices, Indices))
    All.push_back(Ctx.mkEq(Index, Ctx.bv(Here, OffsetBits)));
  return Ctx.mkAnd(All);
}

static bool areOfOneObject(ArrayRef<unsigned> Objects) {
  return all_equal(Objects);
}

Expr CellVariables::read(const MemoryState &M, const Storage &S,
                         const CellNumber &C) const {
  if (S.Array)
    return Ctx.mkSelect(M.now(S.Array), key(S, C));
  SmallVector<unsigned> Objects;
  for (const Storage::Cell &Cell : S.Cells)
    Objects.push_back(Cell.Object);
  bool OneObject = areOfOneObject(Objects);
  Expr Result;
  for (const Storage::Cell &Cell : reverse(S.Cells)) {
    Expr Here = isCell(Parts.all()[S.InRegion], Cell, C, OneObject);
    if (Here.isFalse())
      continue;
    Expr Now = M.now(Cell.Var);
    Result = Result ? Ctx.mkIte(Here, Now, Result) : Now;
  }
  return Result;
}

void CellVariables::write(MemoryState &M, const Storage &S, const CellNumber &C,
                          Expr New) const {
  if (S.Array)
    return M.set(S.Array, Ctx.mkStore(M.now(S.Array), key(S, C), New));
  SmallVector<unsigned> Objects;
  for (const Storage::Cell &Cell : S.Cells)
    Objects.push_back(Cell.Object);
  bool OneObject = areOfOneObject(Objects);
  for (const Storage::Cell &Cell : S.Cells) {
    Expr Here = isCell(Parts.all()[S.InRegion], Cell, C, OneObject);
    if (!Here.isFalse())
      M.set(Cell.Var, Ctx.mkIte(Here, New, M.now(Cell.Var)));
  }
}

CellVariables::CellNumber CellVariables::cellAt(const Region &R, Expr Object,
                                                uint64_t Index) const {
  SmallVector<uint64_t, 3> Indices = Geometry.indicesOf(R, Index);
  CellNumber C{Object, {}, Indices.pop_back_val()};
  for (uint64_t I : Indices)
    C.Indices.push_back(Ctx.bv(I, OffsetBits));
  return C;
}

CellVariables::Storage CellVariables::make(unsigned R, Sort Element,
                                           StringRef Suffix,
                                           MemoryVariables &Variables) const {
  const Region &Part = Parts.all()[R];
  const PointsTo::Node &Node = Points.node(Part.Node);
  Storage S;
  S.Element = Element;
  S.InRegion = R;
  S.Name = objectText(Points.objects()[Node.Objects.front().first]);
  if (Geometry.isSmall(Part)) {
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      uint64_t Count = Geometry.cellsOf(Part, O);
      for (uint64_t I = 0; I < Count; ++I) {
        auto At = Geometry.offsetOf(Part, O, I);
        if (!At)
          continue;
        std::string Name = objectText(Object) + Geometry.indexText(Part, O, I);
        S.Cells.push_back({O, I, Variables.add(Name + Suffix.str(), Element)});
      }
    }
  } else {
    bool IsUnbounded = false;
    SmallVector<uint64_t, 3> Counts;
    for (const Region::Dimension &D : Part.Dimensions)
      Counts.push_back(D.Count.value_or(0));
    Counts.push_back(Part.Count);
    for (auto [O, Start] : Node.Objects) {
      const MemoryObject &Object = Points.objects()[O];
      IsUnbounded |= !Object.Size;
      if (Part.isUnbounded())
        Counts.front() = std::max(Counts.front(), Geometry.firstCount(Part, O));
      S.ByObject |= Object.How == Instances::Many;
    }
    S.ByObject |= Node.Objects.size() > 1;
    for (uint64_t Count : Counts)
      S.IndexBits.push_back(Count > 1 ? Log2_64_Ceil(Count) : 0);
    if (IsUnbounded && Part.isUnbounded())
      S.IndexBits.front() = OffsetBits;
    unsigned KeyBits = S.ByObject ? ObjectBits : 0;
    for (unsigned Bits : S.IndexBits)
      KeyBits += Bits;
    std::string Name = S.Name;
    if (Part.First || Part.Dimensions.empty())
      Name += "+" + std::to_string(Part.First);
    S.Array = Variables.add(
        Name + Suffix.str(),
        Ctx.arraySort(Ctx.bitVecSort(std::max(KeyBits, 1u)), Element));
  }
  noteArguments(Part, S, Variables);
  return S;
}

/// If variables that were just added hold main's arguments, says so.
void CellVariables::noteArguments(const Region &R, const Storage &S,
                                  MemoryVariables &Variables) const {
  for (auto [O, Start] : Points.node(R.Node).Objects) {
    ArgumentPart What = argumentPart(*Points.objects()[O].Site);
    uint64_t Size = What == ArgumentPart::Text ? 1 : 4;
    int64_t First = Geometry.firstIn(R, O);
    if (What == ArgumentPart::None || R.Subobject || R.Unit != Size ||
        R.isMixed() || S.Element != Ctx.bitVecSort(8 * Size) ||
        First % int64_t(Size) || R.Dimensions.size() > 1 ||
        (!R.Dimensions.empty() && R.Count > 1))
      continue;
    const uint64_t Pitch = R.Dimensions.empty() ? 0 : R.Dimensions[0].Pitch;
    if (Pitch % Size)
      continue;
    uint64_t Step = std::max<uint64_t>(Pitch / Size, 1);
    const auto Part = What == ArgumentPart::Text
                          ? ArgumentVariable::Part::Text
                          : ArgumentVariable::Part::Places;
    SmallVector<Expr, 2> Zeros(R.Dimensions.size(), Ctx.bv(0, OffsetBits));
    if (S.Array)
      Variables.Arguments.push_back(
          {S.Array, Part, key(S, {Lifetimes.number(O), Zeros, 0}).value(),
           uint64_t(First) / Size, Step,
           Pitch ? std::nullopt : std::optional(R.Count)});
    for (const Storage::Cell &Cell : S.Cells)
      if (Cell.Object == O)
        Variables.Arguments.push_back(
            {Cell.Var, Part, sooth::Value(),
             uint64_t(First) / Size + Cell.Index * Step, 1, 1});
  }
}
