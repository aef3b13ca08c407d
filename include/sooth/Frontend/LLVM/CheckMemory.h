//===- CheckMemory.h - Each access asks whether it is valid ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `check-memory` puts a call of sooth.check.read, .write, .free or .call
// before each access to memory, each free and each call through a pointer, so that no later step drops an invalid access
// with its result. The encoder makes error locations of them. Accesses to parts
// of variables at constant offsets inside them are left alone;
// dropEvidentChecks() removes the calls that have become so by inlining.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_CHECKMEMORY_H
#define SOOTH_FRONTEND_LLVM_CHECKMEMORY_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallBase;
class Value;
} // namespace llvm

namespace sooth {

class CheckMemoryPass : public llvm::PassInfoMixin<CheckMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// What a call that the pass put in asks.
struct MemoryCheck {
  enum class Kind { Read, Write, Free, Call } What;
  const llvm::Value *Pointer;
  /// In bytes; null for Free and Call.
  const llvm::Value *Size;
};
/// Requires classify(Call) to be MemoryCheck.
MemoryCheck describeCheck(const llvm::CallBase &Call);

/// Returns true if something was removed.
bool dropEvidentChecks(llvm::Function &F);

} // namespace sooth

#endif
