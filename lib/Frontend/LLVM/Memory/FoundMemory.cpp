//===- FoundMemory.cpp - Memory whose content nobody wrote ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a replay needs to know of memory: in which variables the content of an
// object is when the object is found. Pointers are left out where nobody can
// give a program addresses; in memory that its callers make, they can.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

/// Of arrays of arrays, so many cells at most.
static constexpr uint64_t MaxFound = 4096;

/// The integers and floating-point numbers in \p Object.
ObjectContent MemoryModel::findContent(unsigned Object) const {
  auto Result = std::make_shared<std::vector<MemoryCells>>();
  const MemoryObject &O = Points.objects()[Object];
  auto At = Points.pointee(O.Site);
  if (!At)
    return Result;
  for (unsigned R : Parts.of(At->Node)) {
    const Region &Part = Parts.all()[R];
    if (Stores[R].empty() || Part.isMixed() ||
        Part.Holds == MemoryAccess::Content::Pointer)
      continue;
    const Storage &S = Stores[R].front();
    for (const Storage::Cell &Cell : S.Cells)
      if (auto Offset = Geometry.offsetOf(Part, Object, Cell.Index);
          Offset && Cell.Object == Object)
        Result->push_back({*Offset, Part.Unit, Part.Unit, 1, Cell.Var});
    if (S.Array)
      addCells(S, Object, *Result);
  }
  return Result;
}

/// The cells of an array in rows, whose indices differ in the last place only.
void MemoryModel::addCells(const Storage &S, unsigned Object,
                           std::vector<MemoryCells> &To) const {
  const Region &Part = Parts.all()[S.InRegion];
  SmallVector<uint64_t, 3> Pitches;
  for (const Region::Dimension &D : Part.Dimensions)
    Pitches.push_back(D.Pitch);
  Pitches.push_back(Part.Unit);
  SmallVector<unsigned, 3> Bits(S.IndexBits.begin(), S.IndexBits.end());
  // What has one value only makes no row.
  while (Bits.size() > 1 && Bits.back() == 0) {
    Bits.pop_back();
    Pitches.pop_back();
  }
  const bool IsUnbounded = !Points.objects()[Object].Size && Part.isUnbounded();
  const uint64_t Count = IsUnbounded ? ObjectLifetimes::MostBytes / Part.Unit
                                     : Geometry.cellsOf(Part, Object);
  for (uint64_t I = 0; I < std::min(Count, MaxFound);) {
    SmallVector<uint64_t, 3> Indices = Geometry.indicesOf(Part, I);
    Indices.resize(Pitches.size());
    const uint64_t Row = Indices.size() == 1 ? Count
                         : Indices.size() - 1 == Part.Dimensions.size()
                             ? Part.Count
                             : *Part.Dimensions[Indices.size() - 1].Count;
    int64_t Offset = Geometry.firstIn(Part, Object);
    uint64_t Key = 0;
    for (auto [Index, Pitch, Width] : zip_equal(Indices, Pitches, Bits)) {
      Offset += int64_t(Index * Pitch);
      // (An index of all 64 bits is the only one.)
      Key = (Width < 64 ? Key << Width : 0) | Index;
    }
    if (Offset >= 0)
      To.push_back(
          {uint64_t(Offset), Pitches.back(), Part.Unit, Row, S.Array,
           S.ByObject ? MemoryCells::Objects::Many : MemoryCells::Objects::One,
           std::accumulate(Bits.begin(), Bits.end(), 0u), Key});
    I += Row;
  }
}

/// All that is in an object of the callers'. It is in arrays.
ObjectContent MemoryModel::findCallersContent(unsigned Object) const {
  auto Result = std::make_shared<std::vector<MemoryCells>>();
  for (unsigned R :
       Parts.of(Points.pointee(Points.objects()[Object].Site)->Node)) {
    const SmallVector<Storage, 2> &Store = Stores[R];
    if (Store.empty() || !Store.front().Array)
      continue;
    const size_t First = Result->size();
    addCells(Store.front(), Object, *Result);
    if (Store.size() == 2)
      for (MemoryCells &Cells : drop_begin(*Result, First))
        Cells.Offset = Store.back().Array;
  }
  return Result;
}

std::vector<CallersObjects> MemoryModel::callersMemory() const {
  std::vector<CallersObjects> All;
  for (auto [Object, Family] : Outside.families()) {
    All.push_back(std::move(Family));
    All.back().Content = findCallersContent(Object);
  }
  return All;
}

/// Whether control comes by a place where the local begins anew.
static bool hasLifetimes(const llvm::Value *Site) {
  return any_of(Site->users(), [](const User *By) {
    auto *Marker = dyn_cast<IntrinsicInst>(By);
    return Marker && Marker->getIntrinsicID() == Intrinsic::lifetime_start;
  });
}

static std::optional<FoundMemory::Kind> kindOf(const MemoryObject &Object) {
  if (auto *Global = dyn_cast<GlobalVariable>(Object.Site);
      Global && Global->isDeclaration())
    return FoundMemory::Kind::Global;
  if (isa<AllocaInst>(Object.Site) && Object.Size &&
      !hasLifetimes(Object.Site) && Object.How == MemoryObject::Instances::One)
    return FoundMemory::Kind::Local;
  return std::nullopt;
}

std::vector<FoundMemory> MemoryModel::foundAtStart() const {
  std::vector<FoundMemory> Found;
  for (auto [I, Object] : enumerate(Points.objects())) {
    auto What = kindOf(Object);
    if (!What)
      continue;
    FoundMemory New;
    New.What = *What;
    New.Name = Object.Site->getName().str();
    New.Fails = Ctx.falseExpr();
    New.Size = Ctx.bv(Object.Size.value_or(0), OffsetBits);
    New.Object = Lifetimes.number(I);
    New.Content = Contents[I];
    if (!New.Content->empty())
      Found.push_back(std::move(New));
  }
  return Found;
}
