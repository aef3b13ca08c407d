//===- IntrinsicMeaning.h - What LLVM's intrinsics mean ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A closed list (Intrinsics.def): no intrinsic is an input because nobody
// thought of it. Those for one kind of machine (llvm.x86.…) have one rule: what
// touches no memory, or only what it is given a pointer to, is a result that is
// not known; others are refused. A few that programs use to wait or to order
// accesses are named and ignored.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_FRONTEND_LLVM_INTRINSICMEANING_H
#define SOOTH_FRONTEND_LLVM_INTRINSICMEANING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Intrinsics.h"

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace sooth {

enum class IntrinsicMeaning {
  Operation, ///< the encoder computes it from its operands
  Rewritten, ///< a pass puts plain instructions in its place; else as Result
  Memory,    ///< llvm.memcpy, llvm.memmove, llvm.memset and their kin
  Lifetime,  ///< llvm.lifetime.start and .end
  Failure,   ///< an error of the program
  End,       ///< the run ends
  Ignored,   ///< no run depends on it
  Result,    ///< anything, also in memory it may write: nothing is claimed of it
  Refused,   ///< a program that contains it is not verified
};

/// Nothing for an intrinsic that is for one kind of machine only, and for what
/// is none. Every other one of LLVM's has an entry.
std::optional<IntrinsicMeaning> listedMeaning(llvm::Intrinsic::ID Id);

/// Requires F.isIntrinsic().
IntrinsicMeaning intrinsicMeaning(const llvm::Function &F);

/// An attribute of calls of llvm.objectsize: the size at run time is what is
/// asked for. Models of the C library do; compilers that a program asks
/// (__builtin_dynamic_object_size) may say that they do not know it.
inline constexpr llvm::StringLiteral ExactSizeName = "sooth-exact-size";

} // namespace sooth

#endif
