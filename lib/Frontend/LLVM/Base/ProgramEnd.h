//===- ProgramEnd.h - What runs when a program ends -------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_PROGRAMEND_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_PROGRAMEND_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace sooth {

/// The attribute of calls that are made because the program ends.
inline constexpr llvm::StringLiteral AtEndName = "sooth.at.end";

/// Ends, right before \p Leaving, the locals of the function that it leaves:
/// they are gone in what is put there to run after the function.
void endLocals(llvm::Instruction &Leaving);

} // namespace sooth

#endif
