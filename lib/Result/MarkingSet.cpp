//===- MarkingSet.cpp - Many markings in little space ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Result/MarkingSet.h"

#include "llvm/Support/xxhash.h"

#include <cassert>
#include <cstring>

using namespace sooth;

bool MarkingSet::fits(llvm::ArrayRef<uint64_t> M) const {
  if (Width == 8)
    return true;
  uint64_t Limit = uint64_t(1) << (8 * Width), All = 0;
  for (uint64_t Tokens : M)
    All |= Tokens;
  return All < Limit;
}

void MarkingSet::pack(llvm::ArrayRef<uint64_t> M) const {
  Packed.resize(NumPlaces * Width);
  uint8_t *To = Packed.data();
  switch (Width) {
  case 1:
    for (uint64_t Tokens : M)
      *To++ = uint8_t(Tokens);
    return;
  default:
    for (uint64_t Tokens : M) {
      for (unsigned I = 0; I < Width; ++I)
        *To++ = uint8_t(Tokens >> (8 * I));
    }
  }
}

void MarkingSet::get(uint32_t Index, llvm::MutableArrayRef<uint64_t> M) const {
  assert(Index < Count && M.size() == NumPlaces);
  const uint8_t *From = Data.data() + size_t(Index) * NumPlaces * Width;
  for (uint64_t &Tokens : M) {
    Tokens = 0;
    for (unsigned I = 0; I < Width; ++I)
      Tokens |= uint64_t(*From++) << (8 * I);
  }
}

size_t MarkingSet::find() const {
  size_t Mask = Table.size() - 1;
  size_t Slot = llvm::xxh3_64bits(Packed) & Mask;
  size_t Bytes = Packed.size();
  while (Table[Slot] &&
         std::memcmp(Data.data() + size_t(Table[Slot] - 1) * Bytes,
                     Packed.data(), Bytes) != 0)
    Slot = (Slot + 1) & Mask;
  return Slot;
}

/// Twice the table, or another width: every marking finds a new slot.
void MarkingSet::grow() {
  size_t Size = std::max<size_t>(1024, Table.size());
  while (Size < 2 * (Count + 1))
    Size *= 2;
  Table.assign(Size, 0);
  size_t Bytes = NumPlaces * Width;
  for (size_t I = 0; I < Count; ++I) {
    size_t Slot =
        llvm::xxh3_64bits(llvm::ArrayRef(Data.data() + I * Bytes, Bytes)) &
        (Size - 1);
    while (Table[Slot])
      Slot = (Slot + 1) & (Size - 1);
    Table[Slot] = uint32_t(I + 1);
  }
}

void MarkingSet::widen(unsigned NewWidth) {
  MarkingSet Wide(NumPlaces);
  Wide.Width = NewWidth;
  Wide.Data.reserve(Count * NumPlaces * NewWidth);
  Marking M(NumPlaces);
  for (size_t I = 0; I < Count; ++I) {
    get(uint32_t(I), M);
    Wide.pack(M);
    Wide.Data.insert(Wide.Data.end(), Wide.Packed.begin(), Wide.Packed.end());
  }
  Width = NewWidth;
  Data = std::move(Wide.Data);
  grow();
}

std::pair<uint32_t, bool> MarkingSet::insert(llvm::ArrayRef<uint64_t> M) {
  assert(M.size() == NumPlaces);
  while (!fits(M))
    widen(Width * 2);
  if (2 * (Count + 1) > Table.size())
    grow();
  pack(M);
  size_t Slot = find();
  if (Table[Slot])
    return {Table[Slot] - 1, false};
  assert(!isFull());
  Table[Slot] = uint32_t(++Count);
  Data.insert(Data.end(), Packed.begin(), Packed.end());
  return {uint32_t(Count - 1), true};
}

bool MarkingSet::contains(llvm::ArrayRef<uint64_t> M) const {
  assert(M.size() == NumPlaces);
  if (Count == 0 || !fits(M))
    return false;
  pack(M);
  return Table[find()] != 0;
}
