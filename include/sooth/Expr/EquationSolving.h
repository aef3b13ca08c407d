//===- EquationSolving.h - Variables that equations define ----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_EQUATIONSOLVING_H
#define SOOTH_EXPR_EQUATIONSOLVING_H

#include "sooth/Expr/Traversal.h"

#include <optional>

namespace sooth {

/// The variable and the constant, if \p Fact says that a variable has a value:
/// x = 3, a Boolean variable, or its negation.
std::optional<std::pair<Expr, Expr>> valueEquation(ExprContext &Ctx, Expr Fact);
/// The constants that conjuncts of \p Formula give to variables.
ExprMap<Expr> constantsIn(ExprContext &Ctx, Expr Formula);

/// Eliminates variables of \p Locals from the conjunction of \p Facts by
/// equations that can be solved for them: ∃x. x = t ∧ φ(x) is φ(t). What
/// remains is equivalent to ∃Locals. Facts with the same quantifier in front
/// of it: variables that no equation solves stay. Solving a = store(x, i, v)
/// leaves one element of x open; it becomes a new variable, added to
/// \p Locals. In \p Others the same terms replace the variables that are
/// solved.
void solveEquations(ExprContext &Ctx, llvm::SmallVectorImpl<Expr> &Facts,
                    ExprSet &Locals, llvm::MutableArrayRef<Expr> Others = {});

} // namespace sooth

#endif
