//===- PointerDifference.h - Subtraction of pointers, and from pointers ---===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_POINTERDIFFERENCE_H
#define SOOTH_LIB_FRONTEND_LLVM_POINTERDIFFERENCE_H

#include <cstdint>
#include <utility>

namespace llvm {
class DataLayout;
class GEPOperator;
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

/// The size of the elements over which \p Step certainly goes back, by a number
/// in the text or by one that is subtracted; 0 if it does not. (Many bytes are
/// rather the way from a member to its structure.)
uint64_t elementSteppedBack(const llvm::GEPOperator &Step,
                            const llvm::DataLayout &Layout);
/// Whether \p Step certainly goes back, over elements or to a structure.
bool goesBack(const llvm::GEPOperator &Step, const llvm::DataLayout &Layout);

} // namespace sooth

#endif
