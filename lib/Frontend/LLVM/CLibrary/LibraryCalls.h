//===- LibraryCalls.h - Calls of models -------------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_LIBRARYCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_LIBRARYCALLS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Twine;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// Calls sooth_libc_\p Name of runtime/libc, which is yet to be linked. Requires
/// a block to insert it into, in a function of the program.
llvm::CallInst *callModel(llvm::IRBuilderBase &Build, const llvm::Twine &Name,
                          llvm::Type *Result,
                          llvm::ArrayRef<llvm::Value *> Arguments);

} // namespace sooth

#endif
