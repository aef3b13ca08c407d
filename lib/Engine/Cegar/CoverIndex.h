//===- CoverIndex.h - Who may cover a new state ---------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cube covers those that have, or imply, all its facts. So the question is
// which of the stored cubes is a subset of a given one, and the answer a trie
// of facts in their order, one for each location: of a node's children only
// those with facts that one of the given facts implies have to be followed;
// they are about the same item. Small subtries are plain lists. States of
// several cubes are in a list by location.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CEGAR_COVERINDEX_H
#define SOOTH_LIB_ENGINE_CEGAR_COVERINDEX_H

#include "sooth/Domain/AbstractState.h"
#include "sooth/Model/Cfa.h"

#include <map>
#include <memory>

namespace sooth::cegar {

constexpr unsigned NoNode = ~0u;

class CoverIndex {
public:
  /// For states of \p Table, which must outlive it.
  CoverIndex(const StateTable &Table, unsigned NumLocations)
      : Table(Table), Buckets(NumLocations) {}

  void insert(unsigned Node, LocationId L, const AbstractState &S);
  void erase(unsigned Node, LocationId L, const AbstractState &S);
  /// A node whose state covers \p S, or NoNode.
  unsigned find(LocationId L, const AbstractState &S) const;

private:
  struct Entry {
    unsigned Node;
    const AbstractState *State;
  };
  struct Trie {
    /// Cubes that end here, and, in a node that was not split, all below.
    std::vector<Entry> Entries;
    std::map<Fact, std::unique_ptr<Trie>> Children;
    bool IsSplit = false;
  };
  struct Bucket {
    Trie OneCube;
    std::vector<Entry> Several; // cubes
  };
  static void insert(Trie &T, Entry E, unsigned Depth);
  static void split(Trie &T, unsigned Depth);
  const Entry *findSubset(const Trie &T, llvm::ArrayRef<Fact> Facts,
                          const AbstractState &S) const;
  Cube common(const AbstractState &S) const;

  const StateTable &Table;
  std::vector<Bucket> Buckets;
};

} // namespace sooth::cegar

#endif
