//===- OrderedPointers.h - Pointers that are ordered or subtracted -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is given \p begin and \p end says so by ordering or
// subtracting them: they may lead to any element of an array, or to its end.
// Which arguments and which pointers in memory these are, and what is known of
// them besides.
//
// And a function that looks at what is before a pointer, as at the top of a
// stack, says that this leads to any element of an array, or to its end.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_ORDEREDPOINTERS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_ORDEREDPOINTERS_H

#include "PointsTo.h"
#include "Regions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace sooth {

/// What is read or written where \p I is, or is asked about there; null if that
/// is nothing.
const llvm::Value *accessedBy(const llvm::Instruction &I);

class OrderedPointers {
public:
  /// Both must outlive this.
  OrderedPointers(const PointsTo &Points, const Regions &Parts);

  /// What is known of a pointer that is ordered with others. If what the
  /// program accesses are not whole elements, one pointer may be followed, and
  /// leads to the beginning of what the program sees of its object; others lead
  /// before that, too, and between elements.
  struct Order {
    bool IsAccessed = false;
    /// Those that the program accesses there before it compares.
    uint64_t Bytes = 0;
  };
  /// Of the argument \p Given; null if it is not ordered.
  const Order *find(const llvm::Value &Given) const;
  /// The same of pointers in \p Region.
  const Order *find(unsigned Region) const;

  /// What is known of a pointer from which the program steps back: that it
  /// leads to some element, or to the end if none is accessed there.
  struct Back {
    bool IsAccessed = false;
  };
  /// Null if the program does not step back from it.
  const Back *findBack(const llvm::Value &Given) const;
  const Back *findBack(unsigned Region) const;

  /// Whether \p A and \p B, which the program orders or subtracts, may lead to
  /// any two places of one object.
  bool haveOrder(const llvm::Value *A, const llvm::Value *B) const;
  /// The size of all accesses to objects of \p N, if it is that of what
  /// pointers there are declared to lead to, and each is at a multiple of it:
  /// then all pointers are, as C aligns them. Otherwise 1.
  uint64_t wholeAccess(PointsTo::NodeId N) const;
  bool isOfWholeElements(PointsTo::NodeId N) const;

private:
  void findOrdered();
  void findSteppedBack();
  void leaveOutParts();

  const PointsTo &Points;
  const Regions &Parts;
  llvm::DenseMap<const llvm::Value *, Order> Arguments;
  llvm::DenseMap<unsigned, Order> InRegions;
  llvm::DenseMap<const llvm::Value *, Back> BackFromArguments;
  llvm::DenseMap<unsigned, Back> BackFromRegions;
  /// Nodes of pointers of which nothing is known by their order.
  llvm::DenseSet<PointsTo::NodeId> WithoutOrder;
};

} // namespace sooth

#endif
