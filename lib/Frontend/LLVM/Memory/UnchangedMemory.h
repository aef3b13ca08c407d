//===- UnchangedMemory.h - Memory that is as it was at first --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_UNCHANGEDMEMORY_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_UNCHANGEDMEMORY_H

#include "CallEffects.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class BasicBlock;
class LoadInst;
} // namespace llvm

namespace sooth {

/// Finds out which reads of a function get what was there when it was called:
/// no write to the same region of memory may come before them.
class UnchangedMemory {
public:
  /// All must outlive this.
  UnchangedMemory(const llvm::Function &F, const PointsTo &Points,
                  const Regions &Parts, const CallEffects &Calls);

  /// Requires a load of the function.
  bool isAsAtFirst(const llvm::LoadInst &Load);

private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;
  const Blocks &blocksAfterWrites(unsigned Region);
  bool mayFollowWrite(const llvm::LoadInst &Load, unsigned Region);

  const PointsTo &Points;
  const Regions &Parts;
  /// By region: what may write it.
  std::vector<llvm::SmallVector<const llvm::Instruction *, 2>> Writes;
  llvm::DenseMap<unsigned, Blocks> AfterWrites;
};

} // namespace sooth

#endif
