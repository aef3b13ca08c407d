//===- VerifyPasses.h - The pass that runs the engines --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_VERIFYPASSES_H
#define SOOTH_PASSES_VERIFYPASSES_H

#include "sooth/Driver/Tasks/ModuleVerifier.h"

#include "llvm/IR/PassManager.h"

namespace sooth {

/// Prints, in the manner of a compiler, a warning with its trace for each
/// assertion that can fail, or a remark that none can or why that is not
/// known. Leaves the module as it is; prepares a copy of it.
class VerifyAssertionsPass : public llvm::PassInfoMixin<VerifyAssertionsPass> {
public:
  explicit VerifyAssertionsPass(VerificationTask Task)
      : Task(std::move(Task)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  VerificationTask Task;
};

} // namespace sooth

#endif
