//===- DeclaredPointers.cpp - Pointers in memory as they are declared -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/DeclaredPointers.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace sooth;
using namespace llvm;

/// What a structure has at \p Offset, and where that begins; null if nothing.
static const DIDerivedType *memberAround(const DICompositeType &Structure,
                                         uint64_t Offset) {
  for (const DINode *Node : Structure.getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const uint64_t Begin = Member->getOffsetInBits() / 8;
    if (Begin <= Offset && Offset < Begin + Member->getSizeInBits() / 8)
      return Member;
  }
  return nullptr;
}

DeclaredPointer sooth::pointerAt(const DIType *T, uint64_t Offset) {
  DeclaredPointer Result;
  for (T = withoutQualifiers(T); T;) {
    auto *Composite = dyn_cast<DICompositeType>(T);
    if (!Composite) {
      Result.Target = structureKey(pointedType(T));
      return Offset == 0 ? Result : DeclaredPointer();
    }
    if (Composite->getTag() == dwarf::DW_TAG_array_type) {
      T = withoutQualifiers(Composite->getBaseType());
      const uint64_t Size = T ? T->getSizeInBits() / 8 : 0;
      if (Size == 0)
        return {};
      Offset %= Size;
      continue;
    }
    // (A union says nothing; nor do structures without a name, which are not
    // the same in all files.)
    const DIDerivedType *Member =
        Composite->getTag() == dwarf::DW_TAG_structure_type
            ? memberAround(*Composite, Offset)
            : nullptr;
    if (!Member)
      return {};
    const uint64_t Begin = Member->getOffsetInBits() / 8;
    Result.Container = Composite->getRawName();
    Result.Offset = Begin;
    T = withoutQualifiers(Member->getBaseType());
    Offset -= Begin;
  }
  return {};
}

bool sooth::mayBeOne(const DeclaredPointer &A, const DeclaredPointer &B) {
  if (A.Container && B.Container &&
      (A.Container != B.Container || A.Offset != B.Offset))
    return false;
  return !A.Target || !B.Target || A.Target == B.Target;
}

bool sooth::mayHoldStructure(const DIType *T, std::optional<uint64_t> Offset,
                             const Metadata *Structure) {
  T = withoutQualifiers(T);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (!Composite)
    return false;
  if (Composite->getTag() == dwarf::DW_TAG_union_type ||
      Composite->isForwardDecl() ||
      (structureKey(T) == Structure && Offset.value_or(0) == 0))
    return true;
  if (Composite->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = withoutQualifiers(Composite->getBaseType());
    const uint64_t Size = Element ? Element->getSizeInBits() / 8 : 0;
    if (Offset && Size)
      *Offset %= Size;
    return mayHoldStructure(Element, Offset, Structure);
  }
  for (const DINode *Node : Composite->getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const uint64_t Begin = Member->getOffsetInBits() / 8;
    if (!Offset)
      if (mayHoldStructure(Member->getBaseType(), Offset, Structure))
        return true;
    if (Offset && Begin <= *Offset &&
        *Offset < Begin + Member->getSizeInBits() / 8 &&
        mayHoldStructure(Member->getBaseType(), *Offset - Begin, Structure))
      return true;
  }
  return false;
}
