//===- StructureUses.cpp - Structures that are used as such only ----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructureUses.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

static Type *withoutArrays(Type *T) {
  while (auto *Array = dyn_cast<ArrayType>(T))
    T = Array->getElementType();
  return T;
}

static const DIType *withoutArrays(const DIType *T) {
  T = withoutQualifiers(T);
  while (T && T->getTag() == dwarf::DW_TAG_array_type)
    T = withoutQualifiers(cast<DICompositeType>(T)->getBaseType());
  return T;
}

//===----------------------------------------------------------------------===//
// Structures and members
//===----------------------------------------------------------------------===//

/// The innermost member of a \p T that is \p Offset bytes after its beginning.
static std::optional<NumberMember> memberIn(Type *T, uint64_t Offset,
                                            const DataLayout &Layout) {
  std::optional<NumberMember> Found;
  for (;;) {
    if (auto *Array = dyn_cast<ArrayType>(T)) {
      T = Array->getElementType();
      const uint64_t Size = Layout.getTypeAllocSize(T);
      if (Size == 0)
        return std::nullopt;
      Offset %= Size;
    } else if (auto *Struct = dyn_cast<StructType>(T)) {
      const StructLayout *Of = Layout.getStructLayout(Struct);
      if (Struct->getNumElements() == 0 || Offset >= Of->getSizeInBytes())
        return std::nullopt;
      const unsigned I = Of->getElementContainingOffset(Offset);
      Found = {Struct, Of->getElementOffset(I)};
      Offset -= Found->Offset;
      T = Struct->getElementType(I);
    } else {
      return Offset == 0 ? Found : std::nullopt;
    }
  }
}

/// The member of a structure that \p Step goes to; nothing if it is a
/// structure, or if no structure is left.
static std::optional<NumberMember> memberBy(const GEPOperator &Step,
                                            const DataLayout &Layout) {
  Type *T = Step.getSourceElementType();
  std::optional<NumberMember> Found;
  for (const Use &Index : drop_begin(Step.indices())) {
    if (auto *Struct = dyn_cast<StructType>(T))
      Found = {Struct, Layout.getStructLayout(Struct)->getElementOffset(
                           unsigned(cast<ConstantInt>(Index)->getZExtValue()))};
    T = GetElementPtrInst::getTypeAtIndex(T, Index.get());
  }
  return isa<StructType>(withoutArrays(T)) ? std::nullopt : Found;
}

std::optional<NumberMember> sooth::memberNamedBy(const llvm::Value &Pointer) {
  const llvm::Value *At = &Pointer;
  const DataLayout *Layout = nullptr;
  if (auto *I = dyn_cast<Instruction>(At))
    Layout = &I->getDataLayout();
  while (auto *Step = dyn_cast<GEPOperator>(At)) {
    if (isa<StructType>(withoutArrays(Step->getSourceElementType()))) {
      if (auto *Global = dyn_cast<GlobalVariable>(getUnderlyingObject(Step, 0)))
        Layout = &Global->getDataLayout();
      auto Found = Layout ? memberBy(*Step, *Layout) : std::nullopt;
      if (Found || At == &Pointer)
        return Found;
      return std::nullopt;
    }
    At = Step->getPointerOperand();
  }
  // (Constants may say no more than how many bytes.)
  auto *Global = dyn_cast<GlobalVariable>(At);
  if (!Global || !isa<Constant>(Pointer))
    return std::nullopt;
  APInt Offset(
      Global->getDataLayout().getIndexTypeSizeInBits(Pointer.getType()), 0);
  Pointer.stripAndAccumulateConstantOffsets(Global->getDataLayout(), Offset,
                                            /*AllowNonInbounds=*/true);
  return memberIn(Global->getValueType(), Offset.getZExtValue(),
                  Global->getDataLayout());
}

void StructureUses::addStructures() {
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (const DIType *T : Finder.types()) {
    auto *Source = dyn_cast<DICompositeType>(T);
    if (!structureKey(T) || Source->isForwardDecl())
      continue;
    const DICompositeType *Known =
        Sources.try_emplace(structureKey(T), Source).first->second;
    // Two of one name.
    if (Known->getSizeInBits() != Source->getSizeInBits() ||
        Known->getElements().size() != Source->getElements().size())
      refuse(structureKey(T));
  }
  for (const DIType *T : Finder.types())
    if (T->getTag() == dwarf::DW_TAG_union_type)
      for (Key Of : structuresIn(*cast<DICompositeType>(T)))
        refuse(Of);
  for (auto &[Name, Source] : structuresByName(M)) {
    auto *T = StructType::getTypeByName(M.getContext(), Name);
    if (!T || T->isOpaque() || !structureKey(Source))
      continue;
    Declared[T] = Source;
    if (!Types.try_emplace(structureKey(Source), T).second)
      refuse(structureKey(Source));
    addMembers(*T, *Source);
  }
}

/// Those that are members of \p T, or elements of arrays that are.
SmallVector<StructureUses::Key>
StructureUses::structuresIn(const DICompositeType &T) const {
  SmallVector<Key> All;
  for (const DINode *Node : T.getElements())
    if (auto *Member = dyn_cast<DIDerivedType>(Node))
      if (Key Of = structureKey(withoutArrays(Member->getBaseType())))
        All.push_back(Of);
  return All;
}

/// With \p Of.
SetVector<StructureUses::Key> StructureUses::allWithin(Key Of) const {
  SetVector<Key> All;
  All.insert(Of);
  for (unsigned I = 0; I < All.size(); ++I)
    if (const DICompositeType *Source = Sources.lookup(All[I]))
      for (Key Part : structuresIn(*Source))
        All.insert(Part);
  return All;
}

/// The one member of \p Source that is \p Offset bytes after its beginning, and
/// no bit-field; null if there is none.
static const DIDerivedType *declaredMember(const DICompositeType &Source,
                                           uint64_t Offset, uint64_t Bytes) {
  const DIDerivedType *Found = nullptr;
  for (const DINode *Node : Source.getElements()) {
    auto *Member = dyn_cast<DIDerivedType>(Node);
    if (!Member || Member->getTag() != dwarf::DW_TAG_member)
      continue;
    const uint64_t Begin = Member->getOffsetInBits(),
                   End = Begin + Member->getSizeInBits();
    if (End <= 8 * Offset || Begin >= 8 * (Offset + Bytes))
      continue;
    if (Found || Member->isBitField() || Begin != 8 * Offset ||
        Member->getSizeInBits() != 8 * Bytes)
      return nullptr;
    Found = Member;
  }
  return Found;
}

/// Whether numbers of type \p T have signs; nothing if it is no such type.
static std::optional<bool> signOf(const DIType *T) {
  T = withoutArrays(T);
  if (auto *Enum = dyn_cast_or_null<DICompositeType>(T);
      Enum && Enum->getTag() == dwarf::DW_TAG_enumeration_type)
    return Enum->getBaseType() ? signOf(Enum->getBaseType())
                               : std::optional(false);
  auto *Number = dyn_cast_or_null<DIBasicType>(T);
  if (!Number || Number->getEncoding() == dwarf::DW_ATE_boolean)
    return std::nullopt;
  const auto Sign = Number->getSignedness();
  return Sign ? std::optional(*Sign == DIBasicType::Signedness::Signed)
              : std::nullopt;
}

void StructureUses::addMembers(StructType &T, const DICompositeType &Source) {
  const StructLayout *Of = Layout.getStructLayout(&T);
  for (unsigned I = 0; I < T.getNumElements(); ++I) {
    auto *Number = dyn_cast<IntegerType>(withoutArrays(T.getElementType(I)));
    const uint64_t At = Of->getElementOffset(I),
                   Bytes = Layout.getTypeAllocSize(T.getElementType(I));
    const DIDerivedType *Member = declaredMember(Source, At, Bytes);
    const auto Sign = Member ? signOf(Member->getBaseType()) : std::nullopt;
    const auto Path = pathTo(&Source, At);
    if (!Number || Number->getBitWidth() > 64 || !Sign || !Path || Bytes == 0)
      continue;
    sooth::StructureUses::Member &New = Members[{&T, At}];
    New.Type = Number;
    New.Bytes = Bytes;
    New.HasSign = *Sign;
    New.Structure = Source.getName().empty()
                        ? T.getName().drop_front(strlen("struct.")).str()
                        : "struct " + Source.getName().str();
    New.Path = StringRef(*Path).drop_front().str();
  }
}

/// What is in it, too.
void StructureUses::refuse(Key Of) {
  if (Of)
    for (Key Each : allWithin(Of))
      Refused.insert(Each);
}

StructureUses::Key StructureUses::keyOf(const NumberMember &Which) const {
  return structureKey(Declared.lookup(Which.Of));
}

/// The structures that have \p Of in them, too.
void StructureUses::refuseAround(Key Of) {
  for (auto &[Other, Source] : Sources)
    if (allWithin(Other).contains(Of))
      refuse(Other);
  refuse(Of);
}

SmallVector<PlacedMember> StructureUses::membersIn(Type *T) const {
  SmallVector<PlacedMember> All;
  auto Add = [&](auto &&Self, Type *T, uint64_t At) -> void {
    if (auto *Array = dyn_cast<ArrayType>(T)) {
      const uint64_t Size = Layout.getTypeAllocSize(Array->getElementType());
      if (isa<StructType>(withoutArrays(T)))
        for (uint64_t I = 0; I < Array->getNumElements(); ++I)
          Self(Self, Array->getElementType(), At + I * Size);
    } else if (auto *Struct = dyn_cast<StructType>(T)) {
      const StructLayout *Of = Layout.getStructLayout(Struct);
      for (unsigned I = 0; I < Struct->getNumElements(); ++I) {
        const uint64_t Offset = Of->getElementOffset(I);
        auto Known = Members.find({Struct, Offset});
        if (Known != Members.end())
          All.push_back({Known->first, At + Offset, Known->second.Bytes});
        else
          Self(Self, Struct->getElementType(I), At + Offset);
      }
    }
  };
  Add(Add, T, 0);
  return All;
}

//===----------------------------------------------------------------------===//
// What pointers lead to, as they are declared
//===----------------------------------------------------------------------===//

StructureUses::Target StructureUses::targetOf(const DIType *T) const {
  Target Found;
  for (T = withoutArrays(T); isPointer(T); T = withoutArrays(pointedType(T)))
    ++Found.Pointers;
  Found.Of = structureKey(T);
  return Found.Of ? Found : Target();
}

/// Null for what is no structure that the source declares.
const DIType *StructureUses::declared(Type *T) const {
  return Declared.lookup(dyn_cast<StructType>(withoutArrays(T)));
}

/// A variable that only the compiler knows of.
static bool isTemporary(const llvm::Value &V) {
  auto *Local = dyn_cast<AllocaInst>(&V);
  return Local && Local->getAllocatedType()->isPointerTy() && !variableType(V);
}

template <typename Range>
const DIType *StructureUses::common(const Range &Pointers, unsigned Levels) {
  const DIType *Found = nullptr;
  bool HasOne = false;
  for (const llvm::Value *P : Pointers) {
    if (isa<ConstantPointerNull, UndefValue>(P))
      continue;
    const DIType *T = pointee(*P, Levels);
    if (HasOne && targetOf(T) != targetOf(Found))
      return nullptr;
    Found = T;
    HasOne = true;
  }
  return Found;
}

const DIType *StructureUses::pointee(const llvm::Value &Pointer,
                                     unsigned Levels) {
  if (auto It = Known.find(&Pointer); It != Known.end())
    return It->second;
  const DIType *T = Levels ? pointeeAnew(Pointer, Levels - 1) : nullptr;
  return Known[&Pointer] = T;
}

const DIType *StructureUses::pointeeOf(const Argument &A) {
  if (Type *Whole = A.getPointeeInMemoryValueType())
    return declared(Whole);
  for (const User *By : A.users())
    if (auto *Store = dyn_cast<StoreInst>(By);
        Store && Store->getValueOperand() == &A)
      if (const DIType *T = variableType(*Store->getPointerOperand()))
        return pointedType(T);
  return pointedType(declaredType(A));
}

const DISubroutineType *StructureUses::calledType(const CallBase &Call,
                                                  unsigned Levels) {
  if (const Function *F = calledFunction(Call))
    return F->getSubprogram() ? F->getSubprogram()->getType() : nullptr;
  return dyn_cast_or_null<DISubroutineType>(
      pointee(*Call.getCalledOperand(), Levels));
}

const DIType *StructureUses::pointeeOf(const CallBase &Call, unsigned Levels) {
  const DISubroutineType *Of = calledType(Call, Levels);
  auto Types = Of ? Of->getTypeArray() : DITypeRefArray();
  return Of && Types.size() ? pointedType(Types[0]) : nullptr;
}

const DIType *StructureUses::pointeeOf(const GEPOperator &Step,
                                       unsigned Levels) {
  Type *From = withoutArrays(Step.getSourceElementType()),
       *To = withoutArrays(Step.getResultElementType());
  if (isa<StructType>(To))
    return declared(To);
  if (!isa<StructType>(From)) {
    const DIType *T = withoutArrays(pointee(*Step.getPointerOperand(), Levels));
    return targetOf(T).Of && targetOf(T).Pointers == 0 ? nullptr : T;
  }
  const auto Member = memberBy(Step, Layout);
  return Member ? scalarAt(declared(Member->Of), Member->Offset) : nullptr;
}

const DIType *StructureUses::pointeeAnew(const llvm::Value &Pointer,
                                         unsigned Levels) {
  if (auto *Step = dyn_cast<GEPOperator>(&Pointer))
    return pointeeOf(*Step, Levels);
  if (auto *A = dyn_cast<Argument>(&Pointer))
    return pointeeOf(*A);
  if (auto *Call = dyn_cast<CallBase>(&Pointer))
    return pointeeOf(*Call, Levels);
  if (auto *Merged = dyn_cast<PHINode>(&Pointer))
    return common(Merged->incoming_values(), Levels);
  if (auto *Choice = dyn_cast<SelectInst>(&Pointer))
    return common(ArrayRef<const llvm::Value *>{Choice->getTrueValue(),
                                                Choice->getFalseValue()},
                  Levels);
  if (auto *Load = dyn_cast<LoadInst>(&Pointer)) {
    const llvm::Value &From = *Load->getPointerOperand();
    if (!isTemporary(From))
      return pointedType(withoutArrays(pointee(From, Levels)));
    SmallVector<const llvm::Value *> Stored;
    for (const User *By : From.users())
      if (auto *Store = dyn_cast<StoreInst>(By))
        Stored.push_back(Store->getValueOperand());
    return common(Stored, Levels);
  }
  if (auto *Local = dyn_cast<AllocaInst>(&Pointer)) {
    const DIType *T = withoutArrays(variableType(*Local));
    return T ? T : declared(Local->getAllocatedType());
  }
  if (auto *Global = dyn_cast<GlobalVariable>(&Pointer)) {
    const DIType *T = withoutArrays(variableType(*Global));
    return T ? T : declared(Global->getValueType());
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What is done with them
//===----------------------------------------------------------------------===//

/// Whether \p Pointer, which is declared to lead to anything, leads to
/// \p Wanted, and is used as a pointer to that only: it was just allocated, or
/// is what others pass and know what it leads to.
bool StructureUses::mayBecome(const llvm::Value &Pointer, Target Wanted) {
  if (auto *Call = dyn_cast<CallBase>(&Pointer)) {
    const Function *F = calledFunction(*Call);
    return (classify(*Call) == CalleeKind::Allocation ||
            (F && F->isDeclaration() && !isOfLibrary(*F))) &&
           isUsedAs(*Call, Wanted);
  }
  auto *Load = dyn_cast<LoadInst>(&Pointer);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Slot && all_of(Slot->users(), [&](const User *By) {
           auto *Store = dyn_cast<StoreInst>(By);
           return isa<LoadInst>(By)
                      ? isUsedAs(*By, Wanted)
                      : Store && isa<Argument>(Store->getValueOperand());
         });
}

/// Whether a function is given \p Argument that takes it for a pointer to
/// \p Wanted, or frees it, or is not shown.
bool StructureUses::isPassedAs(const CallBase &Call, const Use &Argument,
                               Target Wanted) {
  const Function *F = calledFunction(Call);
  if (classify(Call) == CalleeKind::Deallocation)
    return true;
  if (!F || !Call.isArgOperand(&Argument))
    return false;
  if (F->isDeclaration())
    return !isOfLibrary(*F) && !F->isIntrinsic();
  const unsigned Number = Call.getArgOperandNo(&Argument);
  return Number < F->arg_size() &&
         targetOf(pointee(*F->getArg(Number))) == Wanted;
}

/// Whether all uses of \p Pointer take it for one to \p Wanted.
bool StructureUses::isUsedAs(const llvm::Value &Pointer, Target Wanted) {
  return all_of(Pointer.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (auto *Store = dyn_cast<StoreInst>(By))
      return U.getOperandNo() == 0 &&
             targetOf(pointedType(withoutArrays(
                 pointee(*Store->getPointerOperand())))) == Wanted;
    if (auto *Step = dyn_cast<GEPOperator>(By))
      return Wanted == targetOf(declared(Step->getSourceElementType()));
    if (auto *Call = dyn_cast<CallBase>(By))
      return isPassedAs(*Call, U, Wanted);
    return isa<ICmpInst>(By) || isa<ReturnInst>(By);
  });
}

/// That \p Pointer is used as one to a \p To, which may be null for what is not
/// known.
void StructureUses::convert(const llvm::Value &Pointer, const DIType *To) {
  if (!Pointer.getType()->isPointerTy() ||
      isa<ConstantPointerNull, UndefValue>(Pointer))
    return;
  const Target Is = targetOf(pointee(Pointer)), Wanted = targetOf(To);
  if (Is == Wanted)
    return;
  refuse(Is.Of);
  if (!Wanted.Of)
    return;
  if (Is.Of || !mayBecome(Pointer, Wanted))
    return refuse(Wanted.Of);
  auto *Call = dyn_cast<CallBase>(&Pointer);
  if (!Call || classify(*Call) != CalleeKind::Allocation ||
      Wanted.Pointers != 0)
    return;
  if (calledFunction(*Call)->getName() == "calloc")
    noteSet(Wanted.Of, 0, nullptr);
  else if (StructType *As = Types.lookup(Wanted.Of))
    Allocations.push_back({Call, As});
  else
    refuse(Wanted.Of);
}

void StructureUses::refuseMember(const llvm::Value &Pointer) {
  if (auto Which = memberNamedBy(Pointer))
    Members.erase(*Which);
}

void StructureUses::noteStep(const GEPOperator &Step) {
  const llvm::Value &From = *Step.getPointerOperand();
  if (auto *T =
          dyn_cast<StructType>(withoutArrays(Step.getSourceElementType()))) {
    if (!Declared.count(T))
      return convert(From, nullptr);
    return convert(From, Declared.lookup(T));
  }
  const Target Is = targetOf(pointee(From));
  if (Is.Of && Is.Pointers == 0)
    refuse(Is.Of);
}

/// A read or a write at \p Pointer.
void StructureUses::noteAccess(const Instruction &I,
                               const llvm::Value &Pointer) {
  auto Which = memberNamedBy(Pointer);
  auto Known = Which ? Members.find(*Which) : Members.end();
  if (Known == Members.end())
    return;
  const bool IsOther =
      getLoadStoreType(const_cast<Instruction *>(&I)) != Known->second.Type;
  if (IsOther && isa<StoreInst>(I))
    return refuse(keyOf(*Which));
  if (IsOther || I.isVolatile() || I.isAtomic())
    Members.erase(Known);
}

void StructureUses::noteStore(const StoreInst &Store) {
  const llvm::Value &To = *Store.getPointerOperand();
  noteAccess(Store, To);
  // Of a structure at once, or a part of it.
  const DIType *At = pointee(To);
  if (const Target Is = targetOf(At);
      Is.Of && Is.Pointers == 0 && !isa<Constant>(To))
    refuse(Is.Of);
  if (Store.getValueOperand()->getType()->isPointerTy() && !isTemporary(To))
    convert(*Store.getValueOperand(), pointedType(withoutArrays(At)));
}

/// Of a difference, and of an address that is compared, nobody makes another
/// pointer.
void StructureUses::noteNumber(const PtrToIntOperator &I) {
  const bool IsHarmless = all_of(I.users(), [](const User *By) {
    return isa<ICmpInst>(By) ||
           (isa<BinaryOperator>(By) &&
            cast<BinaryOperator>(By)->getOpcode() == Instruction::Sub &&
            all_of(By->operands(),
                   [](const Use &U) { return isa<PtrToIntOperator>(U); }));
  });
  if (!IsHarmless)
    convert(*I.getPointerOperand(), nullptr);
}

/// The address of a member that \p I does more with than to access it.
void StructureUses::noteOperands(const Instruction &I) {
  if (isa<LoadInst, ICmpInst, GetElementPtrInst>(I) ||
      isa<LifetimeIntrinsic>(I))
    return;
  for (const Use &U : I.operands()) {
    if (!isa<GEPOperator>(U) || (isa<MemSetInst>(I) && U.getOperandNo() == 0))
      continue;
    if (isa<StoreInst>(I) &&
        U.getOperandNo() == StoreInst::getPointerOperandIndex())
      continue;
    refuseMember(*U);
  }
}

void StructureUses::notePassed(const CallBase &Call, const Function &To) {
  for (const Use &U : Call.args()) {
    const unsigned I = Call.getArgOperandNo(&U);
    if (I >= To.arg_size())
      convert(*U, nullptr);
    else if (!Call.isByValArgument(I))
      convert(*U, pointee(*To.getArg(I)));
  }
}

void StructureUses::notePassed(const CallBase &Call,
                               const DISubroutineType *To) {
  auto Types = To ? To->getTypeArray() : DITypeRefArray();
  for (const Use &U : Call.args()) {
    const unsigned I = Call.getArgOperandNo(&U) + 1;
    convert(*U, To && I < Types.size() ? pointedType(Types[I]) : nullptr);
  }
}

/// What is set to \p Byte, with all in it; by what, if that is known to set one
/// structure.
void StructureUses::noteSet(Key All, uint8_t Byte, const MemSetInst *By) {
  for (Key Each : allWithin(All))
    for (auto It = Members.lower_bound({Types.lookup(Each), 0});
         It != Members.end() && It->first.Of == Types.lookup(Each); ++It) {
      Member &Of = It->second;
      const unsigned Bits = Of.Type->getBitWidth();
      const APInt To =
          Bits % 8 ? APInt(Bits, Byte) : APInt::getSplat(Bits, APInt(8, Byte));
      if (By)
        Of.Settings.push_back({By, Types.lookup(All), To});
      else
        Of.Constants.push_back(To);
    }
}

/// Of a structure, or an array of them.
void StructureUses::noteSet(const MemSetInst &I, Key Of) {
  auto *Byte = dyn_cast<ConstantInt>(I.getValue());
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  const DICompositeType *Source = Sources.lookup(Of);
  const uint64_t Size = Source ? Source->getSizeInBits() / 8 : 0;
  if (!Byte || Size == 0)
    refuse(Of);
  else if (Length && Length->getZExtValue() > Size &&
           Length->getZExtValue() % Size != 0)
    refuseAround(Of);
  else
    noteSet(Of, uint8_t(Byte->getZExtValue()),
            Length && Length->getZExtValue() == Size ? &I : nullptr);
}

/// Of a member.
void StructureUses::noteSet(const MemSetInst &I, const NumberMember &Which) {
  auto Known = Members.find(Which);
  if (Known == Members.end())
    return;
  auto *Byte = dyn_cast<ConstantInt>(I.getValue());
  const unsigned Bits = Known->second.Type->getBitWidth();
  if (!Byte || Bits % 8 != 0)
    Members.erase(Known);
  else
    Known->second.Constants.push_back(
        APInt::getSplat(Bits, APInt(8, Byte->getZExtValue())));
}

/// Whether \p I writes more than the member \p Which.
static bool goesOn(const MemIntrinsic &I, const NumberMember &Which) {
  const DataLayout &Layout = I.getDataLayout();
  const StructLayout *Of = Layout.getStructLayout(Which.Of);
  auto *Length = dyn_cast<ConstantInt>(I.getLength());
  return Length && Length->getZExtValue() >
                       Layout.getTypeAllocSize(Which.Of->getElementType(
                           Of->getElementContainingOffset(Which.Offset)));
}

void StructureUses::noteBytes(const MemIntrinsic &I) {
  const llvm::Value &To = *I.getRawDest();
  const Target Is = targetOf(pointee(To));
  const bool IsWhole = Is.Of && Is.Pointers == 0;
  if (auto Which = memberNamedBy(To); Which && !IsWhole && goesOn(I, *Which))
    refuseAround(keyOf(*Which));
  auto *Set = dyn_cast<MemSetInst>(&I);
  if (Set && IsWhole)
    noteSet(*Set, Is.Of);
  else if (auto Which = Set ? memberNamedBy(To) : std::nullopt)
    noteSet(*Set, *Which);
  else if (auto *Copy = dyn_cast<MemTransferInst>(&I);
           Copy && targetOf(pointee(*Copy->getRawSource())) != Is)
    refuse(Is.Of);
}

void StructureUses::noteCall(const CallBase &Call) {
  if (auto *Bytes = dyn_cast<MemIntrinsic>(&Call))
    return noteBytes(*Bytes);
  if (isa<IntrinsicInst>(Call) || classify(Call) == CalleeKind::Deallocation)
    return;
  const Function *F = calledFunction(Call);
  if (!F)
    return notePassed(Call, calledType(Call, 16));
  if (!F->isDeclaration() && !isLibraryModel(*F))
    return notePassed(Call, *F);
  // Code that is not shown keeps what the program keeps.
  if (isLibraryModel(*F) || isOfLibrary(*F))
    for (const Use &U : Call.args())
      convert(*U, nullptr);
}

void StructureUses::note(const Instruction &I) {
  noteOperands(I);
  for (const Use &U : I.operands())
    if (auto *Step = dyn_cast<GEPOperator>(U); Step && isa<Constant>(U))
      noteStep(*Step);
    else if (auto *Number = dyn_cast<PtrToIntOperator>(U);
             Number && isa<Constant>(U))
      convert(*Number->getPointerOperand(), nullptr);
  if (auto *Step = dyn_cast<GetElementPtrInst>(&I))
    noteStep(cast<GEPOperator>(*Step));
  else if (auto *Load = dyn_cast<LoadInst>(&I))
    noteAccess(I, *Load->getPointerOperand());
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    noteStore(*Store);
  else if (auto *Call = dyn_cast<CallBase>(&I))
    noteCall(*Call);
  else if (auto *Number = dyn_cast<PtrToIntInst>(&I))
    noteNumber(cast<PtrToIntOperator>(*Number));
  else if (isa<PHINode, SelectInst>(I))
    for (const Use &U : I.operands())
      convert(*U, I.getType()->isPointerTy() ? pointee(I) : nullptr);
  else if (isa<ReturnInst>(I))
    for (const Use &U : I.operands())
      convert(*U, pointedType(declaredResult(*I.getFunction())));
  else if (!isa<ICmpInst>(I))
    for (const Use &U : I.operands())
      convert(*U, nullptr);
}

/// Of a variable that is a \p T.
void StructureUses::noteInitial(Type *T, const Constant &C) {
  for (const PlacedMember &P : membersIn(T)) {
    Member &Of = Members[P.Member];
    const uint64_t Size = Layout.getTypeAllocSize(Of.Type);
    for (uint64_t I = 0; I < P.Bytes / Size; ++I) {
      auto *Number = dyn_cast_or_null<ConstantInt>(
          ConstantFoldLoadFromConst(const_cast<Constant *>(&C), Of.Type,
                                    APInt(64, P.At + I * Size), Layout));
      if (Number && !is_contained(Of.Constants, Number->getValue()))
        Of.Constants.push_back(Number->getValue());
    }
  }
}

/// The addresses that the variable \p G, or \p Part of it at \p Offset, holds
/// at first.
void StructureUses::noteAddresses(const GlobalVariable &G, const Constant &Part,
                                  uint64_t Offset) {
  Type *T = Part.getType();
  if (T->isPointerTy()) {
    if (auto *Step = dyn_cast<GEPOperator>(&Part))
      noteStep(*Step), refuseMember(Part);
    return convert(Part, pointedType(scalarAt(variableType(G), Offset)));
  }
  if (auto *Number = dyn_cast<PtrToIntOperator>(&Part))
    return convert(*Number->getPointerOperand(), nullptr);
  if (!isa<ConstantAggregate>(Part))
    return;
  for (unsigned I = 0; I < Part.getNumOperands(); ++I) {
    auto *Struct = dyn_cast<StructType>(T);
    noteAddresses(
        G, *Part.getAggregateElement(I),
        Offset +
            (Struct
                 ? uint64_t(Layout.getStructLayout(Struct)->getElementOffset(I))
                 : I * Layout.getTypeAllocSize(T->getContainedType(0))));
  }
}

StructureUses::StructureUses(const Module &M)
    : M(M), Layout(M.getDataLayout()) {
  addStructures();
  if (Members.empty())
    return;
  for (const Function &F : M)
    if (!isLibraryModel(F))
      for (const Instruction &I : instructions(F))
        note(I);
  for (const GlobalVariable &G : M.globals())
    if (G.hasInitializer()) {
      noteInitial(G.getValueType(), *G.getInitializer());
      noteAddresses(G, *G.getInitializer(), 0);
    }
  std::erase_if(Members,
                [&](auto &Of) { return Refused.contains(keyOf(Of.first)); });
}
