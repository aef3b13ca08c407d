//===- MarkLifetimes.h - A local is new where it is declared --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "If an initialization is not specified, the value becomes indeterminate each
// time the declaration is reached" (C11 6.2.4): in the next round of a loop, or
// after a `goto` back over it, a local does not have its old value. Clang says
// so with llvm.lifetime.start only if it optimizes, and never where a label is
// in the same scope. But its debug information says where each declaration is
// executed; `mark-lifetimes` puts an llvm.lifetime.start there.
//
// Has to run on what clang emits, as passes move and drop debug records. Does
// nothing without debug information.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_MARKLIFETIMES_H
#define SOOTH_FRONTEND_LLVM_MARKLIFETIMES_H

#include "llvm/IR/PassManager.h"

namespace sooth {

class MarkLifetimesPass : public llvm::PassInfoMixin<MarkLifetimesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
