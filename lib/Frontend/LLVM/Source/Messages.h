//===- Messages.h - What the front end tells the user ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MESSAGES_H
#define SOOTH_LIB_FRONTEND_LLVM_MESSAGES_H

#include "SourceMap.h"

namespace llvm {
class CallBase;
class Instruction;
} // namespace llvm

namespace sooth {

/// What goes wrong there. Requires a call that is an error or an assertion.
Failure failureOf(const llvm::CallBase &Call);
SourceLocation errorLocation(const llvm::CallBase &Call);

/// What a user calls the check that \p I may fail: "assert",
/// "unsigned-overflow", "leak". Requires a call that is an error, an assertion
/// or a check of memory.
llvm::StringRef checkOf(const llvm::CallBase &Call);

/// The operation that the sanitizer check ending in \p Trap is about, or null
/// if it cannot be told.
const llvm::Instruction *checkedOperation(const llvm::CallBase &Trap);

/// Says in \p F what the user calls \p Pointer, or what it is computed from, or
/// which argument of the C library it is; nothing if that has no name.
void namePointer(const llvm::Value *Pointer, const SourceMap &Names,
                 Failure &F);

} // namespace sooth

#endif
