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
#include <utility>
#include <vector>

namespace sooth {

/// Which values each variable can have, and what arrays hold somewhere: reads
/// of arrays are like variables. Booleans are of width 1.
class IntervalEvaluator {
public:
  IntervalEvaluator() = default;
  /// Those without an entry in \p Given, which has to outlive this, can have
  /// any.
  explicit IntervalEvaluator(const ExprMap<Range> &Given) : Given(&Given) {}

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
  /// Of the variables, and of what arrays hold somewhere, of which more is
  /// known than was given.
  const ExprMap<Range> &learnt() const { return Learnt; }

private:
  Range compute(Expr E) const;
  const Range *known(Expr E) const;
  void note(Expr E, Range R);
  Range rangeOfVariable(Expr Var) const;
  bool assumeConjunction(llvm::ArrayRef<Expr> Parts, bool Holds);
  bool assumeDisjunction(llvm::ArrayRef<Expr> Parts, bool Holds);
  bool assumeComparison(Expr E, bool Holds);
  void learn(Expr Var, const Range &R);
  ExprMap<Range> forgetFrom(size_t Step);

  /// Whether there is work left for \ref assume and \ref restrict, which
  /// otherwise say nothing: they may meet shared terms many times.
  bool mayWork() { return Work < MaxWork && ++Work; }

  static constexpr unsigned MaxWork = 1000;
  unsigned Work = 0;
  const ExprMap<Range> *Given = nullptr;
  ExprMap<Range> Learnt;
  struct Step {
    Expr Var;
    std::optional<Range> Before; ///< what was learnt of it, if anything was
    unsigned VersionBefore;
  };
  /// The variables that were learnt about in turn.
  std::vector<Step> Steps;
  /// Of what is learnt. What is taken back has its number again.
  unsigned Version = 0, LastVersion = 0;
  /// Of operators, with the version under which that is so.
  ExprMap<std::pair<Range, unsigned>> Memo;
};

} // namespace sooth

#endif
