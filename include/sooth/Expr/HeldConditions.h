//===- HeldConditions.h - Conditions that hold together ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several conditions hold, others follow from their form alone: a
// disjunction is one of its parts if the others do not hold (unit resolution).
// No solver is asked.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_HELDCONDITIONS_H
#define SOOTH_EXPR_HELDCONDITIONS_H

#include "sooth/Expr/ExprContext.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sooth {

/// The formulas of which \p E is the disjunction, also as the negation of a
/// conjunction; none if it is no disjunction.
llvm::SmallVector<Expr, 4> alternatives(ExprContext &Ctx, Expr E);

/// Whether \p E is seen to hold by its parts of which \p IsKnown says that they
/// do.
bool holds(ExprContext &Ctx, Expr E, llvm::function_ref<bool(Expr)> IsKnown);

class HeldConditions {
public:
  /// \p Ctx must outlive this.
  explicit HeldConditions(ExprContext &Ctx) : Ctx(Ctx) {}

  /// From now on \p E holds, too.
  void add(Expr E);
  /// Whether \p E is seen to hold.
  bool holds(Expr E) const;
  /// What is equivalent to \p E where these hold, without parts of it that are
  /// seen to hold, or not to.
  Expr reduced(Expr E) const;

private:
  ExprContext &Ctx;
  ExprSet Parts;
};

} // namespace sooth

#endif
