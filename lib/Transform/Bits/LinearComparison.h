//===- LinearComparison.h - Sums of variables and bounds ------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_TRANSFORM_BITS_LINEARCOMPARISON_H
#define SOOTH_LIB_TRANSFORM_BITS_LINEARCOMPARISON_H

#include "sooth/Expr/ExprContext.h"

#include <map>
#include <optional>
#include <vector>

namespace sooth {

/// Orders expressions by number.
struct ById {
  bool operator()(Expr A, Expr B) const { return A.id() < B.id(); }
};

/// Σ factor · term + constant; terms that are no sums have a factor.
struct RationalSum {
  std::map<Expr, Rational, ById> Terms; ///< factors are not 0
  Rational Constant;

  static RationalSum of(Expr Number);
  void add(Expr Number, const Rational &Factor);
  friend bool operator==(const RationalSum &A, const RationalSum &B) {
    return A.Constant == B.Constant && A.Terms == B.Terms;
  }
};

/// Σ factor · term ≤ bound, or <. Factors are integers without a common
/// divisor. Bounds of integers are integers, and such a comparison is not
/// strict.
struct LinearComparison {
  using Factors = std::vector<std::pair<Expr, llvm::DynamicAPInt>>; // by id
  Factors Sum;
  Rational Bound;
  bool IsStrict = false;

  /// \p S ≤ 0, or \p S < 0. Requires that S has terms.
  LinearComparison(const RationalSum &S, bool IsStrict);
  /// What holds where this does not.
  LinearComparison negation() const;
  /// Whether the first factor is positive: that of either this or its negation
  /// is.
  bool isPositive() const { return Sum.front().second > 0; }
  Expr toExpr(ExprContext &Ctx) const;

  friend bool operator<(const LinearComparison &A, const LinearComparison &B);

private:
  LinearComparison() = default;
  void tighten();
};

/// The order of sums in comparisons.
bool isBefore(const LinearComparison::Factors &A,
              const LinearComparison::Factors &B);
/// \p A + \p B, without terms that cancel.
LinearComparison::Factors plus(const LinearComparison::Factors &A,
                               const LinearComparison::Factors &B);
LinearComparison::Factors negated(LinearComparison::Factors A);
/// Whether comparisons of sums that add up to nothing contradict each other.
bool contradict(llvm::ArrayRef<const LinearComparison *> All);

} // namespace sooth

#endif
