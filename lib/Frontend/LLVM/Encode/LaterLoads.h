//===- LaterLoads.h - Pointers that are read after a call -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is taken to be true of the pointers that callers, and calls, leave in
// memory is known of a cell where that is read. Where runs with a call and
// without it meet first, as before a loop that reads it, nothing would be left
// of that: it has to be known at the beginning, and at the call. So it is of
// the cells that are read next, at places that are known there.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_LATERLOADS_H
#define SOOTH_LIB_FRONTEND_LLVM_LATERLOADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"

namespace llvm {
class CallBase;
class Function;
class LoadInst;
} // namespace llvm

namespace sooth {

class LaterLoads {
public:
  explicit LaterLoads(const llvm::Function &F);

  /// Loads of pointers, in other blocks, that a run may come to after \p Call
  /// before another call that is not executed, at a constant distance from
  /// what is known at \p Call; one of each place, and not all where there are
  /// many. None if \p Call is executed.
  llvm::ArrayRef<const llvm::LoadInst *>
  after(const llvm::CallBase &Call) const;
  /// The same after the beginning, at a constant distance from arguments.
  llvm::ArrayRef<const llvm::LoadInst *> afterEntry() const {
    return AfterEntry;
  }

private:
  using Loads = llvm::SmallVector<const llvm::LoadInst *, 8>;
  using IsKnownAt = llvm::function_ref<bool(const llvm::Value &)>;
  static Loads find(const llvm::BasicBlock &Start,
                    llvm::BasicBlock::const_iterator First, IsKnownAt IsKnown);

  Loads AfterEntry;
  llvm::DenseMap<const llvm::CallBase *, Loads> AfterCalls;
};

} // namespace sooth

#endif
