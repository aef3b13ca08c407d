//===- CDeclarations.cpp - Types of debug information in C ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CDeclarations.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/MathExtras.h"

using namespace sooth;
using llvm::StringRef;
namespace dwarf = llvm::dwarf;

static std::string joined(StringRef Type, StringRef Inner) {
  const bool IsApart = !Inner.empty();
  return (Type + (IsApart ? " " : "") + Inner).str();
}

static StringRef keywordFor(const llvm::DICompositeType &T) {
  switch (T.getTag()) {
  case dwarf::DW_TAG_union_type:
    return "union ";
  case dwarf::DW_TAG_enumeration_type:
    return "enum ";
  default:
    return "struct ";
  }
}

static bool isFunctionOrArray(const llvm::DIType *T) {
  return T && (T->getTag() == dwarf::DW_TAG_array_type ||
               llvm::isa<llvm::DISubroutineType>(T));
}

/// "const" and the like; empty if \p T is no qualified type.
static StringRef qualifier(const llvm::DIType &T) {
  switch (T.getTag()) {
  case dwarf::DW_TAG_const_type:
    return "const";
  case dwarf::DW_TAG_volatile_type:
    return "volatile";
  case dwarf::DW_TAG_restrict_type:
    return "restrict";
  case dwarf::DW_TAG_atomic_type:
    return "_Atomic";
  default:
    return "";
  }
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

static bool isDataMember(const llvm::DINode *Part) {
  auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(Part);
  return Member && Member->getTag() == dwarf::DW_TAG_member;
}

static const llvm::DICompositeType *compositeOf(const llvm::DIType *T) {
  auto *Found =
      llvm::dyn_cast_or_null<llvm::DICompositeType>(withoutQualifiers(T));
  while (Found && Found->getTag() == dwarf::DW_TAG_array_type)
    Found = llvm::dyn_cast_or_null<llvm::DICompositeType>(
        withoutQualifiers(Found->getBaseType()));
  return Found;
}

/// Whether \p T is of the system: programs have its headers for its members.
static bool isOfSystem(const llvm::DICompositeType &T) {
  return T.getFile() && T.getFile()->getFilename().starts_with("/usr/");
}

/// Whether C puts the members of \p T, and all that they consist of, where they
/// are.
static bool hasUsualLayout(const llvm::DICompositeType &T) {
  if (T.isForwardDecl())
    return false;
  const bool IsUnion = T.getTag() == dwarf::DW_TAG_union_type;
  uint64_t End = 0, Alignment = 1;
  for (const llvm::DINode *Part : T.getElements()) {
    auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(Part);
    if (!Member || Member->isBitField() || Member->getAlignInBits())
      return false;
    const llvm::DICompositeType *Inner = compositeOf(Member->getBaseType());
    if (Inner && Inner->getTag() != dwarf::DW_TAG_enumeration_type &&
        !hasUsualLayout(*Inner))
      return false;
    const uint64_t Own = 8 * naturalAlignment(Member->getBaseType());
    if (Member->getOffsetInBits() != (IsUnion ? 0 : llvm::alignTo(End, Own)))
      return false;
    End = std::max(End, Member->getOffsetInBits() + Member->getSizeInBits());
    Alignment = std::max(Alignment, Own);
  }
  return T.getSizeInBits() == llvm::alignTo(End, Alignment);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// \p Inner is what stands where the name does: "*next".
std::string CDeclarations::declarator(const llvm::DIType *T,
                                      std::string Inner) {
  if (!T)
    return joined("void", Inner);
  if (auto *Composite = llvm::dyn_cast<llvm::DICompositeType>(T))
    return T->getTag() == dwarf::DW_TAG_array_type
               ? array(*Composite, std::move(Inner))
               : joined(composite(*Composite), Inner);
  if (auto *Function = llvm::dyn_cast<llvm::DISubroutineType>(T)) {
    const auto Types = Function->getTypeArray();
    Inner += "(" + parameters(*Function) + ")";
    return declarator(Types && Types.size() ? Types[0] : nullptr,
                      std::move(Inner));
  }
  auto *Derived = llvm::dyn_cast<llvm::DIDerivedType>(T);
  if (!Derived)
    return joined(T->getName(), Inner);
  const llvm::DIType *Base = Derived->getBaseType();
  if (T->getTag() == dwarf::DW_TAG_typedef) {
    declareTypedef(*Derived);
    return joined(T->getName(), Inner);
  }
  if (StringRef Word = qualifier(*T); !Word.empty())
    return Base && Base->getTag() == dwarf::DW_TAG_pointer_type
               ? declarator(Base, joined(Word, Inner))
               : (Word + " " + declarator(Base, std::move(Inner))).str();
  Inner = "*" + Inner;
  return declarator(Base, isFunctionOrArray(Base) ? "(" + Inner + ")" : Inner);
}

std::string CDeclarations::array(const llvm::DICompositeType &T,
                                 std::string Inner) {
  for (const llvm::DINode *Part : T.getElements()) {
    auto *Range = llvm::dyn_cast<llvm::DISubrange>(Part);
    auto *Count =
        Range
            ? llvm::dyn_cast_if_present<llvm::ConstantInt *>(Range->getCount())
            : nullptr;
    Inner += "[";
    if (Count && Count->getSExtValue() >= 0)
      Inner += std::to_string(Count->getZExtValue());
    Inner += "]";
  }
  return declarator(T.getBaseType(), std::move(Inner));
}

std::string CDeclarations::parameters(const llvm::DISubroutineType &T) {
  std::string Text;
  bool IsResult = true;
  for (const llvm::DIType *Type : T.getTypeArray()) {
    if (!std::exchange(IsResult, false))
      Text += (Text.empty() ? "" : ", ") +
              (Type ? declarator(Type, "") : std::string("..."));
  }
  return Text.empty() ? "void" : Text;
}

std::string CDeclarations::composite(const llvm::DICompositeType &T) {
  if (T.getName().empty())
    return (keywordFor(T) + "{ ").str() + body(T) + "}";
  std::string Text = (keywordFor(T) + T.getName()).str();
  if (T.getTag() == dwarf::DW_TAG_enumeration_type) {
    if (Done.insert(Text).second)
      Declarations.push_back(Text + " { " + body(T) + "};");
    return Text;
  }
  if (Done.insert("declared " + Text).second)
    Declarations.push_back(Text + ";");
  if (Told == Structures::Complete && !Done.count(Text) && !isOfSystem(T))
    Wanted.push_back(&T);
  return Text;
}

void CDeclarations::declareTypedef(const llvm::DIDerivedType &T) {
  if (T.getName() == "__builtin_va_list" ||
      !Done.insert(("typedef " + T.getName()).str()).second)
    return;
  auto *Base = llvm::dyn_cast_or_null<llvm::DICompositeType>(T.getBaseType());
  const bool IsUnnamed = Base && Base->getName().empty() &&
                         Base->getTag() != dwarf::DW_TAG_array_type;
  // Where its members are not told, it gets a name.
  std::string Text =
      IsUnnamed && !(Told == Structures::Complete && hasUsualLayout(*Base)) &&
              Base->getTag() != dwarf::DW_TAG_enumeration_type
          ? (keywordFor(*Base) + T.getName() + " " + T.getName()).str()
          : declarator(T.getBaseType(), T.getName().str());
  Declarations.push_back("typedef " + Text + ";");
}

std::string CDeclarations::bodyOfEnumeration(const llvm::DICompositeType &T) {
  std::string Text;
  for (const llvm::DINode *Part : T.getElements())
    if (auto *Value = llvm::dyn_cast<llvm::DIEnumerator>(Part))
      Text += (Value->getName() + " = ").str() +
              llvm::toString(Value->getValue(), 10, !Value->isUnsigned()) +
              ", ";
  return Text;
}

/// "int count; struct list *next; ".
std::string CDeclarations::body(const llvm::DICompositeType &T) {
  if (T.getTag() == dwarf::DW_TAG_enumeration_type)
    return bodyOfEnumeration(T);
  std::string Text;
  for (const llvm::DINode *Part : T.getElements()) {
    if (!isDataMember(Part))
      continue;
    auto *Member = llvm::cast<llvm::DIDerivedType>(Part);
    if (const llvm::DICompositeType *Inner = compositeOf(Member->getBaseType()))
      define(*Inner);
    Text += declarator(Member->getBaseType(), Member->getName().str()) + "; ";
  }
  return Text;
}

void CDeclarations::define(const llvm::DICompositeType &T) {
  if (T.getName().empty() || T.getTag() == dwarf::DW_TAG_enumeration_type ||
      !hasUsualLayout(T))
    return;
  const std::string Text = (keywordFor(T) + T.getName()).str();
  if (!Done.insert(Text).second)
    return;
  std::string Members = body(T);
  Declarations.push_back(Text + " { " + Members + "};");
}

void CDeclarations::defineAll() {
  for (size_t I = 0; I < Wanted.size(); ++I)
    define(*Wanted[I]);
  Wanted.clear();
}

std::string CDeclarations::declare(const llvm::DIType *T,
                                   const std::string &Name) {
  std::string Text = declarator(T, Name);
  defineAll();
  return Text;
}

std::vector<std::string> CDeclarations::takeDeclarations() {
  // What is defined at once need not be declared before.
  std::vector<std::string> All;
  for (std::string &Text : Declarations) {
    StringRef Last = All.empty() ? StringRef() : StringRef(All.back());
    if (Last.consume_back(";") &&
        StringRef(Text).starts_with((Last + " {").str()))
      All.pop_back();
    All.push_back(std::move(Text));
  }
  Declarations.clear();
  return All;
}
