//===- ObjectText.cpp - Objects in memory for people ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectText.h"

#include "OutsideMemory.h"
#include "Source/SourceMap.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

#include <set>

using namespace sooth;
using namespace llvm;

/// More of them are not listed.
static constexpr size_t MaxListed = 3;

std::string sooth::objectText(const MemoryObject &Object) {
  if (auto *Local = dyn_cast<AllocaInst>(Object.Site)) {
    StringRef Name = localName(*Local);
    return Name.empty() ? "local" : Name.str();
  }
  auto *Call = dyn_cast<CallBase>(Object.Site);
  if (Object.IsOutside && !isa<Argument>(Object.Site))
    return "outside";
  if (!Call)
    return Object.Site->getName().str();
  const DILocation *Where = Call->getDebugLoc();
  std::string Text = calledFunction(*Call)->getName().str();
  return Where ? Text + "@" + std::to_string(Where->getLine()) : Text;
}

std::string sooth::bytesText(uint64_t Bytes) {
  return utostr(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

static unsigned declaredLine(const llvm::Value *Site) {
  if (auto *Local = dyn_cast<AllocaInst>(Site))
    for (const DbgVariableRecord *R :
         findDVRDeclares(const_cast<AllocaInst *>(Local)))
      return R->getVariable()->getLine();
  if (auto *Global = dyn_cast<GlobalVariable>(Site)) {
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    Global->getDebugInfo(Names);
    if (!Names.empty())
      return Names.front()->getVariable()->getLine();
  }
  return 0;
}

/// Where the program makes \p Call, or calls the library function whose model
/// does; null if that is not known. Puts that function's name into \p Callee.
static const DILocation *placeInProgram(const CallBase &Call,
                                        StringRef &Callee) {
  Callee = calledFunction(Call)->getName();
  const DILocation *Where = Call.getDebugLoc();
  for (; Where && isInLibraryModel(*Where); Where = Where->getInlinedAt())
    Callee = Where->getScope()->getSubprogram()->getName();
  return Where;
}

StringRef sooth::calleeInProgram(const CallBase &Call) {
  StringRef Callee;
  placeInProgram(Call, Callee);
  return Callee;
}

/// Who allocates, and where that is called. What a model of a library function
/// allocates, that function does.
static std::pair<StringRef, const DILocation *>
allocation(const CallBase &Call) {
  StringRef Allocator;
  const DILocation *Where = placeInProgram(Call, Allocator);
  return {Allocator, Where};
}

StringRef sooth::allocatorOf(const CallBase &Call) {
  return allocation(Call).first;
}

static bool isLiteral(const llvm::Value *Site) {
  auto *Global = dyn_cast<GlobalVariable>(Site);
  return Global && Global->isConstant() &&
         (Global->hasPrivateLinkage() || Global->getName().starts_with(".str"));
}

static NamedObject ofCaller(const MemoryObject &Object) {
  if (isa<Argument>(Object.Site))
    return {NamedObject::Kind::OfPointer, objectText(Object)};
  return {NamedObject::Kind::OfCaller};
}

static NamedObject allocated(const CallBase &Call, const MemoryObject &Object) {
  auto [Allocator, Where] = allocation(Call);
  return {NamedObject::Kind::Allocation, Allocator.str(), Object.Size,
          Where ? Where->getLine() : 0};
}

bool sooth::isLibraryVariable(const llvm::Value *Site) {
  const DIFile *File = nullptr;
  if (auto *Local = dyn_cast<AllocaInst>(Site))
    for (const DbgVariableRecord *R :
         findDVRDeclares(const_cast<AllocaInst *>(Local)))
      File = R->getVariable()->getFile();
  if (auto *Global = dyn_cast<GlobalVariable>(Site)) {
    SmallVector<DIGlobalVariableExpression *, 1> Names;
    Global->getDebugInfo(Names);
    if (!Names.empty() && Names.front()->getVariable()->isLocalToUnit())
      File = Names.front()->getVariable()->getFile();
  }
  return File && File->getFilename().starts_with(LibraryFileName);
}

NamedObject sooth::namedObject(const MemoryObject &Object) {
  if (Object.IsOutside)
    return ofCaller(Object);
  if (isLibraryVariable(Object.Site))
    return {NamedObject::Kind::OfLibrary, "", Object.Size};
  if (auto *Call = dyn_cast<CallBase>(Object.Site))
    return allocated(*Call, Object);
  if (isa<Function>(Object.Site))
    return {NamedObject::Kind::Function, Object.Site->getName().str()};
  return {isLiteral(Object.Site) ? NamedObject::Kind::Literal
                                 : NamedObject::Kind::Variable,
          objectText(Object), Object.Size, declaredLine(Object.Site)};
}

std::vector<NamedObject>
sooth::namedObjects(ArrayRef<const MemoryObject *> Objects) {
  std::vector<NamedObject> Named;
  if (Objects.size() <= MaxListed)
    for (const MemoryObject *Object : Objects)
      Named.push_back(namedObject(*Object));
  return Named;
}

std::vector<unsigned> sooth::linesOf(ArrayRef<const CallBase *> Calls) {
  std::set<unsigned> Lines;
  for (const CallBase *Call : Calls) {
    StringRef Callee;
    const DILocation *Where = placeInProgram(*Call, Callee);
    if (!Where && Call->getDebugLoc())
      return {}; // in a line that the user does not know
    if (Where)
      Lines.insert(Where->getLine());
  }
  if (Lines.size() > MaxListed)
    return {};
  return {Lines.begin(), Lines.end()};
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static ObjectTable::Object::Kind kindOf(const llvm::Value *Site) {
  using Kind = ObjectTable::Object::Kind;
  if (isa<Function>(Site))
    return Kind::Function;
  if (!isa<AllocaInst, GlobalValue>(Site) || isLiteral(Site))
    return Kind::Other;
  Type *T = isa<AllocaInst>(Site) ? cast<AllocaInst>(Site)->getAllocatedType()
                                  : cast<GlobalValue>(Site)->getValueType();
  return T->isArrayTy()    ? Kind::Array
         : T->isStructTy() ? Kind::Structure
                           : Kind::Scalar;
}

static ObjectTable::Object entryFor(const MemoryObject &Object) {
  ObjectTable::Object Entry;
  Entry.What = kindOf(Object.Site);
  Entry.Size = Object.Size;
  Entry.Name = Entry.What == ObjectTable::Object::Kind::Other
                   ? describeObject(namedObject(Object))
                   : objectText(Object);
  StringRef Characters;
  if (isLiteral(Object.Site) &&
      getConstantStringInfo(Object.Site, Characters)) {
    Entry.What = ObjectTable::Object::Kind::Text;
    Entry.Characters = Characters.str();
  }
  if (const DIType *T = variableType(*Object.Site))
    Entry.Parts = partsOf(T);
  return Entry;
}

static bool isCharacterArray(const DIType *T) {
  while (auto *Named = dyn_cast_or_null<DIDerivedType>(T))
    T = Named->getBaseType();
  auto *Array = dyn_cast_or_null<DICompositeType>(T);
  if (!Array || Array->getTag() != dwarf::DW_TAG_array_type ||
      Array->getElements().size() != 1)
    return false;
  T = Array->getBaseType();
  while (auto *Named = dyn_cast_or_null<DIDerivedType>(T))
    T = Named->getBaseType();
  auto *Element = dyn_cast_or_null<DIBasicType>(T);
  return Element && (Element->getEncoding() == dwarf::DW_ATE_signed_char ||
                     Element->getEncoding() == dwarf::DW_ATE_unsigned_char);
}

/// Whether a text may be in \p Site, which is where \p Content is.
static bool mayHoldText(const llvm::Value *Site, const ObjectContent &Content) {
  bool AreBytes =
      !Content->empty() && all_of(*Content, [](const MemoryCells &Cells) {
        return Cells.Bytes == 1;
      });
  return AreBytes &&
         (isa<CallBase>(Site) || isCharacterArray(variableType(*Site)));
}

static bool isVisibleAt(const llvm::Value *Site, const DILocation *Where) {
  if (auto *Global = dyn_cast<GlobalVariable>(Site))
    return !Global->isConstant();
  auto *Local = dyn_cast<AllocaInst>(Site);
  return Local && Where &&
         any_of(findDVRDeclares(const_cast<AllocaInst *>(Local)),
                [&](const DbgVariableRecord *R) {
                  const DILocation *Scope = R->getDebugLoc();
                  return Scope &&
                         Scope->getInlinedAt() == Where->getInlinedAt() &&
                         Scope->getScope()->getSubprogram() ==
                             Where->getScope()->getSubprogram();
                });
}

SmallVector<unsigned> sooth::textsVisibleAt(const PointsTo &Points,
                                            const ObjectTable &Table,
                                            const DILocation *Where) {
  SmallVector<unsigned> Numbers;
  for (auto [I, Object] : enumerate(Points.objects()))
    if (const ObjectTable::Object *Known = Table.find(I + 1);
        Known->Content && isVisibleAt(Object.Site, Where))
      Numbers.push_back(I + 1);
  return Numbers;
}

std::shared_ptr<const ObjectTable>
sooth::makeObjectTable(const PointsTo &Points,
                       ArrayRef<ObjectContent> Contents) {
  auto Table = std::make_shared<ObjectTable>();
  SmallVector<const MemoryObject *> Many;
  if (Points.hasOutside())
    Table->setCallers(ObjectLifetimes::FirstOutside, OutsideMemory::FamilySize);
  for (auto [Object, Content] : zip_equal(Points.objects(), Contents)) {
    ObjectTable::Object Entry = entryFor(Object);
    if (!isLiteral(Object.Site) && mayHoldText(Object.Site, Content))
      Entry.Content = Content;
    Table->add(std::move(Entry));
    if (Object.How == MemoryObject::Instances::Many && !Object.IsOutside)
      Many.push_back(&Object);
  }
  if (std::string Text = describeObjects(namedObjects(Many)); !Text.empty())
    Table->setOthers(Text);
  return Table;
}
