//===- RandomValues.h - Seeded random automata over any values ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_TEST_DIFFERENTIAL_RANDOMVALUES_H
#define SOOTH_TEST_DIFFERENTIAL_RANDOMVALUES_H

#include "sooth/Model/Cfa.h"

#include <optional>
#include <set>

namespace sooth::test {

/// An automaton over integers and, by seed, an array of integers or of
/// bit-vectors. Integers and elements of arrays stay within -4 and 4, and so do
/// the indices that are written, so that few states can be reached; inputs are
/// integers from 0 to 2.
Cfa randomValueCfa(ExprContext &Ctx, uint64_t Seed);

/// The reachable states of such an automaton, by evaluation.
class ReachableValues {
public:
  /// Nothing if there are more than \p Limit.
  static std::optional<ReachableValues> explore(const Cfa &C, size_t Limit);

  bool errorReachable() const { return Error; }
  size_t count() const;
  /// A reachable state that \p Formula does not hold of at \p L, or nothing.
  std::optional<Valuation> outside(LocationId L, Expr Formula) const;

private:
  using State = std::vector<Value>; // in order of the variables
  explicit ReachableValues(const Cfa &C) : C(&C) {}
  Valuation valuation(const State &S) const;

  const Cfa *C;
  std::vector<std::set<State>> At;
  bool Error = false;
};

} // namespace sooth::test

#endif
