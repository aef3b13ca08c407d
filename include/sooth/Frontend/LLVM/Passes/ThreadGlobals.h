//===- ThreadGlobals.h - Global variables become locals -------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `thread-globals`, after Bueno's dissertation on EUFORIA, section 3.2.2. A
// global variable that is only loaded and stored whole becomes a local of the
// entry function and is handed through the calls: one more parameter carries
// its value in, one more result carries it out. mem2reg then makes registers
// of the locals.
//
// A global is threaded if
//  * it is a scalar (integer, pointer or floating point) with an initializer
//    that is neither undef nor poison,
//  * it has local linkage, or the program is whole,
//  * it is used only as the address of loads and stores of exactly its type,
//    neither volatile nor atomic,
//  * every function that may touch it, itself or through calls, can be given
//    another signature: it is only called directly, with its own type, and is
//    not visible outside; or it is the entry, which nobody calls.
//
// Only functions that may touch the global get the parameter, only those that
// may store it get the result. A global that is never stored is replaced by its
// initializer, whoever loads it.
//
// Beyond the dissertation: unneeded functions are left alone, recursion is
// allowed (the signature of the whole component changes), and the locals carry
// debug records with the global's name, so that traces still tell it.
//
// Functions and globals that the entry cannot reach are removed first: those
// with local linkage always, all of them if the program is whole.
//
// Preserves the behaviour of every run that starts at the entry. Does nothing
// where the module calls setjmp, because a register is not restored as memory
// is.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_THREADGLOBALS_H
#define SOOTH_FRONTEND_LLVM_THREADGLOBALS_H

#include "sooth/Frontend/LLVM/Passes/Linkage.h"

#include "llvm/IR/PassManager.h"
#include <string>

namespace sooth {

struct ThreadGlobalsOptions {
  std::string Entry = "main";
  Linkage Scope = Linkage::OneModule;
};

class ThreadGlobalsPass : public llvm::PassInfoMixin<ThreadGlobalsPass> {
public:
  explicit ThreadGlobalsPass(ThreadGlobalsOptions Options = {})
      : Options(std::move(Options)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);

private:
  ThreadGlobalsOptions Options;
};

} // namespace sooth

#endif
