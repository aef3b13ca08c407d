//===- HardwareMeaning.h - Undefined behaviour is not exploited -----------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hardware-meaning` takes from a program whatever would let a later step, ours
// or LLVM's, conclude something from undefined behaviour:
//
//  * flags that make results poison (nsw, nuw, exact, inbounds, nneg, ...) and
//    the metadata and attributes of that kind (noundef, nonnull, range, ...);
//    arithmetic wraps;
//  * that floating-point numbers are never NaN, infinite, or zeros with a sign:
//    where they are, results of operations with such flags (nnan, ninf, nsz) are
//    anything (FastMath.h), for no machine computes what compilers choose then;
//  * what __builtin_clz and __builtin_ctz give for zero: it is anything, too;
//  * that a division never traps: the hardware ends the run then, even if
//    nobody needs the quotient. A call that says so (Vocabulary.h,
//    ContinueIfName) is put before each division that may trap, and no pass may
//    lose it;
//  * a shift by the width or more shifts by the amount modulo the width, as
//    x86 and AArch64 do;
//  * promises that loops and functions end (mustprogress, willreturn), that
//    pointers do not alias (restrict), and llvm.assume;
//  * optnone and noinline, which would keep other passes out.
//
// What is undefined may be checked where the user asks for it: clang's
// sanitizers have put branches into the program before.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_HARDWAREMEANING_H
#define SOOTH_FRONTEND_LLVM_HARDWAREMEANING_H

#include "llvm/IR/PassManager.h"

namespace sooth {

/// Whether the quotient -2^(n-1) / -1, which is not representable, traps: yes
/// for machine words; __int128 and _BitInt are divided by code that wraps.
bool trapsOnOverflow(unsigned Width);

class HardwareMeaningPass : public llvm::PassInfoMixin<HardwareMeaningPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
