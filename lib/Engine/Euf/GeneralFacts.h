//===- GeneralFacts.h - What holds of operators in general ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dissertation suspects (3.6) that facts like commutativity and
// monotonicity are what its lemmas about arithmetic lack. A lemma from an
// unsatisfiable core speaks of the values of one abstract counterexample; that
// an order is transitive, or that a < b makes a + 1 ≤ b, explains many.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_EUF_GENERALFACTS_H
#define SOOTH_LIB_ENGINE_EUF_GENERALFACTS_H

#include "sooth/Expr/ExprContext.h"

#include <vector>

namespace sooth::euf {

/// Valid formulas about the operators and terms of \p Literals: orders are
/// strict and total, a successor is the next element, addition is injective,
/// masks, remainders and shifts do not make a term larger, operands commute.
/// At most some hundreds; built raw, so that they say what they say in EUF.
std::vector<Expr> generalFacts(ExprContext &Ctx, llvm::ArrayRef<Expr> Literals);

} // namespace sooth::euf

#endif
