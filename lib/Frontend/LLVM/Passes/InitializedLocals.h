//===- InitializedLocals.h - Locals that plainly have a value -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a part of a local was written on all ways to a place: by a store that
// covers it, after which nothing has made its content uninitialized again. What
// is found this way needs no check, so that the local can become a register.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_INITIALIZEDLOCALS_H
#define SOOTH_LIB_FRONTEND_LLVM_INITIALIZEDLOCALS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/BasicBlock.h"

#include <map>

namespace llvm {
class AllocaInst;
class DataLayout;
class GlobalVariable;
class Value;
} // namespace llvm

namespace sooth {

/// Of one function, which must not change meanwhile. The time of all questions
/// about one part of a local is linear in the size of the function.
class InitializedLocals {
public:
  explicit InitializedLocals(const llvm::DataLayout &Layout) : Layout(Layout) {}

  /// Whether \p Bytes bytes at \p Pointer have been written when control
  /// reaches \p Place. False if that is hard to see.
  bool isWritten(const llvm::Value *Pointer, uint64_t Bytes,
                 const llvm::Instruction &Place);

private:
  /// What an instruction does to the part of the local.
  enum class Does { Nothing, Write, Spoil };
  struct Part {
    const llvm::AllocaInst *Local;
    uint64_t Begin, End;
  };
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;
  Does effect(const llvm::Instruction &I, const Part &P);
  Does effectOfStore(const llvm::Value *Pointer, uint64_t Bytes, bool Writes,
                     const Part &P);
  bool isCaptured(const llvm::AllocaInst &Local);
  void index(const llvm::Function &F);
  const llvm::Value *written(const llvm::Instruction &I) const;
  using Instructions = llvm::SmallVector<const llvm::Instruction *, 4>;
  using ByBlock = llvm::DenseMap<const llvm::BasicBlock *, Instructions>;
  Does lastEffect(const llvm::BasicBlock &Block, const llvm::Instruction *End,
                  const Part &P);
  const Blocks &spoiledAtStart(const Part &P);
  bool isWrittenBefore(const llvm::Instruction &Place, const Part &P);

  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::AllocaInst *, bool> Captured;
  /// The instructions that may do something to a local, in order: those that
  /// name it, and others that may reach any that is captured.
  llvm::DenseMap<const llvm::AllocaInst *, ByBlock> Naming;
  ByBlock Elsewhere;
  const llvm::Function *Indexed = nullptr;
  /// By local and where its part begins and ends.
  std::map<std::tuple<const llvm::AllocaInst *, uint64_t, uint64_t>, Blocks>
      SpoiledAtStart;
};

/// Whether all that is ever written to \p G are values that some instruction
/// computes, or constants.
bool isAlwaysInitialized(const llvm::GlobalVariable &G);

} // namespace sooth

#endif
