//===- ErrorReach.h - From where an error can be reached ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first step of slice-assertions: which functions may reach an error when
// they are called, and cutting the control flow where none can be reached.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_ERRORREACH_H
#define SOOTH_LIB_FRONTEND_LLVM_ERRORREACH_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace sooth {

/// True if code that is not in the module, or an indirect call, may call \p F.
/// The entry is called from outside once, and that does not count.
bool mayBeCalledBack(const llvm::Function &F, const llvm::Function *Entry);

class ErrorReach {
public:
  /// \p Entry may be null; then all functions may be called from outside.
  ErrorReach(llvm::Module &M, const llvm::Function *Entry);

  /// Ends blocks behind calls that end the run, and runs from where no error
  /// can be reached. Returns true if something changed.
  bool cut(llvm::Function &F) const;

private:
  bool mayFail(const llvm::Instruction &I) const;
  bool mayFail(const llvm::BasicBlock &Block) const;
  bool isWanted(const llvm::BasicBlock &Block) const;
  bool leavesWanted(const llvm::BasicBlock &Block) const;
  llvm::Instruction *unneededTail(llvm::BasicBlock &Block) const;
  bool isEndOfRun(const llvm::Function &F) const;
  llvm::BasicBlock *createEnd(llvm::Function &F) const;
  void propagate(llvm::Module &M);

  const llvm::Function *Entry;
  /// Functions from whose start an error can be reached.
  llvm::SmallPtrSet<const llvm::Function *, 16> Failing;
  /// Set if one of them may be called by who knows whom.
  enum class Callbacks { Harmless, MayFail } Unknown = Callbacks::Harmless;
};

} // namespace sooth

#endif
