//===- IntervalEvaluator.h - Ranges of expressions ------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_DOMAIN_INTERVALEVALUATOR_H
#define SOOTH_DOMAIN_INTERVALEVALUATOR_H

#include "sooth/Domain/Range.h"

#include <optional>

namespace sooth {

/// Which values each variable can have. Booleans are of width 1.
class IntervalEvaluator {
public:
  IntervalEvaluator() = default;
  /// Those without an entry in \p Known can have any.
  explicit IntervalEvaluator(ExprMap<Range> Known) : Known(std::move(Known)) {}

  /// Whether terms of the sort have ranges.
  static bool hasRange(Sort S) { return S.isBool() || S.isBitVec(); }
  static Range anyOf(Sort S) { return Range::full(width(S)); }
  static Range rangeOf(const Value &V);
  static unsigned width(Sort S) { return S.isBool() ? 1 : S.width(); }
  /// What \p E can be if its operands, which have ranges, are in \p Operands,
  /// which are not empty. Requires that it has operands and a range.
  static Range ofOperator(Expr E, llvm::ArrayRef<Range> Operands);

  /// What \p E, a Boolean or a bit-vector, can be.
  Range operator()(Expr E);

  /// Drops values of variables with which \p Formula is not \p Holds, as far as
  /// its form tells. Returns false if no values are left.
  bool assume(Expr Formula, bool Holds);
  /// The same for a term that is in \p R. Requires that it has a range.
  bool restrict(Expr E, const Range &R);
  /// Of the variables of which something is known.
  const ExprMap<Range> &variables() const { return Known; }

private:
  Range compute(Expr E);
  bool assumeConjunction(llvm::ArrayRef<Expr> Parts, bool Holds);
  bool assumeDisjunction(llvm::ArrayRef<Expr> Parts, bool Holds);
  bool assumeComparison(Expr E, bool Holds);
  void joinWith(const IntervalEvaluator &Other);

  /// Whether there is work left for \ref assume and \ref restrict, which
  /// otherwise say nothing: they may meet shared terms many times.
  bool mayWork() { return Work < MaxWork && ++Work; }
  void clearTerms() {
    Memo.clear();
    Seen.clear();
  }

  static constexpr unsigned MaxWork = 1000;
  unsigned Work = 0;
  /// Of variables; those without an entry can have any value.
  ExprMap<Range> Known;
  /// Of operators, under Known; for all terms that were seen.
  ExprMap<Range> Memo;
  ExprSet Seen;
};

} // namespace sooth

#endif
