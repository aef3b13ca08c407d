//===- RunMemory.cpp - What a run of LLVM IR knows ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunMemory.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

using namespace sooth;
using llvm::APInt;
using llvm::Type;
using ByteKind = RunObject::Byte::Kind;
using ValueKind = RunValue::Kind;

static constexpr uint64_t MostBytes = uint64_t(32) << 20;

std::optional<RunObjectId> RunMemory::allocate(RunObject::Kind What,
                                               const llvm::Value *Site,
                                               uint64_t Size,
                                               llvm::Align Alignment) {
  if (Size > MostBytes || Total + Size > MostBytes)
    return std::nullopt;
  Total += Size;
  RunObject O;
  O.What = What;
  O.Site = Site;
  O.Size = Size;
  O.Alignment = Alignment;
  O.Bytes.assign(Size, {ByteKind::Unwritten, 0});
  Objects.push_back(std::move(O));
  return RunObjectId(Objects.size() - 1);
}

bool RunMemory::isValid(const RunValue &P, uint64_t Bytes) const {
  if (!P.is(ValueKind::Pointer))
    return false;
  const RunObject &O = at(P.Object);
  return O.Now == RunObject::State::Alive && O.What != RunObject::Kind::Null &&
         O.What != RunObject::Kind::Function && O.hasBytes(P.Offset, Bytes);
}

/// Aggregates are taken apart.
template <class DoT>
static void eachPart(const llvm::DataLayout &Layout, Type *T, DoT Do) {
  if (auto *S = llvm::dyn_cast<llvm::StructType>(T)) {
    const llvm::StructLayout *Of = Layout.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      Do(uint64_t(Of->getElementOffset(I)), S->getElementType(I), I);
  } else if (auto *A = llvm::dyn_cast<llvm::ArrayType>(T)) {
    const uint64_t Step = Layout.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I < A->getNumElements(); ++I)
      Do(I * Step, A->getElementType(), I);
  }
}

const RunValue *RunMemory::wholeAt(const RunObject &O, uint64_t At,
                                   uint64_t Size) const {
  if (!O.hasBytes(int64_t(At), Size))
    return nullptr;
  auto First = O.Wholes.find(At);
  if (First == O.Wholes.end())
    return nullptr;
  for (uint64_t I = 0; I < Size; ++I) {
    auto Of = O.Wholes.find(At + I);
    if (O.Bytes[At + I].What != ByteKind::Part || O.Bytes[At + I].Number != I ||
        Of == O.Wholes.end() || Of->second != First->second)
      return nullptr;
  }
  return First->second.get();
}

RunValue RunMemory::loadScalar(const RunObject &O, uint64_t At, Type *T) const {
  const uint64_t Size = Layout.getTypeStoreSize(T);
  const uint64_t Width = Layout.getTypeSizeInBits(T);
  bool AreKnown = true, IsChosen = false;
  for (uint64_t I = 0; I < Size; ++I) {
    AreKnown &= O.Bytes[At + I].What == ByteKind::Known;
    IsChosen |= O.Bytes[At + I].IsChosen;
  }
  if (AreKnown) {
    APInt Number(unsigned(Size) * 8, 0);
    for (uint64_t I = 0; I < Size; ++I)
      Number.insertBits(O.Bytes[At + I].Number, unsigned(I) * 8, 8);
    if (T->isPointerTy())
      return Number.isZero() ? RunValue::pointer(NullObject, 0) : RunValue();
    RunValue V = RunValue::bits(Number.trunc(unsigned(Width)));
    V.IsChosen = IsChosen;
    return V;
  }
  const RunValue *Whole = wholeAt(O, At, Size);
  if (!Whole)
    return {};
  RunValue V = *Whole;
  if (V.is(ValueKind::Signed))
    return T->isIntegerTy(V.Number.getBitWidth()) ? V : RunValue();
  if (Width != Layout.getPointerSizeInBits())
    return {};
  V.What = T->isPointerTy() ? ValueKind::Pointer : ValueKind::Address;
  return T->isPointerTy() || T->isIntegerTy() ? V : RunValue();
}

RunValue RunMemory::load(const RunValue &P, Type *T) const {
  const RunObject &O = at(P.Object);
  if (!T->isAggregateType())
    return loadScalar(O, P.Offset, T);
  std::vector<RunValue> Parts;
  eachPart(Layout, T, [&](uint64_t At, Type *Of, uint64_t) {
    Parts.push_back(
        load(RunValue::pointer(P.Object, P.Offset + int64_t(At)), Of));
  });
  return RunValue::parts(std::move(Parts));
}

void RunMemory::storeScalar(RunObject &O, uint64_t At, Type *T,
                            const RunValue &V) {
  const uint64_t Size = Layout.getTypeStoreSize(T);
  for (uint64_t I = 0; I < Size; ++I)
    if (O.Bytes[At + I].What == ByteKind::Part)
      O.Wholes.erase(At + I);
  if (V.is(ValueKind::Bits) || V.isNull()) {
    const APInt Number = V.isNull() ? APInt(unsigned(Size) * 8, 0)
                                    : V.Number.zext(unsigned(Size) * 8);
    for (uint64_t I = 0; I < Size; ++I)
      O.Bytes[At + I] = {
          ByteKind::Known,
          uint8_t(Number.extractBitsAsZExtValue(8, unsigned(I) * 8)),
          V.IsChosen};
    return;
  }
  if (V.is(ValueKind::Unknown) || V.is(ValueKind::Parts)) {
    for (uint64_t I = 0; I < Size; ++I)
      O.Bytes[At + I] = {ByteKind::Unknown, 0};
    return;
  }
  auto Whole = std::make_shared<const RunValue>(V);
  for (uint64_t I = 0; I < Size; ++I) {
    O.Bytes[At + I] = {ByteKind::Part, uint8_t(I)};
    O.Wholes[At + I] = Whole;
  }
}

void RunMemory::store(const RunValue &P, Type *T, const RunValue &V) {
  if (!T->isAggregateType())
    return storeScalar(at(P.Object), P.Offset, T, V);
  eachPart(Layout, T, [&](uint64_t At, Type *Of, uint64_t I) {
    store(RunValue::pointer(P.Object, P.Offset + int64_t(At)), Of,
          V.is(ValueKind::Parts) ? (*V.Parts)[I] : RunValue());
  });
}

void RunMemory::copy(const RunValue &To, const RunValue &From, uint64_t Bytes) {
  // What is read is not what was written before, even if it overlaps.
  const RunObject &Source = at(From.Object);
  std::vector<std::pair<RunObject::Byte, std::shared_ptr<const RunValue>>> Read;
  Read.reserve(Bytes);
  for (uint64_t I = 0; I < Bytes; ++I) {
    const RunObject::Byte B = Source.Bytes[From.Offset + I];
    Read.push_back({B, B.What == ByteKind::Part
                           ? Source.Wholes.lookup(From.Offset + I)
                           : nullptr});
  }
  RunObject &O = at(To.Object);
  for (uint64_t I = 0; I < Bytes; ++I) {
    const uint64_t At = To.Offset + I;
    if (O.Bytes[At].What == ByteKind::Part)
      O.Wholes.erase(At);
    O.Bytes[At] = Read[I].first;
    if (Read[I].second)
      O.Wholes[At] = Read[I].second;
  }
}

void RunMemory::fill(const RunValue &To, const RunValue &Byte, uint64_t Bytes) {
  RunObject &O = at(To.Object);
  for (uint64_t I = 0; I < Bytes; ++I) {
    const uint64_t At = To.Offset + I;
    if (O.Bytes[At].What == ByteKind::Part)
      O.Wholes.erase(At);
    O.Bytes[At] = Byte.is(ValueKind::Bits)
                      ? RunObject::Byte{ByteKind::Known,
                                        uint8_t(Byte.Number.getZExtValue()),
                                        Byte.IsChosen}
                      : RunObject::Byte{ByteKind::Unknown, 0};
  }
}

void RunMemory::forget(RunObjectId Id, ByteKind Now) {
  RunObject &O = at(Id);
  O.Wholes.clear();
  O.Bytes.assign(O.Size, {Now, 0});
}

bool RunMemory::isUnwritten(const RunValue &P, uint64_t Bytes) const {
  const RunObject &O = at(P.Object);
  for (uint64_t I = 0; I < Bytes; ++I)
    if (O.Bytes[P.Offset + I].What == ByteKind::Unwritten)
      return true;
  return false;
}

void RunMemory::pointersIn(RunObjectId Id, Pointers Which,
                           std::vector<RunObjectId> &To) const {
  const RunObject &O = at(Id);
  for (const auto &[At, Part] : O.Wholes)
    if (Which == Pointers::Any)
      To.push_back(Part->Object);
    else if (const RunValue *Whole = wholeAt(O, At, Layout.getPointerSize());
             Whole && Whole->is(ValueKind::Pointer))
      To.push_back(Whole->Object);
}
