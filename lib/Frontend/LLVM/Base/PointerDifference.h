//===- PointerDifference.h - Subtraction of pointers ----------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_POINTERDIFFERENCE_H
#define SOOTH_LIB_FRONTEND_LLVM_POINTERDIFFERENCE_H

#include <utility>

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace sooth {

/// The pointers whose numbers \p I subtracts; nulls if it does nothing of the
/// kind. That is no operation: it looks through its operands.
std::pair<const llvm::Value *, const llvm::Value *>
pointerDifference(const llvm::Instruction &I);

/// The same, also where \p I asks which of them comes first.
std::pair<const llvm::Value *, const llvm::Value *>
orderedPointers(const llvm::Instruction &I);

} // namespace sooth

#endif
