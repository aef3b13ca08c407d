//===- MemberCounts.h - Numbers beside arrays that count their elements ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many structures have a pointer to an array, and the number of its elements
// (`int *all; size_t count;`). The program shows it where it compares an index
// of the array with the number, or handles so many bytes of it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMBERCOUNTS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_MEMBERCOUNTS_H

#include "Regions.h"

#include "llvm/ADT/MapVector.h"

namespace sooth {

class MemberCounts {
public:
  struct Count {
    /// Of the number, and how far that is from the pointer, in bytes.
    unsigned Region;
    int64_t Distance;
    bool IsSigned;
    /// In bytes, of an element.
    uint64_t Element;
    /// How the structure and its members are declared.
    std::string Structure = "", Pointer = "", Number = "";
  };

  /// Both are used while this is made only.
  MemberCounts(const PointsTo &Points, const Regions &Parts);

  bool empty() const { return ByPointer.empty(); }
  /// What counts the elements that the pointers in \p Region lead to.
  llvm::ArrayRef<Count> of(unsigned Region) const {
    auto Found = ByPointer.find(Region);
    return Found == ByPointer.end() ? llvm::ArrayRef<Count>() : Found->second;
  }
  /// By the region of the pointers.
  const llvm::MapVector<unsigned, llvm::SmallVector<Count, 1>> &all() const {
    return ByPointer;
  }
  /// Whether the numbers in \p Region count something.
  bool counts(unsigned Region) const;

private:
  llvm::MapVector<unsigned, llvm::SmallVector<Count, 1>> ByPointer;
};

} // namespace sooth

#endif
