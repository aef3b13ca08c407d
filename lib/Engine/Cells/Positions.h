//===- Positions.h - Facts about a cell and where it is ---------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop did to cell k depends on the round that came to it: a program
// that says b[n - 1 - i] = a[i] makes b[k] = a[n - 1 - k], and one that asserts
// a[i - 1] <= a[i] wants a[k - 1] <= a[k]. Such facts come from solving the
// index of one read for a variable, and hold for cells on either side of an
// index, or in every second place.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_ENGINE_CELLS_POSITIONS_H
#define SOOTH_LIB_ENGINE_CELLS_POSITIONS_H

#include "LinearForm.h"
#include "Vocabulary.h"

namespace sooth::cells {

class PositionGuesser {
public:
  /// Has facts about the cell \p K, and with \p Contents, what may be so of it.
  PositionGuesser(const Vocabulary &V, Expr K, llvm::ArrayRef<Expr> Contents);

  /// At most \p Most facts without variables for which \p IsGone holds.
  std::vector<Expr> guess(llvm::function_ref<bool(Expr)> IsGone,
                          size_t Most) const;

  /// Facts of the state: what variables that are counted have to do with each
  /// other, and their remainders.
  static std::vector<Expr> ofState(const Vocabulary &V);

private:
  std::vector<Expr> moversOf(const LinearForm &F) const;
  Expr solved(Expr Atom, Expr Read, Expr Mover) const;
  void addSolved(Expr Atom, bool AlsoNot);
  void addContents();
  void addBounds();
  void addStrides(size_t Solved);
  void addFlagged(size_t Solved);
  void addBound(LinearForm F);

  const Vocabulary &V;
  ExprContext &Ctx;
  const Expr K;
  /// Of numbers that positions are computed with, and K as one of these.
  unsigned Width;
  Expr Position;
  /// Variables with one value for good.
  Substitution Fixed;
  ExprList Contents;
  /// A comparison of K with a sum, and what that is but for its constant.
  struct Bound {
    Expr Guard, Base;
  };
  /// From where on, and up to where.
  std::vector<Bound> Lower, Upper;
};

} // namespace sooth::cells

#endif
