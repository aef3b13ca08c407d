//===- Divisions.h - Integer division with small circuits -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A divider is the largest circuit of the integer operators, and solvers find
// little to learn in it. Here it is as small as the operands are known to be.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_DIVISIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_DIVISIONS_H

#include "sooth/Expr/ExprContext.h"

namespace llvm {
class BinaryOperator;
class CallBase;
} // namespace llvm

namespace sooth {

/// The quotient or remainder \p I of two bit-vectors, for operands that meet
/// noTrapCondition(). The remainder of an input that is its own is the input.
Expr applyDivision(ExprContext &Ctx, const llvm::BinaryOperator &I, Expr A,
                   Expr B);

/// That the result \p Returned of \p Call is its own remainder, if the call is
/// marked as such an input (OwnRemainders.h).
Expr rangeOfRemainder(ExprContext &Ctx, const llvm::CallBase &Call,
                      Expr Returned);

} // namespace sooth

#endif
