//===- ValueCases.h - Splitting a question by the value of a variable -----===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_CHECK_VALUECASES_H
#define SOOTH_LIB_CHECK_VALUECASES_H

#include "sooth/Expr/Traversal.h"

namespace sooth {

/// The states in which some variables have certain values and Formula, over
/// the others, holds.
struct ValueCase {
  ExprMap<Expr> Values;
  Expr Formula;
};

/// The states of \p Formula. What it says of single variables is in Values.
ValueCase wholeCase(ExprContext &Ctx, Expr Formula);

/// Cases that together are all states of \p Whole: one for each value of a
/// variable that tells its disjuncts apart (or that \p Behind, what follows
/// from the same states, compares to many constants), and what is left. With
/// the values substituted, a wide switch over the variable is a single branch.
std::vector<ValueCase> splitByValues(ExprContext &Ctx, const ValueCase &Whole,
                                     llvm::ArrayRef<Expr> Behind);

} // namespace sooth

#endif
