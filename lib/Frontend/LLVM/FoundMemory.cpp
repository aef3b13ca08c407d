//===- FoundMemory.cpp - Memory whose content nobody wrote ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a replay needs to know of memory: in which variables the content of an
// object is when the object is found. Pointers are left out; nobody can give a
// program addresses that it has not made itself.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"

#include "sooth/Frontend/LLVM/Vocabulary.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace sooth;
using namespace llvm;

/// Of objects whose size is not known, so many cells at most.
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
    if (Stores[R].empty() || Part.Holds == MemoryAccess::Content::Pointer)
      continue;
    const Storage &S = Stores[R].front();
    for (const Storage::Cell &Cell : S.Cells)
      if (auto Offset = offsetOf(Part, Object, Cell.Index);
          Offset && Cell.Object == Object)
        Result->push_back({*Offset, Part.Unit, Part.Unit, 1, Cell.Var});
    const int64_t First = firstIn(Part, Object);
    if (!S.Array || First < 0)
      continue;
    const bool IsOpen = !O.Size && Part.Pitch && !Part.Zone;
    Result->push_back(
        {uint64_t(First), Part.Pitch ? Part.Pitch : Part.Unit, Part.Unit,
         IsOpen ? MaxFound : cellsOf(Part, Object), S.Array,
         S.ByObject ? MemoryCells::Objects::Many : MemoryCells::Objects::One,
         S.IndexBits});
  }
  return Result;
}

/// Whether control comes by a place where the local begins anew.
static bool isRenewed(const llvm::Value *Site) {
  return any_of(Site->users(), [](const User *By) {
    auto *Marker = dyn_cast<IntrinsicInst>(By);
    return Marker && Marker->getIntrinsicID() == Intrinsic::lifetime_start;
  });
}

static std::optional<FoundMemory::Kind> kindOf(const MemoryObject &Object) {
  if (auto *Global = dyn_cast<GlobalVariable>(Object.Site);
      Global && Global->isDeclaration())
    return FoundMemory::Kind::Global;
  if (isa<AllocaInst>(Object.Site) && Object.Size && !isRenewed(Object.Site) &&
      Object.How == MemoryObject::Instances::One)
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
    New.Object = number(I);
    New.Content = Contents[I];
    if (!New.Content->empty())
      Found.push_back(std::move(New));
  }
  return Found;
}
