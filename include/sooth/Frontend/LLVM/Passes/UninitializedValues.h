//===- UninitializedValues.h - One read, one value ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that was never written holds some value: an arbitrary one, but
// one, and every read sees it until it is written. LLVM's undef is weaker, each
// use of it may be another value, and it is exploited: mem2reg makes `5` of
//
//     phi i32 [ 5, %then ], [ undef, %else ]
//
// and so proves `int x; if (c) x = 5; assert(x == 5);`. Two passes prevent
// this:
//
// `pin-uninitialized`, before mem2reg or sroa, stores `freeze poison` into each
// local that these passes may make registers of: where it is allocated (unless
// one llvm.lifetime.start comes before all uses) and at each
// llvm.lifetime.start, which is where inlining says that a call makes a fresh
// one, and before each llvm.lifetime.end, for pointers may outlive it. Then no
// undef comes to be. Locals that stay in memory (arrays with variable index,
// escaped addresses of structures) are not touched; the encoder must take their
// content to be arbitrary at the alloca, at each llvm.lifetime.start, and after
// each end. What is already pinned (metadata !sooth.pinned) is skipped, so the
// pass can run again after inlining.
//
// `freeze-undef`, at any time, puts a `freeze` where an undef or poison
// constant is an operand; for a phi at the end of the incoming block. It leaves
// the base of insertvalue and insertelement alone, whose parts are about to be
// replaced.
//
// The encoder reads `freeze` of undef or poison as a fresh input, read once
// where the freeze is executed.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_UNINITIALIZEDVALUES_H
#define SOOTH_FRONTEND_LLVM_UNINITIALIZEDVALUES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Constant;
} // namespace llvm

namespace sooth {

/// True if \p C or a part of it is undef or poison.
bool containsUndef(const llvm::Constant &C);

/// Metadata of the values of locals that have ended: nobody gave them these.
constexpr llvm::StringLiteral EndedName = "sooth.ended";
/// Metadata of the stores that give a local an arbitrary value: the program does
/// not access it there, and it may not even exist.
constexpr llvm::StringLiteral NoAccessName = "sooth.no.access";

class PinUninitializedPass : public llvm::PassInfoMixin<PinUninitializedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

class FreezeUndefPass : public llvm::PassInfoMixin<FreezeUndefPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
