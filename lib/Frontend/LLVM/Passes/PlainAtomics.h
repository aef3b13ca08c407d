//===- PlainAtomics.h - Atomic operations where there is one thread -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic operations become plain reads and writes, one after the other, and
// fences nothing.
//
// That is right as long as nothing happens between the reads and the writes of
// one operation, and all that other operations see is what came before them in
// the program. Both hold in a program of one thread, whose runs are those of
// its abstract machine. Other threads, and handlers of signals, are refused
// where they are started or registered (Callbacks.h, SupportedConstructs.h);
// what else may write to volatile memory is VolatileMeaning.h's concern, for
// which the accesses stay volatile if they were. A weak compare-and-exchange
// does not fail without a reason: it does not on x86.
//
// Calls of the compiler's library for large objects (__atomic_load and its kin)
// become copies and comparisons, if the program does not define them itself;
// unless others write volatile memory, for they do not tell whether it is.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PLAINATOMICS_H
#define SOOTH_LIB_FRONTEND_LLVM_PLAINATOMICS_H

#include "sooth/Frontend/LLVM/Passes/VolatileMeaning.h"

namespace sooth {

/// Ensures that no instruction is atomic. Debug locations stay.
void lowerAtomics(llvm::Module &M, Volatile How);

} // namespace sooth

#endif
