//===- Ends.h - Cells at which a search ends --------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that looks for a cell, like the one that ends a text, stays in its
// array because there is one: s[n] = 0, and i <= n while the loop looks at
// s[i]. That some cell is as it is looked for is no fact about all cells. But
// it is one of the state, as long as the index is known at which it was stored.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_ENDS_H
#define SOOTH_LIB_ENGINE_CELLS_ENDS_H

#include "Vocabulary.h"

namespace sooth::cells {

class Ends {
public:
  explicit Ends(const Vocabulary &V);

  /// Variables that say where something was stored that is looked for. Facts
  /// are about them also where the program does not need them any more.
  const ExprList &variables() const { return Known; }
  /// What was stored is there, and searches have not come past it.
  const ExprList &facts() const { return Facts; }

private:
  void add(const Vocabulary &V, Expr Read, Expr Constant,
           const StoredValue &Stored);

  ExprList Known, Facts;
};

} // namespace sooth::cells

#endif
