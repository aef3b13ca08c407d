//===- Divisions.h - Integer division with small circuits -------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A divider is the largest circuit of the integer operators, and solvers find
// little to learn in it. Two things avoid it or make it small: what is known of
// the operands' bits; and that of an input of which only a remainder is used,
// the remainder is as arbitrary as the input.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_DIVISIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_DIVISIONS_H

#include "sooth/Expr/ExprContext.h"

namespace llvm {
class CallBase;
class Instruction;
} // namespace llvm

namespace sooth {

/// The quotient or remainder \p I of two bit-vectors, for operands that meet
/// noTrapCondition().
Expr applyDivision(ExprContext &Ctx, const llvm::Instruction &I, Expr A,
                   Expr B);

/// Which values of an input need to be looked at: those that are remainders, if
/// nothing else of \p Call, whose result is \p Returned, is used. For these
/// applyDivision() gives the operand.
Expr isOwnRemainder(ExprContext &Ctx, const llvm::CallBase &Call,
                    Expr Returned);

} // namespace sooth

#endif
