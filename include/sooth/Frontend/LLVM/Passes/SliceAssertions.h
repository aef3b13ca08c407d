//===- SliceAssertions.h - Only what decides about errors -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `slice-assertions` removes from a program what cannot influence whether a run
// that starts at the entry reaches an error (Vocabulary.h). It guarantees, for
// the program P and its slice S:
//
//   An error can be reached in P exactly if it can be reached in S, and it is
//   the same error: for each run of P into an error there is one of S that
//   takes the same branches of S with the same values, and for each run of S
//   into an error there is a choice of the inputs that S lost which makes it a
//   run of P.
//
// Both directions, therefore, hold:
//  * no assumption, no exit, no call that might not return is lost on the way
//  to
//    an error, since an error behind it could become reachable;
//  * no loop is lost unless ScalarEvolution computes how often it runs; this is
//    a slice that respects non-termination, unlike Weiser's.
//
// What is lost:
//  * everything behind an error, and everything from which none can be reached:
//    there the run ends (a `ret` in the entry, llvm.trap elsewhere);
//  * computations, inputs and branches on which nothing that is kept depends
//    (data and control dependence, through calls, parameters and results);
//  * stores to objects that are never read for something that is kept;
//  * calls to functions that do nothing else.
//
// What it assumes, in line with the encoder:
//  * loads and stores do not end a run (divisions may: `hardware-meaning` puts
//    an assumption before them);
//  * an access stays inside the object that its address is computed from;
//  * functions without a body return, do not touch memory whose address they
//    are not given, and call at most functions that have external linkage or
//    whose address is taken. Calls to them are kept, unless the vocabulary says
//    they are without effect.
// Where an error may be reached from a function whose address is taken, nothing
// is cut off behind the last error, because exit handlers may run there.
//
// The pass applies `hardware-meaning` first: a loop must not be thought finite
// because its counter "cannot" overflow.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_SLICEASSERTIONS_H
#define SOOTH_FRONTEND_LLVM_SLICEASSERTIONS_H

#include "llvm/IR/PassManager.h"
#include <string>

namespace sooth {

struct SliceAssertionsOptions {
  std::string Entry = "main";
};

class SliceAssertionsPass : public llvm::PassInfoMixin<SliceAssertionsPass> {
public:
  explicit SliceAssertionsPass(SliceAssertionsOptions Options = {})
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  SliceAssertionsOptions Options;
};

} // namespace sooth

#endif
