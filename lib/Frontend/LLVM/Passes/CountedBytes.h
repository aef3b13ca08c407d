//===- CountedBytes.h - How large an array is, as code ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_PASSES_COUNTEDBYTES_H
#define SOOTH_LIB_FRONTEND_LLVM_PASSES_COUNTEDBYTES_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Argument;
} // namespace llvm

namespace sooth {

/// No object is larger (OutsideMemory).
inline constexpr uint64_t MostBytes = uint64_t(1) << 48;

/// How many bytes a negative number of elements has: none, or more than any
/// object has.
enum class IfNegative { None, TooMany };

/// How many bytes \p Count elements have, which is given for \p Parameter; more
/// than any object has where that is so, and \p Negative where it is negative.
/// Requires an ElementSize other than 0, and a number of at most 64 bits.
llvm::Value *countedBytes(llvm::IRBuilder<> &Builder, llvm::Value *Count,
                          const llvm::Argument &Parameter, uint64_t ElementSize,
                          IfNegative Negative = IfNegative::None);

} // namespace sooth

#endif
