//===- GeneratedCode.h - What clang's code generator leaves ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang says of accesses what types they have only where it is to optimize. So
// it is told that where it generates code, though no pass is to run; and what
// else it does differently then is made as it is without.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_GENERATEDCODE_H
#define SOOTH_FRONTEND_LLVM_BASE_GENERATEDCODE_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// What our front end notes in the files that it writes: they have code as it
/// is generated to be optimized.
inline constexpr char GeneratedForOptimizers[] = "sooth: for optimizers";

/// Whether \p M has that note, which is taken away.
bool takeNoteOfOptimizers(llvm::Module &M);

/// Lets \p M, as clang generated it to be optimized, be as if it were not to
/// be: each check has a trap of its own, there are no bodies of functions
/// that are defined elsewhere, and what is to be inlined always is.
void undoForOptimizers(llvm::Module &M);

/// Keeps what \p M says of types (TBAA) and restrict where no pass makes use of
/// it (lib/Frontend/LLVM/Base/AliasRules.h). To be called before any pass.
void keepAliasRules(llvm::Module &M);

} // namespace sooth

#endif
