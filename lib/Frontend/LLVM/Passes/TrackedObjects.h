//===- TrackedObjects.h - Memory that is only loaded and stored -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object, an alloca or a global with local linkage, is tracked if its
// address is used for nothing but accesses: loads, stores, memcpy and its kin,
// lifetime markers, all through addresses computed from the object's alone.
// Then all that reads or writes it is known.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_TRACKEDOBJECTS_H
#define SOOTH_LIB_FRONTEND_LLVM_TRACKEDOBJECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace sooth {

class TrackedObjects {
public:
  explicit TrackedObjects(llvm::Module &M);

  /// All instructions that may write the tracked \p Object.
  llvm::ArrayRef<llvm::Instruction *>
  writersOf(const llvm::Value &Object) const;
  /// The tracked objects that \p I reads.
  llvm::ArrayRef<llvm::Value *> readBy(const llvm::Instruction &I) const;
  /// True if \p I is a store, memcpy or lifetime marker of an object that is
  /// not tracked. Calls of functions are not asked about here.
  bool writesElsewhere(const llvm::Instruction &I) const;

private:
  /// How an instruction uses an address.
  struct Access {
    llvm::Instruction *I;
    enum class Kind { Read, Write } How;
  };
  using Accesses = llvm::SmallVector<Access, 8>;

  void track(llvm::Value &Object);
  static bool collect(llvm::Value &Address, Accesses &Found);
  static bool collectCall(llvm::Instruction &I, const llvm::Use &U,
                          Accesses &Found);

  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<llvm::Instruction *, 4>>
      Writers;
  llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<llvm::Value *, 1>>
      Reads;
  llvm::DenseSet<const llvm::Instruction *> Writes;
};

} // namespace sooth

#endif
