//===- OperationNumbers.h - Which operation at its place one is -*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that a macro expands to has the place where it is used. What is found out
// of the program as a whole and of its functions one by one is told apart there
// by numbers, which copies of the code have in common.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_BASE_OPERATIONNUMBERS_H
#define SOOTH_FRONTEND_LLVM_BASE_OPERATIONNUMBERS_H

#include "sooth/Support/OperationsAt.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace sooth {

/// The metadata that has the number of an instruction.
inline constexpr llvm::StringLiteral OperationNumberName = "sooth.operation";

/// Numbers the accesses and calls in \p M that have the same place in one
/// function, and those in each model of the C library. Requires what clang
/// made.
void numberOperations(llvm::Module &M);

/// The number of \p I, or none if it has no number.
OperationsAt operationOf(const llvm::Instruction &I);

/// Gives \p To, a check, the number of \p Of, which it is about.
void copyOperation(const llvm::Instruction &Of, llvm::Instruction &To);

} // namespace sooth

#endif
