//===- CostlyOperators.h - Terms with anything for costly operators -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_COSTLYOPERATORS_H
#define SOOTH_EXPR_COSTLYOPERATORS_H

#include "sooth/Expr/Traversal.h"

namespace sooth {

/// Floating-point arithmetic, products of two terms and divisions are made
/// variables, the same term the same one. If formulas made so contradict each
/// other, so did what they were made of.
class CostlyOperators {
public:
  explicit CostlyOperators(ExprContext &Ctx) : Ctx(Ctx) {}

  /// \p E without such operators.
  Expr replaced(Expr E);
  /// The variables that stand for them.
  llvm::ArrayRef<Expr> variables() const { return Variables; }
  /// What is true of these, as quotients and remainders are only so large.
  llvm::ArrayRef<Expr> facts() const { return Facts; }

private:
  ExprContext &Ctx;
  ExprMap<Expr> Memo;
  SeenExprs Seen;
  std::vector<Expr> Variables, Facts;
};

} // namespace sooth

#endif
