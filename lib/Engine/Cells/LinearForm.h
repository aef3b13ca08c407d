//===- LinearForm.h - Terms as sums of variables ----------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In memory, a[n - 1 - i] is at (offset + sext(n - 1 - i) * 4) >> 2. As long as
// nothing wraps, that is the number n - i - 1, and solving it for i says which
// round of a loop a cell belongs to. What is guessed from such forms is not
// taken for granted, so that they may be wrong where something does wrap.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_LINEARFORM_H
#define SOOTH_LIB_ENGINE_CELLS_LINEARFORM_H

#include "sooth/Expr/ExprContext.h"

#include <vector>

namespace sooth::cells {

/// A constant and variables with factors, as signed numbers. Terms that are not
/// linear count as variables.
struct LinearForm {
  struct Summand {
    Expr Var;
    int64_t Factor; // not 0
    bool operator==(const Summand &) const = default;
  };
  std::vector<Summand> Summands; // by number of the variable
  int64_t Constant = 0;

  /// Of the bit-vector \p T, if nothing in it wraps.
  static LinearForm of(ExprContext &Ctx, Expr T);
  /// Of the bit-vector \p T, modulo 2^w: a sum of other terms of its width.
  static LinearForm ofSum(Expr T);
  /// With variables extended, or cut, to \p Width bits.
  Expr toExpr(ExprContext &Ctx, unsigned Width) const;

  bool operator==(const LinearForm &) const = default;

  int64_t factorOf(Expr Var) const;
  void add(Expr Var, int64_t Factor);
  void add(const LinearForm &Other, int64_t Factor = 1);
};

} // namespace sooth::cells

#endif
