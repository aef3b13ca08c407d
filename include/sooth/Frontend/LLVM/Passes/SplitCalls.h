//===- SplitCalls.h - A call stands alone in its block --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `split-calls`: afterwards each direct call to a defined function stands alone
// in its block, which is: phis, the call, an unconditional branch. Calls that
// state the property, yield inputs or end the run (Vocabulary.h), intrinsics
// and calls to functions without a body stay where they are.
//
// Procedures are encoded with one edge per call (Encoder.h); this is the shape
// it needs (EUFORIA dissertation, section 5.4). The entry block, where the
// arguments are read, gets no call.
// Changes nothing about the runs of the program.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_SPLITCALLS_H
#define SOOTH_FRONTEND_LLVM_SPLITCALLS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
} // namespace llvm

namespace sooth {

/// Whether \p Call has the shape that `split-calls` makes.
bool standsAlone(const llvm::CallInst &Call);

class SplitCallsPass : public llvm::PassInfoMixin<SplitCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
