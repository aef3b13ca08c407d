//===- AddressSet.h - Addresses that a pointer may be ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSSET_H
#define SOOTH_LIB_DRIVER_PROGRAMS_ADDRESSSET_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>

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

/// Objects, by their numbers, each with places in it. Sets only grow, and each
/// grows finitely often.
class AddressSet {
public:
  /// Objects whose places do not matter: null, and what is not one of the
  /// others (memory that others made, or that is allocated).
  static constexpr unsigned Null = 0, Outside = 1, FirstOwn = 2;

  using Places = llvm::SmallVector<Positions, 2>;

  /// Each returns whether there is something new.
  bool add(unsigned Object, const Positions &At = {});
  bool add(const AddressSet &Others);
  bool contains(unsigned Object) const { return Objects.count(Object) != 0; }
  bool empty() const { return Objects.empty(); }
  /// The same addresses, each \p Distance bytes further.
  AddressSet moved(int64_t Distance) const;
  /// The same addresses and all that are multiples of \p Step from them, in the
  /// arrays that are there; or in all of their objects.
  AddressSet walked(uint64_t Step) const;
  AddressSet scattered(uint64_t Step = 1) const;

  auto begin() const { return Objects.begin(); }
  auto end() const { return Objects.end(); }

private:
  std::map<unsigned, Places> Objects;
};

} // namespace sooth

#endif
