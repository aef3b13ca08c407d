//===- RereadNumbers.h - Numbers that are read again ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (s->count < 16) { log(s); s->count++; }` reads count twice. If all that
// writes it is known, and nothing of that is in log() or what that calls, both
// are one number.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_DRIVER_PROGRAMS_REREADNUMBERS_H
#define SOOTH_LIB_DRIVER_PROGRAMS_REREADNUMBERS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class CallBase;
class DominatorTree;
class Function;
class Instruction;
class LoadInst;
class MemIntrinsic;
class Module;
class Value;
} // namespace llvm

namespace sooth {

/// Of numbers which a program writes by no other instructions than those that
/// are given, and by copies of structures, or settings of them, as a whole.
class RereadNumbers {
public:
  explicit RereadNumbers(llvm::Module &M) : M(M) {}

  /// \p Access, a load or a store, is one of the number \p Which, by any
  /// numbering.
  void add(unsigned Which, const llvm::Instruction &Access);
  /// \p Bytes writes no number but \p Which, if that is given.
  void add(std::optional<unsigned> Which, const llvm::MemIntrinsic &Bytes);
  /// Lets what is read again in \p F be what was read or written before.
  void readOnce(llvm::Function &F);

private:
  llvm::BitVector writtenAt(const llvm::Instruction &I);
  llvm::BitVector writtenBy(const llvm::CallBase &Call);
  void followCalls();
  bool isAsBefore(const llvm::Instruction &Before, const llvm::LoadInst &Load,
                  unsigned Which);
  llvm::Value *knownBefore(const llvm::LoadInst &Load,
                           llvm::ArrayRef<llvm::Instruction *> Earlier,
                           const llvm::DominatorTree &Order);

  llvm::Module &M;
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<unsigned, 2>>
      Accesses;
  llvm::DenseMap<const llvm::Instruction *, std::optional<unsigned>> Parts;
  unsigned Count = 0;
  /// What functions of the program write, and what they call.
  llvm::DenseMap<const llvm::Function *, llvm::BitVector> Written;
};

} // namespace sooth

#endif
