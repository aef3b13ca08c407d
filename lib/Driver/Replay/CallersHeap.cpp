//===- CallersHeap.cpp - What a run finds that callers made ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallersHeap.h"

#include "MemoryImage.h"

#include "sooth/Model/ObjectTable.h"

using namespace sooth;
using llvm::APInt;

/// Where the program does not mind how large an object is, a model may have it
/// larger than any memory. Memory that is not touched costs nothing.
static constexpr uint64_t EnoughBytes = uint64_t(1) << 30;
/// If the run accesses more of it.
static constexpr uint64_t MostBytes = uint64_t(1) << 34;

uint64_t CallersHeap::sizeOf(const CallersObjects &Family,
                             const APInt &Number) {
  const uint64_t Accessed =
      Family.Content ? accessedBytes(Family.Content, Number, Run.Accessed) : 0;
  AreComplete &= Accessed <= MostBytes;
  uint64_t Size = Family.UsedSize;
  auto Sizes =
      Family.Sizes ? Run.Initial.find(Family.Sizes) : Run.Initial.end();
  if (Sizes != Run.Initial.end()) {
    Size = Sizes->second.select(Value(Number)).bits().getLimitedValue();
    if (Family.AreLarge)
      Size = std::max(Size, Family.UsedSize);
  }
  return std::min(Size, std::clamp(Accessed, EnoughBytes, MostBytes));
}

CallersHeap::Target CallersHeap::shallowTarget(const APInt &Object,
                                               const APInt &Offset) {
  const uint64_t Number = Object.getZExtValue();
  Target T;
  T.Offset = Offset.sextOrTrunc(64).getSExtValue();
  if (Number == 0)
    return T;
  const ObjectTable *Names = C.source().objects();
  if (const ObjectTable::Object *Own = Names ? Names->find(Number) : nullptr) {
    using Kind = ObjectTable::Object::Kind;
    T.What = Target::Kind::Symbol;
    T.Symbol = Own->Name;
    return Own->What == Kind::Text || Own->What == Kind::Other ? Target() : T;
  }
  for (const CallersObjects &Family : C.source().callersMemory()) {
    if (Number < Family.First || Number - Family.First >= Family.Count)
      continue;
    auto [It, IsNew] = Known.try_emplace(Number, Objects.size());
    if (IsNew) {
      Objects.push_back({Names->text(Number, 0),
                         Family.What,
                         sizeOf(Family, Object),
                         {},
                         {}});
      From.emplace_back(Object, &Family);
    }
    T.What = Target::Kind::Object;
    T.Object = It->second;
    return T;
  }
  return {};
}

void CallersHeap::fill(size_t Index) {
  const auto [Number, Family] = From[Index];
  if (Family->What == CallersObjects::Kind::Code || !Family->Content)
    return;
  const uint64_t Size = Objects[Index].Size;
  for (const MemoryCells &Part : *Family->Content)
    visitCells(Part, Number, Run.Initial, Run.Accessed,
               [&](uint64_t At, const HeldValue &Held) {
                 if (At >= Size)
                   return;
                 if (Held.Offset && !Held.First.isZero()) {
                   Target T = shallowTarget(Held.First, *Held.Offset);
                   Objects[Index].Pointers[At] = std::move(T);
                   return;
                 }
                 const APInt &Bits = Held.Offset ? *Held.Offset : Held.First;
                 for (uint64_t I = 0; I < Part.Bytes; ++I)
                   if (auto Byte =
                           uint8_t(Bits.extractBitsAsZExtValue(8, 8 * I)))
                     Objects[Index].Bytes[At + I] = Byte;
               });
}

void CallersHeap::enlarge(const Target &T, uint64_t Bytes) {
  if (T.What == Target::Kind::Object)
    Objects[T.Object].Size =
        std::max(Objects[T.Object].Size, uint64_t(T.Offset) + Bytes);
}

CallersHeap::Target CallersHeap::target(const APInt &Object,
                                        const APInt &Offset) {
  Target T = shallowTarget(Object, Offset);
  while (Filled < Objects.size())
    fill(Filled++);
  return T;
}
