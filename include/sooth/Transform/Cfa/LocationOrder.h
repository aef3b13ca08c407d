//===- LocationOrder.h - In which order facts flow ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TRANSFORM_LOCATIONORDER_H
#define SOOTH_TRANSFORM_LOCATIONORDER_H

#include "sooth/Model/Cfa.h"

#include "llvm/ADT/ArrayRef.h"

#include <set>
#include <vector>

namespace sooth {

/// The locations that edges lead to from the entry, in reverse postorder of a
/// depth-first search: each after those before it, but for back edges.
std::vector<LocationId> reversePostorder(const Cfa &C);

/// Locations that wait to be looked at, once each: first those that come first
/// in reverse postorder, as facts flow forwards.
class LocationQueue {
public:
  explicit LocationQueue(const Cfa &C);

  llvm::ArrayRef<LocationId> inOrder() const { return InOrder; }
  /// Whether an edge leads to where it begins, or before that.
  bool leadsBack(const Edge &E) const {
    return Place[E.Target] <= Place[E.Source];
  }

  bool isEmpty() const { return Waiting.empty(); }
  /// Requires a location that edges lead to from the entry.
  void add(LocationId L) { Waiting.insert(Place[L]); }
  /// Requires that one is waiting.
  LocationId takeFirst();

private:
  std::vector<LocationId> InOrder;
  std::vector<unsigned> Place; // by location: in that order
  std::set<unsigned> Waiting;  // places
};

} // namespace sooth

#endif
