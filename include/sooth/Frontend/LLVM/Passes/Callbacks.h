//===- Callbacks.h - What undefined functions may call --------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the program that is handed to one without a body may run then,
// or any time later. That is seen where the pointer is plain to see, or chosen
// among plain ones; and for functions that are known to keep handlers, also if
// it comes from memory or is in a structure. Of other functions without a body
// it is assumed that they do not look for functions in the memory they are
// given, unless those may fail (SupportedConstructs.h). That is so of whole
// programs; where runs begin in another function than main, the encoder has a
// limit at each call after which a function may run whose address was stored or
// handed out.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PASSES_CALLBACKS_H
#define SOOTH_FRONTEND_LLVM_PASSES_CALLBACKS_H

#include "llvm/Support/Error.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Fails with an UnsupportedError if some function may be called back.
llvm::Error checkCallbacks(const llvm::Module &M);

/// Whether code that is not shown may get the address of \p F, a function of
/// the program, from its module: the address is stored, or given to a function
/// without a body. Where the loader finds it does not count.
bool isKnownElsewhere(const llvm::Function &F);

/// Whether \p Call leads to code that is not shown and that may call back
/// functions whose addresses it has got. The C library calls only what it is
/// given.
bool mayCallBack(const llvm::CallBase &Call);

} // namespace sooth

#endif
