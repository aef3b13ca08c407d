//===- RoundedOperations.h - Operations in any rounding mode --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that change the rounding mode have calls in the place of operations
// on floating-point numbers that are rounded: T sooth.rounded.OPERATION.T…(i32
// mode, operands) is what the operation gives in this mode, a value of
// llvm::RoundingMode other than NearestTiesToAway.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_ROUNDEDOPERATIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_ROUNDEDOPERATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace llvm {
class CallInst;
class Instruction;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace sooth {

enum class RoundedOperation {
  Add,
  Subtract,
  Multiply,
  Divide,
  MultiplyAdd,
  SquareRoot,
  ToIntegral, ///< rint
  Convert,
  FromSigned,
  FromUnsigned,
};

inline constexpr llvm::StringLiteral RoundedPrefix = "sooth.rounded.";

/// What \p I computes, if it is such a call.
std::optional<RoundedOperation> roundedOperation(const llvm::Instruction &I);

/// Requires scalars.
llvm::CallInst *callRounded(llvm::IRBuilderBase &Build, RoundedOperation What,
                            llvm::Value *Mode,
                            llvm::ArrayRef<llvm::Value *> Operands,
                            llvm::Type *Result);

} // namespace sooth

#endif
