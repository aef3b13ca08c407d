//===- InlineCalls.h - Calls become the called bodies ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `inline-calls` inlines every call to a defined function that is not
// recursive, bottom-up over the strongly connected components of the call
// graph, so that each body is inlined complete. Debug locations keep their
// history (inlinedAt).
//
// Calls stay where the callee
//  * is part of a cycle of direct calls, or an error by its name,
//  * has another type than the call, reads variable arguments, uses computed
//    goto, or is otherwise not viable for LLVM's inliner,
//  * would make the caller larger than the limit.
//
// Functions that are not needed any more are left for others to remove.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_INLINECALLS_H
#define SOOTH_FRONTEND_LLVM_INLINECALLS_H

#include "llvm/IR/PassManager.h"

namespace sooth {

struct InlineCallsOptions {
  /// Instructions beyond which a function takes in no more.
  unsigned SizeLimit = 300000;
};

class InlineCallsPass : public llvm::PassInfoMixin<InlineCallsPass> {
public:
  explicit InlineCallsPass(InlineCallsOptions Options = {})
      : Options(Options) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  InlineCallsOptions Options;
};

} // namespace sooth

#endif
