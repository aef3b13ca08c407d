//===- ReadVariables.h - Cells of arrays as variables -----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_READVARIABLES_H
#define SOOTH_EXPR_READVARIABLES_H

#include "sooth/Expr/ExprContext.h"

namespace sooth {

/// Replaces reads of array variables at constant indices by variables, where a
/// formula says nothing else of the array: it has a model then if and only if
/// it had one, and solvers for bits alone can be asked.
class ReadVariables {
public:
  explicit ReadVariables(ExprContext &Ctx) : Ctx(Ctx) {}
  Expr operator()(Expr Formula);
  /// Gives arrays the cells that the model \p M of a result has.
  void complete(Valuation &M) const;

private:
  ExprContext &Ctx;
  /// By read, in the order of discovery.
  std::vector<std::pair<Expr, Expr>> Known;
  ExprMap<Expr> VariableOf;
};

} // namespace sooth

#endif
