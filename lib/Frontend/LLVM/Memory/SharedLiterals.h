//===- SharedLiterals.h - String literals in the same memory ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linkers put a string literal into the end of another one that ends in the
// same text ("abc" into "xabc"), or do not. In the model all literals are
// objects apart, which only shows when their addresses are compared.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_MEMORY_SHAREDLITERALS_H
#define SOOTH_LIB_FRONTEND_LLVM_MEMORY_SHAREDLITERALS_H

#include "ObjectLifetimes.h"

namespace sooth {

/// Whether \p P and \p Q may both lead to string literals of which one is the
/// end of the other: a cheap question before the next one.
bool mayShareLiterals(const PointsTo &Points, const llvm::Value *P,
                      const llvm::Value *Q);

/// Whether the addresses \p OfP and \p OfQ, of these pointers, lead to
/// different literals and would be the same if one was put into the other.
Expr wouldMeetInLiterals(ExprContext &Ctx, const PointsTo &Points,
                         const ObjectLifetimes &Lifetimes, const llvm::Value *P,
                         const Address &OfP, const llvm::Value *Q,
                         const Address &OfQ);

} // namespace sooth

#endif
