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

/// "assertion 'i < 7' failed", "signed addition overflow". Requires a call
/// that is an error or an assertion.
std::string errorMessage(const llvm::CallBase &Call);
SourceLocation errorLocation(const llvm::CallBase &Call);

/// The operation that the sanitizer check ending in \p Trap is about, or null
/// if it cannot be told.
const llvm::Instruction *checkedOperation(const llvm::CallBase &Trap);

/// Why the result of \p I is arbitrary: "read of array 'a'", "result of
/// floating-point operation". Requires an instruction that is not modelled.
std::string approximationReason(const llvm::Instruction &I,
                                const SourceMap &Names);

/// The place in memory as the user writes it, like "a[i]" or "*p"; empty if
/// that is not known.
std::string placeText(const llvm::Value *Pointer, const SourceMap &Names);
/// The object or pointer concerned, for a message: "'a'", "what 'p' points to";
/// empty if neither has a name.
std::string describePlace(const llvm::Value *Pointer, const SourceMap &Names);

} // namespace sooth

#endif
