//===- CheckMemory.h - Each access asks whether it is valid ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `check-memory` puts calls of functions called sooth.check.* into the program,
// so that no later step drops what is wrong with a result that nobody needs.
// The encoder makes error locations of them.
//
//  access         before each access, free and call through a pointer
//  alignment      before each access that needs a multiple of some number
//  uninitialized  before each read of a scalar. A copy is no read: what is
//                 copied is as initialized as it was, be it by memcpy, or by a
//                 load where clang passes a structure as numbers. Nor is the
//                 load with which clang writes a bit-field.
//  leak           before main returns, and before main itself calls exit
//
// What plainly is right is left alone; dropEvidentChecks() removes the calls
// that have become so by inlining.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_CHECKMEMORY_H
#define SOOTH_FRONTEND_LLVM_CHECKMEMORY_H

#include "sooth/Frontend/LLVM/Passes/MemoryProperty.h"

#include "llvm/IR/PassManager.h"

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

struct CheckMemoryOptions {
  MemoryProperties Asked;
  std::string Entry = "main";
};

class CheckMemoryPass : public llvm::PassInfoMixin<CheckMemoryPass> {
public:
  explicit CheckMemoryPass(CheckMemoryOptions Options)
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  CheckMemoryOptions Options;
};

/// Asks before each free that nothing asks about, as it was called through a
/// pointer. Returns true if there was one.
bool checkResolvedFrees(llvm::Module &M);

/// Asks before each call through a pointer to code that is not shown, as
/// callUnseenTargets has made them, whether what it is given is still there.
/// Returns true if there was one.
bool checkGivenToTargets(llvm::Module &M, const CheckMemoryOptions &Options);
/// Returns true if something was removed.
bool dropEvidentChecks(llvm::Function &F);
/// Removes the marks of copies; the copies are known from then on.
void dropCopyMarks(llvm::Function &F);

} // namespace sooth

#endif
