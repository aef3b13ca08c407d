//===- Operations.h - LLVM's operators as expressions ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an instruction computes from its operands, and nothing else: no memory,
// no control flow. Poison is never produced: an operation that LLVM leaves
// undefined has the meaning x86 gives it (flags like nsw are ignored, shift
// amounts are masked).
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_OPERATIONS_H
#define SOOTH_LIB_FRONTEND_LLVM_OPERATIONS_H

#include "Memory/Scalars.h"

namespace llvm {
class Instruction;
class IntrinsicInst;
class Value;
} // namespace llvm

namespace sooth {

class MemoryModel;

/// The scalars of an operand.
using OperandScalars = llvm::function_ref<Scalars(const llvm::Value *)>;

/// Whether the instruction's modelled scalars are a function of its operands'
/// modelled scalars that applyOperation knows.
bool isOperation(const llvm::Instruction &I);

/// Whether \p I reads a part of a constant that has no value: padding.
bool isUndefinedRead(const llvm::Instruction &I);

/// Whether \p I computes with floating-point numbers in a way that is defined:
/// not by -ffast-math's rules, and not on a unit that keeps more digits.
bool isDefinedArithmetic(const llvm::Instruction &I);

/// Requires isOperation(I).
Scalars applyOperation(ExprContext &Ctx, const MemoryModel &Memory,
                       const llvm::Instruction &I, OperandScalars Operand);

/// The condition under which the hardware does not trap; true for all but
/// divisions (x86: #DE for a zero divisor, and for a quotient that does not
/// fit). Requires isOperation(I).
Expr noTrapCondition(ExprContext &Ctx, const llvm::Instruction &I,
                     OperandScalars Operand);

// FloatOperations.cpp: the same for floating-point numbers.
bool isFloatOperation(const llvm::Instruction &I);
Scalars applyFloatOperation(ExprContext &Ctx, const llvm::Instruction &I,
                            OperandScalars Operand);

// IntrinsicOperations.cpp: the same for calls of intrinsics.
bool isOperation(const llvm::IntrinsicInst &I);
Scalars applyOperation(ExprContext &Ctx, const llvm::IntrinsicInst &I,
                       OperandScalars Operand);

} // namespace sooth

#endif
