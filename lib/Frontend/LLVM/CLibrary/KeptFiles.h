//===- KeptFiles.h - Files that are written and then read -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program writes to a file may be what it reads there
// (runtime/libc/kept.c). Keeping it costs, so only programs that do both have
// models that do; and only those in which nothing else could write to files.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_KEPTFILES_H
#define SOOTH_LIB_FRONTEND_LLVM_KEPTFILES_H

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Whether models keep what is written to a file.
enum class Files { Open, Kept };

/// What can be done for \p Program, which \p Models are to be linked with.
/// Requires that no call was expanded.
Files filesOf(const llvm::Module &Program, const llvm::Module &Models);

/// Tells models of functions that write where nobody asks for their result:
/// what could fail unseen is taken to succeed.
void tellOfUnaskedResults(llvm::Module &Program);

} // namespace sooth

#endif
