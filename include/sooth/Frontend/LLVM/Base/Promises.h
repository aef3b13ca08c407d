//===- Promises.h - What declarations say of arguments and results --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes such as nonnull, and [static n], promise something of what
// functions are given and return. clang's code generator hands on little of it,
// so our plugins give functions annotations (passes/clang/PromiseAnnotations),
// which become attributes of parameters and results here.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_PROMISES_H
#define SOOTH_FRONTEND_LLVM_PROMISES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace sooth {

/// Annotations of functions. With the first come how many of the first
/// parameters are arguments as they stand, which of them it is about, whether
/// that is never null, how many bytes it has, which one counts its elements (or
/// a number that none has), the size of these, and its name. The other says
/// that the result is never null.
inline constexpr llvm::StringLiteral ParameterPromise = "sooth.parameter";
inline constexpr llvm::StringLiteral ResultPromise = "sooth.result";
/// The same: what is defined is inline, and has an external definition elsewhere
/// that does the same (C17 6.7.4p7).
inline constexpr llvm::StringLiteral InlineDefinition = "sooth.inline";

/// The attribute of calls of llvm.assume that the program makes, by
/// __builtin_assume.
inline constexpr llvm::StringLiteral AssumedName = "sooth.assumed";

/// What is promised of a pointer that a function is given.
struct Promise {
  bool IsNeverNull = false;
  /// How many bytes there are, or if it may be null, that or null.
  uint64_t Bytes = 0;
  /// The parameter that says how many elements there are. If that is 0, it may
  /// be null.
  std::optional<unsigned> Count = {};
  /// In bytes.
  uint64_t ElementSize = 0;

  bool isEmpty() const { return !IsNeverNull && !Bytes && !Count; }
};

/// Makes attributes of the annotations in \p M, and linkage of InlineDefinition.
/// It has none of any kind afterwards: that something is annotated is no use of
/// it.
void readPromises(llvm::Module &M);
/// Marks what \p M is told to assume, with AssumedName. Requires code as clang
/// writes it at O0, so that it is the program which says so, not an optimizer.
void markAssumptions(llvm::Module &M);
/// Functions of \p M that \p Other has, too, get the promises of both.
void addPromises(llvm::Module &M, const llvm::Module &Other);

/// What is promised of an argument of \p F.
Promise promiseOf(const llvm::Function &F, unsigned Parameter);
/// How the user knows it: by a name or, if there is none, by a number from 1
/// on.
std::string nameOfParameter(const llvm::Function &F, unsigned Number);
/// Whether a declaration says that what \p F returns is not null.
bool promisesResult(const llvm::Function &F);
/// Whether calls and the body of \p F keep to what is promised: it is the
/// program's, or its body is not known. (What is known of the C library, its
/// models ask about themselves.)
bool keepsPromises(const llvm::Function &F);

} // namespace sooth

#endif
