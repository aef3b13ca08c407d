//===- PointsToOutside.cpp - Where pointers from outside lead ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments of the entry, and pointers that are found where one leads. What
// they are declared to lead to says which may lead to the same objects.
//
//===----------------------------------------------------------------------===//

#include "PointsTo.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/ProgramBeginning.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace sooth;
using namespace llvm;

using Instances = MemoryObject::Instances;

/// What is found in memory from outside leads there, too.
void PointsTo::addOutside(const Value *Pointer) {
  if (Nodes[find(ownPlace(Pointer)).Node].IsOutside)
    return;
  HasOutside = Changed = true;
  Place At = addObject(Pointer, std::nullopt, Instances::Many);
  Objects[ObjectOf[Pointer]].IsOutside = true;
  Nodes[find(At).Node].IsOutside = true;
}

/// What callers' pointers to \p At lead to is a member, \p Distance bytes
/// behind the beginning of a structure that the program goes to.
void PointsTo::startBefore(Cell At, int64_t Distance) {
  if (Nodes[At.Node].Offsets.Period)
    return;
  for (auto &[O, Start] : Nodes[At.Node].Objects)
    if (Objects[O].IsOutside && Start <= At.Offset &&
        Start > At.Offset - Distance) {
      Start = At.Offset - Distance;
      Objects[O].Type = nullptr;
      Nodes[At.Node].HasOtherTypes = true;
      Changed = true;
    }
}

/// What \p Pointer, one from outside, leads to is a \p T, which may be null.
/// Those that lead to the same structure or union may be equal, but for members
/// that are declared with restrict: what is modified through one is not
/// accessed through another. (Of arguments see OutsideMemory.)
void PointsTo::setTarget(const Value *Pointer, const DIType *T,
                         bool IsRestrict) {
  if (!T)
    return;
  const Cell At = find(ownPlace(Pointer));
  Node &Target = Nodes[At.Node];
  for (auto [O, Start] : Target.Objects)
    if (Objects[O].IsOutside && !Objects[O].Type &&
        reduced(Start, Target.Offsets.Period) == At.Offset)
      Objects[O].Type = T;
  Target.HasOtherTypes |= Target.Type && Target.Type != T;
  Target.Type = T;
  const Metadata *Key = aggregateKey(T);
  if (Key && !IsRestrict)
    if (const Value *First =
            ToStructure.try_emplace(Key, Pointer).first->second;
        First != Pointer)
      unify(ownPlace(First), ownPlace(Pointer));
}

/// \p Pointer, one from outside, is declared as a \p T, which may be null, or a
/// number.
void PointsTo::setDeclared(const Value *Pointer, const DIType *T) {
  if (!isPointer(T))
    return;
  const Cell At = find(ownPlace(Pointer));
  const uint64_t Period = Nodes[At.Node].Offsets.Period;
  for (auto [O, Start] : Nodes[At.Node].Objects)
    if (Objects[O].IsOutside && reduced(Start, Period) == At.Offset)
      Objects[O].Aligned = std::min(Objects[O].Aligned.value_or(UINT64_MAX),
                                    pointedAlignment(T));
  setTarget(Pointer, pointedType(T), isa<LoadInst>(Pointer) && isRestrict(T));
}

/// The type of what is at \p At, with qualifiers, if the declarations of all
/// objects that it may be in tell the same.
const DIType *PointsTo::declaredAt(Cell At) const {
  const Node &N = Nodes[At.Node];
  const DIType *Found = nullptr;
  for (auto [O, Start] : N.Objects) {
    const DIType *Of = Objects[O].Type;
    const int64_t Size = Of ? int64_t(Of->getSizeInBits() / 8) : 0;
    const int64_t Offset = At.Offset - Start;
    // (There may be several, one after the other.)
    if (Size == 0 || (Offset < 0 && N.Offsets.Period == 0))
      continue;
    const DIType *Here = memberAt(Of, uint64_t(reduced(Offset, Size)));
    if (Found && withoutQualifiers(Here) != withoutQualifiers(Found))
      return nullptr;
    if (!Found || !isRestrict(Here))
      Found = Here;
  }
  return Found;
}

/// Pointers from outside that are compared or subtracted may lead into one
/// object, and may lead to a function that they are compared with.
void PointsTo::joinCompared(const Value *A, const Value *B) {
  auto SiteOf = [&](const Value *Pointer) -> const Value * {
    if (auto At = placeOf(Pointer))
      for (auto [O, Start] : Nodes[find(*At).Node].Objects)
        if (Objects[O].IsOutside || isa<Function>(Objects[O].Site))
          return Objects[O].Site;
    return nullptr;
  };
  const Value *SiteA = SiteOf(A), *SiteB = SiteOf(B);
  if (SiteA && SiteB)
    unify(ownPlace(SiteA), ownPlace(SiteB));
}

void PointsTo::addArguments(const Function &Entry) {
  for (const Argument &A : Entry.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    if (Entry.getName() == "main") {
      markWild(&A);
      continue;
    }
    // Its text has been put in its place (provideArguments).
    if (A.use_empty() && Entry.hasFnAttribute(BeginsProgramName))
      continue;
    addOutside(&A);
    if (!A.hasByValAttr())
      setDeclared(&A, declaredType(A));
  }
}
