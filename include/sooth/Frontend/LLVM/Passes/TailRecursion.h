//===- TailRecursion.h - Recursion that is a loop becomes one -------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tail-recursion` makes loops of recursion, which all engines can prove things
// about without a bound:
//
//  * functions that call each other become functions that call themselves, by
//    inlining those of a cycle that do not, as long as that adds few
//    instructions;
//  * a call that is the last thing its function does becomes a jump, also if
//    its result is still added to something, multiplied, and so on (LLVM's
//    TailCallElim).
//
// That is done where no recursion remains: if some calls stay, all do. A
// function that has something in memory of its own is left alone, because
// each activation has its own: this is to run where locals have become
// registers (mem2reg, sroa).
//
// Ensures: the runs, and what happens in them in which order, are the same.
// Requires `hardware-meaning`, which makes divisions that trap visible: LLVM
// moves operations without visible effects from behind the call before it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_TAILRECURSION_H
#define SOOTH_FRONTEND_LLVM_TAILRECURSION_H

#include "llvm/IR/PassManager.h"

namespace sooth {

/// Metadata of a jump that was a call of the function it has the DISubprogram
/// of.
constexpr llvm::StringLiteral TailCallName = "sooth.tail.call";

struct TailRecursionPass : llvm::PassInfoMixin<TailRecursionPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace sooth

#endif
