//===- UnrollLoops.h - Short loops become straight code ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `unroll-loops` copies a loop that walks through memory for a few rounds, as
// many as its condition tells. So its indices are constants, and an array that
// is indexed by nothing else becomes variables.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_UNROLLLOOPS_H
#define SOOTH_FRONTEND_LLVM_UNROLLLOOPS_H

#include "llvm/IR/PassManager.h"

namespace sooth {

/// Expects that locals are registers. Some of what debug records say of
/// variables is lost.
class UnrollLoopsPass : public llvm::PassInfoMixin<UnrollLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Functions);
  static bool isRequired() { return true; }
};

/// Whether the pass has copied a loop of \p M.
bool hasCopiedLoops(const llvm::Module &M);

} // namespace sooth

#endif
