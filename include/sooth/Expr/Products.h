//===- Products.h - Products multiplied out ---------------------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine integers are a ring: sums and products of them have one normal form,
// a sum of products of variables with coefficients modulo 2^w. In it
// (i + 1) * m is i * m + m, and no solver has to see that from circuits.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_EXPR_PRODUCTS_H
#define SOOTH_EXPR_PRODUCTS_H

#include "sooth/Expr/Traversal.h"

namespace sooth {

/// Multiplies out products in which there are sums, and choices between
/// operands (ite). What is made is equal to what was given.
class ProductExpansion {
public:
  /// Which equations are made one sum that is zero, so that what is on both
  /// sides goes.
  enum class Equations { OfProducts, All };

  explicit ProductExpansion(ExprContext &Ctx,
                            Equations Tidied = Equations::OfProducts)
      : Ctx(Ctx), Tidied(Tidied) {}

  /// \p E with products of terms that are neither sums, products nor choices,
  /// in a fixed order of factors. Products that would become too many stay as
  /// they are.
  Expr operator()(Expr E);

  /// The factors of \p E in that order, if it is such a product of at least
  /// two; else none.
  static std::vector<Expr> factors(Expr E);
  /// The product of \p Factors, at least one, as this makes it.
  static Expr product(ExprContext &Ctx, std::vector<Expr> Factors);

  /// A condition on which a summand or factor of \p E depends; null if there is
  /// none.
  static Expr choiceIn(Expr E);

  /// A product and what it is if \p Fact, which was made by this, is an
  /// equation that says so.
  std::optional<std::pair<Expr, Expr>> solved(Expr Fact);

  /// What is true of \p Products, each of which is one in that order: where a
  /// factor is zero or equal to another factor. Not all of it if it is much.
  static std::vector<Expr> consequences(ExprContext &Ctx,
                                        llvm::ArrayRef<Expr> Products);

private:
  struct Term {
    std::vector<Expr> Factors; // sorted; none: a constant
    llvm::APInt Coefficient;
  };
  /// A sum of terms with different factors; none if it is too large.
  using Sum = std::optional<std::vector<Term>>;

  Sum sumOf(Expr E);
  Sum productOf(const Sum &A, const Sum &B) const;
  static Sum tidied(std::vector<Term> Terms);
  Expr toExpr(const std::vector<Term> &Terms, unsigned Width) const;
  Expr multiply(Expr A, Expr B, unsigned Depth);
  Expr equation(Expr E);

  ExprContext &Ctx;
  const Equations Tidied;
  ExprMap<Expr> Memo;
  SeenExprs Seen;
};

} // namespace sooth

#endif
