//===- ContinueIf.h - Runs that go on under a condition ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_CONTINUEIF_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_CONTINUEIF_H

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace sooth {

/// Runs on which \p Condition is false end here.
inline void continueIf(llvm::IRBuilderBase &Build, llvm::Value *Condition) {
  llvm::Module &M = *Build.GetInsertBlock()->getModule();
  Build.CreateCall(M.getOrInsertFunction(ContinueIfName, Build.getVoidTy(),
                                         Build.getInt1Ty()),
                   Condition);
}

} // namespace sooth

#endif
