//===- CoverIndex.h - Who may cover a new state ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cube covers those that have all its facts. Nodes are kept by location and
// by the set of items that their states speak about; within such a group at
// most one hash value can cover a given cube: that of its facts about these
// items. A mask of the items rules out nearly all groups. States of several
// cubes are in a list by location.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_COVERINDEX_H
#define SOOTH_LIB_ENGINE_CEGAR_COVERINDEX_H

#include "sooth/Domain/AbstractState.h"
#include "sooth/Model/Cfa.h"

#include "llvm/ADT/DenseMap.h"

namespace sooth::cegar {

constexpr unsigned NoNode = ~0u;

class CoverIndex {
public:
  explicit CoverIndex(unsigned NumLocations) : At(NumLocations) {}

  void insert(unsigned Node, LocationId L, const AbstractState &S);
  void erase(unsigned Node, LocationId L, const AbstractState &S);
  /// A node whose state covers \p S, or NoNode.
  unsigned find(LocationId L, const AbstractState &S) const;

private:
  struct Entry {
    unsigned Node;
    const AbstractState *State;
  };
  struct Group {
    std::vector<uint32_t> Items;
    std::unordered_multimap<size_t, Entry> ByHash;
  };
  struct Bucket {
    std::vector<Group> Groups;
    std::vector<uint64_t> Masks; // by group, apart: they are looked at most
    std::vector<Entry> Several;  // cubes
  };
  static Group &groupOf(Bucket &B, const Cube &C);
  /// Subsets have masks that are subsets.
  static uint64_t maskOf(const Cube &C);

  std::vector<Bucket> At;
};

} // namespace sooth::cegar

#endif
