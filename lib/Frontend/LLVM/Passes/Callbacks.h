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
// given, unless those may fail (SupportedConstructs.h).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_CALLBACKS_H
#define SOOTH_LIB_FRONTEND_LLVM_CALLBACKS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace sooth {

/// Fails with an UnsupportedError if some function may be called back.
llvm::Error checkCallbacks(const llvm::Module &M);

} // namespace sooth

#endif
