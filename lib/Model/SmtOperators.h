//===- SmtOperators.h - The operators of SMT-LIB's theories ---------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_MODEL_SMTOPERATORS_H
#define SOOTH_LIB_MODEL_SMTOPERATORS_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace sooth {

/// Bit-vectors wider than this are an error: a few bytes of text can ask for
/// gigabytes.
constexpr unsigned MaxSmtWidth = 1u << 20;

/// What `(x K d)` is for d = 0, K being Int's div or mod or Real's /.
using ZeroCase = llvm::function_ref<Expr(Kind K, Expr X, Expr D)>;

/// An operator with what it is applied to, as in ((_ extract 7 0) x).
struct SmtApplication {
  ExprContext &Ctx;
  llvm::StringRef Name;
  llvm::ArrayRef<uint32_t> Indices;
  llvm::SmallVector<Expr, 4> Ops;
  ZeroCase AtZero;
  /// Why there is no result.
  std::string Problem;
};

bool isSmtOperator(llvm::StringRef Name);

/// The application's value, or null with a Problem. Requires an operator's name
/// and at least one operand.
Expr applySmtOperator(SmtApplication &A);

/// \p E as a Real if it is an Int and \p S is Real, as z3 and MathSAT read
/// numerals; else \p E.
Expr coerceToSort(ExprContext &Ctx, Expr E, Sort S);

/// "Int, (_ BitVec 8)".
std::string sortsOf(llvm::ArrayRef<Expr> Ops);

} // namespace sooth

#endif
