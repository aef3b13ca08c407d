//===- AffineHull.h - Linear equalities modulo a power of two ---*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_AFFINEHULL_H
#define SOOTH_DOMAIN_AFFINEHULL_H

#include "sooth/Expr/ExprContext.h"

namespace sooth {

/// The least affine set of vectors over the integers modulo 2^w that contains
/// the points added: one point, and the sums of multiples of generators.
class AffineHull {
public:
  using Point = std::vector<llvm::APInt>;

  AffineHull(unsigned Width, unsigned Dimensions)
      : Width(Width), Rows(Dimensions) {}

  /// Requires a point of that width and dimension. Returns true if the set has
  /// grown.
  bool add(const Point &P);
  bool contains(const Point &P) const;
  bool isEmpty() const { return Base.empty(); }

  /// What it says of a vector of terms.
  struct Description {
    /// By dimension: the term as a function of others, which are free; null if
    /// it is free itself.
    std::vector<Expr> Solved;
    /// What else holds: congruences of free terms.
    std::vector<Expr> Conditions;
  };
  /// Requires that a point was added.
  Description describe(ExprContext &Ctx, llvm::ArrayRef<Expr> Terms) const;
  /// The same as formulas.
  std::vector<Expr> formulas(ExprContext &Ctx,
                             llvm::ArrayRef<Expr> Terms) const;

private:
  bool insert(Point Generator);
  std::vector<Point> reducedRows() const;

  unsigned Width;
  Point Base; // empty if there is no point
  /// Generators in Howell form: the generator of column c, if there is one, is
  /// zero before c and a power of two there, and whatever combination of
  /// generators is zero up to c is one of those behind c.
  std::vector<Point> Rows; // empty where there is none
};

} // namespace sooth

#endif
