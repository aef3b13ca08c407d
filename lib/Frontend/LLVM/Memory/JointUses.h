//===- JointUses.h - What a program would see of memory that is one -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers that lead to different nodes of the points-to analysis are taken to
// lead to different objects. Whether the program could see that they do not:
//
//  * one is written, the other one read or written, and C lets these accesses
//    be to the same bytes (Base/AliasRules.h);
//  * one is freed, and the other one used in any way, also by writing what
//    nobody reads, or by freeing it;
//  * their addresses are compared, or a call is checked to be given different
//    objects.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_JOINTUSES_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_JOINTUSES_H

#include "PointsTo.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Argument;
class ICmpInst;
class MDNode;
} // namespace llvm

namespace sooth {

class JointUses {
public:
  /// \p Points must outlive this.
  explicit JointUses(const PointsTo &Points);

  /// Whether the program would see that an object of \p A is one of \p B, which
  /// may be \p A. Of two accesses that meet, one is to \p Most bytes at most.
  bool wouldMatterIfOneWere(PointsTo::NodeId A, PointsTo::NodeId B,
                            uint64_t Most = UINT64_MAX) const;
  /// Whether the program asks whether two pointers to \p N are equal.
  bool areCompared(PointsTo::NodeId N) const { return Compared.contains(N); }
  /// By pointer from which others are made: of what the addresses of accesses
  /// are checked to be multiples.
  const llvm::MapVector<const llvm::Value *, uint64_t> &alignments() const {
    return Alignments;
  }

  /// Pointers from which those are made that are checked before they are freed.
  const llvm::SetVector<const llvm::Value *> &freed() const { return Freed; }
  /// Whether a pointer to \p N is checked before what is there is called.
  bool isCalled(PointsTo::NodeId N) const { return Called.contains(N); }

  /// Whether what \p A leads to may be modified through it, or through pointers
  /// that are made of it.
  static bool mayModifyThrough(const llvm::Argument &A);

private:
  /// To how many bytes accesses of a type are, at least; of any, if that is
  /// null.
  using LeastBytes = llvm::SmallMapVector<const llvm::MDNode *, uint64_t, 4>;
  struct Uses {
    LeastBytes Read, Written;
    bool IsUsed = false;
  };
  static void add(LeastBytes &All, const llvm::MDNode *Type, uint64_t Bytes);
  using Pair = std::pair<PointsTo::NodeId, PointsTo::NodeId>;
  void visit(const llvm::Instruction &I);
  void visitComparison(const llvm::ICmpInst &I);
  void visitCheck(const llvm::CallBase &Call);
  Uses *usesAt(const llvm::Value *Pointer);

  const PointsTo &Points;
  llvm::DenseMap<PointsTo::NodeId, Uses> ByNode;
  llvm::MapVector<const llvm::Value *, uint64_t> Alignments;
  llvm::SetVector<const llvm::Value *> Freed;
  llvm::DenseSet<PointsTo::NodeId> Called, Compared;
  /// Where the program, or a check of a call, asks whether objects differ.
  llvm::DenseSet<Pair> AskedToDiffer;
};

} // namespace sooth

#endif
