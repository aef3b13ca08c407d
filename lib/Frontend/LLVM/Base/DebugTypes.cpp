//===- DebugTypes.cpp - Types as the source has them ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace sooth;
using namespace llvm;

const DIType *sooth::withoutQualifiers(const DIType *T) {
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
      T = Derived->getBaseType();
      break;
    default:
      return T;
    }
  }
  return T;
}

const DIType *sooth::declaredType(const Argument &A) {
  const DISubprogram *Where = A.getParent()->getSubprogram();
  if (!Where || !Where->getType())
    return nullptr;
  // The first type is that of the result, for which there may be a parameter.
  auto Types = Where->getType()->getTypeArray();
  const unsigned ForResult = A.getParent()->hasStructRetAttr();
  return Types.size() + ForResult == A.getParent()->arg_size() + 1 &&
                 A.getArgNo() >= ForResult
             ? Types[A.getArgNo() + 1 - ForResult]
             : nullptr;
}

const DIType *sooth::declaredResult(const Function &F) {
  const DISubprogram *Where = F.getSubprogram();
  if (!Where || !Where->getType())
    return nullptr;
  auto Types = Where->getType()->getTypeArray();
  return Types.size() ? Types[0] : nullptr;
}

bool sooth::isDeclaredSigned(const Argument &A) {
  auto *Type =
      dyn_cast_or_null<DIBasicType>(withoutQualifiers(declaredType(A)));
  return Type && Type->getEncoding() == dwarf::DW_ATE_signed;
}

const DIType *sooth::variableType(const Value &Site) {
  if (auto *Local = dyn_cast<AllocaInst>(&Site))
    for (const DbgVariableRecord *R :
         findDVRDeclares(const_cast<AllocaInst *>(Local)))
      return R->getVariable()->getType();
  if (auto *Global = dyn_cast<GlobalVariable>(&Site)) {
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    Global->getDebugInfo(Names);
    if (!Names.empty())
      return Names.front()->getVariable()->getType();
  }
  return nullptr;
}

bool sooth::isPointer(const DIType *T) {
  auto *Derived = dyn_cast_or_null<DIDerivedType>(withoutQualifiers(T));
  return Derived && Derived->getTag() == dwarf::DW_TAG_pointer_type;
}

const DIType *sooth::pointedType(const DIType *T) {
  auto *Pointer = dyn_cast_or_null<DIDerivedType>(withoutQualifiers(T));
  return Pointer && Pointer->getTag() == dwarf::DW_TAG_pointer_type
             ? withoutQualifiers(Pointer->getBaseType())
             : nullptr;
}

bool sooth::isRestrict(const DIType *T) {
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_restrict_type:
      return true;
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
      T = Derived->getBaseType();
      break;
    default:
      return false;
    }
  }
  return false;
}

/// Of a structure or union by its members.
static uint64_t alignmentOfMembers(const DICompositeType &T) {
  uint64_t Largest = 1;
  for (const DINode *Node : T.getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const uint64_t Of = std::max<uint64_t>(
        naturalAlignment(Member->getBaseType()), Member->getAlignInBytes());
    // Otherwise it is packed. (Bit-fields are anywhere.)
    if (!Member->isBitField() && Member->getOffsetInBits() / 8 % Of != 0)
      return 1;
    Largest = std::max(Largest, Of);
  }
  return T.getSizeInBits() / 8 % Largest == 0 ? Largest : 1;
}

uint64_t sooth::naturalAlignment(const DIType *T) {
  static constexpr uint64_t Most = 16; // long double has less on some
  // What a typedef says counts, whether that is more or less.
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(T)) {
    if (withoutQualifiers(T) == T)
      break;
    if (Derived->getTag() == dwarf::DW_TAG_typedef && Derived->getAlignInBits())
      return Derived->getAlignInBytes();
    T = Derived->getBaseType();
  }
  if (!T)
    return 1;
  const uint64_t Size = T->getSizeInBits() / 8;
  auto *Composite = dyn_cast<DICompositeType>(T);
  if (!Composite || Composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return isPowerOf2_64(Size) ? std::min(Size, Most) : 1;
  if (Composite->getTag() == dwarf::DW_TAG_array_type)
    return Composite->isVector() && isPowerOf2_64(Size)
               ? Size
               : naturalAlignment(Composite->getBaseType());
  return std::max<uint64_t>(alignmentOfMembers(*Composite),
                            Composite->getAlignInBytes());
}

uint64_t sooth::pointedAlignment(const DIType *T) {
  auto *Pointer = dyn_cast_or_null<DIDerivedType>(withoutQualifiers(T));
  return Pointer && Pointer->getTag() == dwarf::DW_TAG_pointer_type
             ? naturalAlignment(Pointer->getBaseType())
             : 1;
}

const DIType *sooth::scalarAt(const DIType *T, uint64_t Offset) {
  return withoutQualifiers(memberAt(T, Offset));
}

const DIType *sooth::memberAt(const DIType *Declared, uint64_t Offset) {
  const DIType *T = withoutQualifiers(Declared);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (!Composite || Composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return Offset == 0 ? Declared : nullptr;
  if (Composite->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = Composite->getBaseType();
    const uint64_t Size =
        Element ? withoutQualifiers(Element)->getSizeInBits() / 8 : 0;
    return Size ? memberAt(Element, Offset % Size) : nullptr;
  }
  if (Composite->getTag() != dwarf::DW_TAG_structure_type)
    return nullptr;
  for (const DINode *Node : Composite->getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const uint64_t Begin = Member->getOffsetInBits() / 8;
    if (Begin <= Offset && Offset < Begin + Member->getSizeInBits() / 8)
      return memberAt(Member->getBaseType(), Offset - Begin);
  }
  return nullptr;
}

std::optional<std::string> sooth::pathTo(const DIType *T, uint64_t Offset,
                                         char Letter) {
  T = withoutQualifiers(T);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (!T || !Composite || Composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return T && Offset == 0 ? std::optional(std::string()) : std::nullopt;
  if (Composite->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = withoutQualifiers(Composite->getBaseType());
    const uint64_t Size = Element ? Element->getSizeInBits() / 8 : 0;
    std::string Indices;
    for (unsigned I = 0; I < Composite->getElements().size(); ++I)
      Indices += {'[', Letter++, ']'};
    auto Rest = Size ? pathTo(Element, Offset % Size, Letter) : std::nullopt;
    return Rest ? std::optional(Indices + *Rest) : std::nullopt;
  }
  for (const DINode *Node : Composite->getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member ||
        Member->isBitField())
      continue;
    const uint64_t Begin = Member->getOffsetInBits() / 8;
    if (Begin > Offset || Offset >= Begin + Member->getSizeInBits() / 8)
      continue;
    if (auto Rest = pathTo(Member->getBaseType(), Offset - Begin, Letter))
      return (Member->getName().empty() ? "" : "." + Member->getName().str()) +
             *Rest;
  }
  return std::nullopt;
}

const Metadata *sooth::structureKey(const DIType *T) {
  return T && T->getTag() == dwarf::DW_TAG_structure_type ? aggregateKey(T)
                                                          : nullptr;
}

const Metadata *sooth::aggregateKey(const DIType *T) {
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (!Composite || (Composite->getTag() != dwarf::DW_TAG_structure_type &&
                     Composite->getTag() != dwarf::DW_TAG_union_type))
    return nullptr;
  if (const MDString *Name = Composite->getRawName())
    return Name;
  return Composite;
}

/// The list of all structures of a program, each with its name: a copy of a
/// part of it need not look for them.
static constexpr StringLiteral StructuresName = "sooth.structures";

/// Whether functions of the program are from several files.
static bool isOfSeveralFiles(const Module &M) {
  const DICompileUnit *First = nullptr;
  return any_of(M, [&](const Function &F) {
    const DISubprogram *Source = F.getSubprogram();
    if (!Source || F.isDeclaration() || isLibraryModel(F))
      return false;
    if (!First)
      First = Source->getUnit();
    return Source->getUnit() != First;
  });
}

void sooth::noteStructures(Module &M) {
  // (Linked, structures of one layout are one, by one of their names. What is
  // not in a copy must not name what is there.)
  if (M.getNamedMetadata(StructuresName) || isOfSeveralFiles(M))
    return;
  LLVMContext &Ctx = M.getContext();
  const auto All = structuresByName(M);
  NamedMDNode *List = M.getOrInsertNamedMetadata(StructuresName);
  for (auto &Entry : All)
    List->addOperand(MDNode::get(
        Ctx, {MDString::get(Ctx, Entry.first()),
              const_cast<DICompositeType *>(Entry.second)}));
}

void sooth::forgetStructures(Module &M) {
  if (NamedMDNode *List = M.getNamedMetadata(StructuresName))
    M.eraseNamedMetadata(List);
}

StringMap<const DICompositeType *> sooth::structuresByName(const Module &M) {
  StringMap<const DICompositeType *> Found;
  if (const NamedMDNode *List = M.getNamedMetadata(StructuresName)) {
    for (const MDNode *Entry : List->operands())
      Found[cast<MDString>(Entry->getOperand(0))->getString()] =
          cast<DICompositeType>(Entry->getOperand(1));
    return Found;
  }
  DebugInfoFinder Finder;
  Finder.processModule(M);
  auto Add = [&](const DIType *T, StringRef Name) {
    auto *Composite = dyn_cast_or_null<DICompositeType>(T);
    if (!Composite || Name.empty() || Composite->isForwardDecl())
      return;
    bool IsUnion = Composite->getTag() == dwarf::DW_TAG_union_type;
    if (IsUnion || Composite->getTag() == dwarf::DW_TAG_structure_type)
      Found.try_emplace(((IsUnion ? "union." : "struct.") + Name).str(),
                        Composite);
  };
  for (const DIType *T : Finder.types()) {
    Add(T, T->getName());
    if (auto *Named = dyn_cast<DIDerivedType>(T);
        Named && Named->getTag() == dwarf::DW_TAG_typedef)
      Add(Named->getBaseType(), Named->getName());
  }
  return Found;
}
