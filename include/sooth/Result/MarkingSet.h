//===- MarkingSet.h - Many markings in little space -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Markings are kept one after the other, each place with as many bytes as the
// greatest count needs (1, 2, 4 or 8), and found by a hash table of indices.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_RESULT_MARKINGSET_H
#define SOOTH_RESULT_MARKINGSET_H

#include "sooth/Model/PetriNet.h"

namespace sooth {

class MarkingSet {
public:
  /// For markings of \p NumPlaces places.
  explicit MarkingSet(size_t NumPlaces) : NumPlaces(NumPlaces) {}

  size_t size() const { return Count; }
  /// The index of \p M, and whether it is new.
  std::pair<uint32_t, bool> insert(llvm::ArrayRef<uint64_t> M);
  bool contains(llvm::ArrayRef<uint64_t> M) const;
  /// Requires \p Index < size() and room for all places.
  void get(uint32_t Index, llvm::MutableArrayRef<uint64_t> M) const;
  /// What the set takes.
  size_t bytes() const { return Data.capacity() + Table.capacity() * 4; }
  /// No more markings fit the indices.
  bool isFull() const { return Count >= UINT32_MAX - 1; }

private:
  bool fits(llvm::ArrayRef<uint64_t> M) const;
  void widen(unsigned NewWidth);
  void pack(llvm::ArrayRef<uint64_t> M) const; // into Packed
  void grow();
  /// The slot of what is in Packed: its index plus one, or 0 where it belongs.
  size_t find() const;

  size_t NumPlaces;
  unsigned Width = 1; // bytes per place
  size_t Count = 0;
  std::vector<uint8_t> Data;
  std::vector<uint32_t> Table;
  mutable std::vector<uint8_t> Packed;
};

} // namespace sooth

#endif
