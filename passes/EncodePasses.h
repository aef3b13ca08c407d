//===- EncodePasses.h - Passes that print the model -----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_PASSES_ENCODEPASSES_H
#define SOOTH_PASSES_ENCODEPASSES_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace sooth {

/// Prints the model of the entry function on stdout and leaves the module as
/// it is. Expects it to be prepared (`sooth-prepare`).
class EncodeCfaPass : public llvm::PassInfoMixin<EncodeCfaPass> {
public:
  enum class Form { Text, TextWithSteps, Dot };
  EncodeCfaPass(std::string Entry, Form Printed)
      : Entry(std::move(Entry)), Printed(Printed) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::string Entry;
  Form Printed;
};

/// Prints the model as a VMT-LIB transition system, one property per error.
class EncodeVmtPass : public llvm::PassInfoMixin<EncodeVmtPass> {
public:
  /// One step per basic block, or per way from one loop head to the next.
  enum class Steps { SmallBlocks, LargeBlocks };
  EncodeVmtPass(std::string Entry, Steps Granularity)
      : Entry(std::move(Entry)), Granularity(Granularity) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  std::string Entry;
  Steps Granularity;
};

} // namespace sooth

#endif
