//===- AddressMemory.cpp - What addresses memory may hold ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressAnalysis.h"

#include "PlacesInObject.h"

#include "sooth/Frontend/LLVM/Base/DebugTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <numeric>

using namespace sooth;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Objects and values
//===----------------------------------------------------------------------===//

bool HeldAddresses::Analysis::isLiteral(const llvm::Value &Site) {
  auto *G = dyn_cast<GlobalVariable>(&Site);
  return G && G->isConstant() && G->hasLocalLinkage() &&
         G->hasGlobalUnnamedAddr() && G->hasInitializer() &&
         isa<ConstantData>(G->getInitializer());
}

unsigned HeldAddresses::Analysis::objectOf(const llvm::Value &Site) {
  auto [Known, IsNew] = ObjectOf.try_emplace(&Site, unsigned(Objects.size()) +
                                                        AddressSet::FirstOwn);
  if (!IsNew)
    return Known->second;
  const unsigned O = Known->second;
  Objects.push_back({&Site});
  if (auto *G = dyn_cast<GlobalVariable>(&Site)) {
    Objects.back().IsKnownOutside = !G->hasLocalLinkage();
    initialize(*G);
    Object &Of = Objects[O - AddressSet::FirstOwn];
    Of.Initial = Of.Held.size();
  }
  return O;
}

void HeldAddresses::Analysis::initialize(const GlobalVariable &G) {
  if (G.hasInitializer())
    initialize(ObjectOf.lookup(&G), 0, *G.getInitializer());
}

void HeldAddresses::Analysis::initialize(unsigned O, uint64_t Offset,
                                         const Constant &C) {
  Type *T = C.getType();
  if (!T->isAggregateType())
    return storeIn(O, {int64_t(Offset)}, ofConstant(C));
  if (!isa<ConstantAggregate>(C))
    return; // Of no addresses: these are looked at where they are read.
  for (unsigned I = 0; I < C.getNumOperands(); ++I) {
    auto *Part = cast<Constant>(C.getOperand(I));
    initialize(
        O,
        Offset + (T->isStructTy()
                      ? uint64_t(Layout.getStructLayout(cast<StructType>(T))
                                     ->getElementOffset(I))
                      : I * uint64_t(Layout.getTypeAllocSize(Part->getType()))),
        *Part);
  }
}

AddressSet HeldAddresses::Analysis::ofConstant(const Constant &C) {
  AddressSet Result;
  if (isa<ConstantPointerNull>(C)) {
    return NullOnly;
  } else if (auto *Alias = dyn_cast<GlobalAlias>(&C)) {
    return ofConstant(*Alias->getAliasee());
  } else if (auto *G = dyn_cast<GlobalVariable>(&C)) {
    return ofVariable(*G);
  } else if (isa<GlobalValue>(C)) {
    Result.add(OutsideOnly); // Functions are looked at elsewhere.
  } else if (auto *Gep = dyn_cast<GEPOperator>(&C)) {
    return step(*Gep);
  } else if (auto *E = dyn_cast<ConstantExpr>(&C)) {
    for (const Use &U : E->operands())
      Result.add(E->isCast() ? of(*U) : of(*U).scattered());
  } else if (isa<ConstantAggregate>(C)) {
    for (const Use &U : C.operands())
      Result.add(of(*U));
  }
  return Result;
}

/// Of many literals one is as good as another, if it may hold anything.
const GlobalVariable &
HeldAddresses::Analysis::inPlaceOf(const GlobalVariable &G) const {
  static constexpr unsigned MostLiterals = 64;
  return isLiteral(G) && Literals.size() > MostLiterals ? *Literals.front() : G;
}

AddressSet HeldAddresses::Analysis::ofVariable(const GlobalVariable &G) {
  const GlobalVariable &Known = inPlaceOf(G);
  AddressSet Result = Sets.just(objectOf(Known));
  if (&Known != &G)
    Result.add(OutsideOnly);
  return Result;
}

AddressSet HeldAddresses::Analysis::of(const llvm::Value &V) {
  if (auto *C = dyn_cast<Constant>(&V))
    return ofConstant(*C);
  return Values.lookup(&V);
}

void HeldAddresses::Analysis::assign(const llvm::Value &To,
                                     const AddressSet &From) {
  if (!From.empty() && Values[&To].add(From))
    note(ValueChangedAt[&To]);
}

/// Where a getelementptr leads. What is moved by elements stays in their array.
AddressSet HeldAddresses::Analysis::step(const GEPOperator &Gep) {
  const AddressSet From = of(*Gep.getPointerOperand());
  if (From.empty())
    return From;
  const unsigned Bits = Layout.getIndexTypeSizeInBits(Gep.getType());
  MapVector<llvm::Value *, APInt> Variable;
  APInt Constant(Bits, 0);
  if (!Gep.getType()->isPointerTy() ||
      !Gep.collectOffset(Layout, Bits, Variable, Constant))
    return From.scattered();
  int64_t Fixed = Constant.getSExtValue();
  uint64_t Step = 0;
  for (auto &[Index, Scale] : Variable)
    Step = std::gcd(Step, Scale.abs().getZExtValue());
  // A step over elements, unless it leads to another member, or to what is
  // around one.
  static constexpr int64_t LeastDistance = 4;
  auto *First = dyn_cast<ConstantInt>(Gep.idx_begin()->get());
  const uint64_t Size =
      Layout.getTypeAllocSize(Gep.getSourceElementType()).getFixedValue();
  const bool IsFar = Size == 1 && std::abs(Fixed) >= LeastDistance;
  if (!isa<llvm::Constant>(Gep) && First && !First->isZero() && !IsFar) {
    const int64_t Walked = First->getSExtValue() * int64_t(Size);
    Step = std::gcd(Step, uint64_t(std::abs(Walked)));
    Fixed -= Walked;
  }
  AddressSet There = Fixed ? From.moved(Fixed) : From;
  // The address of a member of null is not null, and leads nowhere.
  if (Fixed && !Step && From.contains(AddressSet::Null))
    There.add(OutsideOnly);
  return Step ? There.walked(Step) : There;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// One cell for all of \p Of.
void HeldAddresses::Analysis::joinCells(Object &Of) {
  Positions All = Of.Held.begin()->first;
  AddressSet Held;
  for (const auto &[At, Here] : Of.Held) {
    All = around(All, At);
    Held.add(Here);
  }
  Of.Held = {{All, Held}};
  Of.IsJoined = true;
}

void HeldAddresses::Analysis::storeIn(unsigned O, const Positions &At,
                                      const AddressSet &New) {
  if (New.empty())
    return;
  Object &Of = Objects[O - AddressSet::FirstOwn];
  static constexpr size_t MostCells = 64;
  const Positions Where = Of.IsJoined ? around(Of.Held.begin()->first, At) : At;
  auto [Cell, IsNew] = Of.Held.try_emplace(Where);
  if (Cell->second.add(New) || IsNew)
    note(Of.ChangedAt);
  if (IsNew && (Of.IsJoined || Of.Held.size() > Of.Initial + MostCells))
    joinCells(Of);
}

void HeldAddresses::Analysis::storeOutside(const DeclaredPointer &In,
                                           const AddressSet &New) {
  const bool HasOwn = any_of(New, [](const auto &Known) {
    return Known.first >= AddressSet::FirstOwn;
  });
  if (HasOwn && InOutside[In].add(New)) // The rest is there anyway.
    note(OutsideChangedAt);
}

void HeldAddresses::Analysis::store(const llvm::Value &Pointer,
                                    const AddressSet &New) {
  if (New.empty())
    return;
  for (const auto &[O, Places] : of(Pointer))
    if (O == AddressSet::Outside)
      storeOutside(Declared.pointerAt(Pointer), New);
    else if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeIn(O, At, New);
}

/// A number that is read as a pointer may be null, and any other address.
void HeldAddresses::Analysis::storeNumberIn(unsigned O, const Positions &At,
                                            uint64_t Bytes) {
  static constexpr uint64_t MostWords = 64;
  AddressSet Number = OutsideOnly;
  if (Bytes < Width)
    Number.add(InBytes);
  const llvm::Value &Site = *Objects[O - AddressSet::FirstOwn].Site;
  auto *G = dyn_cast<GlobalVariable>(&Site);
  Type *T = G ? G->getValueType() : cast<AllocaInst>(Site).getAllocatedType();
  auto [Begin, End] = bytesAround(At, *T, Layout);
  Begin -= Begin % Width;
  if ((End - Begin + Bytes) / Width > MostWords)
    return storeIn(O, {int64_t(Begin), Width, true}, Number);
  for (; Begin < End + Bytes - 1; Begin += Width)
    storeIn(O, {int64_t(Begin)}, Number);
}

void HeldAddresses::Analysis::storeNumber(const llvm::Value &Pointer,
                                          uint64_t Bytes) {
  const AddressSet Where = of(Pointer);
  for (const auto &[O, Places] : Where)
    if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeNumberIn(O, At, Bytes);
}

void HeldAddresses::Analysis::storeValue(const llvm::Value &Pointer,
                                         const llvm::Value &New) {
  const AddressSet Addresses = of(New);
  if (AreNumbersStored && Addresses.empty() && New.getType()->isSized())
    return storeNumber(Pointer, Layout.getTypeStoreSize(New.getType()));
  store(Pointer, Addresses);
  // What is larger than an address may hold several.
  const Type *T = New.getType();
  if (!T->isPointerTy() && T->isSized())
    for (uint64_t At = Width; At < Layout.getTypeStoreSize(
                                       const_cast<Type *>(T));
         At += Width)
      storeBeyond(Pointer, At, Addresses);
}

/// In variables; what is in memory of others is told apart by declarations.
void HeldAddresses::Analysis::storeBeyond(const llvm::Value &Pointer,
                                          uint64_t Distance,
                                          const AddressSet &New) {
  if (New.empty())
    return;
  for (const auto &[O, Places] : of(Pointer))
    if (O >= AddressSet::FirstOwn)
      for (const Positions &At : Places)
        storeIn(O, {At.First + int64_t(Distance), At.Step, At.Anywhere}, New);
}

/// What is at \p At in \p G at first, but for addresses of the program.
AddressSet HeldAddresses::Analysis::numbersAtFirst(const GlobalVariable &G,
                                                   const Positions &At) const {
  static constexpr uint64_t MostPlaces = 256;
  auto [Known, IsNew] = NumbersAtFirst.try_emplace({&G, At});
  AddressSet &Result = Known->second;
  if (!IsNew || !G.hasInitializer())
    return Result;
  Type *Pointer = PointerType::getUnqual(G.getContext());
  auto [Begin, End] = bytesAround(At, *G.getValueType(), Layout);
  const uint64_t Step = At.Step ? At.Step : 1;
  Begin += (uint64_t(At.First) % Step + Step - Begin % Step) % Step;
  if (End > Begin && (End - Begin) / Step > MostPlaces) {
    Result.add(NullOnly);
    Result.add(OutsideOnly);
    return Result;
  }
  for (; Begin < End; Begin += Step) {
    const Constant *There =
        ConstantFoldLoadFromConst(const_cast<Constant *>(G.getInitializer()),
                                  Pointer, APInt(64, Begin), Layout);
    auto *E = dyn_cast_or_null<ConstantExpr>(There);
    if (!There || There->isNullValue())
      Result.add(NullOnly);
    else if (E && E->getOpcode() == Instruction::IntToPtr)
      Result.add(OutsideOnly);
  }
  return Result;
}

/// Whether what is at one of \p Places may be what is at \p Cell.
bool HeldAddresses::Analysis::isAt(const Positions &Cell,
                                   ArrayRef<Positions> Places) const {
  return any_of(
      Places, [&](const Positions &At) { return Cell.mayOverlap(At, Width); });
}

void HeldAddresses::Analysis::loadFrom(unsigned O, ArrayRef<Positions> Places,
                                       AddressSet &Result) const {
  const Object &Of = Objects[O - AddressSet::FirstOwn];
  for (const auto &[There, Held] : Of.Held)
    if (isAt(There, Places))
      Result.add(Held);
  auto *G = dyn_cast<GlobalVariable>(Of.Site);
  if ((Of.IsKnownOutside || Of.IsShownOutside) && !(G && G->isConstant()))
    Result.add(OutsideOnly);
  if (G)
    for (const Positions &At : Places)
      Result.add(numbersAtFirst(*G, At));
}

AddressSet
HeldAddresses::Analysis::loadOutside(const DeclaredPointer &In) const {
  AddressSet Result = OutsideOnly;
  for (const auto &[Other, Held] : InOutside)
    if (mayBeOne(In, Other))
      Result.add(Held);
  return Result;
}

AddressSet HeldAddresses::Analysis::load(const llvm::Value &Pointer,
                                         const Type &T) {
  AddressSet Result;
  for (const auto &[O, Places] : of(Pointer))
    if (O == AddressSet::Outside)
      Result.add(loadOutside(Declared.pointerAt(Pointer)));
    else if (O >= AddressSet::FirstOwn)
      loadFrom(O, Places, Result);
  // Of what is larger than an address.
  if (T.isPointerTy())
    return Result;
  const uint64_t Size = Layout.getTypeStoreSize(const_cast<Type *>(&T));
  for (uint64_t Beyond = Width; Beyond < Size; Beyond += Width)
    for (const auto &[O, Places] : of(Pointer).moved(int64_t(Beyond)))
      if (O >= AddressSet::FirstOwn)
        loadFrom(O, Places, Result);
  return Result;
}

/// Notes what is in the bytes of which less than an address is read: a store of
/// as little may put any part of it there. (What overlaps an address that would
/// begin there, and one that would end there, overlaps the bytes.)
void HeldAddresses::Analysis::loadBytes(const llvm::Value &Pointer,
                                        uint64_t Bytes) {
  for (const auto &[O, Places] : of(Pointer)) {
    if (O < AddressSet::FirstOwn)
      continue;
    AddressSet::Places Last = Places;
    if (Bytes < Width)
      for (Positions &At : Last)
        At.First -= int64_t(Width - Bytes);
    for (const auto &[There, Held] : Objects[O - AddressSet::FirstOwn].Held)
      if (isAt(There, Places) && isAt(There, Last) && InBytes.add(Held))
        note(BytesChangedAt);
  }
}

/// How pointers there are declared, if that is one place.
DeclaredPointer HeldAddresses::Analysis::declaredIn(unsigned O,
                                                    const Positions &At) const {
  const DIType *T = variableType(*Objects[O - AddressSet::FirstOwn].Site);
  return !At.Anywhere && At.First >= 0 ? pointerAt(T, uint64_t(At.First))
                                       : DeclaredPointer();
}

void HeldAddresses::Analysis::copyCells(unsigned From, const Positions &Source,
                                        unsigned To, const Positions &Target) {
  // (Copied, as the same object may be written.)
  const Cells All = Objects[From - AddressSet::FirstOwn].Held;
  for (const auto &[At, Held] : All) {
    if (To == AddressSet::Outside) {
      storeOutside(declaredIn(From, At), Held);
      continue;
    }
    const uint64_t Step = std::gcd(std::gcd(Source.Step, Target.Step), At.Step);
    storeIn(To, {Target.First + At.First - Source.First, Step, Step != 0},
            Held);
  }
}

/// What is in \p From, a variable, at first.
void HeldAddresses::Analysis::copyFirst(unsigned From, const Positions &Source,
                                        unsigned To, const Positions &Target,
                                        const MemTransferInst &Copy) {
  static constexpr uint64_t MostBytes = 512;
  auto *G = dyn_cast<GlobalVariable>(Objects[From - AddressSet::FirstOwn].Site);
  if (!G)
    return;
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (Source.Step || Target.Step || !Length ||
      Length->getValue().ugt(MostBytes)) {
    const uint64_t Step = std::gcd(std::gcd(Source.Step, Target.Step), Width);
    return storeIn(To, {Target.First, Step, true},
                   numbersAtFirst(*G, {Source.First, Step, true}));
  }
  for (int64_t At = 0; At < Length->getSExtValue(); At += int64_t(Width))
    storeIn(To, {Target.First + At}, numbersAtFirst(*G, {Source.First + At}));
}

/// Any cell may have got what is in memory of others.
void HeldAddresses::Analysis::copyFromOutside(unsigned To,
                                              const Positions &At) {
  storeIn(To, {At.First, std::gcd(At.Step, Width), true}, loadOutside({}));
}

/// Where too much may be copied to too many places: whatever is in a source may
/// be anywhere in a target.
void HeldAddresses::Analysis::copyMixed(const AddressSet &Targets,
                                        const AddressSet &Sources) {
  AddressSet All;
  for (const auto &[From, Source] : Sources) {
    if (From == AddressSet::Outside)
      All.add(loadOutside({}));
    if (From < AddressSet::FirstOwn)
      continue;
    const Object &Of = Objects[From - AddressSet::FirstOwn];
    for (const auto &[At, Held] : Of.Held)
      All.add(Held);
    if (auto *G = dyn_cast<GlobalVariable>(Of.Site))
      All.add(numbersAtFirst(*G, {0, 1, true}));
  }
  for (const auto &[To, Target] : Targets)
    if (To == AddressSet::Outside)
      storeOutside({}, All);
    else if (To >= AddressSet::FirstOwn)
      for (const Positions &At : Target)
        storeIn(To, {At.First, std::gcd(At.Step, Width), true}, All);
}

void HeldAddresses::Analysis::copy(const MemTransferInst &Copy) {
  const AddressSet Targets = of(*Copy.getRawDest()),
                   Sources = of(*Copy.getRawSource());
  static constexpr size_t MostPairs = 64;
  if (Targets.size() * Sources.size() > MostPairs)
    return copyMixed(Targets, Sources);
  for (const auto &[To, Target] : Targets)
    for (const auto &[From, Source] : Sources) {
      if (To == AddressSet::Null || From == AddressSet::Null ||
          (To == AddressSet::Outside && From == AddressSet::Outside))
        continue;
      const AddressSet::Places Any{Positions()};
      for (const Positions &T : To == AddressSet::Outside ? Any : Target)
        for (const Positions &S : From == AddressSet::Outside ? Any : Source)
          if (From == AddressSet::Outside)
            copyFromOutside(To, T);
          else {
            copyCells(From, S, To, T);
            if (To != AddressSet::Outside)
              copyFirst(From, S, To, T, Copy);
          }
    }
}
