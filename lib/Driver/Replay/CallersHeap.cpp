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
/// larger than any memory. Memory that is not touched costs nothing; where not
/// so much can be had, the harness makes do with less.
static constexpr uint64_t MostBytes = uint64_t(1) << 34;

uint64_t CallersHeap::sizeOf(const CallersObjects &Family,
                             const APInt &Number) const {
  auto Sizes = Family.Sizes ? Initial.find(Family.Sizes) : Initial.end();
  if (Sizes == Initial.end())
    return std::min(MostBytes, Family.UsedSize);
  const uint64_t Size =
      Sizes->second.select(Value(Number)).bits().getLimitedValue();
  return std::min(MostBytes,
                  std::max(Size, Family.AreLarge ? Family.UsedSize : 0));
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
    visitCells(Part, Number, Initial, [&](uint64_t At, const HeldValue &Held) {
      if (At + Part.Bytes > Size) {
        AreComplete &= Size < MostBytes;
        return;
      }
      if (Held.Offset && !Held.First.isZero()) {
        Target T = shallowTarget(Held.First, *Held.Offset);
        Objects[Index].Pointers[At] = std::move(T);
        return;
      }
      const APInt &Bits = Held.Offset ? *Held.Offset : Held.First;
      for (uint64_t I = 0; I < Part.Bytes; ++I)
        if (auto Byte = uint8_t(Bits.extractBitsAsZExtValue(8, 8 * I)))
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
