//===- Evaluator.h - Concrete evaluation ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_EVALUATOR_H
#define SOOTH_EXPR_EVALUATOR_H

#include "sooth/Expr/Expr.h"

namespace sooth {

/// The value of an operator on values; the meaning of every Kind but Const
/// and Var. Requires operands of the right sorts.
Value applyKind(Kind K, llvm::ArrayRef<Value> Ops, uint32_t Param0,
                uint32_t Param1, Sort S);

/// Evaluates expressions under a valuation, memoised. A variable without a
/// value is an error of the caller unless a default is wanted.
class Evaluator {
public:
  enum class Missing { IsError, IsZero };
  explicit Evaluator(const Valuation &Vars, Missing OnMissing = Missing::IsZero)
      : Vars(Vars), OnMissing(OnMissing) {}

  Value operator()(Expr E);
  bool isTrue(Expr E) { return (*this)(E).boolean(); }

private:
  using Worklist = llvm::SmallVector<Expr, 16>;
  const Value *find(Expr E) const;
  std::optional<Value> selected(Expr E, Worklist &Wanted) const;
  std::optional<Value> stored(Expr E, Worklist &Wanted) const;

  const Valuation &Vars;
  Missing OnMissing;
  llvm::DenseMap<Expr, Value> Memo;
};

/// Gives variables the values that the conjunction \p Init says one by one;
/// nothing of what it says in another way.
void applyEquations(Expr Init, Valuation &State);
/// The variable that the conjunct \p Fact says the value of, or of a cell of;
/// null if it says something else.
Expr equatedVariable(Expr Fact);
/// Whether that is one cell only.
bool equatesCell(Expr Fact);

} // namespace sooth

#endif
