//===- BoundRecursion.h - Copies of recursive functions, to a depth -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `bound-recursion` makes copies of the functions that call each other, one for
// each activation that may be nested in another: the function itself calls its
// second copy, that the third, and so on (where these are too many, a loop with
// a stack is made of it). What would be one more calls `sooth.recursion.limit`,
// an error like others (Vocabulary.h) until the encoder makes a limit of it: no
// proof counts unless it is unreachable. So recursion ends, and calls can be
// inlined; each copy has its own locals.
//
// Ensures: the runs in which activations are not nested deeper than the bound
// are the same; the others end at the limit.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BOUNDRECURSION_H
#define SOOTH_FRONTEND_LLVM_BOUNDRECURSION_H

#include "llvm/IR/PassManager.h"

namespace sooth {

struct BoundRecursionOptions {
  /// Activations that may be nested, the first one included; 0 leaves all
  /// recursion as it is.
  unsigned Depth = 10;
  /// The depth is smaller where the copies would together have more
  /// instructions when they are all inlined.
  unsigned SizeLimit = 20000;
};

class BoundRecursionPass : public llvm::PassInfoMixin<BoundRecursionPass> {
public:
  explicit BoundRecursionPass(BoundRecursionOptions Options = {})
      : Options(Options) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  BoundRecursionOptions Options;
};

} // namespace sooth

#endif
