//===- Sort.h - Sorts of expressions --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_SORT_H
#define SOOTH_EXPR_SORT_H

#include "llvm/ADT/DenseMapInfo.h"

#include <cassert>
#include <cstdint>

namespace llvm {
class raw_ostream;
}

namespace sooth {

enum class SortKind : uint8_t { Bool, BitVec, Int, Real, Array };

/// The shared body of a sort; owned by its ExprContext.
struct SortNode {
  SortKind Kind;
  uint32_t Width;          // BitVec
  const SortNode *Index;   // Array
  const SortNode *Element; // Array
};

/// A handle, one pointer wide; equal handles are equal sorts. Null by default.
/// Valid as long as the ExprContext that made it.
class Sort {
public:
  Sort() = default;
  explicit Sort(const SortNode *Node) : Node(Node) {}

  explicit operator bool() const { return Node; }
  SortKind kind() const { return Node->Kind; }
  bool isBool() const { return Node->Kind == SortKind::Bool; }
  bool isBitVec() const { return Node->Kind == SortKind::BitVec; }
  bool isInt() const { return Node->Kind == SortKind::Int; }
  bool isReal() const { return Node->Kind == SortKind::Real; }
  bool isArray() const { return Node->Kind == SortKind::Array; }
  bool isArith() const { return isInt() || isReal(); }

  /// Requires a bit-vector sort.
  unsigned width() const {
    assert(isBitVec());
    return Node->Width;
  }
  /// Require an array sort.
  Sort index() const {
    assert(isArray());
    return Sort(Node->Index);
  }
  Sort element() const {
    assert(isArray());
    return Sort(Node->Element);
  }

  /// As SMT-LIB: "(_ BitVec 32)".
  void print(llvm::raw_ostream &OS) const;

  const void *opaque() const { return Node; }
  friend bool operator==(Sort A, Sort B) { return A.Node == B.Node; }
  friend bool operator!=(Sort A, Sort B) { return A.Node != B.Node; }

private:
  const SortNode *Node = nullptr;
};

} // namespace sooth

template <> struct llvm::DenseMapInfo<sooth::Sort> {
  using Ptr = DenseMapInfo<const sooth::SortNode *>;
  static sooth::Sort getEmptyKey() { return sooth::Sort(Ptr::getEmptyKey()); }
  static sooth::Sort getTombstoneKey() {
    return sooth::Sort(Ptr::getTombstoneKey());
  }
  static unsigned getHashValue(sooth::Sort S) {
    return DenseMapInfo<const void *>::getHashValue(S.opaque());
  }
  static bool isEqual(sooth::Sort A, sooth::Sort B) { return A == B; }
};

#endif
