//===- ArbitraryValues.h - Functions whose result may be anything ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes and models of the C library call functions named sooth.any.… where
// C leaves open what a value is. The encoder takes a result for an
// approximation: a violation that depends on it is not claimed. No C program
// can call them.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_BASE_ARBITRARYVALUES_H
#define SOOTH_LIB_FRONTEND_LLVM_BASE_ARBITRARYVALUES_H

#include "sooth/Model/Cause.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace sooth {

/// A call of the function of this prefix that returns any \p T, an integer or a
/// floating-point number.
llvm::Value *callAny(llvm::IRBuilderBase &Build, llvm::StringRef Prefix,
                     llvm::Type *T);

/// If this names a function whose result is anything, why it is.
std::optional<Cause> anyValue(llvm::StringRef Function);

// The names, those that end in a dot followed by a type.
inline constexpr llvm::StringLiteral AnyInteger = "sooth.any.integer.";
inline constexpr llvm::StringLiteral AnyNaN = "sooth.any.nan.";
/// What models of the C library have kept from before.
inline constexpr llvm::StringLiteral AnyKeptByModels = "sooth.any.kept.";
/// Of operations that no processor does, in other rounding modes.
inline constexpr llvm::StringLiteral AnyRounding = "sooth.any.rounding.";
inline constexpr llvm::StringLiteral AnyZero = "sooth.any.zero.";
/// Where a goto leads whose address is no label's.
inline constexpr llvm::StringLiteral AnyLabel = "sooth.any.label";
/// What follows a variable argument that is smaller than what is read.
inline constexpr llvm::StringLiteral AnyRest = "sooth.any.rest.";
/// Whether a compiler knows a value (__builtin_constant_p), how many zeros are
/// before the first one bit of zero, and what -ffinite-math-only and
/// -fno-signed-zeros let compilers choose.
inline constexpr llvm::StringLiteral AnyConstancy = "sooth.any.constancy.";
inline constexpr llvm::StringLiteral AnyZeroCount = "sooth.any.zeros.";
inline constexpr llvm::StringLiteral AnyExcluded = "sooth.any.excluded.";
inline constexpr llvm::StringLiteral AnySign = "sooth.any.sign.";
/// What a local holds where its initializer says nothing.
inline constexpr llvm::StringLiteral AnyInitialByte = "sooth.any.initial.";
/// Where a function that is not shown jumps to, and what setjmp returns then.
inline constexpr llvm::StringLiteral AnyJump = "sooth.any.jump.";
/// What a local has that was assigned to between setjmp and longjmp.
inline constexpr llvm::StringLiteral AnyChangedLocal =
    "sooth.any.changed.local.";

} // namespace sooth

#endif
