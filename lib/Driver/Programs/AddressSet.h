//===- AddressSet.h - Addresses that a pointer may be ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many pointers of a program may be the same many addresses. So equal sets are
// one and the same, in a pool, and the pool remembers what their unions are
// (Barbar and Sui, "Hash Consed Points-To Sets", SAS 2021).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSSET_H
#define SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSSET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace sooth {

/// Places in an object: the one at First, or all that are a multiple of Step
/// away from it, in the array that is there; in all of the object if they are
/// Anywhere.
struct Positions {
  int64_t First = 0;
  uint64_t Step = 0;
  bool Anywhere = false;
  friend auto operator<=>(const Positions &, const Positions &) = default;

  /// Whether pointers of \p Bytes bytes at such places and at those of \p Other
  /// may overlap.
  bool mayOverlap(const Positions &Other, uint64_t Bytes) const;
};

/// All places of \p A and \p B, in all of their object.
Positions around(const Positions &A, const Positions &B);

class AddressPool;

/// Objects, by their numbers, each with places in it. Sets only grow, and each
/// grows finitely often. Copies cost nothing; the pool outlives them.
class AddressSet {
public:
  /// Objects whose places do not matter: null, and what is not one of the
  /// others (memory that others made, or that is allocated).
  static constexpr unsigned Null = 0, Outside = 1, FirstOwn = 2;

  using Places = llvm::SmallVector<Positions, 2>;
  /// In the order of their numbers.
  using Objects = std::vector<std::pair<unsigned, Places>>;

  /// None.
  AddressSet() = default;

  /// Returns whether there is something new.
  bool add(const AddressSet &Others);
  bool contains(unsigned Object) const;
  bool empty() const { return !Known; }
  size_t size() const { return Known ? Known->All.size() : 0; }
  /// The same addresses, each \p Distance bytes further.
  AddressSet moved(int64_t Distance) const;
  /// The same addresses and all that are multiples of \p Step from them, in the
  /// arrays that are there; or in all of their objects.
  AddressSet walked(uint64_t Step) const;
  AddressSet scattered(uint64_t Step = 1) const;

  Objects::const_iterator begin() const;
  Objects::const_iterator end() const;

private:
  friend class AddressPool;
  struct Entry {
    Objects All;
    AddressPool *Pool;
  };
  explicit AddressSet(const Entry *Known) : Known(Known) {}

  /// Null if there is none.
  const Entry *Known = nullptr;
};

/// All sets of one analysis.
class AddressPool {
public:
  AddressPool() = default;
  AddressPool(const AddressPool &) = delete;
  AddressPool &operator=(const AddressPool &) = delete;

  /// One object, at some places.
  AddressSet just(unsigned Object, const Positions &At = {});

private:
  friend class AddressSet;
  using Entry = AddressSet::Entry;
  enum class Change : uint8_t { Moved, Walked, Scattered };

  const Entry *intern(AddressSet::Objects All);
  const Entry *both(const Entry *A, const Entry *B);
  const Entry *changed(const Entry *Of, Change How, uint64_t By);

  struct ByContent {
    bool operator()(const Entry &A, const Entry &B) const {
      return A.All < B.All;
    }
  };
  std::set<Entry, ByContent> Entries;
  llvm::DenseMap<std::pair<const Entry *, const Entry *>, const Entry *> Unions;
  std::map<std::tuple<const Entry *, Change, uint64_t>, const Entry *> Changes;
};

} // namespace sooth

#endif
