//===- ReadElimination.h - Formulas about cells without arrays ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read of what was written is a choice, and a read of an array variable is a
// variable of its own; where two indices are equal, so are these. What is left
// has no arrays, and a solver need not know them. (This is what cell morphing
// comes down to when cells are chosen.)
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_READELIMINATION_H
#define SOOTH_LIB_ENGINE_CELLS_READELIMINATION_H

#include "sooth/Expr/Traversal.h"

#include "llvm/ADT/MapVector.h"

namespace sooth::cells {

class ReadElimination {
public:
  explicit ReadElimination(ExprContext &Ctx) : Ctx(Ctx) {}

  /// From now on, \p Array is \p Content.
  void define(Expr Array, Expr Content) { Contents[Array] = Content; }
  /// \p E without arrays.
  Expr operator()(Expr E);
  /// What has to hold besides, since the last call.
  std::vector<Expr> takeConstraints() { return std::move(Constraints); }
  /// Whether something was not a read: the results mean nothing then.
  bool failed() const { return Failed; }

private:
  Expr read(Expr Array, Expr Index);
  Expr cell(Expr Array, Expr Index);

  ExprContext &Ctx;
  ExprMap<Expr> Contents, Memo;
  SeenExprs Seen;
  llvm::DenseMap<std::pair<Expr, Expr>, Expr> Known;
  llvm::MapVector<Expr, std::vector<std::pair<Expr, Expr>>> Cells;
  std::vector<Expr> Constraints;
  bool Failed = false;
};

} // namespace sooth::cells

#endif
