//===- VariadicCalls.h - Variable arguments as an object in memory --------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variable arguments of a call, one after the other, in an object of the
// caller. On x86-64 each is in words of eight bytes, aligned to no more than
// that, whatever its type (VariadicReads.h); on i386 as the ABI has it.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VARIADICCALLS_H
#define SOOTH_LIB_FRONTEND_LLVM_VARIADICCALLS_H

#include "VariadicReads.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace llvm {
class AllocaInst;
class CallInst;
class DataLayout;
class Function;
class FunctionType;
} // namespace llvm

namespace sooth {

/// The address, and which words are integers and which floating-point numbers.
inline constexpr unsigned JustAddress = 1, AddressAndKinds = 3;
/// One bit each; the last one stands for all that may follow.
inline constexpr unsigned MostWords = 31;

/// An argument of a call and its place among the variable ones.
struct PlacedArgument {
  llvm::Value *Argument;
  /// What is stored: of a structure in memory, the structure.
  llvm::Type *Stored;
  bool IsCopied;
  /// Whether this may be a structure that was passed in memory, on x86-64:
  /// clang makes a number of it if there are no registers for numbers left.
  bool MayBeStructure;
  uint64_t Offset;
};

struct ArgumentLayout {
  llvm::SmallVector<PlacedArgument, 8> Arguments;
  uint64_t Size = 0;
  /// Bits of the words that may be read as integers, and as floating-point
  /// numbers. The words after the last one may be read as either: that is a
  /// read outside; or, of more than MostWords, as the last ones of these.
  uint32_t Integers = ~0u, Floats = ~0u;
  /// Whether all words after the first MostWords are of one kind.
  bool HasPlainEnd = true;
};

/// Those of \p Call from argument \p First on.
ArgumentLayout layOut(const llvm::CallInst &Call, unsigned First);

/// The kind as which the words of an argument may be read; nothing if any.
std::optional<WordKind> kindOf(const PlacedArgument &P,
                               const llvm::DataLayout &DL);

/// Notes that \p F takes variable arguments in so many parameters at its end,
/// and that it reads so many bytes of a word: if an argument has fewer, the
/// rest is written, too.
void setVariadicParameters(llvm::Function &F, unsigned Count, uint64_t Read);
/// The number of them; none if \p F is as it was.
unsigned variadicParameters(const llvm::Function &F);

/// The type that \p F had before it got them.
llvm::FunctionType *sourceType(const llvm::Function &F);

/// Makes \p Call, one of sourceType(Callee), one of \p Callee as it is now.
/// Requires variadicParameters(Callee) > 0.
void passVariadics(llvm::CallInst &Call, llvm::Function &Callee);

/// Metadata of objects that are variable arguments: what to call them.
inline constexpr llvm::StringLiteral VariadicObjectName =
    "sooth-variadic-object";
/// What to call \p Local if it is the variable arguments of a call; else empty.
llvm::StringRef argumentsName(const llvm::AllocaInst &Local);

} // namespace sooth

#endif
