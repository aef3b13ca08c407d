//===- OutlivingPointers.h - Pointers that are kept longer than locals ----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the address of a local forward through values, calls and the locals
// that it is stored in. It does not outlive the local if all of these end with
// it or before: variables of the same block or of blocks in it, and of functions
// that are called meanwhile. Where it is stored elsewhere, or nobody knows where,
// it is taken to outlive it.
//
// Functions without a body keep nothing that the program gets back but as their
// result.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OUTLIVINGPOINTERS_H
#define SOOTH_LIB_FRONTEND_LLVM_OUTLIVINGPOINTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AllocaInst;
class Argument;
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace sooth {

class OutlivingPointers {
public:
  /// Of code as clang made it. \p M must not change meanwhile.
  explicit OutlivingPointers(const llvm::Module &M);

  /// Whether something may lead to \p Local after it has ended.
  bool lead(const llvm::AllocaInst &Local);
  /// The same of what \p Passed leads to, and the call of its function.
  bool lead(const llvm::Argument &Passed);

  /// Calls of \p F, also through pointers.
  llvm::SmallVector<const llvm::CallBase *> callsOf(const llvm::Function &F) const;
  /// \p F, and what calls it, directly or not.
  const llvm::SmallPtrSet<const llvm::Function *, 16> &
  callersOf(const llvm::Function &F);
  /// The functions with a body that \p Call may call.
  llvm::SmallVector<const llvm::Function *, 4>
  calleesOf(const llvm::CallBase &Call) const;

private:
  llvm::SmallVector<const llvm::Function *> Known; ///< by their addresses
  llvm::SmallVector<const llvm::CallBase *> Indirect;
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallPtrSet<const llvm::Function *, 16>>
      Callers;
};

} // namespace sooth

#endif
