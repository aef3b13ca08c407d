//===- CallEffects.h - What calls of summarized functions may change ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a summarized function (Vocabulary.h) is not executed, but the
// points-to analysis has looked at it: so it is known which regions it may
// write, itself and through what it calls, and of which nodes it may free
// objects. That is flow-insensitive and the same for all calls of a function.
// If the function says what it assigns (docs/Contracts.md), it writes nothing
// else.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_CALLEFFECTS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_CALLEFFECTS_H

#include "Regions.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace sooth {

class CallEffects {
public:
  struct Effects {
    /// By region.
    llvm::BitVector Writes;
    /// By parameter: whether what it points to may be freed.
    llvm::BitVector FreesArgument;
    /// Of these nodes something else may be freed: what is found in memory.
    llvm::DenseSet<PointsTo::NodeId> Frees;
    bool Allocates = false;
    /// Whether it may return null, other than what it found in memory.
    bool MayReturnNull = false;

    /// Grows whenever something is added.
    size_t size() const {
      return Writes.count() + FreesArgument.count() + Frees.size() + Allocates +
             MayReturnNull;
    }
  };

  /// Both must outlive this.
  CallEffects(const PointsTo &Points, const Regions &Parts);

  /// Requires that the points-to analysis has looked at \p F.
  const Effects &of(const llvm::Function &F) const {
    return Known.find(&F)->second;
  }
  bool hasSummaries() const { return !Summarized.empty(); }
  /// Functions that are called and not executed.
  llvm::ArrayRef<const llvm::Function *> summarized() const {
    return Summarized;
  }
  /// Whether such a function may write \p Region.
  bool mayWrite(unsigned Region) const;
  /// The regions that \p I may write, of a function that the points-to analysis
  /// has looked at.
  llvm::BitVector writesOf(const llvm::Instruction &I) const;

private:
  void addOwn(const llvm::Instruction &I, Effects &Of) const;
  void addCall(const llvm::CallBase &Call, Effects &Of) const;
  void addNode(PointsTo::NodeId N, Effects &Of) const;
  void addFree(const llvm::Value *Pointer, Effects &Of) const;
  void addWrite(const llvm::Value *To, std::optional<uint64_t> Bytes,
                Effects &Of) const;
  void addAll(Effects &Of) const;
  void addExposed(Effects &Of) const;
  void addFreedByLeftOut(Effects &Of) const;
  bool addCallees(const llvm::Function &F);
  bool mayReturnNull(const llvm::Function &F) const;
  void keepToPlaces(const llvm::Function &F);

  const PointsTo &Points;
  const Regions &Parts;
  llvm::DenseMap<const llvm::Function *, Effects> Known;
  llvm::SmallVector<const llvm::Function *> Summarized;
};

} // namespace sooth

#endif
