//===- SplitGlobals.h - Structures become scalars -------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `split-globals` replaces a global structure or array that is only accessed
// part by part with one global per part, so that `thread-globals` can take them
// on. A global is split if
//  * it has local linkage, or the program is whole, and a known initializer,
//  * it is used only as the address of loads and stores of scalars at constant
//    offsets inside it, neither volatile nor atomic,
//  * any two accesses touch the same bytes with the same type, or no byte in
//    common (no unions read in another way, no bytes of an integer).
//
// Debug information follows: each part is described as a fragment of the whole.
// Preserves the behaviour of the program.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_SPLITGLOBALS_H
#define SOOTH_FRONTEND_LLVM_SPLITGLOBALS_H

#include "sooth/Frontend/LLVM/Passes/ThreadGlobals.h"

namespace sooth {

class SplitGlobalsPass : public llvm::PassInfoMixin<SplitGlobalsPass> {
public:
  explicit SplitGlobalsPass(Linkage Scope = Linkage::OneModule)
      : Scope(Scope) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  Linkage Scope;
};

} // namespace sooth

#endif
